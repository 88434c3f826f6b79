// The documents of the list between the store and the editor: their texts and bytes, which text of each the editor
// knows, and tabs of removed ones. Loaded on first use, since all of it needs a parser.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { namesOf, type Connection } from '../../../core/connection.ts';
import { quotedId } from '../../../core/foreignText.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { asShown, asStored } from '../../../document/idName.ts';
import { sha256 } from '../../../services/plans/bodyDigest.ts';
import type { Services } from '../../../services/services.ts';
import { isDocumentTab } from '../../platform/documentTab.ts';
import { parseUri } from '../../platform/documentUris.ts';
import { openDocument } from './openDocuments.ts';

/** As the editor shows it, with the store's time. */
interface ShownText {
  readonly text: string;
  readonly mtime: number;
}

interface KeptText extends ShownText {
  readonly isReadOnly: boolean;
}

interface Reported extends Pick<vscode.FileStat, 'mtime' | 'size'> {
  /** When the store got the text. */
  readonly keptAt: number;
  /** A hash of the text as a fraction of 24 bits, which a number can hold beside any length of a text. */
  readonly mark: number;
  /** VS Code has just written it, and will look once more at what it wrote. */
  readonly isJustWritten?: boolean;
}

/** The stored document as the editor shows it. */
export function keptText(services: Services, uri: vscode.Uri): KeptText | undefined {
  const parsed = parseUri(uri);
  const connection = parsed && services.connections.list().find(({ name }) => name === parsed.connection);
  if (parsed === undefined || connection === undefined) return undefined;
  const isReadOnly = connection.status !== 'ready';
  if ('newNumber' in parsed) {
    const draft = services.groups.newDraft(connection.id, parsed.newNumber);
    return draft && { text: asViewed(draft.text, connection), mtime: draft.mtime, isReadOnly };
  }
  const record = services.groups.find(groupRef(connection, parsed.userGroupId));
  if (record === undefined) return undefined;
  return { text: asViewed(services.groups.documentText(record), connection), mtime: record.documentMtime, isReadOnly };
}

/** @throws vscode.FileSystemError */
export function requiredText(services: Services, uri: vscode.Uri): KeptText {
  const kept = keptText(services, uri);
  if (kept !== undefined) return kept;
  const parsed = parseUri(uri);
  throw vscode.FileSystemError.FileNotFound(
    parsed && 'userGroupId' in parsed
      ? l10n.t('{0} on {1} is not in the list', quotedId(parsed.userGroupId), parsed.connection)
      : uri,
  );
}

/** The stored text as the editor shows it. */
export function asViewed(text: string, connection: Connection): string {
  return asShown(text, namesOf(connection));
}

/** The editor's text as it is stored. */
export function asKept(text: string, connection: Connection): string {
  return asStored(text, namesOf(connection));
}

/** Begins with a byte order mark where the settings name another encoding, so that VS Code detects UTF-8. */
export function documentBytes(text: string, uri: vscode.Uri): Uint8Array {
  const encoding = vscode.workspace.getConfiguration('files', { uri, languageId: 'json' }).get<unknown>('encoding');
  return new TextEncoder().encode(encoding === 'utf8' ? text : `\uFEFF${text}`);
}

/** @throws FileSystemError for bytes that are not UTF-8: decoding them would change the text. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw vscode.FileSystemError.NoPermissions(
      l10n.t('Groups are stored as UTF-8. Use "Save with Encoding" and choose UTF-8.'),
    );
  }
}

/**
 * Before it writes, VS Code offers Compare or Overwrite only where the time is later and the size is another one. So
 * both follow the text: each size has a fraction that is a digest of it, in all windows and after a restart, too.
 */
export class ReportedTexts {
  readonly #last = new Map<string, Reported>();

  report(uri: vscode.Uri, kept: ShownText, isJustWritten = false): Reported {
    const last = this.#last.get(uri.toString());
    // Another window may have written since, and VS Code would take that text for its own.
    const reported = last?.isJustWritten === true && !isJustWritten ? last : reportOf(uri, kept, last);
    this.#last.set(uri.toString(), { ...reported, isJustWritten });
    return reported;
  }

  keptAt(uri: vscode.Uri): number | undefined {
    return this.#last.get(uri.toString())?.keptAt;
  }

  forget(uri: vscode.Uri): void {
    this.#last.delete(uri.toString());
  }
}

function reportOf(uri: vscode.Uri, { text, mtime }: ShownText, last?: Reported): Reported {
  const mark = Number.parseInt(sha256(text).slice(0, 6), 16) / 2 ** 24;
  // A clock may have been put back, or the group removed and added again.
  const earliest = last === undefined ? 0 : last.mark === mark ? last.mtime : last.mtime + 1;
  return { keptAt: mtime, mark, mtime: Math.max(mtime, earliest), size: documentBytes(text, uri).length + mark };
}

/**
 * Closes tabs of unsent documents that were discarded, or sent in another window, so that nothing is sent or saved from
 * them. One with unsaved changes stays. `isMoving`: it is becoming its group, or going to another connection.
 */
export async function closeGoneDrafts(
  { connections, groups }: Services,
  isMoving: (uri: vscode.Uri) => boolean,
): Promise<void> {
  // A custom editor's tab that is restored stays marked as it was, whatever its document says since then.
  const isUnsaved = (uri: vscode.Uri, tabIsDirty: boolean): boolean => openDocument(uri)?.isDirty ?? tabIsDirty;
  const isGone = (uri: vscode.Uri): boolean => {
    const parsed = parseUri(uri);
    if (parsed === undefined || !('newNumber' in parsed) || isMoving(uri)) return false;
    const connection = connections.list().find(({ name }) => name === parsed.connection);
    return connection !== undefined && groups.newDraft(connection.id, parsed.newNumber) === undefined;
  };
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, isDirty }) => isDocumentTab(input) && isGone(input.uri) && !isUnsaved(input.uri, isDirty));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
