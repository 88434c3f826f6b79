// Sending in two stages: the first three are sent and reviewed, then the rest, each after a question.

import assert from 'node:assert/strict';
import { cancelled } from '../../../../src/core/errors.ts';
import type { NewRunItem } from '../../../../src/core/runs.ts';
import { PlannedRun } from '../../../../src/vscode/bulk/plans/plannedRun.ts';
import { firstThreeStep, type Staged } from '../../../../src/vscode/bulk/plans/firstThree.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

interface Sending {
  readonly run: PlannedRun;
  readonly staged: Staged;
  readonly planned: number;
  readonly asked: string[];
}

/** Of so many groups, to be got or created. */
function sending({ services, connection }: Product, planned: number, { isDeclined = false } = {}): Sending {
  const asked: string[] = [];
  const run = new PlannedRun(services.runs, 'getOrCreate', connection);
  return {
    run,
    planned,
    asked,
    staged: {
      run,
      confirm: (count, of) => {
        asked.push(`${count} of ${of}`);
        return isDeclined ? Promise.reject(cancelled()) : Promise.resolve();
      },
      items: async function* (): AsyncGenerator<NewRunItem> {
        for (let row = 0; row < planned; row += 1)
          yield await Promise.resolve({
            userGroupId: `group-${row}`,
            text: documentOf({ user_group_id: `group-${row}` }),
          });
      },
      stopAtFirstFailure: false,
    },
  };
}

function offered({ staged, planned }: Sending): string {
  const { label, isEnabled } = firstThreeStep(staged, planned);
  return isEnabled ? label : `(${label})`;
}

async function press({ staged, planned }: Sending): Promise<void> {
  await firstThreeStep(staged, planned).run();
}

describe('Sending in two stages', () => {
  const start = productStarter();

  it('sends three after a question, and waits for a review', async () => {
    const product = await start();
    const { runs } = product.services;
    const all = sending(product, 5);
    assert.equal(offered(all), 'Send First 3 of 5…');
    await press(all);
    const id = all.run.id!;
    await runs.whenLeft(id);
    const { state, pausedBecause } = runs.find(id)!;
    assert.deepEqual(
      [product.requests.length, state, pausedBecause, all.asked],
      [3, 'paused', 'The first 3 were sent. Review the results, then send the rest.', ['3 of 5']],
    );
    runs.start(id);
    await runs.whenLeft(id);
    assert.equal(product.requests.length, 5);
  });

  it('sends three or fewer at once', async () => {
    const product = await start();
    const all = sending(product, 3);
    assert.equal(offered(all), 'Send 3…');
    await press(all);
    await product.services.runs.whenLeft(all.run.id!);
    assert.deepEqual(
      [product.requests.length, product.services.runs.find(all.run.id!)?.state, all.asked],
      [3, 'ended', ['3 of 3']],
    );
  });

  it('sends nothing where there is nothing, or where the question is declined', async () => {
    const product = await start();
    assert.equal(offered(sending(product, 0)), '(Send 0…)');
    const all = sending(product, 5, { isDeclined: true });
    await assert.rejects(press(all), { kind: 'cancelled' });
    assert.deepEqual([product.requests.length, all.run.id, product.services.runs.list()], [0, undefined, []]);
  });

  it('is begun once', async () => {
    const product = await start();
    const all = sending(product, 5);
    const twice = await Promise.allSettled([press(all), press(all)]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    await product.services.runs.whenLeft(all.run.id!);
    assert.equal(product.requests.length, 3);
  });
});
