// Sentences stand once, in `test/approved/`: one text file a topic, which is also what a reader of texts reviews. Tests
// compare what the product says with it, and print it anew with `npm run test:unit -- --approve`.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../approved');

/** The variable that `--approve` sets. */
const APPROVE = 'TEST_APPROVE';

/** A situation in the words of the test, and what the product says in it: a sentence, or the lines of a dialog. */
export type Said = readonly [situation: string, said: string | readonly string[]];

/**
 * Fails with the difference when the product says something else than `test/approved/<topic>.txt`.
 *
 * @param topic the name of the file, without its ending; one test for each.
 */
export function assertApproved(topic: string, said: readonly Said[]): void {
  const path = join(FOLDER, `${topic}.txt`);
  const text = said.map(([situation, lines]) => `${situation}\n${indented(lines)}\n`).join('\n');
  if (process.env[APPROVE] !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  assert.equal(
    text,
    readFileSync(path, 'utf8'),
    `Read the difference; "npm run test:unit -- --approve" takes it over.`,
  );
}

function indented(lines: string | readonly string[]): string {
  return [lines]
    .flat()
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
