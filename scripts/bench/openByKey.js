// Runs in the extension host: opens and closes documents when a key is pressed, so that the page can time what the key
// leads to. Has an editor to compare the form with: it holds what can be typed into as the form does, and nothing else.

import * as vscode from 'vscode';

const editable = '<input id="name"><div class="cm-content" contenteditable="true">{}</div>';

export function activate() {
  vscode.window.registerCustomEditorProvider('bench.empty', {
    resolveCustomTextEditor: (_document, { webview }) => {
      webview.html = `<!DOCTYPE html><html><body>${editable}</body></html>`;
    },
  });
  vscode.commands.registerCommand('bench.open', ({ file, viewType }) => {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, file);
    return vscode.commands.executeCommand('vscode.openWith', uri, viewType);
  });
  vscode.commands.registerCommand('bench.close', () =>
    vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'),
  );
}
