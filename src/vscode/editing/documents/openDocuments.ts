// Documents as the editor holds them: opened, and saved before sending.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { namesOf, type Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { groupText } from '../../../core/groupText.ts';
import { asStored } from '../../../document/idName.ts';
import type { GroupService } from '../../../services/groups/groupService.ts';
import { isDocumentTab } from '../../platform/documentTab.ts';
import { groupUri, isWorkspaceFile, newDraftUri } from '../../platform/documentUris.ts';

/** In the active tab of any group of tabs, as a form or as text. */
export function isInView(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    return isDocumentTab(input) && input.uri.toString() === uri.toString();
  });
}

/** Without a column in the active one. */
export async function openGroup(
  connection: Connection,
  userGroupId: string,
  how: 'default' | 'text',
  column?: vscode.ViewColumn,
): Promise<void> {
  const uri = groupUri(connection.name, userGroupId);
  await (how === 'text'
    ? vscode.commands.executeCommand('vscode.openWith', uri, 'default', column)
    : vscode.commands.executeCommand('vscode.open', uri, column));
}

export async function openNewDraft(connection: Connection, number: number): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', newDraftUri(connection.name, number));
}

/** How long to wait for a save that VS Code began by itself, in milliseconds. */
const OTHER_SAVE_MS = 3_000;

/** The forms of an open document. */
interface Forms {
  /** Writes pending input of its form into the document. */
  flush(uri: vscode.Uri): Promise<void>;
  /** Saves a document that was just flushed. */
  saveFlushed(document: vscode.TextDocument): Promise<boolean>;
}

/** The unsaved text of a group that the editor has, else its draft or base; empty where nothing is known of it. */
export async function currentText(
  documents: Pick<OpenDocuments, 'unsavedText'>,
  groups: GroupService,
  { connection, userGroupId }: { readonly connection: Connection; readonly userGroupId: string },
): Promise<string> {
  const unsaved = await documents.unsavedText(groupUri(connection.name, userGroupId));
  if (unsaved !== undefined) return asStored(unsaved, namesOf(connection));
  const record = groups.find(groupRef(connection, userGroupId));
  return record === undefined ? '' : groups.documentText(record);
}

export class OpenDocuments {
  readonly #forms: Forms;
  /** What each file had when its editor last read or wrote it. */
  readonly #known = new WeakMap<vscode.TextDocument, Promise<string | undefined>>();

  constructor(forms: Forms) {
    this.#forms = forms;
  }

  /** To be called when a document opens or changes. */
  noteFile(document: vscode.TextDocument): void {
    if (!document.isDirty && isWorkspaceFile(document.uri)) this.#known.set(document, storedText(document));
  }

  /** `undefined` without unsaved changes: VS Code reads what was changed elsewhere only after a moment. */
  async unsavedText(uri: vscode.Uri): Promise<string | undefined> {
    await this.#forms.flush(uri);
    const document = openDocument(uri);
    return document?.isDirty === true ? document.getText() : undefined;
  }

  /** The stored text of a document, saved first; `undefined` when it is not open. @throws UserGroupsError `conflict` */
  async savedText(uri: vscode.Uri): Promise<string | undefined> {
    await this.#forms.flush(uri);
    const document = openDocument(uri);
    if (document === undefined) return undefined;
    await this.#requireKnownFile(document);
    if (!(await this.#isSaved(document))) {
      throw new UserGroupsError(
        'conflict',
        l10n.t("Its document couldn't be saved."),
        l10n.t('Save it, then send it again.'),
      );
    }
    return (await storedText(document)) ?? document.getText();
  }

  /** Before a document is discarded: leaves nothing that VS Code or its form could save later. */
  async settle(uri: vscode.Uri): Promise<void> {
    await this.savedText(uri).catch((error: unknown) => {
      // A document that VS Code cannot save keeps its tab, and VS Code asks when that is closed.
      if (!(error instanceof UserGroupsError)) throw error;
    });
  }

  /** The text to send for a group: as stored, once its open document is saved. @throws UserGroupsError `notFound` */
  async textToSend(groups: GroupService, connection: Connection, userGroupId: string): Promise<string> {
    const open = await this.savedText(groupUri(connection.name, userGroupId));
    const record = groups.find(groupRef(connection, userGroupId));
    if (record !== undefined) return groups.documentText(record);
    if (open !== undefined) return asStored(open, namesOf(connection));
    throw new UserGroupsError(
      'notFound',
      l10n.t('{0} is not in the list.', groupText(userGroupId, connection)),
      l10n.t('Use "Add Existing User Group…".'),
      { remedy: 'addExisting' },
    );
  }

  /** VS Code writes over a file that has changed without asking where its length is the same. */
  async #requireKnownFile(document: vscode.TextDocument): Promise<void> {
    const known = document.isDirty ? await this.#known.get(document) : undefined;
    const stored = known === undefined ? undefined : await storedText(document);
    if (stored === undefined || stored === known) return;
    throw new UserGroupsError(
      'conflict',
      l10n.t('The file was changed on disk while you typed.'),
      l10n.t('Compare it with the saved file, then save it and send it again.'),
    );
  }

  /**
   * Saves unsaved changes. While VS Code is saving by itself, `save` returns false, and that save is waited for. When
   * the user types during a save, the document claims to be clean although VS Code knows better; then nothing is saved.
   */
  async #isSaved(document: vscode.TextDocument): Promise<boolean> {
    const stored = document.isDirty ? undefined : ((await storedText(document)) ?? document.getText());
    const isStored = stored === document.getText();
    return isStored || (await this.#forms.saveFlushed(document)) || (await isSavedSoon(document));
  }
}

/** As its file system has it, in the encoding that the editor reads it by; `undefined` where it has none. */
async function storedText({ uri, encoding }: vscode.TextDocument): Promise<string | undefined> {
  try {
    return await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { encoding });
  } catch {
    return undefined;
  }
}

/** What the editor holds of it, in a tab or in memory alone. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString() && !open.isClosed);
}

/** Whether the document was saved by then. */
function isSavedSoon(document: vscode.TextDocument): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(patience);
      subscription.dispose();
      resolve(!document.isDirty);
    };
    const patience = setTimeout(finish, OTHER_SAVE_MS);
    const subscription = vscode.workspace.onDidSaveTextDocument((saved) => {
      if (saved === document) finish();
    });
    if (!document.isDirty) finish();
  });
}
