// Groups as files of a folder: what saving would write, and what sending the files would do.

import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { namesOf, type Connection, type RequestNames } from '../../core/connection.ts';
import { deletedText } from '../../core/deletedGroups.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { grouped } from '../../core/language.ts';
import { inheritedText } from '../../core/inheritedText.ts';
import { omittedText } from '../../core/omittedText.ts';
import type { GroupRef, UserGroupRecord } from '../../core/userGroup.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { answeredFields } from '../../document/answeredFields.ts';
import type { Change } from '../../document/difference.ts';
import { requireUniqueKeys } from '../../document/duplicateKeys.ts';
import { asShown, asStored } from '../../document/idName.ts';
import { isDocumentFile, isIgnoredFile, LONGEST_DOCUMENT } from '../../document/documentFiles.ts';
import { newIdProblem } from '../../document/lineBreaks.ts';
import { DOCUMENT_SUFFIX, PRESET_FILE } from '../../document/documentUri.ts';
import {
  inheritedPath,
  readPreset,
  withoutInherited,
  withPreset,
  type Inherited,
  type Preset,
} from '../../document/preset.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import { GroupFileNames, type FileThere } from './groupFileNames.ts';
import type { GroupService } from '../groups/groupService.ts';
import type { SendService } from '../sending/sendService.ts';

export interface FolderEntry {
  readonly name: string;
  /**
   * `link`: a link with the name of a document or a preset, which is never followed. `ignored`: a hidden or temporary
   * file of another program, with the name of a document.
   */
  readonly kind: 'document' | 'preset' | 'link' | 'ignored' | 'other';
  /** Why it is not read, although it seems to be a document or a preset: a sentence. */
  readonly notRead?: string;
}

type EntryType = 'file' | 'link' | 'other';

/** A folder with documents, read one by one and not kept. */
export interface DocumentFolder {
  /** All entries of the folder, broken links included, because their names are in use. */
  readonly entries: readonly FolderEntry[];
  /** Reads a document or a preset. `undefined` when the file no longer exists. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The path of a file. Absent when the folder is not on this machine. */
  pathOf?(name: string): string;
}

/** What is in a folder, by the order of the names. The editor and the command line find documents by this alone. */
export function documentFolder(
  found: Iterable<readonly [name: string, type: EntryType]>,
  read: DocumentFolder['read'],
): DocumentFolder {
  const entries = Array.from(found, ([name, type]) => entryOf(name, type));
  return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)), read };
}

function entryOf(name: string, type: EntryType): FolderEntry {
  if (isIgnoredFile(name)) return { name, kind: type === 'other' ? 'other' : 'ignored' };
  if (!isDocumentFile(name) && name !== PRESET_FILE) {
    const lower = name.toLowerCase();
    const proper = isDocumentFile(lower) ? DOCUMENT_SUFFIX : lower === PRESET_FILE ? PRESET_FILE : undefined;
    if (type === 'other' || proper === undefined) return { name, kind: 'other' };
    return { name, kind: 'other', notRead: l10n.t('Its name must end with "{0}", in lower-case letters.', proper) };
  }
  if (type === 'link') return { name, kind: type, notRead: linkNotReadText() };
  if (type === 'other') return { name, kind: type, notRead: notRegularText(LONGEST_DOCUMENT) };
  return { name, kind: name === PRESET_FILE ? 'preset' : 'document' };
}

/** How many files of other programs the folder has. */
export function ignoredIn({ entries }: Pick<DocumentFolder, 'entries'>): number {
  return entries.filter(({ kind }) => kind === 'ignored').length;
}

/** The folder's preset, if it has one. @throws UserGroupsError `invalid`, with its place in the file, if any */
export async function presetOf(folder: DocumentFolder): Promise<Preset | undefined> {
  const entry = folder.entries.find(({ name }) => name === PRESET_FILE);
  if (entry === undefined) return undefined;
  if (entry.notRead !== undefined) throw new UserGroupsError('invalid', entry.notRead);
  const text = textIn(await folder.read(PRESET_FILE));
  if (text !== undefined) return readPreset(text);
  throw new UserGroupsError('invalid', notUtf8Text());
}

/** As `presetOf`. @throws UserGroupsError that names the file */
export function requirePreset(folder: DocumentFolder): Promise<Preset | undefined> {
  return whileDoing(l10n.t("Couldn't read {0}.", PRESET_FILE), undefined, () => presetOf(folder));
}

/** Why a document is not read: it is no text, or was removed since it was found. */
export function notUtf8Text(): string {
  return l10n.t('It is not UTF-8 text, or was removed.');
}

