// The `usergroup:` file system: a group's document is its draft, or else what was last sent. Writing stores, never
// sends.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../../core/connection.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import { DOCUMENT_SUFFIX } from '../../../document/documentUri.ts';
import type { Services } from '../../../services/services.ts';
import { groupUri, parseUri, SCHEME } from '../../platform/documentUris.ts';

const MOST_LISTED = 1_000;

export class UserGroupFileSystem implements vscode.FileSystemProvider, Disposable {
  readonly #services: Lazy<Services>;
  readonly #changed = new Emitter<vscode.FileChangeEvent[]>();
  readonly #reported = lazy(async () => new (await import('./keptTexts.ts')).ReportedTexts());

  /** Unsent documents that this window has moved: their tabs follow later. */
  readonly #moved = new Set<string>();

  /** Groups that were just created: their forms have not been shown yet. */
  readonly #arrived = new Set<string>();

  /** The group that an unsent document is becoming: hidden until the rename, which would refuse an existing one. */
  #arriving: string | undefined;

  readonly onDidChangeFile = this.#changed.event as vscode.Event<vscode.FileChangeEvent[]>;

  constructor(services: Lazy<Services>) {
    this.#services = services;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /**
   * Notifies VS Code of open documents that changed, here or in another window, and closes those that are gone unsent.
   */
  async announceChanges(): Promise<void> {
    const [services, { closeGoneDrafts, keptText }, reported] = await this.#parts();
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === SCHEME);
    const changes = open.flatMap((uri) => {
      const known = reported.keptAt(uri);
      const kept = keptText(services, uri);
      if (kept === undefined) return known === undefined ? [] : [{ type: vscode.FileChangeType.Deleted, uri }];
      return kept.mtime === known ? [] : [{ type: vscode.FileChangeType.Changed, uri }];
    });
    if (changes.length > 0) this.#changed.fire(changes);
    await closeGoneDrafts(services, (uri) => this.#moved.has(uri.toString()));
  }

  /** Turns the tab of an unsent document into that of its group, which is in the list already. */
  async become(newDraft: vscode.Uri, group: vscode.Uri): Promise<void> {
    const isActive = vscode.window.activeTextEditor?.document.uri.toString() === newDraft.toString();
    const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const isForm = active instanceof vscode.TabInputCustom && active.uri.toString() === newDraft.toString();
    this.#arriving = group.toString();
    this.#moved.add(newDraft.toString());
    if (isForm) this.#arrived.add(group.toString());
    try {
      await vscode.workspace.fs.rename(newDraft, group);
    } catch (error) {
      this.#moved.delete(newDraft.toString());
      this.#arrived.delete(group.toString());
      throw error;
    } finally {
      this.#arriving = undefined;
    }
    // The tab follows a rename, the focus does not.
    if (isActive) await vscode.window.showTextDocument(group);
    else if (isForm) await vscode.commands.executeCommand('vscode.open', group);
  }

  /** The group was just created, and its form is about to be shown. */
  noteArrival(group: vscode.Uri): void {
    this.#arrived.add(group.toString());
  }

  /** Once: whether the group was just created, in this window. */
  takeArrival(group: vscode.Uri): boolean {
    return this.#arrived.delete(group.toString());
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const [services, { requiredText }, reported] = await this.#parts();
    if (uri.toString() === this.#arriving) throw vscode.FileSystemError.FileNotFound(uri);
    if (isFolder(services, uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const kept = requiredText(services, uri);
    // Its number was used again for another document; while one moves, it still exists.
    if (this.#arriving === undefined) this.#moved.delete(uri.toString());
    const { mtime, size } = reported.report(uri, kept);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size,
      ...(kept.isReadOnly && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const [services, { documentBytes, requiredText }] = await this.#parts();
    return documentBytes(requiredText(services, uri).text, uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const [services, { asKept, keptText, asViewed, textOf }, reported] = await this.#parts();
    const parsed = parseUri(uri);
    if (parsed === undefined)
      throw vscode.FileSystemError.NoPermissions(
        l10n.t('Only groups can be saved here, as <connection>/<ID>.usergroup.json'),
      );
    const connection = connectionNamed(services, parsed.connection, uri);
    const text = asKept(textOf(content), connection);
    const over = keptText(services, uri) && reported.keptAt(uri);
    const { mtime } = withReadableFailure(() =>
      'userGroupId' in parsed
        ? { mtime: services.groups.saveDraft(connection, parsed.userGroupId, text, over).documentMtime }
        : services.groups.saveNewDraft(connection, parsed.newNumber, text, over),
    );
    reported.report(uri, { text: asViewed(text, connection), mtime }, true);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const services = await this.#services();
    if (uri.path === '/')
      return services.connections.list().map(({ name }) => [encodeURIComponent(name), vscode.FileType.Directory]);
    const connection = connectionNamed(services, decodeURIComponent(uri.path.split('/')[1] ?? ''), uri);
    const groups = await services.groups.page(connection.id, undefined, MOST_LISTED);
    return groups.map(({ ref }) => [
      groupUri(connection.name, ref.userGroupId).path.split('/')[2] ?? '',
      vscode.FileType.File,
    ]);
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions(l10n.t('Folders here are connections. Use "Add Connection…".'));
  }

  /**
   * A group leaves the list by its own command, which shows what is lost; only an unsent document is simply deleted.
   */
  async delete(uri: vscode.Uri): Promise<void> {
    const services = await this.#services();
    const parsed = parseUri(uri);
    if (parsed === undefined || !('newNumber' in parsed)) {
      throw vscode.FileSystemError.NoPermissions(l10n.t('Use "Remove from List…" instead.'));
    }
    services.groups.removeNewDraft(connectionNamed(services, parsed.connection, uri).id, parsed.newNumber);
  }

  /** Only an unsent document moves: to the group it has become, or to another connection. */
  async rename(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const [services, , reported] = await this.#parts();
    const [source, target] = [parseUri(from), parseUri(to)];
    if (source === undefined || !('newNumber' in source) || target === undefined) {
      throw vscode.FileSystemError.NoPermissions(l10n.t("The ID can't be changed after creation."));
    }
    const sourceId = connectionNamed(services, source.connection, from).id;
    const targetConnection = connectionNamed(services, target.connection, to);
    const draft = services.groups.newDraft(sourceId, source.newNumber);
    if (draft === undefined) throw vscode.FileSystemError.FileNotFound(from);
    if ('newNumber' in target) {
      services.groups.saveNewDraft(targetConnection, target.newNumber, draft.text);
    } else {
      const group = services.groups.find(groupRef(targetConnection, target.userGroupId));
      if (group === undefined) throw vscode.FileSystemError.FileNotFound(to);
      // What was typed during sending is not lost.
      if (draft.text !== services.groups.documentText(group))
        services.groups.saveDraft(targetConnection, target.userGroupId, draft.text);
    }
    this.#arriving = undefined;
    services.groups.removeNewDraft(sourceId, source.newNumber);
    reported.forget(from);
  }

  #parts() {
    return Promise.all([this.#services(), import('./keptTexts.ts'), this.#reported()]);
  }
}

function connectionNamed(services: Services, name: string, uri: vscode.Uri): Connection {
  const connection = services.connections.list().find((candidate) => candidate.name === name);
  if (connection === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return connection;
}

/** `/`, `/<connection>` and `/<connection>/~new`. */
function isFolder(services: Services, { path }: vscode.Uri): boolean {
  if (path.endsWith(DOCUMENT_SUFFIX)) return false;
  const [, connection = '', folder] = path.split('/');
  if (connection === '') return true;
  return (
    (folder === undefined || folder === '~new') &&
    services.connections.list().some(({ name }) => encodeURIComponent(name) === connection)
  );
}

/** VS Code shows the message of a failed save as it is. */
function withReadableFailure<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw error instanceof UserGroupsError ? new vscode.FileSystemError(error.message) : error;
  }
}
