// Answers to rotations that are not understood: kept sealed, or in memory until they can be, and dropped when known.

import assert from 'node:assert/strict';
import type { OpenRotation, SealedToken } from '../../../../src/core/userGroup.ts';
import { UnrecognizedResponses, mayHoldToken } from '../../../../src/services/groups/unrecognizedResponses.ts';
import { StorageRetryQueue } from '../../../../src/services/groups/storageRetryQueue.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connectionId: 'c', userGroupId: 'acme' };
const SECOND = 1_000;
const rotation = (unrecognizedResponse?: SealedToken): OpenRotation =>
  standIn<OpenRotation>({ id: 7, ...ACME, unrecognizedResponse });

interface Kept {
  readonly answers: UnrecognizedResponses;
  /** What is in the store, as it is sealed. */
  readonly stored: Map<number, SealedToken>;
  readonly warnings: string[];
  readonly sealing: { isBroken: boolean };
  readonly elapse: (milliseconds: number) => Promise<void>;
}

/** A sealed text says what it is bound to, and opens for that alone. */
function unrecognizedResponses(): Kept {
  const stored = new Map<number, SealedToken>();
  const warnings: string[] = [];
  const sealing = { isBroken: false };
  const later = new FakeSchedule({ now: 0 });
  const answers = new UnrecognizedResponses(
    standIn({
      keepAnswer: (id, answer) => void stored.set(id, answer),
      dropAnswer: (id) => void stored.delete(id),
    }),
    standIn({
      seal: (secret, owner) =>
        sealing.isBroken
          ? Promise.reject(new Error('no key'))
          : Promise.resolve({ keyId: JSON.stringify(owner), box: new TextEncoder().encode(secret), fingerprint: '' }),
      unseal: ({ keyId, box }, owner) =>
        Promise.resolve(keyId === JSON.stringify(owner) ? new TextDecoder().decode(box) : undefined),
    }),
    new StorageRetryQueue(later.schedule),
    standIn({ warn: (line) => void warnings.push(line) }),
  );
  return { answers, stored, warnings, sealing, elapse: (milliseconds) => later.elapse(milliseconds) };
}

/** One that cannot be stored. */
async function unstored(): Promise<Kept> {
  const kept = unrecognizedResponses();
  kept.sealing.isBroken = true;
  await kept.answers.keep(7, ACME, 'a token');
  kept.sealing.isBroken = false;
  return kept;
}

describe('The answer to a rotation', () => {
  it('is kept sealed as an answer of its group, and read for its rotation', async () => {
    const { answers, stored, warnings } = unrecognizedResponses();
    await answers.keep(7, ACME, 'a token');
    const sealed = stored.get(7);
    assert.deepEqual(JSON.parse(sealed!.keyId), { ...ACME, isAnswer: true });
    assert.deepEqual(
      [answers.has(rotation()), answers.has(rotation(sealed)), await answers.read(rotation(sealed)), warnings],
      [false, true, 'a token', []],
    );
  });

  it('is kept to its first million of characters', async () => {
    const { answers, stored } = unrecognizedResponses();
    await answers.keep(7, ACME, `${'x'.repeat(999_999)}yz`);
    const read = await answers.read(rotation(stored.get(7)));
    assert.deepEqual([read?.length, read?.at(-1)], [1_000_000, 'y']);
  });

  it('cannot be read where none is kept', async () => {
    assert.equal(await unrecognizedResponses().answers.read(rotation()), undefined);
  });

  it('stays in memory while it cannot be stored, and is stored as soon as it can be', async () => {
    const { answers, stored, warnings, elapse } = await unstored();
    assert.deepEqual(
      [stored.size, answers.has(rotation()), await answers.read(rotation()), warnings.length],
      [0, true, 'a token', 1],
    );
    await elapse(SECOND);
    assert.deepEqual([answers.has(rotation()), await answers.read(rotation(stored.get(7)))], [false, 'a token']);
  });

  it('stays in memory as long as storing it fails', async () => {
    const { answers, sealing, elapse } = await unstored();
    sealing.isBroken = true;
    await elapse(600 * SECOND);
    assert.ok(answers.has(rotation()));
  });

  const endings: Readonly<Record<string, (answers: UnrecognizedResponses) => void>> = {
    'its rotation is closed': (answers) => {
      answers.drop(7);
    },
    'it holds nothing useful': (answers) => {
      answers.release(7);
    },
    'all local data is deleted': (answers) => {
      answers.dropAll();
    },
  };
  for (const [words, end] of Object.entries(endings))
    it(`is not stored any more once ${words}`, async () => {
      const { answers, stored, elapse } = await unstored();
      end(answers);
      await elapse(SECOND);
      assert.deepEqual([answers.has(rotation()), stored.size], [false, 0]);
    });

  it('that holds nothing useful leaves the store', async () => {
    const { answers, stored } = unrecognizedResponses();
    await answers.keep(7, ACME, 'Internal Server Error');
    answers.release(7);
    assert.equal(stored.size, 0);
  });
});

describe('An answer to a rotation', () => {
  for (const [status, body, may] of [
    [undefined, 'Bad Gateway', true],
    [200, '', true],
    [399, '', true],
    [400, '', false],
    [500, 'Internal Server Error', false],
    [500, '{"Token":"x"}', true],
    [500, '{"success":1}', true],
    [500, '{"success" : 1}', true],
    [500, '{"success": 0}', false],
    [500, 'base64:AAECAw==', true],
    [500, 'no base64: here', false],
  ] as const)
    it(`${may ? 'may hold a' : 'holds no'} token: ${String(status)} with ${JSON.stringify(body)}`, () => {
      assert.equal(mayHoldToken(status, body), may);
    });
});
