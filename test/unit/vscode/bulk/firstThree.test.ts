// Sending in two stages: the first three are sent and looked at, then the rest, each after a question.

import assert from 'node:assert/strict';
import { cancelled } from '../../../../src/core/errors.ts';
import { PlannedRun, type PlannedItem } from '../../../../src/vscode/bulk/plans/plannedRun.ts';
import { firstThreeSteps, type Staged } from '../../../../src/vscode/bulk/plans/firstThree.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

interface Sending {
  readonly staged: Staged;
  readonly planned: number;
  readonly asked: string[];
  readonly shownRuns: number[];
}

/** Of so many groups, to be got or created. */
function sending({ services, connection }: Product, planned: number, { isDeclined = false } = {}): Sending {
  const asked: string[] = [];
  const shownRuns: number[] = [];
  return {
    planned,
    asked,
    shownRuns,
    staged: {
      runs: services.runs,
      run: new PlannedRun(services.runs, 'getOrCreate', connection),
      confirm: (count, of, isRest) => {
        asked.push(`${count} of ${of}${isRest ? ', the rest' : ''}`);
        return isDeclined ? Promise.reject(cancelled()) : Promise.resolve();
      },
      items: async function* (): AsyncGenerator<PlannedItem> {
        for (let row = 0; row < planned; row += 1)
          yield await Promise.resolve({
            row: row + 10,
            userGroupId: `group-${row}`,
            text: documentOf({ user_group_id: `group-${row}` }),
          });
      },
      stopAtFirstFailure: false,
      showRun: (id) => {
        shownRuns.push(id);
      },
    },
  };
}

const offered = ({ staged, planned }: Sending): string[] =>
  firstThreeSteps(staged, planned).map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));

async function press({ staged, planned }: Sending, id: string): Promise<void> {
  await firstThreeSteps(staged, planned)
    .find((action) => action.id === id)!
    .run();
}

async function left({ services }: Product, { staged }: Sending): Promise<void> {
  await services.runs.whenLeft(staged.run.summary!.id);
}

describe('Sending in two stages', () => {
  const start = productStarter();

  it('sends three, and then the rest, each after its question', async () => {
    const product = await start();
    const all = sending(product, 5);
    assert.deepEqual(offered(all), ['Send the First Three…']);
    await press(all, 'first');
    assert.deepEqual(offered(all), ['Pause', 'Show Results']);
    await left(product, all);
    assert.deepEqual(
      [product.requests.length, offered(all)],
      [3, ['Send the Rest (2)…', 'Do Not Send the Rest', 'Show Results']],
    );
    assert.match(
      all.staged.run.words ?? '',
      /^Paused\. The first ones were sent\. Check them before the rest\. New: 3\.$/,
    );
    await press(all, 'rest');
    await left(product, all);
    assert.deepEqual(
      [product.requests.length, offered(all), all.asked],
      [5, ['Show Results'], ['3 of 5', '2 of 5, the rest']],
    );
    assert.deepEqual(all.shownRuns, [all.staged.run.summary?.id]);
  });

  it('shows the outcome in the rows of the plan', async () => {
    const product = await start();
    const all = sending(product, 4);
    assert.deepEqual(await all.staged.run.results([10, 11, 12, 13]), new Map());
    await press(all, 'first');
    await left(product, all);
    const results = await all.staged.run.results([9, 10, 13]);
    assert.deepEqual(
      [...results].map(([row, { text, mark }]) => [row, text, mark]),
      [
        [10, 'New', 'done'],
        [13, 'Waiting', 'waiting'],
      ],
    );
  });

  it('sends three or fewer at once', async () => {
    const product = await start();
    const all = sending(product, 3);
    assert.deepEqual(offered(all), ['Send 3…']);
    await press(all, 'first');
    await left(product, all);
    assert.deepEqual([product.requests.length, offered(all), all.asked], [3, ['Show Results'], ['3 of 3']]);
  });

  it('sends nothing where there is nothing, or where the question is declined', async () => {
    const product = await start();
    assert.deepEqual(offered(sending(product, 0)), ['(Send 0…)']);
    const all = sending(product, 5, { isDeclined: true });
    await assert.rejects(press(all, 'first'), { kind: 'cancelled' });
    assert.deepEqual(
      [product.requests.length, offered(all), product.services.runs.list()],
      [0, ['Send the First Three…'], []],
    );
  });

  it('leaves the rest where that is chosen', async () => {
    const product = await start();
    const all = sending(product, 5);
    await press(all, 'first');
    await left(product, all);
    await press(all, 'stop');
    assert.deepEqual(
      [product.requests.length, offered(all), all.staged.run.summary?.state],
      [3, ['Show Results'], 'cancelled'],
    );
  });

  it('is begun once', async () => {
    const product = await start();
    const all = sending(product, 5);
    const twice = await Promise.allSettled([press(all, 'first'), press(all, 'first')]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    await left(product, all);
    assert.equal(product.requests.length, 3);
  });
});
