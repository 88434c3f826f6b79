// Runs in the extension host: opens and closes documents when a key is pressed, so that the page can time what the key
// leads to.

import * as vscode from 'vscode';

export function activate() {
  vscode.commands.registerCommand('bench.open', ({ file, viewType }) => {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, file);
    return vscode.commands.executeCommand('vscode.openWith', uri, viewType);
  });
  vscode.commands.registerCommand('bench.close', () =>
    vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'),
  );
}
