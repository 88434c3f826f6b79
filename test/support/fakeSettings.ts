// The settings as a test sets them.

import type { ConnectionConfig } from '../../src/core/connection.ts';
import { Emitter } from '../../src/core/emitter.ts';
import { OF_APPLICATION, OF_WORKSPACE, settingsReadBy, type Settings } from '../../src/core/ports/userSettings.ts';

class Fields {
  /** `userGroups.connections`, which users edit by hand. */
  entries: readonly unknown[] = [];
  /** `userGroups.apis`. */
  describedApis: unknown = {};
  timeoutSeconds = 10;
  previousTokensDays = 90;
  /** `userGroups.rotateAfterDays`. */
  oldAfterDays = 0;
  keepsTokensFromList = false;
  listMinutes = 0;
  assistantsMay: 'off' | 'on' = 'on';
  clearSeconds = 0;
  /** The file can't be written. */
  isBroken = false;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor() {
    const set: Readonly<Record<string, () => unknown>> = {
      connections: () => this.entries,
      apis: () => this.describedApis,
      requestTimeoutSeconds: () => this.timeoutSeconds,
      keepPreviousTokensDays: () => this.previousTokensDays,
      rotateAfterDays: () => this.oldAfterDays,
      keepTokensFromList: () => this.keepsTokensFromList,
      refreshListMinutes: () => this.listMinutes,
      assistants: () => this.assistantsMay,
      clipboardClearSeconds: () => this.clearSeconds,
      confirmSend: () => 'never',
    };
    const unset = settingsReadBy({ ...OF_APPLICATION, ...OF_WORKSPACE }, () => undefined);
    Object.assign(this, unset, set);
  }

  edit(entries: readonly unknown[]): void {
    this.entries = entries;
    this.#changed.fire();
  }

  saveConnections(connections: readonly ConnectionConfig[]): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('the settings file has errors'));
    this.edit(connections);
    return Promise.resolve();
  }
}

/** What is set by a field, such as `timeoutSeconds`; all other settings are as where nothing is set. */
export const FakeSettings = Fields as new () => Fields & Settings;
export type FakeSettings = Fields & Settings;
