// Checks one group for "customer X sees no data": gathers what this machine knows in a report without requests or
// secrets.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import { apiOf, type Connection } from '../../core/connection.ts';
import { isGone } from '../../core/deletedGroups.ts';
import { sentences } from '../../core/sentences.ts';
import { environmentText } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId, quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import { agoText, datedText, momentText, outcomeText } from '../../core/stateText.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { groupText } from '../../core/groupText.ts';
import type { ApiTokens } from '../connections/apiTokens.ts';
import type { CheckFacts, CheckStep, Finding } from './checkFacts.ts';
import { checkFindings, pastedFindings } from './checkFindings.ts';
import { fieldsTolerantly } from '../../document/jsonFields.ts';
import { mappingSize } from './contentFindings.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { GroupService } from './groupService.ts';
import type { GroupTokens } from './groupTokens.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import type { Siblings } from '../editing/siblings.ts';
import type { FoundToken } from './tokenLookup.ts';

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

interface GroupCheckOptions {
  /** Problems that the person's schemas find in what was last sent. */
  readonly schemaErrors?: readonly string[];
  /** The token that the customer uses, as far as this machine knows. */
  readonly pasted?: FoundToken;
}

export interface CheckReport {
  readonly text: string;
  /** What can be run at once, by the line that it is about, from 0. */
  readonly steps: readonly { readonly line: number; readonly step: CheckStep }[];
}

const DAY_MS = 86_400_000;

export class GroupCheck {
  readonly #dependencies: GroupCheckDependencies;

  constructor(dependencies: GroupCheckDependencies) {
    this.#dependencies = dependencies;
  }

  async report(
    connection: Connection,
    userGroupId: string,
    { schemaErrors = [], pasted }: GroupCheckOptions = {},
  ): Promise<CheckReport> {
    const { connections, redactor } = this.#dependencies;
    const facts = await this.#facts(connection, userGroupId, schemaErrors);
    const findings = [
      ...(pasted === undefined ? [] : pastedFindings(facts, pasted, (id) => connections.withId(id))),
      ...checkFindings(facts),
    ];
    const head = this.#head(facts, findings.length > 0);
    const text = [
      ...head,
      ...findings.map(({ what, next }, index) => `${index + 1}. ${what} → ${next}`),
      '',
      l10n.t('Local data:'),
      ...this.#knownLines(facts),
      '',
      l10n.t('"Fetch from Service…" shows whether the group exists, its name, its properties and its current token.'),
      sentences([
        l10n.t('It recreates a group that is gone.'),
        ...(apiOf(connection).response.mapping === undefined ? [l10n.t('The service never returns a mapping.')] : []),
      ]),
      '',
    ].join('\n');
    return {
      text: redactor.redact(text),
      steps: findings.flatMap(({ steps = [] }, index) => steps.map((step) => ({ line: head.length + index, step }))),
    };
  }

  #head({ connection, userGroupId, now }: CheckFacts, hasFindings: boolean): string[] {
    return [
      l10n.t(
        'Check of {0} ({1}), {2}',
        groupText(userGroupId, connection),
        environmentText(connection),
        datedText(now),
      ),
      l10n.t('From local data, without a request.'),
      '',
      hasFindings
        ? l10n.t('Possible causes of missing data, the most likely first:')
        : l10n.t('Nothing in the local data explains missing data.'),
    ];
  }

  async #facts(connection: Connection, userGroupId: string, schemaErrors: readonly string[]): Promise<CheckFacts> {
    const { store, groups, tokens, siblings, connections, redactor, now } = this.#dependencies;
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
      previousTokens: tokens.countReplaced(ref),
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
        .map((other) => `${foreignText(other.name)} (${environmentText(other)})`),
      now: now(),
      redact: (text) => redactor.redact(text),
    };
  }

  async #troubleOf(connection: Connection): Promise<Finding | undefined> {
    try {
      requireReady(connection);
      if (connection.locked === 'all')
        return {
          what: l10n.t('The connection {0} is locked for all requests.', quotedId(connection.name)),
          next: l10n.t('To allow requests, change "locked" in "userGroups.connections".'),
        };
      if (connection.mismatch !== undefined)
        return {
          what: foreignText(connection.mismatch.reason, 600),
          next: l10n.t('Use "Review API Token…" before anything is sent.'),
          steps: ['reviewApiToken'],
        };
      if (connection.kind === 'service') await this.#dependencies.apiTokens.requireFound(connection);
      return undefined;
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
      return {
        what: error.failure.happened,
        next: error.failure.next ?? l10n.t('Check the connection.'),
        steps: ['checkConnection'],
      };
    }
  }

  #knownLines(facts: CheckFacts): string[] {
    const { record, siblings, now } = facts;
    if (record === undefined) return [bullet(l10n.t('Nothing: it is not in the list.'))];
    const { name, answered, draft } = record;
    return [
      l10n.t('Name: {0}', visibleId(name, 500)),
      isGone(record)
        ? outcomeText(record.listing)
        : answered === undefined
          ? l10n.t('Last request: never')
          : l10n.t('Last request: {0}', agedText(answered.at, now)),
      mappingLine(facts, record),
      draft === undefined ? l10n.t('Draft: none') : l10n.t('Draft: {0}', agedText(draft.at, now)),
      tokenLine(facts, record),
      isOne(siblings.withMapping)
        ? l10n.t('Compared with 1 other group of the connection whose mapping is known.')
        : l10n.t(
            'Compared with {0} other groups of the connection whose mapping is known.',
            grouped(siblings.withMapping),
          ),
    ].map(bullet);
  }
}

function bullet(line: string): string {
  return `- ${line}`;
}

function mappingLine({ mappingKnown, now }: CheckFacts, { base, answered }: UserGroupRecord): string {
  if (answered?.mapping !== undefined) {
    const [size, at] = [fieldsTolerantly(answered.mapping ?? '').fields.length, agedText(answered.at, now)];
    return isOne(size)
      ? l10n.t('Mapping: 1 schema ID, received {0}', at)
      : l10n.t('Mapping: {0} schema IDs, received {1}', grouped(size), at);
  }
  if (base?.hasNoMapping === true) return l10n.t('Mapping: none set');
  if (!mappingKnown || base === undefined) return l10n.t('Mapping: unknown');
  const [size, at] = [mappingSize(base.text), agedText(base.at, now)];
  return isOne(size)
    ? l10n.t('Mapping: 1 schema ID, last sent {0}', at)
    : l10n.t('Mapping: {0} schema IDs, last sent {1}', grouped(size), at);
}

function tokenLine({ isTokenReadable, now }: CheckFacts, { token }: UserGroupRecord): string {
  if (token === undefined) return l10n.t('Token: not stored locally');
  const at = agedText(token.at, now);
  return isTokenReadable === true
    ? l10n.t('Token: stored locally since {0}', at)
    : l10n.t('Token: stored locally since {0}, not readable', at);
}

function agedText(at: number, now: number): string {
  const [moment, ago] = [momentText(at, now), agoText(at, now)];
  return now - at < DAY_MS ? moment : `${moment} (${ago})`;
}
