// The extension's current settings, and trust in the workspace. A setting is cached until settings change: reading one
// takes the editor a millisecond.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ConnectionConfig } from '../../core/connection.ts';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { Settings, WorkspaceTrust } from '../../core/ports/userSettings.ts';

const SECTION = 'userGroups';

/** Read each time: the person can grant trust while a window is open. */
export const workspaceTrust: WorkspaceTrust = {
  isTrusted: () => vscode.workspace.isTrusted,
  onDidChange: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
};

export class VsCodeSettings implements Settings, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #inspected = new Map<string, ReturnType<Inspect>>();
  readonly #subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(SECTION)) return;
    this.#inspected.clear();
    this.#changed.fire();
  });
  readonly #inspect: Inspect = (name) => {
    if (!this.#inspected.has(name)) this.#inspected.set(name, configuration().inspect<unknown>(name));
    return this.#inspected.get(name);
  };

  readonly onDidChange = this.#changed.event;
  readonly #storage: vscode.Uri;

  /** `storage` is the extension's own folder, below that of the user's settings. */
  constructor(storage: vscode.Uri) {
    this.#storage = storage;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  connections(): readonly unknown[] {
    return ownConnections(this.#inspect);
  }

  apis(): unknown {
    return ownApis(this.#inspect);
  }

  async saveConnections(connections: readonly ConnectionConfig[]): Promise<void> {
    try {
      const { saveList } = await import('./settingsFile.ts');
      await saveList(this.#storage, 'connections', connections);
      // The code that saved reads them at once, even before the editor reports the change.
      this.#inspected.clear();
    } catch (error) {
      if (error instanceof UserGroupsError) throw error;
      throw new UserGroupsError(
        'unavailable',
        l10n.t("The settings couldn't be saved."),
        l10n.t('Save or correct settings.json, or make it writable, then try again.'),
        { cause: error },
      );
    }
  }

  requestTimeoutSeconds(): number {
    return ownNumber(this.#inspect, 'requestTimeoutSeconds');
  }

  clipboardClearSeconds(): number {
    return ownNumber(this.#inspect, 'clipboardClearSeconds');
  }

  keepPreviousTokensDays(): number {
    return ownNumber(this.#inspect, 'keepPreviousTokensDays');
  }

  rotateAfterDays(): number {
    return ownNumber(this.#inspect, 'rotateAfterDays');
  }

  refreshListMinutes(): number {
    return ownNumber(this.#inspect, 'refreshListMinutes');
  }

  keepTokensFromList(): boolean {
    return ownFlag(this.#inspect, 'keepTokensFromList');
  }

  deliveryCommand(): readonly unknown[] {
    return ownDeliveryCommand(this.#inspect);
  }

  assistants(): 'off' | 'on' {
    return ownAssistants(this.#inspect);
  }

  confirmSend(): 'customer' | 'always' | 'never' {
    return ownConfirmSend(this.#inspect);
  }

  mappingSchema(): unknown {
    return configuration().get<unknown>('mappingSchema');
  }

  propertiesSchema(): unknown {
    return configuration().get<unknown>('propertiesSchema');
  }

  schemaErrors(): 'warn' | 'block' {
    return configuration().get<unknown>('schemaErrors') === 'block' ? 'block' : 'warn';
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(SECTION);
}

/** VS Code's parts of a value: `globalValue` is the person's own. */
export type Inspect = (name: string) => { readonly globalValue?: unknown } | undefined;

/** An address must not come from a workspace: tokens go there. */
export function ownConnections(inspect: Inspect): readonly unknown[] {
  const value = inspect('connections')?.globalValue;
  return Array.isArray(value) ? value : [];
}

/** What describes how an API token is sent must not, either. */
function ownApis(inspect: Inspect): unknown {
  return inspect('apis')?.globalValue;
}

/** A program must not come from a workspace: it is run, and given tokens. */
export function ownDeliveryCommand(inspect: Inspect): readonly unknown[] {
  const value = inspect('deliveryCommand')?.globalValue;
  return Array.isArray(value) ? value : [];
}

export function ownConfirmSend(inspect: Inspect): 'customer' | 'always' | 'never' {
  const value = inspect('confirmSend')?.globalValue;
  return value === 'always' || value === 'never' ? value : 'customer';
}

/** What cannot be understood allows nothing. */
export function ownAssistants(inspect: Inspect): 'off' | 'on' {
  return (inspect('assistants')?.globalValue ?? 'on') === 'on' ? 'on' : 'off';
}

/** Anything but `true` counts as not set. */
export function ownFlag(inspect: Inspect, name: 'keepTokensFromList'): boolean {
  return inspect(name)?.globalValue === true;
}

const BOUNDS = {
  requestTimeoutSeconds: { fallback: 30, least: 1, most: 600 },
  clipboardClearSeconds: { fallback: 60, least: 0, most: 86_400 },
  keepPreviousTokensDays: { fallback: 90, least: 0, most: 3_650 },
  rotateAfterDays: { fallback: 0, least: 0, most: 3_650 },
  refreshListMinutes: { fallback: 0, least: 0, most: 1_440 },
} as const;

/** Settings files may hold anything: a value that is no number in range counts as not set. */
export function ownNumber(inspect: Inspect, name: keyof typeof BOUNDS): number {
  const { fallback, least, most } = BOUNDS[name];
  const value = inspect(name)?.globalValue;
  return typeof value === 'number' && value >= least && value <= most ? value : fallback;
}
