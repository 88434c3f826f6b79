// Checks one group for "customer X sees no data": gathers what this machine knows in a report without requests or
// secrets.

import { isGuarded, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import { agoText, counted, momentText } from '../../core/stateText.ts';
import type { ApiTokens } from '../connections/apiTokens.ts';
import { checkFindings, mappingSize, type CheckFacts, type Finding } from './checkFindings.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { GroupService } from './groupService.ts';
import type { GroupTokens } from './groupTokens.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import type { Siblings } from '../editing/siblings.ts';
import { namesOf, type FoundToken } from './tokenLookup.ts';

export interface GroupCheckDependencies {
  readonly store: Pick<Store, 'journal'>;
  readonly connections: ConnectionService;
  readonly groups: GroupService;
  readonly tokens: GroupTokens;
  readonly apiTokens: ApiTokens;
  readonly siblings: Siblings;
  readonly redactor: Redactor;
  readonly now: () => number;
}

export interface CheckOptions {
  /** Problems that the person's schemas find in what was last sent. */
  readonly schemaErrors?: readonly string[];
  /** The token that the customer uses, as far as this machine knows. */
  readonly pasted?: FoundToken;
}

export class GroupCheck {
  readonly #dependencies: GroupCheckDependencies;

  constructor(dependencies: GroupCheckDependencies) {
    this.#dependencies = dependencies;
  }

  async report(
    connection: Connection,
    userGroupId: string,
    { schemaErrors = [], pasted }: CheckOptions = {},
  ): Promise<string> {
    const facts = await this.#facts(connection, userGroupId, schemaErrors);
    const findings = [...(pasted === undefined ? [] : this.#pastedFindings(facts, pasted)), ...checkFindings(facts)];
    const text = [
      `Check of ${visibleId(userGroupId, 500)} on ${foreignText(connection.name)} (${environmentOf(connection)}), ${new Date(facts.now).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      'From what this machine knows. No request was made.',
      '',
      findings.length === 0
        ? 'Nothing known here explains missing data.'
        : 'What may explain missing data, the most likely first:',
      ...findings.map(({ what, next }, index) => `${index + 1}. ${what} → ${next}`),
      '',
      'What is known here:',
      ...this.#knownLines(facts),
      '',
      'What a request would tell, by Fetch from Service: whether the group is there, its name and properties, and its current token.',
      'It is get-or-create: a group that is gone is made anew. The mapping is never answered.',
      '',
    ].join('\n');
    return this.#dependencies.redactor.redact(text);
  }

  async #facts(connection: Connection, userGroupId: string, schemaErrors: readonly string[]): Promise<CheckFacts> {
    const { store, groups, tokens, siblings, connections, now } = this.#dependencies;
    const ref = groupRef(connection, userGroupId);
    const listed = await groups.listed(ref);
    // Opened so that they are redacted: a property may hold one by mistake.
    await Promise.all([tokens.find(ref), tokens.replaced(ref)]);
    return {
      connection,
      userGroupId,
      record: groups.find(ref),
      mappingKnown: listed?.mappingKnown === true,
      isTokenReadable: listed?.isTokenReadable,
      replacedTokens: tokens.countReplaced(ref),
      openRotations: store.journal.openRotations(ref),
      siblings: siblings.facts(ref),
      schemaErrors,
      connectionTrouble: await this.#troubleOf(connection),
      lookAlikes: groups.lookAlikes(ref),
      nearMisses: groups.nearMisses(ref),
      alsoOn: connections
        .list()
        .filter(
          ({ id }) => id !== '' && id !== connection.id && groups.find({ connectionId: id, userGroupId }) !== undefined,
        )
        .map((other) => `${foreignText(other.name)} (${environmentOf(other)})`),
      now: now(),
    };
  }

  async #troubleOf(connection: Connection): Promise<Finding | undefined> {
    try {
      requireReady(connection);
      if (connection.locked === 'all')
        return {
          what: `The connection ${foreignText(connection.name)} is locked: nothing can be sent or asked.`,
          next: 'Change locked in userGroups.connections if that is meant.',
        };
      if (connection.mismatch !== undefined)
        return {
          what: `Nothing is sent on ${foreignText(connection.name)} while its API token is doubted. ${foreignText(connection.mismatch.reason)}`,
          next: 'Use "Review API Token…" to say whether the token is right.',
        };
      if (connection.kind === 'service') await this.#dependencies.apiTokens.require(connection);
      return undefined;
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
      return {
        what: `Nothing can be sent or asked on ${foreignText(connection.name)}. ${error.failure.happened}`,
        next: error.failure.next ?? 'See the list of connections.',
      };
    }
  }

  #pastedFindings({ connection, userGroupId, now }: CheckFacts, { apiTokenOf, owners }: FoundToken): Finding[] {
    if (apiTokenOf.length > 0)
      return [
        {
          what: `The token that was pasted is the API token of ${foreignText(namesOf(apiTokenOf))}, no user group token: whoever sees the page can change every group with it.`,
          next: 'Have the service replace the API token at once, then deploy the token of this group with Copy User Group Token.',
        },
      ];
    const [first] = owners;
    if (first === undefined)
      return [
        {
          what: 'The token that was pasted is not known here: it is not the current one of this group as this machine knows it.',
          next: 'Deploy the current token with Copy User Group Token.',
        },
      ];
    const isThis = first.ref.connectionId === connection.id && first.ref.userGroupId === userGroupId;
    const owner = this.#dependencies.connections.withId(first.ref.connectionId);
    const whose = `${visibleId(first.ref.userGroupId)} on ${foreignText(owner?.name ?? 'a connection that is gone')}`;
    if (!isThis)
      return [
        {
          what: `The token that was pasted is that of ${whose}: its viewers see that group's data.`,
          next: 'Deploy the token of this group with Copy User Group Token.',
        },
      ];
    if (first.replacedAt === undefined)
      return [
        {
          what: 'The token that was pasted is the current one of this group.',
          next: 'Look further below. The token is not the cause.',
        },
      ];
    return [
      {
        what: `The token that was pasted is a former one of this group, replaced ${momentText(first.replacedAt, now)}.`,
        next: 'Deploy the current token with Copy User Group Token.',
      },
    ];
  }

  #knownLines({ record, mappingKnown, isTokenReadable, siblings, now }: CheckFacts): string[] {
    if (record === undefined) return ['- Nothing: it is not in the list.'];
    const { name, base, answered, token, draft } = record;
    const at = (time: number): string =>
      momentText(time, now) + (agoText(time, now) === 'today' ? '' : ` (${agoText(time, now)})`);
    return [
      `- Name: ${visibleId(name, 500)}`,
      `- Last asked: ${answered === undefined ? 'never' : at(answered.at)}`,
      `- Mapping: ${mappingKnown && base !== undefined ? `${counted(mappingSize(base.text), 'schema id')}, last sent from here ${at(base.at)}` : base?.hasNoMapping === true ? 'none set' : 'not known here'}`,
      `- Draft: ${draft === undefined ? 'none' : at(draft.at)}`,
      `- Token: ${token === undefined ? 'not known here' : `known since ${at(token.at)}, ${isTokenReadable === true ? 'readable' : 'not readable'} here`}`,
      `- Compared with ${counted(siblings.withMapping, 'other group')} of the connection whose mapping is known here.`,
    ];
  }
}

/** As the list says it (tree: `environmentWords`), without the sandbox's own words. */
function environmentOf(connection: Connection): string {
  if (connection.kind === 'sandbox') return 'local sandbox';
  return isGuarded(connection) ? 'guarded like production' : 'Testing';
}
