// Whether the person trusts the workspace: read each time, since trust is granted while a window is open.

import * as vscode from 'vscode';
import type { WorkspaceTrust } from '../../core/ports/userSettings.ts';

export const workspaceTrust: WorkspaceTrust = {
  isTrusted: () => vscode.workspace.isTrusted,
  onDidChange: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
};
