// Items of runs: how they are kept and found, and what becomes of those whose window died: the record of what was sent
// decides.

import assert from 'node:assert/strict';
import { foldedListing } from '../../../../src/core/folding.ts';
import { naturalKey } from '../../../../src/core/naturalKey.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { ItemEnd, ItemQuery } from '../../../../src/core/ports/runStore.ts';
import type { ItemOutcome, RunKind } from '../../../../src/core/runs.ts';
import type { Operation } from '../../../../src/contract/operations.ts';
import type { SendOutcome } from '../../../../src/core/userGroup.ts';
import { isUndoPlan, writeItemPlan } from '../../../../src/services/bulk/itemPlan.ts';
import { MAY_12, storeFixture, type OpenedStore } from '../storeFixture.ts';
import { begunRun, leasedRun, OTHER, waitingRun, WINDOW } from './begunRun.ts';

const ODD = 'Zero \0, one \u0001';
const ALL = { after: 0, limit: 99 };

describe('The items of a run', () => {
  const fixture = storeFixture();

  it('come back as they were given, numbered on from those before them', () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = begunRun(opened);
    runs.addItems(run, [{ userGroupId: ODD, text: ODD, plan: ODD, before: ODD }]);
    runs.addItems(run, [
      { userGroupId: 'acme', text: '{}' },
      { userGroupId: 'globex', text: '' },
    ]);
    const waiting = { outcome: 'waiting', isNotApplied: false, reason: undefined, at: undefined };
    const plain = { ...waiting, plan: undefined, before: undefined };
    assert.deepEqual(runs.items(run, ALL), {
      items: [
        { ...waiting, number: 1, userGroupId: ODD, text: ODD, plan: ODD, before: ODD },
        { ...plain, number: 2, userGroupId: 'acme', text: '{}' },
        { ...plain, number: 3, userGroupId: 'globex', text: '' },
      ],
      next: undefined,
    });
  });

  it('are leased in their order, a few at a time, and count as being sent', async () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['a', 'b', 'c']);
    const leased = [2, 0, 2].map(async (limit) =>
      (await runs.nextItems(run, WINDOW, [], limit))?.map(({ number, outcome }) => [number, outcome]),
    );
    assert.deepEqual(await Promise.all(leased), [
      [
        [1, 'sending'],
        [2, 'sending'],
      ],
      [],
      [[3, 'sending']],
    ]);
    assert.deepEqual([runs.itemCounts(run).sending, runs.itemCounts(run).waiting], [3, 0]);
    runs.leave(run, WINDOW, [{ number: 2, outcome: 'updated' }], { state: 'paused' });
    assert.deepEqual(
      runs.items(run, ALL).items.map(({ outcome }) => outcome),
      ['waiting', 'updated', 'waiting'],
    );
  });

  it('keep the text that is to be sent, and the one before it', async () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, [{ userGroupId: 'acme', text: 'planned', before: 'former' }]);
    const kept: unknown[] = [];
    for (const before of [ODD, undefined]) {
      const isKept = await runs.keepPrepared(run, WINDOW, { number: 1, text: `now ${ODD}`, before });
      const [item] = runs.items(run, ALL).items;
      kept.push([isKept, item?.text, item?.before]);
    }
    assert.deepEqual(kept, [
      [true, `now ${ODD}`, ODD],
      [true, `now ${ODD}`, undefined],
    ]);
  });

  it('have counts of each outcome, and of what was not applied', async () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['a', 'b', 'c', 'd']);
    await runs.nextItems(
      run,
      WINDOW,
      [
        { number: 1, outcome: 'existed', isNotApplied: true },
        { number: 2, outcome: 'existed' },
        { number: 3, outcome: 'rotated', isNotApplied: true },
      ],
      0,
    );
    const counts = Object.entries(runs.itemCounts(run)).filter(([, count]) => count > 0);
    assert.deepEqual(Object.fromEntries(counts), { waiting: 1, existed: 2, rotated: 1, notApplied: 2 });
    assert.equal(runs.itemCounts(run).failed, 0);
  });

  it('wait again by their outcomes, the first ones up to a limit, with neither time nor reason', async () => {
    const opened = fixture.open();
    const { runs } = opened.store;
    const run = leasedRun(opened, ['a', 'b', 'c', 'd', 'e']);
    const ends = (['unknown', 'failed', 'updated', 'failed', 'unknown'] as const).map((outcome, index): ItemEnd => ({
      number: index + 1,
      outcome,
      at: MAY_12,
      reason: 'why',
    }));
    await runs.nextItems(run, WINDOW, ends, 0);
    assert.equal(runs.waitAgain(run, WINDOW, ['failed', 'unknown'], 3), 3);
    assert.deepEqual(
      runs.items(run, ALL).items.map(({ outcome, at, reason }) => [outcome, at, reason]),
      [
        ['waiting', undefined, undefined],
        ['waiting', undefined, undefined],
        ['updated', MAY_12, 'why'],
        ['waiting', undefined, undefined],
        ['unknown', MAY_12, 'why'],
      ],
    );
    assert.equal(runs.waitAgain(run, WINDOW, ['failed', 'unknown'], 3), 1);
  });
});

