// What the texts of a group may lack: its mapping, its draft and its properties, beside the other groups and schemas.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import type { ObjectField } from '../../contract/fields.ts';
import { apiOf } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { sentences } from '../../core/sentences.ts';
import { dayText } from '../../core/stateText.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { difference, differenceFromAnswer, formatChanges } from '../../document/difference.ts';
import { mappingEntries } from '../../document/entries.ts';
import { fieldsTolerantly } from '../../document/jsonFields.ts';
import { softWarnings, type SiblingFacts } from '../../document/softWarnings.ts';
import { peekDocument, readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';
import { finding, type CheckFacts, type Finding } from './checkFacts.ts';

const MOST_CHANGES = 5;

export function mappingFindings(
  { connection, mappingKnown, siblings, schemaErrors }: CheckFacts,
  { base, answered }: UserGroupRecord,
): Finding[] {
  if (base === undefined && answered === undefined)
    return finding(
      l10n.t('Nothing was sent or received for it. The group may not exist.'),
      l10n.t('Use "Get or Create User Group…" or "Fetch from Service…".'),
      'getOrCreate',
      'fetch',
    );
  const computed = answered?.computed?.mapping;
  const isInherited = computed !== undefined && fieldsTolerantly(computed).fields.length > 0;
  const addMapping = l10n.t('Add a mapping in its form, then use "Update User Group…".');
  if (base?.hasNoMapping === true && !isInherited)
    return finding(l10n.t('No mapping set: the group was created from this machine without one.'), addMapping, 'open');
  if (!mappingKnown && base?.from === 'sent' && !isInherited)
    return finding(
      apiOf(connection).updatesOnlyGiven
        ? l10n.t('The last request omitted the mapping. The service keeps it.')
        : l10n.t('The last request omitted the mapping. The service may have kept or cleared it.'),
      addMapping,
      'open',
    );
  if (!mappingKnown && !isInherited)
    return finding(
      l10n.t('Mapping unknown: the service never returns it, and none was applied from this machine.'),
      l10n.t('Check where it was set. An update with a mapping replaces it.'),
      'open',
    );
  const add = l10n.t('Add it in its form, then use "Update User Group…".');
  const correct = l10n.t('Correct it in its document, then use "Update User Group…".');
  return [
    ...warningsIn('mapping', base?.text ?? '', siblings, computed).flatMap(({ what, isMissing }) =>
      finding(what, isMissing ? add : correct, 'open'),
    ),
    ...schemaErrors.flatMap((what) =>
      finding(sentences([l10n.t("The last request doesn't match your schema."), what]), correct, 'open'),
    ),
  ];
}

export function draftFindings({ now, redact }: CheckFacts, record: UserGroupRecord): Finding[] {
  const { draft, base } = record;
  if (draft === undefined) return [];
  const [before, after] = [read(base?.text), read(draft.text)];
  const day = dayText(draft.at, now);
  const changes =
    after === undefined ? '' : formatChanges(difference(before, after, { redact }), MOST_CHANGES).join(', ');
  return finding(
    after === undefined
      ? l10n.t("Unsent changes of {0} can't be sent as they are.", day)
      : changes === ''
        ? l10n.t('Unsent changes of {0}.', day)
        : l10n.t('Unsent changes of {0}: {1}.', day, changes),
    l10n.t('Use "Update User Group…" or "Discard Draft…".'),
    'compareWithSent',
    'update',
    'discardDraft',
  );
}

export function propertyFindings({ siblings, connection, redact }: CheckFacts, record: UserGroupRecord): Finding[] {
  const { base, answered } = record;
  const sent = base?.from === 'sent' ? read(base.text) : undefined;
  const elsewhere =
    sent === undefined || answered === undefined
      ? []
      : formatChanges(differenceFromAnswer(sent, answered, { redact }), MOST_CHANGES);
  const tag = answered?.environmentTag;
  return [
    ...warningsIn('properties', base?.text ?? '', siblings, answered?.computed?.properties).flatMap(({ what }) =>
      finding(what, l10n.t('Correct the properties in its document, then use "Update User Group…".'), 'open'),
    ),
    ...finding(
      elsewhere.length > 0 &&
        l10n.t('The service last returned other values than were last sent: {0}.', elsewhere.join(', ')),
      l10n.t('Use "Compare with Service Response".'),
      'compareWithAnswered',
    ),
    ...finding(
      typeof tag === 'string' &&
        connection.environment !== undefined &&
        tag !== connection.environment &&
        l10n.t(
          'The service returned the environment {0}, but the connection {1} is declared {2}.',
          foreignText(tag, 40),
          quotedId(connection.name),
          connection.environment,
        ),
      l10n.t('Compare the base URL of the connection with the one that viewers use.'),
      'editConnection',
    ),
  ];
}

export function mappingSize(text: string): number {
  return mappingEntries(text).length;
}

interface FieldWarning {
  readonly what: string;
  /** Something is to be added. */
  readonly isMissing: boolean;
}

/** Compares a field with the other groups of the connection. `computed`: its value with what a parent adds. */
function warningsIn(field: ObjectField, text: string, siblings: SiblingFacts, computed?: string): FieldWarning[] {
  const value = computed ?? read(text)?.[field];
  if (value !== undefined)
    return softWarnings(`{"${field}":${value}}`, siblings).map(({ message, isMissing = false }) => ({
      what: foreignText(message, 600),
      isMissing,
    }));
  const others = field === 'mapping' ? siblings.withMapping : siblings.withProperties;
  if (others === 0 || peekDocument(text) === undefined) return [];
  const what = isOne(others)
    ? l10n.t('The last request has no {0}. 1 other group of the connection has it.', field)
    : l10n.t('The last request has no {0}. {1} other groups of the connection have it.', field, grouped(others));
  return [{ what, isMissing: true }];
}

function read(text: string | undefined): UserGroupDocument | undefined {
  try {
    return text === undefined ? undefined : readDocument(text);
  } catch (error) {
    if (error instanceof UserGroupsError) return undefined;
    throw error;
  }
}