/** Why a document is not sent beside another one. @param file the other one */
export function sameGroupText(file: string): string {
  return l10n.t('The file {0} is the same group.', quotedId(file));
}

/** Why a link among documents is not read. */
export function linkNotReadText(): string {
  return l10n.t('It is a symbolic link, which is not followed.');
}

/** Why a file of a repository is not read. @param most bytes that would be */
export function notRegularText(most: number): string {
  return l10n.t('It must be a file of at most {0} MB, and no symbolic link.', grouped(most / 1_000_000));
}

export interface FileToSave {
  readonly ref: GroupRef;
  readonly name: string;
  readonly text: string;
  /** `differs`: the file's content would be lost. `link`: a link has the name. */
  readonly kind: 'new' | 'same' | 'differs' | 'link';
}

/**
 * `notes`: sentences that the person must know before it is sent, without their full stop. `whole`: equal only when the
 * text and what it would replace are equal to the last character; shown changes are cut.
 */
interface TextToSend {
  readonly userGroupId: string;
  readonly text: string;
  readonly whole: string;
  readonly notes: readonly string[];
}

/** What sending one file would do. `reason` is one or more sentences, harmless to show. */
export type FileToSend = { readonly file: string } & (
  | (TextToSend &
      /** Its first sending is the get-or-create. */
      (
        | { readonly kind: 'new' }
        | { readonly kind: 'changed'; readonly changes: readonly Change[]; readonly overwrites: readonly Change[] }
      ))
  | { readonly kind: 'same'; readonly userGroupId: string }
  | { readonly kind: 'invalid' | 'held' | 'otherConnection'; readonly userGroupId?: string; readonly reason: string }
);

export class GroupFiles {
  readonly #groups: GroupService;
  readonly #sending: SendService;

  constructor(groups: GroupService, sending: SendService) {
    this.#groups = groups;
    this.#sending = sending;
  }

  /** The names that files have, or get, in this folder. Which groups they are is read from them. */
  namesIn(connection: Connection, folder: DocumentFolder): Promise<GroupFileNames> {
    return fileNamesIn(folder, namesOf(connection));
  }

