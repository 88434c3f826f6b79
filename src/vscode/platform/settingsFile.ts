// Saves a list of the user's settings. VS Code writes all of it anew, so one with comments is changed in its text here.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { hasComments, listIn, withList } from '../../document/settingText.ts';

const SECTION = 'userGroups';
/** VS Code's own scheme for it: what is written there is read again at once. */
const USER_DATA = 'vscode-userdata';
/** Of them, some are hardly ever set. */
const SIMPLE = ['rotateAfterDays', 'refreshListMinutes', 'keepTokensFromList', 'clipboardClearSeconds', 'assistants'];

interface SettingsFile {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/**
 * @param storage the extension's own folder
 * @throws what VS Code reports; UserGroupsError `conflict`, and `unavailable` where comments or the like might be lost
 */
export async function saveList(storage: vscode.Uri, name: string, wanted: readonly unknown[]): Promise<void> {
  const present = configuration().inspect<unknown>(name)?.globalValue;
  // Another program may have changed the file without the editor knowing. VS Code refuses this where the file has an
  // error, or unsaved changes.
  await readAgain();
  if (JSON.stringify(configuration().inspect<unknown>(name)?.globalValue) !== JSON.stringify(present))
    throw new UserGroupsError(
      'conflict',
      l10n.t('Another program has just changed "{0}" in settings.json.', `${SECTION}.${name}`),
      l10n.t('Check it, then try again.'),
    );
  const setting = `${SECTION}.${name}`;
  // Where the user has none yet, none can hold a comment.
  const file = Array.isArray(present) ? await fileOf(storage, setting, present) : undefined;
  if (file === undefined || !hasComments(file.text, setting))
    return configuration().update(name, wanted, vscode.ConfigurationTarget.Global);
  const { text } = (await read(file.uri)) ?? file;
  const changed = withList(text, setting, wanted);
  if (changed === undefined) throw notSaved(setting);
  await vscode.workspace.fs.writeFile(file.uri, new TextEncoder().encode(changed));
  await readAgain();
}

/** @throws UserGroupsError `unavailable` where it cannot be found */
async function fileOf(storage: vscode.Uri, setting: string, present: readonly unknown[]): Promise<SettingsFile> {
  const holds = ({ text }: SettingsFile): boolean => JSON.stringify(listIn(text, setting)) === JSON.stringify(present);
  for (const uri of usualPlaces(storage)) {
    const file = await read(uri);
    if (file !== undefined && holds(file)) return file;
  }
  // Where VS Code keeps it elsewhere, it opens the file.
  await vscode.commands.executeCommand('workbench.action.openSettingsJson');
  const uri = vscode.window.activeTextEditor?.document.uri;
  const file = uri && (await read(uri));
  if (file !== undefined && holds(file)) return file;
  throw notSaved(setting);
}

function notSaved(setting: string): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t("The settings were not saved, because settings.json can't be read and its comments would be lost."),
    l10n.t('Change "{0}" in settings.json yourself.', setting),
  );
}

/** Beside the storage of all extensions; further up for a profile that shares the settings; of a browser. */
function usualPlaces(storage: vscode.Uri): readonly vscode.Uri[] {
  const beside = ['../..', '../../../..'].map((up) => vscode.Uri.joinPath(storage, up, 'settings.json'));
  const inBrowser = vscode.Uri.from({ scheme: USER_DATA, path: '/User/settings.json' });
  return [...beside.flatMap((file) => [file.with({ scheme: USER_DATA }), file]), inBrowser];
}

async function read(uri: vscode.Uri): Promise<SettingsFile | undefined> {
  try {
    return { uri, text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
  } catch {
    return undefined;
  }
}

/** VS Code reads the file again after it has written it, even where there was nothing to write. */
async function readAgain(): Promise<void> {
  const unset = SIMPLE.find((name) => configuration().inspect(name)?.globalValue === undefined) ?? SIMPLE[0] ?? '';
  const value = configuration().inspect<unknown>(unset)?.globalValue;
  await configuration().update(unset, value, vscode.ConfigurationTarget.Global);
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(SECTION);
}