describe('The reason of an item', () => {
  const fixture = storeFixture();
  const LONGEST = 400;

  const failed = (reason: string) => [{ outcome: 'failed', reason }] as const;
  const waiting = (reason?: string) => ({ outcome: 'waiting', ...(reason !== undefined && { reason }) }) as const;

  for (const [words, ends, reason] of [
    ['is kept as it is, up to 400 characters', failed('x'.repeat(LONGEST)), 'x'.repeat(400)],
    ['is cut beyond', failed('x'.repeat(LONGEST + 1)), `${'x'.repeat(399)}…`],
    ['is not cut within a character', failed(`${'x'.repeat(LONGEST - 2)}😀x`), `${'x'.repeat(398)}\uFFFD…`],
    ['may hold any character', failed(ODD), ODD],
    ['stays while it waits', [waiting('why'), waiting()], 'why'],
    ['gives way to another', [waiting('why'), waiting('new')], 'new'],
    ['goes when it has an outcome without one', [waiting('why'), { outcome: 'new' }], undefined],
  ] as const) {
    it(words, () => {
      const opened = fixture.open();
      const { runs } = opened.store;
      const run = leasedRun(opened, ['acme']);
      for (const end of ends) {
        runs.lease(run, WINDOW);
        runs.leave(run, WINDOW, [{ number: 1, ...end }], { state: 'paused' });
      }
      assert.equal(runs.items(run, ALL).items[0]?.reason, reason);
    });
  }
});