  /**
   * Each group's document, its draft if there is one, beside what its file says. A group without any known text is
   * skipped.
   */
  async *toSave(
    connection: Connection,
    refs: AsyncIterable<GroupRef> | Iterable<GroupRef>,
    folder: DocumentFolder,
    names: GroupFileNames,
  ): AsyncGenerator<FileToSave, void, void> {
    const slices = new WorkSlices();
    const preset = await requirePreset(folder);
    for await (const ref of refs) {
      const record = this.#groups.find(ref);
      const whole = record === undefined ? '' : asShown(this.#groups.documentText(record), namesOf(connection));
      const text = withoutInherited(whole, preset);
      if (text === '') continue;
      const name = names.nameFor(ref.userGroupId);
      const kind = await writingKind(folder, names, name, text);
      const isSame =
        kind === 'differs' &&
        preset !== undefined &&
        withoutInherited(textIn(await folder.read(name)) ?? '', preset) === text;
      yield { ref, name, text, kind: isSame ? 'same' : kind };
      await slices.pause();
    }
  }

  /**
   * From what is known here, without any request. `connectionOf`: the id of the connection that was chosen for a file,
   * or is chosen now.
   */
  async *toSend(
    connection: Connection,
    folder: DocumentFolder,
    connectionOf: (file: string, text: string) => Promise<string | undefined> | string | undefined = () => undefined,
  ): AsyncGenerator<FileToSend, void, void> {
    const slices = new WorkSlices();
    const preset = await requirePreset(folder);
    const filesOf = new Map<string, string[]>();
    for (const { name: file, kind } of folder.entries) {
      if (kind !== 'document') continue;
      const userGroupId = idIn(namesOf(connection), await folder.read(file));
      if (userGroupId !== undefined) filesOf.set(userGroupId, [...(filesOf.get(userGroupId) ?? []), file]);
      await slices.pause();
    }
    for (const { name: file, kind, notRead } of folder.entries) {
      if (notRead !== undefined) yield { file, kind: 'invalid', reason: notRead };
      if (kind !== 'document') continue;
      const text = textIn(await folder.read(file));
      const chosen = await connectionOf(file, text ?? '');
      if (chosen !== undefined && chosen !== connection.id)
        yield { file, kind: 'otherConnection', reason: l10n.t('Another connection was chosen for it.') };
      else if (text === undefined) yield { file, kind: 'invalid', reason: notUtf8Text() };
      else {
        yield { file, ...this.#toSend(connection, file, { text, preset }, filesOf) };
      }
      await slices.pause();
    }
  }

  /** The draft of a group, as one of them. `file` is its ID. */
  draftToSend(connection: Connection, { ref: { userGroupId }, draft }: UserGroupRecord): FileToSend {
    if (draft === undefined) return { file: userGroupId, kind: 'same', userGroupId };
    const draftText = { text: draft.text, preset: undefined };
    const found = this.#toSend(connection, userGroupId, draftText, new Map());
    if (found.userGroupId === undefined || found.userGroupId === userGroupId) return { file: userGroupId, ...found };
    const reason = l10n.t('Its document has another ID: {0}.', quotedId(found.userGroupId));
    return { file: userGroupId, kind: 'invalid', userGroupId, reason };
  }

  #toSend(
    connection: Connection,
    file: string,
    { text: typed, preset }: { readonly text: string; readonly preset: Preset | undefined },
    filesOf: ReadonlyMap<string, readonly string[]>,
  ): DistributiveOmit<FileToSend, 'file'> {
    const { text, inherited } = withPreset(asStored(typed, namesOf(connection)), preset);
    try {
      requireUniqueKeys(typed);
      const plan = this.#sending.planUpdate(connection, text);
      const { userGroupId, mapping } = plan.document;
      const other = filesOf.get(userGroupId)?.find((name) => name !== file);
      if (other !== undefined) return { kind: 'invalid', userGroupId, reason: sameGroupText(other) };
      const broken = plan.isUnknownHere ? newIdProblem(userGroupId) : undefined;
      if (broken !== undefined) return { kind: 'invalid', userGroupId, reason: broken };
      const record = this.#groups.find(groupRef(connection, userGroupId));
      if (record?.unknownOutcome !== undefined)
        return { kind: 'held', userGroupId, reason: l10n.t('The outcome of the last request for it is unknown.') };
      if (record?.draft !== undefined && record.draft.text !== text)
        return { kind: 'held', userGroupId, reason: l10n.t('It has other unsent changes here.') };
      const sent = { userGroupId, text, whole: wholeOf(text, record) };
      const deleted = deletedText(record);
      if (plan.isUnknownHere)
        return {
          kind: 'new',
          ...sent,
          notes: [...(deleted === undefined ? [] : [deleted]), ...inheritedNote(inherited)],
        };
      if (plan.isNothingToSend) return { kind: 'same', userGroupId };
      const notes = [
        ...plan.absentFields.map((field) => omittedText(field)),
        ...(plan.isMappingUnknown && mapping !== undefined
          ? [l10n.t('The unknown mapping on the service will be replaced.')]
          : []),
      ];
      return {
        kind: 'changed',
        ...sent,
        changes: plan.changes,
        overwrites: plan.overwrites,
        notes,
      };
    } catch (error) {
      if (error instanceof UserGroupsError && error.kind === 'invalid')
        return { kind: 'invalid', reason: error.failure.happened };
      throw error;
    }
  }
}

/** @param names of the service that its documents are for */
export async function fileNamesIn(folder: DocumentFolder, names: RequestNames): Promise<GroupFileNames> {
  const there: FileThere[] = [];
  for (const { name, kind } of folder.entries) {
    const bytes = kind === 'document' ? await folder.read(name) : undefined;
    there.push({ name, userGroupId: idIn(names, bytes), isLink: kind === 'link' });
  }
  return new GroupFileNames(there);
}

/** As far as it can be told: the rest of the document may be wrong. */
export function idIn(names: RequestNames, bytes: Uint8Array | undefined): string | undefined {
  return peekDocument(asStored(textIn(bytes) ?? '', names))?.userGroupId;
}

/** What writing the text to the file would change. */
export async function writingKind(
  folder: DocumentFolder,
  names: GroupFileNames,
  name: string,
  text: string,
): Promise<FileToSave['kind']> {
  if (names.isLink(name)) return 'link';
  const bytes = await folder.read(name);
  return bytes === undefined ? 'new' : textIn(bytes) === text ? 'same' : 'differs';
}

/** What changes in a group that is there is shown anyway. */
function inheritedNote(inherited: readonly Inherited[]): string[] {
  return inherited.length === 0 ? [] : [inheritedText(inherited.map(inheritedPath))];
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Short, since a plan keeps one for each file. */
function wholeOf(text: string, record: UserGroupRecord | undefined): string {
  const { base, answered } = record ?? {};
  return createHash('sha256')
    .update(JSON.stringify([text, base?.text, answeredFields(answered ?? {})]))
    .digest('base64');
}

/** `undefined` when it is not UTF-8. A byte order mark does not count. */
export function textIn(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
