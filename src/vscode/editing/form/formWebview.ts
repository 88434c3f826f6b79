// The page in which the form runs: what it may load, and nothing else.

import * as vscode from 'vscode';
import { htmlOf } from '../../platform/pageHtml.ts';

/** Folders of the extension that a page may load from. */
export function pageFolders(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'dist', 'form'), vscode.Uri.joinPath(extension, 'media')];
}

export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const [dist, media] = pageFolders(extension).map((folder) => webview.asWebviewUri(folder).toString());
  return htmlOf({
    nonce: crypto.randomUUID(),
    title: 'User Group',
    script: `${dist}/form.js`,
    styles: [`${media}/form.css`],
  });
}