describe('Items are found', () => {
  const fixture = storeFixture();

  /** Five, of which two existed: one with a difference. */
  async function sample(): Promise<{ readonly opened: OpenedStore; readonly run: number }> {
    const opened = fixture.open();
    const run = leasedRun(opened, ['Straße 1', 'Straße 2', 'acme 3', 'acme 4', 'acme 5']);
    await opened.store.runs.nextItems(
      run,
      WINDOW,
      [
        { number: 2, outcome: 'existed', isNotApplied: true, reason: 'Größe differs.' },
        { number: 3, outcome: 'existed' },
        { number: 4, outcome: 'failed', reason: 'The größe is wrong.' },
      ],
      0,
    );
    return { opened, run };
  }

  for (const [words, query, numbers, next] of [
    ['all', {}, [1, 2, 3, 4, 5], undefined],
    ['up to a limit', { limit: 5 }, [1, 2, 3, 4, 5], 5],
    ['after a number', { after: 2, limit: 2 }, [3, 4], 4],
    ['none at a limit of none', { limit: 0 }, [], undefined],
    ['after some that are skipped', { offset: 3 }, [4, 5], undefined],
    ['by their outcome', { outcome: 'existed' }, [2, 3], undefined],
    ['by their outcome, after a number', { outcome: 'existed', after: 2 }, [3], undefined],
    ['by their outcome, after one that is skipped', { outcome: 'existed', offset: 1, limit: 1 }, [3], 3],
    ['by what was not applied', { outcome: 'existed', isNotApplied: true }, [2], undefined],
    ['by what was applied', { outcome: 'existed', isNotApplied: false }, [3], undefined],
  ] as const satisfies readonly (readonly [string, Partial<ItemQuery>, readonly number[], number | undefined])[]) {
    it(words, async () => {
      const { opened, run } = await sample();
      const found = opened.store.runs.items(run, { ...ALL, ...query });
      assert.deepEqual([found.items.map(({ number }) => number), found.next], [numbers, next]);
    });
  }

  for (const [words, query, numbers, next] of [
    ['all', {}, [1, 2, 3, 4, 5], 5],
    ['after a number', { after: 3 }, [4, 5], 5],
    ['none after the last', { after: 5 }, [], undefined],
    ['by a part of the id', { text: ' STRASSE ' }, [1, 2], 5],
    ['by a part of the reason', { text: 'GRÖSSE' }, [2, 4], 5],
    ['by a text, after a number', { text: 'grösse', after: 2 }, [4], 5],
    ['by a text and an outcome', { text: 'grösse', outcome: 'failed' }, [4], 5],
    ['by a text and what was not applied', { text: 'e', outcome: 'existed', isNotApplied: true }, [2], 5],
    ['all by a text of spaces', { text: '  ', after: 4 }, [5], 5],
    ['by what was not applied', { isNotApplied: true }, [2], 5],
  ] as const) {
    it(`by what orders them: ${words}`, async () => {
      const { opened, run } = await sample();
      const found = opened.store.runs.itemKeys(run, { after: 0, ...query });
      assert.deepEqual([found.keys.map(({ number }) => number), found.next], [numbers, next]);
    });
  }

  it('by what orders them: with the place of their group where that is asked for, and it is in the list', async () => {
    const { opened, run } = await sample();
    opened.saveDraft('Straße 2');
    const [plain, byName] = [undefined, true].map(
      (isByName) => opened.store.runs.itemKeys(run, { after: 1, outcome: 'existed', isByName }).keys,
    );
    const [second, third] = [
      { number: 2, folded: 'STRASSE 2', outcome: 'existed', isNotApplied: true, nameKey: undefined },
      { number: 3, folded: 'ACME 3', outcome: 'existed', isNotApplied: false, nameKey: undefined },
    ];
    assert.deepEqual(plain, [second, third]);
    assert.deepEqual(byName, [{ ...second, nameKey: naturalKey(foldedListing('Straße 2', 'Straße 2')) }, third]);
  });

  it('in slices of 4,000', () => {
    const opened = fixture.open();
    const run = waitingRun(
      opened,
      Array.from({ length: 4_001 }, (_, index) => `group ${index + 1}`),
    );
    const { runs } = opened.store;
    const pages = [0, 4_000].map((after) => runs.itemKeys(run, { after, text: '001' }));
    assert.deepEqual(
      pages.map(({ keys, next }) => [keys.map(({ number }) => number), next]),
      [
        [[1_001, 2_001, 3_001], 4_000],
        [[4_001], 4_001],
      ],
    );
  });
});

