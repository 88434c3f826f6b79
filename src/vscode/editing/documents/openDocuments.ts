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
import { groupUri, newDraftUri } from '../../platform/documentUris.ts';

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

/** The text of a group as the editor has it, saved or not, else its draft or base; empty where nothing is known of it. */
export async function currentText(
  documents: Pick<OpenDocuments, 'openText'>,
  groups: GroupService,
  { connection, userGroupId }: { readonly connection: Connection; readonly userGroupId: string },
): Promise<string> {
  const open = await documents.openText(groupUri(connection.name, userGroupId));
  if (open !== undefined) return asStored(open, namesOf(connection));
  const record = groups.find(groupRef(connection, userGroupId));
  return record === undefined ? '' : groups.documentText(record);
}

export class OpenDocuments {
  readonly #forms: Forms;

  constructor(forms: Forms) {
    this.#forms = forms;
  }

  /** The editor's text of a document, saved or not, unchanged; `undefined` when it is not open. */
  async openText(uri: vscode.Uri): Promise<string | undefined> {
    await this.#forms.flush(uri);
    return openDocument(uri)?.getText();
  }

  /**
   * The editor's text of a document, saved first; `undefined` when it is not open. @throws UserGroupsError `conflict`
   */
  async savedText(uri: vscode.Uri): Promise<string | undefined> {
    await this.#forms.flush(uri);
    const document = openDocument(uri);
    if (document === undefined) return undefined;
    if (!(await this.#isSaved(document))) {
      throw new UserGroupsError({
        kind: 'conflict',
        happened: l10n.t("Its document couldn't be saved."),
        next: l10n.t('Save it, then send it again.'),
      });
    }
    return document.getText();
  }

  /** Whether the editor has unsaved changes of it. */
  isUnsaved(uri: vscode.Uri): boolean {
    return openDocument(uri)?.isDirty === true;
  }

  /** Before a document is discarded: leaves nothing that VS Code or its form could save later. */
  async settle(uri: vscode.Uri): Promise<void> {
    await this.savedText(uri).catch((error: unknown) => {
      // A document that VS Code cannot save keeps its tab, and VS Code asks when that is closed.
      if (!(error instanceof UserGroupsError)) throw error;
    });
  }

  /** The text to send for a group: of its open document, or as stored. @throws UserGroupsError `notFound` */
  async textToSend(groups: GroupService, connection: Connection, userGroupId: string): Promise<string> {
    const open = await this.savedText(groupUri(connection.name, userGroupId));
    if (open !== undefined) return asStored(open, namesOf(connection));
    const record = groups.find(groupRef(connection, userGroupId));
    if (record !== undefined) return groups.documentText(record);
    throw new UserGroupsError({
      kind: 'notFound',
      happened: l10n.t('{0} is not in the list.', groupText(userGroupId, connection)),
      next: l10n.t('Use "Add Existing User Group…".'),
      remedy: 'addExisting',
    });
  }

  /** Saves unsaved changes. While VS Code is saving by itself, `save` answers false, and that save is waited for. */
  async #isSaved(document: vscode.TextDocument): Promise<boolean> {
    return !document.isDirty || (await this.#forms.saveFlushed(document)) || (await isSavedSoon(document));
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
