// Possible reasons why a customer sees no data, each with the next step, from what this machine knows of the group.

import * as l10n from '@vscode/l10n';
import type { ObjectField } from '../../contract/fields.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { sentences } from '../../core/sentences.ts';
import { agoText, dayText } from '../../core/stateText.ts';
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
      what: l10n.t('{0} is not in the list of {1}.', visibleId(userGroupId), foreignText(connection.name)),
      next: l10n.t('Compare the ID with the one in your own database, letter by letter.'),
    },
  ];
}

function onService({ now }: CheckFacts, { goneAt, existedNotAppliedAt, unknownOutcome }: UserGroupRecord): Finding[] {
  const found: Finding[] = [];
  if (goneAt !== undefined) {
    found.push({
      what: l10n.t(
        'The group was gone at the last request ({0}) and was recreated. It has a new token and only what was sent then.',
        dayText(goneAt, now),
      ),
      next: l10n.t('Use Update, then deploy the token with Copy User Group Token.'),
    });
  }
  if (existedNotAppliedAt !== undefined) {
    found.push({
      what: l10n.t(
        'Existed already, not applied: the request of {0} did not change the group.',
        dayText(existedNotAppliedAt, now),
      ),
      next: l10n.t('Use Update.'),
    });
  }
  if (unknownOutcome !== undefined && unknownOutcome.operation !== 'rotate') {
    const day = dayText(unknownOutcome.at, now);
    found.push({
      what:
        unknownOutcome.operation === 'update'
          ? l10n.t('The update of {0} may not have been applied. Its outcome is unknown.', day)
          : l10n.t('The get or create of {0} may not have been applied. Its outcome is unknown.', day),
      next: l10n.t('Use Update again.'),
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
        what: l10n.t('Nothing was sent or received for it. The group may not exist.'),
        next: l10n.t('Use Get or Create, or Fetch from Service.'),
      },
    ];
  if (base?.hasNoMapping === true)
    return [
      {
        what: l10n.t('No mapping set: the group was created from this machine without one.'),
        next: l10n.t('Add the mapping to its document, then use Update.'),
      },
    ];
  if (!mappingKnown && base?.from === 'sent')
    return [
      {
        what: l10n.t('The last request omitted the mapping. The service may have kept or cleared it.'),
        next: l10n.t('Add the mapping to its document, then use Update.'),
      },
    ];
  if (!mappingKnown)
    return [
      {
        what: l10n.t('Mapping unknown: the service never returns it, and none was applied from this machine.'),
        next: l10n.t('Check where it was set. An update with a mapping replaces it.'),
      },
    ];
  const text = base?.text ?? '';
  const next = l10n.t('Add it to its document, then use Update.');
  return [
    ...warningsIn('mapping', text, siblings).map(({ what, isMissing }): Finding => ({
      what,
      next: isMissing ? next : l10n.t('Correct it in its document, then use Update.'),
    })),
    ...schemaErrors.map((what): Finding => ({
      what: sentences([l10n.t('The last request does not match your schema.'), what]),
      next: l10n.t('Correct it in its document, then use Update.'),
    })),
  ];
}

function draftFindings({ now }: CheckFacts, record: UserGroupRecord): Finding[] {
  const { draft, base } = record;
  if (draft === undefined) return [];
  const [before, after] = [read(base?.text), read(draft.text)];
  const day = dayText(draft.at, now);
  const changes = after === undefined ? '' : formatChanges(difference(before, after), MOST_CHANGES).join(', ');
  return [
    {
      what:
        after === undefined
          ? l10n.t('Unsent changes of {0} cannot be sent as they are.', day)
          : changes === ''
            ? l10n.t('Unsent changes of {0}.', day)
            : l10n.t('Unsent changes of {0}: {1}.', day, changes),
      next: l10n.t('Use Update, or Discard Draft.'),
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
        l10n.t('Rotation: outcome unknown since {0}. The token that viewers use may not work.', dayText(open.at, now)),
      l10n.t('Use "Resolve Rotation…", then deploy the current token.'),
    ),
    ...finding(
      replacedTokens > 0 && replacedText(replacedTokens, token?.at, now),
      l10n.t('Deploy the current token, then use Mark as Deployed.'),
    ),
    ...finding(
      token === undefined && l10n.t('Its token is not stored locally.'),
      l10n.t('Use Fetch from Service to get it.'),
    ),
    ...finding(
      isTokenReadable === false && l10n.t('Token not readable here: its key is gone.'),
      l10n.t('Use Fetch from Service to get it again.'),
    ),
  ];
}

function replacedText(count: number, lastAt: number | undefined, now: number): string {
  if (lastAt === undefined) return l10n.t('Replaced tokens are not marked as deployed. Viewers may still use one.');
  const day = dayText(lastAt, now);
  return count === 1
    ? l10n.t('1 replaced token is not marked as deployed ({0}). Viewers may still use it.', day)
    : l10n.t('{0} replaced tokens are not marked as deployed (last {1}). Viewers may still use one.', count, day);
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
    ...warningsIn('properties', base?.text ?? '', siblings).map(({ what }): Finding => ({
      what,
      next: l10n.t('Correct the properties in its document, then use Update.'),
    })),
    ...finding(
      elsewhere.length > 0 &&
        l10n.t('The service last returned other values than were last sent: {0}.', elsewhere.join(', ')),
      l10n.t('Use Compare with Service Response.'),
    ),
    ...finding(
      typeof tag === 'string' &&
        connection.environment !== undefined &&
        tag !== connection.environment &&
        l10n.t(
          'The service returned the environment {0}, but {1} is declared {2}.',
          foreignText(tag, 40),
          foreignText(connection.name),
          connection.environment ?? '',
        ),
      l10n.t('Compare the base URL of the connection with the one that viewers use.'),
    ),
  ];
}

