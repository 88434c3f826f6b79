// An id, a name or a path keeps its spelling in every message, also where it comes first.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyChange } from '../../../../src/bulk/changes/applyChange.ts';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import { quotedId } from '../../../../src/core/foreignText.ts';
import type { FileToSend } from '../../../../src/services/files/groupFiles.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { listedGroup } from '../../../../src/vscode/command/targets.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { inDepth } from '../../../support/depth.ts';

const SCHEMA_IDS = `{"user_group_id":"acme","mapping":{KEY:"1",KEY:"2"}}`;

/**
 * Ids whose first letter would change: also one that becomes two letters ("ß"), and the first of a word in the message
 * itself.
 */
const anId = fc.oneof(
  fc.constantFrom('q?x=1', 'x y ', 'acme', 'the service', 'ß', 'ﬁ', 'éclair', 'ǆ', 'e5'),
  fc
    .tuple(fc.constantFrom('a', 'b', 'x', 'y', 'ß', 'ﬁ', 'é', 'ǆ'), fc.string({ unit: 'grapheme', maxLength: 12 }))
    .map(([first, rest]) => `${first}${rest.toWellFormed()}`),
);

type Say = (product: Product, id: string) => Promise<string> | string;

const invocation = (input: Invocation['input']): Invocation => ({ origin: 'argument', input });
const failure = (work: () => unknown): Promise<UserGroupsError> => failureOf(Promise.resolve().then(work));

async function fileReason({ services, connection }: Product, name: string): Promise<string> {
  const files: FileToSend[] = [];
  const entries = ['one.usergroup.json', name].map((each) => ({ name: each, kind: 'document' }) as const);
  const folder = { entries, read: () => Promise.resolve(new TextEncoder().encode(documentOf())) };
  for await (const file of services.groupFiles.toSend(connection, folder)) files.push(file);
  const [first] = files;
  assert.ok(first?.kind === 'invalid');
  return first.reason;
}

/** Messages that begin with what comes from elsewhere: of a command, of a row, of a change. */
const MESSAGES: Readonly<Record<string, Say>> = {
  'a command about a group that is not listed': async ({ services }, id) =>
    (await failure(() => listedGroup(services, invocation({ connection: 'staging', user_group_id: id }), 'Copy')))
      .message,
  'another file of the same group': fileReason,
  'a schema id that stands twice': (_product, key) => {
    const applied = applyChange(
      SCHEMA_IDS.replaceAll('KEY', () => JSON.stringify(key)),
      { action: 'remove', field: 'mapping', key },
    );
    assert.ok(applied.kind === 'skipped');
    return applied.reason;
  },
};

describe('An id in a message', () => {
  const start = productStarter();

  for (const [what, say] of Object.entries(MESSAGES)) {
    it(`keeps its spelling: ${what}`, async () => {
      const product = await start();
      await fc.assert(
        fc.asyncProperty(anId, async (id) => {
          const said = await say(product, id);
          assert.ok(said.includes(quotedId(id)) || said.includes(`"${id}"`), said);
        }),
        { numRuns: inDepth(30) },
      );
    });
  }
});
