// The tabs that show one document.

import * as vscode from 'vscode';

/** Of a tab's input: a document as text or in a form, not a comparison. */
export function isDocumentTab(input: unknown): input is vscode.TabInputText | vscode.TabInputCustom {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
}
