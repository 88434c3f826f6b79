// Rotations in a window that is killed while they run, a real process by SIGKILL: in every trouble, and at every step
// of keeping the answer.

import assert from 'node:assert/strict';
import { isDeep } from '../support/depth.ts';
import { rotation } from '../support/faults/faultActions.ts';
import { assertFoundOut, assertNothingLost, snapshotOf, windowAfter } from '../support/faults/nothingLost.ts';
import { none, troubles, type End, type Trouble } from '../support/faults/troubles.ts';
import { windowProcesses } from '../support/processes/processes.ts';
import type { KillPoint } from '../support/processes/tasks.ts';
import { productStarter, type Product } from '../support/product.ts';
import { secretsOf } from '../support/windowOnFiles.ts';

/** One trouble in so many: before the answer comes, most of them are alike. */
const EACH = isDeep ? 1 : 4;

for (const api of ['user-group', 'customer'] as const)
  describe(`A rotation whose window is killed, by the API ${api}`, function () {
    // Each window is a process of its own, and a busy machine starts them slowly.
    this.timeout(180_000);

    const start = productStarter();
    const nextWindow = windowProcesses();

    /** Runs the rotation in a process of its own. Returns what is left to the next window. */
    async function killed(
      trouble: Trouble,
      killAt: KillPoint,
      end: End,
    ): Promise<{ readonly next: Product; readonly signal: string | null; readonly answer: string }> {
      const product = await start({ entry: { api } });
      await rotation.prepare(product);
      const former = await snapshotOf(product);
      await trouble.arrange(product, 'rotate');
      await deliver(product);
      const before = { ...former, requests: product.requests.length };
      const window = nextWindow();
      product.meanwhile.happens = () => {
        if (killAt === 'arrived') window.kill();
      };
      const {
        folder,
        remote: { baseUrl },
        clock,
      } = product;
      const signal = await window.does({
        kind: 'rotate',
        folder,
        baseUrl,
        api,
        ahead: clock.now - Date.now(),
        killAt: killAt === 'arrived' ? 'pausing' : killAt,
      });
      await trouble.mend(product);
      const asked = product.requests.filter(({ operation }) => operation === 'rotate').map(({ path }) => path);
      assert.equal(new Set(asked).size, 1);
      const next = await windowAfter(product);
      const open = next.services.rotation.openOf(next.ref('acme'));
      const answer =
        open?.unrecognizedResponse === undefined ? '' : await next.services.rotation.unrecognizedResponse(open);
      const cell = { action: rotation, end, userGroupId: 'acme' };
      await assertNothingLost(next, before, cell);
      await assertFoundOut(next, before, cell);
      return { next, signal, answer };
    }

    // Without an API token nothing is begun, and there is no moment to kill it at.
    for (const trouble of troubles.filter(({ hasBegun }, index) => hasBegun && index % EACH === 0)) {
      it(`before the answer comes, and that ${trouble.words}, is not lost`, async () => {
        assert.equal((await killed(trouble, 'arrived', 'open')).signal, 'SIGKILL');
      });
    }

    for (const [words, killAt, end] of [
      ['when the answer has come', 'answered', 'open'],
      ['before the answer is kept', 'before keepAnswer', 'open'],
      ['when the answer is kept', 'after keepAnswer', 'open'],
      ['before the new token is stored', 'before finishRotation', 'open'],
      ['before the new token is read back', 'after finishRotation', 'done'],
    ] as const) {
      it(`${words} is not lost`, async () => {
        assert.equal((await killed(none, killAt, end)).signal, 'SIGKILL');
      });
    }

    for (const fault of ['tokenMissing', 'truncated', 'status500']) {
      it(`when an answer that nobody understands is kept (${fault}) leaves it for the next window`, async () => {
        const trouble = troubles.find(({ words }) => words.startsWith(`meets ${fault} `))!;
        const { signal, answer } = await killed(trouble, 'after keepAnswer', 'open');
        assert.deepEqual([signal, answer === ''], ['SIGKILL', false]);
      });
    }

    it('when the answer is kept leaves the new token readable in it', async () => {
      const { next, answer } = await killed(none, 'after keepAnswer', 'open');
      assert.ok(answer.includes(next.remote.group('acme')!.token));
    });
  });

/** The secrets of the product, where the process finds them. */
async function deliver({ secrets, folder }: Product): Promise<void> {
  for (const [key, value] of secrets.kept) await secretsOf(folder).store(key, value);
}
