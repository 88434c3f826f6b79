// The settings as a test sets them.

import type { ConnectionConfig } from '../../src/core/connection.ts';
import { Emitter } from '../../src/core/emitter.ts';
import type { Settings } from '../../src/core/ports/userSettings.ts';

/** The settings file, which a person edits by hand. */
export class FakeSettings implements Settings {
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
  /** The file can't be written. */
  isBroken = false;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  edit(entries: readonly unknown[]): void {
    this.entries = entries;
    this.#changed.fire();
  }

  apis(): unknown {
    return this.describedApis;
  }

  connections(): readonly unknown[] {
    return this.entries;
  }

  saveConnections(connections: readonly ConnectionConfig[]): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('the settings file has errors'));
    this.edit(connections);
    return Promise.resolve();
  }

  requestTimeoutSeconds(): number {
    return this.timeoutSeconds;
  }

  keepPreviousTokensDays(): number {
    return this.previousTokensDays;
  }

  rotateAfterDays(): number {
    return this.oldAfterDays;
  }

  refreshListMinutes(): number {
    return this.listMinutes;
  }

  keepTokensFromList(): boolean {
    return this.keepsTokensFromList;
  }

  deliveryCommand(): readonly unknown[] {
    return [];
  }

  assistants(): 'off' | 'on' {
    return this.assistantsMay;
  }

  confirmSend(): 'never' {
    return 'never';
  }

  clipboardClearSeconds(): number {
    return 0;
  }

  mappingSchema(): undefined {
    return undefined;
  }

  propertiesSchema(): undefined {
    return undefined;
  }

  schemaErrors(): 'warn' {
    return 'warn';
  }
}
