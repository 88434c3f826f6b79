// The extension's settings, read anew each time.

import * as vscode from 'vscode';
import type { ConnectionConfig } from '../core/connection.ts';
import { Emitter, type Disposable } from '../core/emitter.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { Settings } from '../core/ports.ts';

const SECTION = 'userGroups';

export class VsCodeSettings implements Settings, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) this.#changed.fire();
  });

  readonly onDidChange = this.#changed.event;

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  connections(): readonly unknown[] {
    // The user's own value: a workspace must not name an address that tokens go to.
    const value = configuration().inspect<unknown>('connections')?.globalValue;
    return Array.isArray(value) ? value : [];
  }

  async saveConnections(connections: readonly ConnectionConfig[]): Promise<void> {
    try {
      await configuration().update('connections', connections, vscode.ConfigurationTarget.Global);
    } catch (error) {
      throw new UserGroupsError({ kind: 'unavailable', happened: 'the settings could not be saved', next: 'correct what is wrong in settings.json and try again', cause: error });
    }
  }

  requestTimeoutSeconds(): number {
    return boundedNumber('requestTimeoutSeconds', 30, 1, 600);
  }

  clipboardClearSeconds(): number {
    return boundedNumber('clipboardClearSeconds', 60, 0, 86_400);
  }

  keepReplacedTokensDays(): number {
    return boundedNumber('keepReplacedTokensDays', 90, 0, 3_650);
  }

  confirmSend(): 'customer' | 'always' | 'never' {
    const value = configuration().get<unknown>('confirmSend');
    return value === 'always' || value === 'never' ? value : 'customer';
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(SECTION);
}

/** Settings files may hold anything: what is no number in range counts as not set. */
function boundedNumber(name: string, fallback: number, least: number, most: number): number {
  const value = configuration().get<unknown>(name);
  return typeof value === 'number' && value >= least && value <= most ? value : fallback;
}
