// Compares a group as it is known here with the one of a list file.

import * as l10n from '@vscode/l10n';
import type { GroupFacts } from '../../core/ports/userGroupStore.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { answeredFields } from '../../document/answeredFields.ts';
import { difference, formatChanges, type Change } from '../../document/difference.ts';
import { readDocument, type GroupFields } from '../../document/userGroupDocument.ts';

/** The fields that are compared. */
interface Compared {
  readonly draft?: GroupFacts['draft'];
  readonly base?: { readonly text: string; readonly at: number } | undefined;
  readonly answered?: GroupFacts['answered'];
}

/** Lines from what is known here to what the file has; empty when they are equal. Harmless to show. */
export function listDifference(mine: Compared, theirs: Compared): string[] {
  const returned = l10n.t('returned by the service');
  return [
    ...textLines(l10n.t('last sent'), mine.base?.text, theirs.base?.text),
    ...textLines(l10n.t('draft'), mine.draft?.text, theirs.draft?.text),
    ...lines(returned, difference(answeredFields(mine.answered ?? {}), answeredFields(theirs.answered ?? {}))),
    ...(mine.answered?.teamId === theirs.answered?.teamId
      ? []
      : [`${returned}: team_id: ${mine.answered?.teamId ?? '–'} → ${theirs.answered?.teamId ?? '–'}`]),
  ];
}

/** The latest known state of a group. */
export function newestOf({ draft, base, answered }: Compared): number {
  return Math.max(0, draft?.at ?? 0, base?.at ?? 0, answered?.at ?? 0);
}

/** A text that may be no document: its parts that can be compared field by field. */
export function fieldsOrNone(text: string | undefined): GroupFields | undefined {
  if (text === undefined) return undefined;
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof UserGroupsError) return undefined;
    throw error;
  }
}

function textLines(what: string, mine: string | undefined, theirs: string | undefined): string[] {
  if (mine === theirs) return [];
  if (mine === undefined) return [l10n.t('{0}: {1}', what, l10n.t('only in the file'))];
  if (theirs === undefined) return [l10n.t('{0}: {1}', what, l10n.t('only here'))];
  const [here, there] = [fieldsOrNone(mine), fieldsOrNone(theirs)];
  return here === undefined || there === undefined
    ? [l10n.t('{0}: {1}', what, l10n.t('the text differs'))]
    : lines(what, difference(here, there));
}

function lines(what: string, changes: readonly Change[]): string[] {
  return formatChanges(changes).map((line) => `${what}: ${line}`);
}
