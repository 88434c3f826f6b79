// The tabs that show one document.

import * as vscode from 'vscode';

/** Whether the tab shows a document as text or in a form, and not a comparison. */
export function isDocumentTab(input: unknown): input is vscode.TabInputText | vscode.TabInputCustom {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
}
