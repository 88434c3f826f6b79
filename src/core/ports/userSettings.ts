// What the person has set, and whether the workspace is trusted.

import type { ConnectionConfig } from '../connection.ts';
import type { Event } from '../emitter.ts';

export interface Settings {
  /** As typed by the person: entries may be of any shape. */
  connections(): readonly unknown[];
  /** As typed by the person: service descriptions by their names, or anything. */
  apis(): unknown;
  saveConnections(connections: readonly ConnectionConfig[]): Promise<void>;
  requestTimeoutSeconds(): number;
  confirmSend(): 'customer' | 'always' | 'never';
  clipboardClearSeconds(): number;
  keepPreviousTokensDays(): number;
  /** 0: no token counts as old. */
  rotateAfterDays(): number;
  /** Of groups that nobody has worked with here, from the service's list. */
  keepTokensFromList(): boolean;
  /** 0: the list of a service is refreshed by the person alone. */
  refreshListMinutes(): number;
  /** As typed by the person: a program and its arguments; empty when there is none. */
  deliveryCommand(): readonly unknown[];
  /** Whether assistants may use the tools: these read what is known here and keep drafts, and send nothing. */
  assistants(): 'off' | 'on';
  /** As typed by the person: a schema, a path, or anything. */
  mappingSchema(): unknown;
  propertiesSchema(): unknown;
  schemaErrors(): 'warn' | 'block';
  readonly onDidChange: Event<void>;
}

/** Whether the person trusts the workspace of this window (VS Code's Restricted Mode). */
export interface WorkspaceTrust {
  isTrusted(): boolean;
  /** Trust was granted. */
  readonly onDidChange: Event<void>;
}
