// Where a test may lead: this machine. And what became of attempts to reach anything else.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The variable that names the file in which attempts are written down. */
export const OUTSIDE_FILE = 'TEST_OUTSIDE_FILE';

/** Options for a Node that shall reach this machine only. */
export const onlyLoopback = `--import=${pathToFileURL(join(import.meta.dirname, 'onlyLoopback.ts')).href}`;

export interface Attempt {
  readonly host: string;
  readonly how: string;
  /** The process: of an editor, its entry point. */
  readonly role: string;
  readonly stack: readonly string[];
}

export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:127(\.\d{1,3}){3}\]?|0\.0\.0\.0|::)$/i.test(host);
}

/** Names that lead nowhere by agreement (RFC 6761), outside of a test at least: a test that uses one means that. */
export function isUnresolvable(host: string): boolean {
  return /\.(?:invalid|test)\.?$/i.test(host);
}

export function attemptsIn(file: string): Attempt[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Attempt);
}

/**
 * An editor's own processes ask its marketplace, whatever extension it runs: refused as well, and not this product's
 * doing.
 */
export function isOfProduct({ role }: Attempt): boolean {
  return !/[\\/]server-main\.js$|[\\/]code-server[\\/]|^vs[\\/](?!.*extensionHostProcess)/.test(role);
}

/** What the tier's line says of them. */
export function attemptText(attempts: readonly Attempt[]): string {
  const hosts = [...new Set(attempts.map(({ host }) => host))];
  return `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} to reach ${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? '…' : ''}, refused`;
}