describe('An item that was being sent when its window died', () => {
  const fixture = storeFixture();

  /** What the item is, and the run, once another window has leased it; `answered` plays what the journal has of it. */
  async function left(kind: RunKind, plan: string | undefined, answered: (opened: OpenedStore) => void) {
    const opened = fixture.open();
    const { store, clock } = opened;
    const run = leasedRun(opened, [{ userGroupId: 'acme', text: '{}', plan }], { kind });
    await store.runs.nextItems(run, WINDOW, [], 1);
    answered(opened);
    clock.now += LEASE_MS;
    const leased = store.runs.lease(run, OTHER);
    const [item] = store.runs.items(run, ALL).items;
    return { leased, item: [item?.outcome, item?.isNotApplied, item?.reason, item?.at] };
  }
  const record =
    (operation: Operation, outcome: Exclude<SendOutcome, 'sending'>, reason?: string) =>
    ({ send }: OpenedStore) => {
      send('acme', '{}', { outcome, reason }, operation);
    };
  const begin = (operation: Operation) => (opened: OpenedStore) => {
    opened.begin('acme', { operation });
  };
  const SETTLED = MAY_12 + LEASE_MS;
  const AGAIN = 'The window closed while it was being sent. It was sent again.';
  const INTERRUPTED = 'The window closed while it was being sent.';
  const KEPT = 'The new token is stored locally. The window closed before it was delivered.';
  const DUE = 'The window closed while a token was being rotated or delivered.';

  const waits = (reason?: string) => ['waiting', false, reason, undefined] as const;
  const ended = (outcome: ItemOutcome, reason?: string, isNotApplied = false) =>
    [outcome, isNotApplied, reason, SETTLED] as const;
  const NOTHING = (): void => undefined;

  for (const [kind, words, answered, item, because] of [
    ['getOrCreate', 'is new where it was created', record('getOrCreate', 'created'), ended('new')],
    [
      'getOrCreate',
      'has existed where it did',
      record('getOrCreate', 'existed'),
      ended('existed', 'It has all that was sent.'),
    ],
    ['getOrCreate', 'was created or has existed', record('getOrCreate', 'createdOrExisted'), ended('createdOrExisted')],
    [
      'getOrCreate',
      'was not applied where it existed otherwise',
      record('getOrCreate', 'existedNotApplied'),
      ended('existed', 'Not applied. The group shows what differs.', true),
    ],
    ['getOrCreate', 'waits where it never left', record('getOrCreate', 'notSent'), waits()],
    ['getOrCreate', 'waits where it was not begun', NOTHING, waits()],
    ['getOrCreate', 'waits while another update is under way', begin('update'), waits()],
    ['getOrCreate', 'is sent again where nobody knows', record('getOrCreate', 'unknown'), waits(AGAIN)],
    ['getOrCreate', 'is sent again where no answer came', begin('getOrCreate'), waits(AGAIN)],
    ['update', 'is updated', record('update', 'updated'), ended('updated')],
    ['update', 'has failed by a refusal', record('update', 'refused', 'why'), ended('failed', 'why')],
    ['update', 'has failed by a refusal without words', record('update', 'refused'), ended('failed')],
    ['update', 'is unknown where nobody knows', record('update', 'unknown'), ended('unknown', INTERRUPTED)],
    ['update', 'is unknown where no answer came', begin('update'), ended('unknown', INTERRUPTED)],
    ['rotate', 'is rotated, and to be delivered', record('rotate', 'rotated'), ended('rotated', KEPT, true), DUE],
    ['rotate', 'is unknown where no answer came', begin('rotate'), ended('unknown', INTERRUPTED), DUE],
    ['rotate', 'has failed where it was not rotated', record('rotate', 'notRotated', 'why'), ended('failed', 'why')],
    ['rotate', 'has failed by a refusal', record('rotate', 'refused', 'why'), ended('failed', 'why')],
  ] as const) {
    it(`${words}: ${kind}`, async () => {
      const { leased, item: found } = await left(kind, undefined, (opened) => {
        opened.saveDraft('acme');
        answered(opened);
      });
      assert.deepEqual(
        [found, leased?.state, leased?.pausedBecause],
        [item, because === undefined ? 'running' : 'paused', because],
      );
    });
  }

  for (const [words, plan, answered, item] of [
    ['with a plan is an update', '{}', record('update', 'updated'), ended('updated')],
    ['with a plan waits where only its check was sent', '{}', record('getOrCreate', 'existed'), waits()],
    ['with a plan is unknown where no answer came', '{}', begin('update'), ended('unknown', INTERRUPTED)],
    ['without a plan is got or created', undefined, record('getOrCreate', 'created'), ended('new')],
    ['without a plan is sent again where no answer came', undefined, begin('getOrCreate'), waits(AGAIN)],
  ] as const)
    it(`of an import ${words}`, async () => {
      const { item: found } = await left('import', plan, (opened) => {
        opened.saveDraft('acme');
        answered(opened);
      });
      assert.deepEqual(found, item);
    });

  it('is settled when its run is reopened, which goes on then', async () => {
    const opened = fixture.open();
    const { store, clock, send } = opened;
    const run = leasedRun(opened, ['acme'], { kind: 'rotate' });
    await store.runs.nextItems(run, WINDOW, [], 1);
    send('acme', '', { outcome: 'rotated' }, 'rotate');
    clock.now += LEASE_MS;
    assert.equal(store.runs.reopen(run, OTHER)?.state, 'running');
    assert.equal(store.runs.items(run, ALL).items[0]?.reason, KEPT);
  });
});

describe('A run in the list', () => {
  const fixture = storeFixture();

  it('holds little of the plan of its first item, which may be as large as a document', () => {
    const opened = fixture.open();
    const plan = writeItemPlan({ after: 'x'.repeat(100_000), action: 'undo' });
    waitingRun(opened, [{ userGroupId: 'acme', text: '{}', plan }]);
    const [listed] = opened.store.runs.all();
    assert.ok(JSON.stringify(listed).length < 1_000);
    assert.ok(isUndoPlan(listed?.firstPlanStart ?? ''));
  });
});