/** Embedding with another id, or another environment, shows another group. */
function mistakenIds({ lookAlikes, nearMisses, alsoOn, record }: CheckFacts): Finding[] {
  const near = nearMisses.filter((id) => !lookAlikes.includes(id));
  return [
    ...finding(
      lookAlikes.length > 0 &&
        l10n.t(
          'Not the same as {0}. They differ only in letter case or edge spaces.',
          lookAlikes.map((id) => visibleId(id)).join(', '),
        ),
      l10n.t('Compare the ID with the one in your own database. Check the token with "Find Group by Token…".'),
    ),
    ...finding(
      record === undefined &&
        near.length > 0 &&
        l10n.t('Similar IDs in the list: {0}.', near.map((id) => visibleId(id)).join(', ')),
      l10n.t('Check the one that you mean.'),
    ),
    ...finding(
      alsoOn.length > 0 &&
        l10n.t('The list has the same ID on {0}. A token from there shows the data from there.', alsoOn.join(', ')),
      l10n.t('Check the token with "Find Group by Token…", and what differs with "Compare with…".'),
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
      what: l10n.t("The mapping was last sent {0}. The service doesn't return mappings.", agoText(base.at, now)),
      next: l10n.t('Check whether anybody else updates it.'),
    });
  }
  if (answered !== undefined && isOld(answered.at))
    found.push({
      what: l10n.t('The last request was {0}.', agoText(answered.at, now)),
      next: l10n.t('Use Fetch from Service.'),
    });
  return found;
}

interface FieldWarning {
  readonly what: string;
  /** Something is to be added. */
  readonly isMissing: boolean;
}

/** Of the one field, by the other groups of the connection. */
function warningsIn(field: ObjectField, text: string, siblings: SiblingFacts): FieldWarning[] {
  const none = {
    ...siblings,
    ...(field === 'mapping' ? { propertyNames: [] } : { schemaIds: [], onlyUser: () => undefined }),
  };
  const value = read(text)?.[field];
  if (value !== undefined)
    return softWarnings(`{"${field}":${value}}`, none).map(({ message, isMissing = false }) => ({
      what: foreignText(message, 600),
      isMissing,
    }));
  const others = field === 'mapping' ? siblings.withMapping : siblings.withProperties;
  if (others === 0 || peekDocument(text) === undefined) return [];
  const what =
    others === 1
      ? l10n.t('The last request has no {0}. 1 other group of the connection has it.', field)
      : l10n.t('The last request has no {0}. {1} other groups of the connection have it.', field, others);
  return [{ what, isMissing: true }];
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
