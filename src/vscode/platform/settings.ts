// The extension's current settings, and trust in the workspace. A setting is cached until settings change: reading one
// takes the editor a millisecond.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import {
  OF_APPLICATION,
  OF_WORKSPACE,
  settingsReadBy,
  type Settings,
  type WorkspaceTrust,
} from '../../core/ports/userSettings.ts';

const SECTION = 'userGroups';

/** Read each time, because trust can be granted while a window is open. */
export const workspaceTrust: WorkspaceTrust = {
  isTrusted: () => vscode.workspace.isTrusted,
  onDidChange: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
};

/** `storage` is the extension's own folder, below that of the user's settings. */
export function openSettings(storage: vscode.Uri): Settings & Disposable {
  const changed = new Emitter<void>();
  const cached = new Map<string, unknown>();
  const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration(SECTION);
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(SECTION)) return;
    cached.clear();
    changed.fire();
  });
  const ownValue = (name: string): unknown => {
    if (!cached.has(name)) cached.set(name, configuration().inspect<unknown>(name)?.globalValue);
    return cached.get(name);
  };
  return {
    ...settingsReadBy(OF_APPLICATION, ownValue),
    ...settingsReadBy(OF_WORKSPACE, (name) => configuration().get<unknown>(name)),
    onDidChange: changed.event,
    saveConnections: async (connections) => {
      try {
        const { saveList } = await import('./settingsFile.ts');
        await saveList(storage, 'connections', connections);
        // The code that saved reads them at once, even before the editor reports the change.
        cached.clear();
      } catch (error) {
        if (error instanceof UserGroupsError) throw error;
        throw new UserGroupsError(
          'unavailable',
          l10n.t("The settings couldn't be saved."),
          l10n.t('Save or correct settings.json, or make it writable, then try again.'),
          { cause: error },
        );
      }
    },
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}
