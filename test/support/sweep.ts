// Looks for marked secrets in everything that a window says and keeps. The clipboard and a revealed token are the only
// ways out.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bugText } from '../../src/core/bugText.ts';
import { formState } from '../../src/vscode/editing/form/formState.ts';
import { allNodes, shownTree } from '../unit/vscode/groups/treeText.ts';
import type { Product } from './product.ts';

/**
 * In the spellings that a text may hold it in, each found on its own: written here once more, and not taken from the
 * product.
 */
export function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const percent = encodeURIComponent(secret);
  const cores = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/={1,2}$/, '');
    // The first and last characters of a core depend on what stands beside the secret.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -1);
  });
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      percent,
      percent.toLowerCase(),
      encodeURIComponent(percent),
      ...cores,
      ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
    ]),
  ];
}

/** The remote service and the local sandbox are services: they hold their tokens. */
const OF_A_SERVICE = /^(remote|sandbox)\.db/;

/** Every file that the product keeps, its bytes as they are. */
export function filesOf({ folder }: Pick<Product, 'folder'>): string[] {
  return readdirSync(folder)
    .filter((name) => !OF_A_SERVICE.test(name))
    .map((name) => `${name}: ${readFileSync(join(folder, name), 'latin1')}`);
}

/** All that a person could come to read of it, and what small facts it remembers. */
export async function saidBy(product: Product, ids: readonly string[]): Promise<string[]> {
  const { services, logged, memory, workspaceMemory, connection, clock, ref, record } = product;
  const groups = await Promise.all(
    ids.map(async (id) => {
      const known = record(id);
      const listed = await services.groups.listed(ref(id));
      if (known === undefined || listed === undefined) return '';
      const lastSent = services.groups.versions({ ref: known.ref, limit: 1 })[0];
      const form = formState(
        {
          kind: 'group',
          connection,
          choices: [connection],
          group: { record: known, listed, lastSent },
          hasChanges: false,
          isSending: false,
          hasApiToken: true,
        },
        clock.now,
      );
      return JSON.stringify([form, listed, services.groups.documentText(known), services.groups.answeredText(known)]);
    }),
  );
  return [
    ...logged,
    ...groups,
    JSON.stringify(services.groups.versions({ limit: 1000 })),
    JSON.stringify(allNodes(await shownTree(product)).map(({ shown }) => shown)),
    JSON.stringify([[...memory], [...workspaceMemory]]),
  ];
}

/** What the window holds that may not come out: by role. */
export async function secretsOf(product: Product, ids: readonly string[]): Promise<Map<string, string>> {
  const { services, remote, ref, secrets, variables } = product;
  const held = new Map([['the API token', remote.apiToken]]);
  for (const [key, value] of secrets.kept)
    held.set(`what the secret storage keeps as ${key.split(':')[0] ?? key}`, value);
  for (const [name, value] of variables) held.set(`the variable ${name}`, value);
  for (const id of ids) {
    const onService = remote.group(id)?.token;
    const current = await services.tokens.find(ref(id));
    if (onService !== undefined) held.set(`the token that the service holds for ${id}`, onService);
    if (current !== undefined) held.set(`the token known of ${id}`, current);
    for (const [index, { token }] of (await services.tokens.replaced(ref(id))).entries())
      held.set(`replaced token ${index} of ${id}`, token);
  }
  return held;
}

/** What a failure says, its stack and those of its causes included. */
export function failureText(error: unknown): string {
  return `${String(error)}\n${bugText(error, (text) => text)}\n${JSON.stringify(error)}`;
}

/** @throws AssertionError which names the secret by its role, and never by its value. */
export function assertHeldBack(texts: readonly string[], secrets: ReadonlyMap<string, string>): void {
  const searched = texts.join('\n');
  const found = [...secrets]
    .filter(([, secret]) => spellingsOf(secret).some((spelling) => searched.includes(spelling)))
    .map(([role]) => role);
  assert.deepEqual(found, [], 'a secret came out');
}
