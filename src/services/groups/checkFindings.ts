// Possible reasons why a customer sees no data, each with the next step, from what this machine knows of the group.

import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { agoText, counted, dayText, NO_MAPPING } from '../../core/stateText.ts';
import type { OpenRotation, UserGroupRecord } from '../../core/userGroup.ts';
import { difference, differenceFromAnswer, formatChanges } from '../../document/difference.ts';
import { mappingEntries } from '../../document/entries.ts';
import { softWarnings, type SiblingFacts } from '../../document/softWarnings.ts';
import { peekDocument, readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';

export interface Finding {
  readonly what: string;
  readonly next: string;
}

/** All input of the check, without any request. */
export interface CheckFacts {
  readonly connection: Connection;
  readonly userGroupId: string;
  readonly record: UserGroupRecord | undefined;
  readonly mappingKnown: boolean;
  readonly isTokenReadable: boolean | undefined;
  readonly replacedTokens: number;
  readonly openRotations: readonly OpenRotation[];
  readonly siblings: SiblingFacts;
  /** Sentences of the person's schemas about what was last sent. */
  readonly schemaErrors: readonly string[];
  /** Why nothing can be sent on the connection, and the next step. */
  readonly connectionTrouble: Finding | undefined;
  /** Ids that differ by letter case or edge space, on this connection. */
  readonly lookAlikes: readonly string[];
  /** Ids with a few typing errors' difference. */
  readonly nearMisses: readonly string[];
  /** Other connections that have a group of this id, as they are shown. */
  readonly alsoOn: readonly string[];
  readonly now: number;
}

const MOST_CHANGES = 5;
const OLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Ordered by how likely each explains missing data. */
export function checkFindings(facts: CheckFacts): Finding[] {
  const { record } = facts;
  if (record === undefined) return [...notListed(facts), ...mistakenIds(facts), ...troubles(facts)];
  return [
    ...onService(facts, record),
    ...mappingFindings(facts, record),
    ...draftFindings(facts, record),
    ...tokenFindings(facts, record),
    ...propertyFindings(facts, record),
    ...mistakenIds(facts),
    ...troubles(facts),
    ...ageFindings(facts, record),
  ];
}

function notListed({ userGroupId, connection }: CheckFacts): Finding[] {
  return [
    {
      what: `${visibleId(userGroupId)} is not in this machine's list of ${foreignText(connection.name)}.`,
      next: 'Compare the id with the one in your own database, letter by letter.',
    },
  ];
}

function onService({ now }: CheckFacts, { goneAt, existedNotAppliedAt, unknownOutcome }: UserGroupRecord): Finding[] {
  const found: Finding[] = [];
  if (goneAt !== undefined) {
    found.push({
      what: `The group was gone when the service was last asked (${dayText(goneAt, now)}), and was made anew: with another token, and with nothing but what was sent then.`,
      next: 'Send it with Update, and deploy the token with Copy User Group Token.',
    });
  }
  if (existedNotAppliedAt !== undefined) {
    found.push({
      what: `Existed already, not applied: what was sent ${dayText(existedNotAppliedAt, now)} never reached the group.`,
      next: 'Send it with Update.',
    });
  }
  if (unknownOutcome !== undefined && unknownOutcome.operation !== 'rotate') {
    const operation = unknownOutcome.operation === 'update' ? 'an update' : 'a get or create';
    found.push({
      what: `The outcome of ${operation} sent ${dayText(unknownOutcome.at, now)} is not known: it may or may not have been applied.`,
      next: 'Send it again with Update.',
    });
  }
  return found;
}

function mappingFindings(
  { mappingKnown, siblings, schemaErrors }: CheckFacts,
  { base, answered }: UserGroupRecord,
): Finding[] {
  if (base === undefined && answered === undefined)
    return [
      {
        what: 'Nothing was ever sent or answered for it here: whether the group exists is not known.',
        next: 'Use Get or Create, or Fetch from Service.',
      },
    ];
  if (base?.hasNoMapping === true)
    return [
      {
        what: `${NO_MAPPING}: the group was created from this machine without one.`,
        next: 'Add the mapping to its document and send it with Update.',
      },
    ];
  if (!mappingKnown && base?.from === 'sent')
    return [
      {
        what: 'What was last sent from here leaves the mapping out, and what the service does then is not documented.',
        next: 'Add the mapping to its document and send it with Update.',
      },
    ];
  if (!mappingKnown)
    return [
      {
        what: 'Mapping unknown: the service never returns it, and none was applied from this machine.',
        next: 'Find out where it was set. An update from here with a mapping sets it.',
      },
    ];
  const text = base?.text ?? '';
  const next = 'Add it to its document and send it with Update.';
  return [
    ...warningsIn('mapping', text, siblings).map((what): Finding => ({
      what,
      next: /^The mapping is empty|has no|lacks/.test(what)
        ? next
        : 'Correct it in its document and send it with Update.',
    })),
    ...schemaErrors.map((what): Finding => ({
      what: `What was last sent is not as your schema says. ${what}`,
      next: 'Correct it in its document and send it with Update.',
    })),
  ];
}

function draftFindings({ now }: CheckFacts, record: UserGroupRecord): Finding[] {
  const { draft, base } = record;
  if (draft === undefined) return [];
  const [before, after] = [read(base?.text), read(draft.text)];
  const changed =
    after === undefined
      ? 'it cannot be sent as it stands'
      : formatChanges(difference(before, after), MOST_CHANGES).join('; ');
  return [
    {
      what: `Draft of ${dayText(draft.at, now)}, not sent: the service does not have this${changed === '' ? '' : `: ${changed}`}.`,
      next: 'Send it with Update, or let go of it with Discard Draft.',
    },
  ];
}

function tokenFindings(
  { openRotations, replacedTokens, isTokenReadable, now }: CheckFacts,
  { token }: UserGroupRecord,
): Finding[] {
  const [open] = openRotations;
  return [
    ...finding(
      open !== undefined &&
        `Rotation: outcome unknown since ${dayText(open.at, now)}: the token that viewers use may be dead.`,
      'Use "Resolve Rotation…", then deploy the current token.',
    ),
    ...finding(
      replacedTokens > 0 &&
        `${counted(replacedTokens, 'replaced token')} not marked as deployed, the last replaced ${token === undefined ? 'at a time not known' : dayText(token.at, now)}: viewers may still use one, and whether it works is not documented.`,
      'Deploy the current token, then use Mark as Deployed.',
    ),
    ...finding(token === undefined && 'No token of it is known here.', 'Use Fetch from Service to have it.'),
    ...finding(
      isTokenReadable === false && 'Token not readable here: the key that sealed it is gone.',
      'Use Fetch from Service to have it again.',
    ),
  ];
}

function propertyFindings({ siblings, connection }: CheckFacts, record: UserGroupRecord): Finding[] {
  const { base, answered } = record;
  const sent = base?.from === 'sent' ? read(base.text) : undefined;
  const elsewhere =
    sent === undefined || answered === undefined
      ? []
      : formatChanges(differenceFromAnswer(sent, answered), MOST_CHANGES);
  const tag = answered?.environmentTag;
  return [
    ...warningsIn('properties', base?.text ?? '', siblings).map((what): Finding => ({
      what,
      next: 'Correct the properties in its document and send it with Update.',
    })),
    ...finding(
      elsewhere.length > 0 &&
        `The service last answered otherwise than what was last sent from here: ${elsewhere.join('; ')}.`,
      'Use Compare with Service Response.',
    ),
    ...finding(
      typeof tag === 'string' &&
        connection.environment !== undefined &&
        tag !== connection.environment &&
        `The service calls its environment ${foreignText(tag, 40)}, and ${foreignText(connection.name)} is declared ${connection.environment ?? ''}.`,
      'Compare the base URL of the connection with the one that viewers use.',
    ),
  ];
}

/** Embedding with another id, or another environment, shows another group. */
function mistakenIds({ lookAlikes, nearMisses, alsoOn, record }: CheckFacts): Finding[] {
  const near = nearMisses.filter((id) => !lookAlikes.includes(id));
  return [
    ...finding(
      lookAlikes.length > 0 &&
        `Not the same as ${lookAlikes.map((id) => visibleId(id)).join(', ')}: they differ by letter case or edge space only.`,
      'Compare the id with the one in your own database, and the token with "Find Group by Token…".',
    ),
    ...finding(
      record === undefined &&
        near.length > 0 &&
        `Known here and nearly the same: ${near.map((id) => visibleId(id)).join(', ')}.`,
      'Check the one that is meant.',
    ),
    ...finding(
      alsoOn.length > 0 && `The same id is known on ${alsoOn.join(', ')}: a token of there shows the data of there.`,
      'Find out whose token viewers use with "Find Group by Token…", and what differs with "Compare with…".',
    ),
  ];
}

function troubles({ connectionTrouble }: CheckFacts): Finding[] {
  return connectionTrouble === undefined ? [] : [connectionTrouble];
}

function ageFindings({ now, mappingKnown }: CheckFacts, { base, answered }: UserGroupRecord): Finding[] {
  const isOld = (at: number): boolean => now - at > OLD_DAYS * DAY_MS;
  const found: Finding[] = [];
  if (mappingKnown && base !== undefined && isOld(base.at)) {
    found.push({
      what: `The mapping was last sent from here ${agoText(base.at, now)}; changes made elsewhere cannot be seen.`,
      next: 'Find out whether anybody else updates it.',
    });
  }
  if (answered !== undefined && isOld(answered.at))
    found.push({ what: `The service was last asked ${agoText(answered.at, now)}.`, next: 'Use Fetch from Service.' });
  return found;
}

/** Of the one field, by the other groups of the connection. */
function warningsIn(field: 'mapping' | 'properties', text: string, siblings: SiblingFacts): string[] {
  const none = {
    ...siblings,
    ...(field === 'mapping' ? { propertyNames: [] } : { schemaIds: [], onlyUser: () => undefined }),
  };
  const document = read(text);
  const value = document?.[field];
  if (value === undefined) {
    const others = field === 'mapping' ? siblings.withMapping : siblings.withProperties;
    return others === 0 || peekDocument(text) === undefined
      ? []
      : [
          `What was last sent has no ${field}: ${counted(others, 'other group')} of the connection ${others === 1 ? 'has' : 'have'} it.`,
        ];
  }
  return softWarnings(`{"${field}":${value}}`, none).map(({ message }) => foreignText(message, 600));
}

function finding(what: string | false, next: string): Finding[] {
  return what === false ? [] : [{ what, next }];
}

function read(text: string | undefined): UserGroupDocument | undefined {
  try {
    return text === undefined ? undefined : readDocument(text);
  } catch (error) {
    if (error instanceof UserGroupsError) return undefined;
    throw error;
  }
}

export function mappingSize(text: string): number {
  return mappingEntries(text).length;
}
