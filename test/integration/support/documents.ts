// `usergroup:` documents as an extension's author would open them.

import * as vscode from 'vscode';
import { pathOf } from '../../../src/document/documentUri.ts';

export function uriOf(connection: string, userGroupId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'usergroup', path: pathOf({ connection, userGroupId }) });
}

export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

/** @throws when VS Code refuses the edit, as it does where the text has just changed otherwise */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`The edit of ${document.uri.toString()} is refused.`);
}

/** Resolves at the first event after which `holds` is true; at once when it is. */
export async function until(event: vscode.Event<unknown>, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const subscription = event(() => {
      if (!holds()) return;
      subscription.dispose();
      resolve();
    });
  });
}
