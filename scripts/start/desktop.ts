// Opens the extension in the VS Code that is installed on this machine, in a profile of its own.

import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildForDevelopment } from '../build.ts';
import { root } from '../editor/folders.ts';
import { startLeashed } from '../editor/leashed.ts';
import { makeProfile } from '../editor/profile.ts';
import { sampleSettings, startSandbox, type OpenEditor, type Place } from './place.ts';

/** The command of the installed VS Code. */
export function installedCode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const name = platform === 'win32' ? 'code.cmd' : 'code';
  return (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/**
 * Whether a window can open here. In a terminal of a remote VS Code, `code` is another program, without these options.
 */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.VSCODE_IPC_HOOK_CLI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  return platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

export async function openDesktop(code: string, place: Place): Promise<OpenEditor> {
  await buildForDevelopment();
  const profile = makeProfile(join(place.folder, 'desktop'), sampleSettings);
  const args = [
    '--new-window',
    '--wait',
    '--disable-workspace-trust',
    '--password-store=basic',
    `--user-data-dir=${profile.data}`,
    `--extensions-dir=${profile.extensions}`,
    `--extensionDevelopmentPath=${root}`,
    place.workspace,
  ];
  const [command, first] = process.platform === 'win32' ? (['cmd.exe', ['/c', code]] as const) : ([code, []] as const);
  const run = startLeashed(command, [...first, ...args], { env: desktopEnvironment(), output: 'inherit' });
  return {
    exited: run.exited,
    stop: async () => {
      endWindow(join(profile.data, 'code.lock'));
      await run.end();
    },
  };
}

/** Without the variables by which a terminal inside VS Code speaks to its own window. */
function desktopEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name));
  return { ...Object.fromEntries(kept), ...startSandbox };
}

/** The window is no child of `code`, which only waits for it; VS Code leaves its process id in its profile. */
function endWindow(lockFile: string): void {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 'SIGTERM');
  } catch {
    // Closed already, or never opened.
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
