// Checks the documents of a folder: each by itself, by the schemas of the team, and that no group has two of them.

import * as l10n from '@vscode/l10n';
import type { RequestNames } from '../../contract/serviceApi.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { conflictMarkerIn } from '../../document/conflictMarker.ts';
import { duplicateKeys } from '../../document/duplicateKeys.ts';
import { newIdProblem } from '../../document/lineBreaks.ts';
import { placesIn, type LineAndColumn } from '../../document/lineAndColumn.ts';
import { withPreset, type Inherited, type Preset } from '../../document/preset.ts';
import { redactionMarkIn } from '../../document/redactionMark.ts';
import { NO_SIBLINGS, softWarnings } from '../../document/softWarnings.ts';
import { readSendable, type SendableDocument } from '../../document/userGroupDocument.ts';
import { idIn, notUtf8Text, presetOf, sameGroupText, textIn, type DocumentFolder } from './groupFiles.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';

export interface FileFinding extends LineAndColumn {
  /** An error keeps the document from being sent. */
  readonly severity: 'error' | 'warning';
  /** One or more sentences, harmless to show. */
  readonly message: string;
}

export interface CheckedFile {
  readonly file: string;
  readonly findings: readonly FileFinding[];
  /** With what it inherits. Absent where it cannot be sent, be it for a schema. */
  readonly document?: SendableDocument;
  readonly inherited?: readonly Inherited[];
}

/** What a schema says against a text. */
export interface SchemaProblem {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly message: string;
}

/** The schema of a document: the contract's, and what the team's own add. */
export interface DocumentSchema {
  /** @param path of the document, for sentences @throws UserGroupsError `invalid` where that takes too long */
  problemsIn(text: string, path: string): Promise<readonly SchemaProblem[]>;
}

/**
 * By the order of the folder's entries; a file at a time.
 * @param isWanted of a file's name; of the others only the IDs are read
 * @param isThere whether a group is known to exist, by its ID
 */
export async function* checkFolder(
  folder: DocumentFolder,
  names: RequestNames,
  schema: DocumentSchema,
  isWanted: (file: string) => boolean = () => true,
  isThere: (userGroupId: string) => boolean = () => false,
): AsyncGenerator<CheckedFile, void, void> {
  const slices = new WorkSlices();
  const entries = folder.entries.filter(({ name }) => isWanted(name));
  const fileOf = await idsBeside(folder, names, isWanted, slices);
  let preset: Preset | undefined;
  try {
    preset = await presetOf(folder);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    yield { file: PRESET_FILE, findings: [flawIn(textIn(await folder.read(PRESET_FILE)) ?? '', error)] };
  }
  for (const { name: file, kind, notRead } of entries) {
    if (notRead !== undefined && file !== PRESET_FILE) yield { file, findings: [atStart(notRead)] };
    if (kind !== 'document') continue;
    const text = textIn(await folder.read(file));
    if (text === undefined) yield { file, findings: [atStart(notUtf8Text())] };
    else {
      const problemsIn = (merged: string): ReturnType<DocumentSchema['problemsIn']> =>
        schema.problemsIn(merged, folder.pathOf?.(file) ?? file);
      const { userGroupId, ...checked } = await checkText(text, names, problemsIn, preset, isThere);
      const other = userGroupId === undefined ? undefined : fileOf.get(userGroupId);
      if (userGroupId !== undefined) fileOf.set(userGroupId, other ?? file);
      yield other === undefined ? { file, ...checked } : { file, findings: [atStart(sameGroupText(other))] };
    }
    await slices.pause();
  }
}

/** The file of each ID that is not checked. */
async function idsBeside(
  folder: DocumentFolder,
  names: RequestNames,
  isWanted: (file: string) => boolean,
  slices: WorkSlices,
): Promise<Map<string, string>> {
  const fileOf = new Map<string, string>();
  for (const { name, kind } of folder.entries) {
    if (kind !== 'document' || isWanted(name)) continue;
    const userGroupId = idIn(names, await folder.read(name));
    if (userGroupId !== undefined) fileOf.set(userGroupId, name);
    await slices.pause();
  }
  return fileOf;
}

async function checkText(
  text: string,
  names: RequestNames,
  problemsIn: (text: string) => ReturnType<DocumentSchema['problemsIn']>,
  preset: Preset | undefined,
  isThere: (userGroupId: string) => boolean,
): Promise<Omit<CheckedFile, 'file'> & { readonly userGroupId?: string }> {
  const merged = withPreset(text, preset);
  let document: SendableDocument;
  try {
    document = readSendable(text, names);
    if (merged.inherited.length > 0) document = readSendable(merged.text, names);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return { findings: [flawIn(text, error)] };
  }
  const placeOf = placesIn(text);
  const found = (severity: FileFinding['severity'], { offset, message }: SchemaProblem): FileFinding => ({
    severity,
    ...placeOf(merged.ownOffset(offset)),
    message: merged.isInherited(offset) ? l10n.t('From the preset: {0}', message) : message,
  });
  const mark = redactionMarkIn(merged.text);
  const problems = await problemsIn(merged.text);
  const { userGroupId, fields } = document;
  const idStart = fields.get('user_group_id')?.valueStart ?? 0;
  const idProblem = newIdProblem(userGroupId);
  const brokenId = idProblem === undefined || isThere(userGroupId) ? [] : [{ offset: idStart, message: idProblem }];
  const errors = [
    // A preset has none, and changes no place of those in the document itself.
    ...duplicateKeys(text).map(({ offset, message }): FileFinding => ({
      severity: 'error',
      ...placeOf(offset),
      message,
    })),
    ...[...(mark === undefined ? [] : [mark]), ...brokenId, ...problems].map((problem) => found('error', problem)),
  ];
  const warnings = softWarnings(merged.text, NO_SIBLINGS)
    .filter(({ offset }) => brokenId.length === 0 || offset !== idStart)
    .map((warning) => found('warning', warning));
  return {
    findings: [...errors, ...warnings],
    userGroupId,
    ...(errors.length === 0 && { document, inherited: merged.inherited }),
  };
}

function flawIn(text: string, { failure }: UserGroupsError): FileFinding {
  const { offset, reason } = conflictMarkerIn(text) ?? failure.flaw ?? { offset: 0, reason: failure.happened };
  return { severity: 'error', ...placesIn(text)(offset), message: reason };
}

function atStart(message: string): FileFinding {
  return { severity: 'error', line: 1, column: 1, message };
}
