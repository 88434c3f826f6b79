// An editor's profile of its own: settings, extensions and home folder, none of them the person's.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Profile {
  readonly data: string;
  readonly extensions: string;
  readonly home: string;
}

/** Read by a server from a file of its own. */
const ofMachine = 'workbench.welcomePage.walkthroughs.openOnInstall';

/** Nothing in the window that is not asked for. */
const plainWindow = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  // Where many others listen on this machine, the editor would say so.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  [ofMachine]: false,
};

/** The profile in `folder`; settings that are there already stay as they are. */
export function makeProfile(folder: string, settings: Readonly<Record<string, unknown>> = {}): Profile {
  const profile = { data: join(folder, 'data'), extensions: join(folder, 'extensions'), home: join(folder, 'home') };
  for (const part of [join(profile.data, 'User'), join(profile.data, 'Machine'), profile.extensions, profile.home])
    mkdirSync(part, { recursive: true });
  const file = settingsFile(profile);
  if (existsSync(file)) return profile;
  const all = userSettings(settings);
  writeFileSync(file, JSON.stringify(all, undefined, 2));
  writeFileSync(join(profile.data, 'Machine/settings.json'), JSON.stringify({ [ofMachine]: all[ofMachine] }));
  return profile;
}

/** These, and those of a window that shows nothing by itself. */
export function userSettings(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...plainWindow, ...settings };
}

export function settingsFile(profile: Profile): string {
  return join(profile.data, 'User/settings.json');
}

/** Variables that an editor must not inherit: it would find the user's own profile, or take orders. */
const notForEditors =
  /^(npm_.*|VSCODE_.*|ELECTRON_.*|CODE_SERVER_.*|CS_.*|XDG_.*|NODE_OPTIONS|PORT|PASSWORD|HASHED_PASSWORD|GITHUB_TOKEN)$/i;

/** The environment for an editor with this profile. */
export function editorEnvironment({ home }: Profile): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !notForEditors.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
  };
}
