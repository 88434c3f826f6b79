// Where the tried-out editor lives: its profile and its copy of the sample workspace, kept from one start to the next.

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache, sampleWorkspace } from '../editor/folders.ts';
import { acquireLock } from '../editor/madeOnce.ts';

export interface Place {
  readonly folder: string;
  readonly workspace: string;
  leave(): void;
}

/** Nothing when another start of this clone is running. What the user changed in the copy of the workspace stays. */
export function enterPlace(): Place | undefined {
  const folder = join(cache, 'start');
  mkdirSync(folder, { recursive: true });
  const lock = acquireLock(join(folder, 'running.lock'));
  if (lock === undefined) return undefined;
  const workspace = join(folder, 'workspace');
  cpSync(sampleWorkspace, workspace, { recursive: true, force: false });
  return {
    folder,
    workspace,
    leave: () => {
      lock.close();
    },
  };
}

/** Asks the extension to start its sandbox, so that there is something to see. */
export const startSandbox = { USER_GROUPS_START_SANDBOX: '1' };

/** Names for bare ids, from the sample workspace; and the walkthrough, as after any installation. */
export const sampleSettings = {
  'userGroups.mappingSchema': 'mapping.schema.json',
  'workbench.welcomePage.walkthroughs.openOnInstall': true,
};

export interface OpenEditor {
  /** Resolves when the editor has gone by itself, with its exit code. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}
