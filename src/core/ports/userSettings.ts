// The settings of the user, each with how its value is read, and whether the workspace is trusted.

import type { ConnectionConfig } from '../connection.ts';
import type { Event } from '../emitter.ts';

/** Settings files may hold anything: what cannot be used counts as not set. */
type Read<T> = (value: unknown) => T;

const asItIs: Read<unknown> = (value) => value;
const list: Read<readonly unknown[]> = (value) => (Array.isArray(value) ? value : []);
const flag: Read<boolean> = (value) => value === true;
const number =
  (fallback: number, least: number, most: number): Read<number> =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most ? value : fallback;
const choice =
  <T extends string>(fallback: T, ...others: readonly T[]): Read<T> =>
  (value) =>
    others.find((each) => each === value) ?? fallback;

/**
 * Settings of the whole application, never of a workspace: they decide where tokens are sent and which programs are
 * run.
 */
export const OF_APPLICATION = {
  connections: list,
  /** Service descriptions by their names. */
  apis: asItIs,
  requestTimeoutSeconds: number(30, 1, 600),
  confirmSend: choice<'customer' | 'always' | 'never'>('customer', 'always', 'never'),
  clipboardClearSeconds: number(60, 0, 86_400),
  keepPreviousTokensDays: number(90, 0, 3_650),
  /** 0: no token counts as old. */
  rotateAfterDays: number(0, 0, 3_650),
  /** Of groups that nobody has worked with here, from the list of the service. */
  keepTokensFromList: flag,
  /** 0: the list of a service is refreshed on demand only. */
  refreshListMinutes: number(0, 0, 1_440),
  /** A program and its arguments; empty when there is none. */
  deliveryCommand: list,
  /** Whether assistants may use the tools. A value that is not understood allows nothing. */
  assistants: (value: unknown): 'off' | 'on' => ((value ?? 'on') === 'on' ? 'on' : 'off'),
};

/** Settings that a workspace may have as well. */
export const OF_WORKSPACE = {
  /** A schema or a path. */
  mappingSchema: asItIs,
  propertiesSchema: asItIs,
  schemaErrors: choice<'warn' | 'block'>('warn', 'block'),
};

type ReadBy<Table extends Readonly<Record<string, Read<unknown>>>> = {
  readonly [Name in keyof Table]: () => ReturnType<Table[Name]>;
};

export type SettingValues = ReadBy<typeof OF_APPLICATION> & ReadBy<typeof OF_WORKSPACE>;

export interface Settings extends SettingValues {
  saveConnections(connections: readonly ConnectionConfig[]): Promise<void>;
  readonly onDidChange: Event<void>;
}

/** One function for each setting of a table, which reads what `valueOf` its name is. */
export function settingsReadBy<Table extends Readonly<Record<string, Read<unknown>>>>(
  table: Table,
  valueOf: (name: string) => unknown,
): ReadBy<Table> {
  const read = Object.entries(table).map(([name, readValue]) => [name, () => readValue(valueOf(name))]);
  return Object.fromEntries(read) as ReadBy<Table>;
}

/** Whether the user trusts the workspace of this window (Restricted Mode of VS Code). */
export interface WorkspaceTrust {
  isTrusted(): boolean;
  /** Trust was granted. */
  readonly onDidChange: Event<void>;
}
