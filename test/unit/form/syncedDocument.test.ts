import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { SyncedDocument, type SyncedChange } from '../../../src/form/syncedDocument.ts';
import type { TextUpdate } from '../../../src/protocol/formProtocol.ts';
import { SharedText } from '../../../src/protocol/sharedText.ts';
import { inDepth } from '../../support/depth.ts';

/** What becomes of a push: the host fails and takes nothing, fails after it took it, or never hears of it. */
type Trouble = 'refused' | 'taken' | 'lost';

/** The host's own end of the text. Messages arrive when the test says so, on either way in their order. */
class SlowHost {
  readonly #shared: SharedText;
  #toHost: (() => void)[] = [];
  #toPage: (() => void)[] = [];
  pushes = 0;
  /** What happens to the next pushes; later ones arrive. */
  readonly troubles: Trouble[] = [];
  readonly reported: unknown[] = [];
  readonly seen: SyncedChange[] = [];
  page: SyncedDocument;
  /** Something failed or was refused, and the page may not have made up for it yet. */
  hasMissed = false;

  constructor(text: string) {
    this.#shared = new SharedText(text);
    this.page = this.#open();
  }

  get text(): string {
    return this.#shared.text;
  }

  /** The text changes elsewhere. */
  change(from: number, to: number, text: string): void {
    const update = this.#shared.documentChanged([
      { start: this.#shared.placeOf(from), end: this.#shared.placeOf(to), text },
    ])!;
    this.#toPage.push(() => {
      this.page.receive(update);
    });
  }

  /** The page is gone at once, and another opens: what was on the way to the host still arrives. */
  reopen(): void {
    while (this.#toHost.length > 0) this.#toHost.shift()!();
    this.#toPage = [];
    this.page = this.#open();
  }

  /** The next message to the host, or from it, and everything that follows from it at once. */
  async deliver(way: 'toHost' | 'toPage'): Promise<void> {
    (way === 'toHost' ? this.#toHost : this.#toPage).shift()?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (this.page.isSettled) this.hasMissed = false;
  }

  async deliverAll(): Promise<void> {
    while (this.#toHost.length + this.#toPage.length > 0)
      await this.deliver(this.#toHost.length > 0 ? 'toHost' : 'toPage');
  }

  #open(): SyncedDocument {
    const page: SyncedDocument = new SyncedDocument({
      text: this.#shared.text,
      ...this.#shared.counts,
      push: (update) => (page === this.page ? this.#push(update) : new Promise(() => undefined)),
      reportFailure: (failure) => {
        this.reported.push(failure instanceof Error ? failure.message : failure);
      },
    });
    page.onDidChange((change) => {
      this.seen.push(change);
    });
    return page;
  }

  #push(update: TextUpdate): Promise<{ readonly own: number }> {
    this.pushes += 1;
    return new Promise((resolve, reject) => {
      this.#toHost.push(() => {
        const trouble = this.troubles.shift();
        if (trouble === undefined || trouble === 'taken') this.#accept(update);
        if (trouble !== undefined) this.hasMissed = true;
        const { own } = this.#shared.counts;
        if (trouble === undefined)
          this.#toPage.push(() => {
            resolve({ own });
          });
        else if (trouble !== 'lost')
          this.#toPage.push(() => {
            reject(new Error(`It was ${trouble}.`));
          });
      });
    });
  }

  #accept(update: TextUpdate): void {
    if (!this.#shared.push(update)) this.hasMissed = true;
    const edits = this.#shared.dequeue();
    if (edits !== undefined) this.#shared.documentChanged(edits);
  }
}

describe('the document in the page', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('pushes each thing typed at once, however slow the host is', async () => {
    const host = new SlowHost('ab');
    for (const [index, insert] of ['x', 'y', 'z', ' ', 'n', 'e', 'w'].entries()) {
      host.page.edit({ from: 1 + index, insert });
      assert.equal(host.pushes, 1 + index);
    }
    await host.deliverAll();
    assert.equal(host.text, 'axyz newb');
    assert.equal(host.pushes, 7);
    assert.equal(host.page.isSettled, true);
  });

  it('is settled when the host has everything', async () => {
    const host = new SlowHost('');
    let isSettled = false;
    host.page.edit({ from: 0, insert: 'x' });
    const settled = host.page.settled().then(() => {
      isSettled = true;
    });
    host.page.edit({ from: 1, insert: 'y' });
    for (const way of ['toHost', 'toPage', 'toHost'] as const) await host.deliver(way);
    assert.equal(isSettled, false);
    await host.deliver('toPage');
    await settled;
    assert.equal(host.text, 'xy');
  });

  it('tells whether a change came from elsewhere', async () => {
    const host = new SlowHost('ab');
    host.page.edit({ from: 0, insert: 'x' });
    host.change(0, 0, 'y');
    await host.deliverAll();
    assert.deepEqual(
      host.seen.map(({ isRemote }) => isRemote),
      [false, true],
    );
  });

  for (const trouble of ['refused', 'taken'] as const) {
    it(`keeps what could not be pushed, says so, and pushes it again, when it was ${trouble}`, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      const host = new SlowHost('ab');
      host.troubles.push(trouble);
      host.page.edit({ from: 1, insert: 'x' });
      await host.deliverAll();
      host.page.edit({ from: 2, insert: 'y' });
      assert.equal(host.page.isSettled, false);
      mock.timers.tick(1000);
      await host.deliverAll();
      assert.equal(host.text, 'axyb');
      assert.equal(host.page.isSettled, true);
      assert.deepEqual(host.reported, [`It was ${trouble}.`, undefined]);
    });
  }

  it('says once that pushes fail, however many are on their way', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const host = new SlowHost('ab');
    host.troubles.push('refused');
    for (const [index, insert] of ['x', 'y', 'z'].entries()) host.page.edit({ from: 1 + index, insert });
    await host.deliverAll();
    assert.deepEqual(host.reported, ['It was refused.']);
    mock.timers.tick(1000);
    await host.deliverAll();
    assert.equal(host.text, 'axyzb');
    assert.deepEqual(host.reported, ['It was refused.', undefined]);
  });

  it('leaves the host in peace until what failed is pushed again, once', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const host = new SlowHost('ab');
    host.troubles.push('refused', 'refused');
    host.page.edit({ from: 1, insert: 'x' });
    await host.deliverAll();
    host.page.edit({ from: 2, insert: 'y' });
    assert.equal(host.pushes, 1);
    host.change(0, 0, '>');
    await host.deliverAll();
    assert.equal(host.pushes, 3);
    mock.timers.tick(999);
    assert.equal(host.pushes, 3);
    mock.timers.tick(1);
    await host.deliverAll();
    assert.equal(host.pushes, 5);
    assert.equal(host.text, '>axyb');
  });

  it('finds out that a push was lost, says so, and pushes it again', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const host = new SlowHost('ab');
    host.troubles.push('lost');
    host.page.edit({ from: 1, insert: 'x' });
    host.page.edit({ from: 2, insert: 'y' });
    await host.deliverAll();
    assert.deepEqual(host.reported, ['The editor did not take what was typed last. It is tried again.']);
    mock.timers.tick(1000);
    await host.deliverAll();
    assert.equal(host.text, 'axyb');
    assert.equal(host.page.isSettled, true);
  });

  it('has pushed a change before anything is drawn of it', () => {
    const host = new SlowHost('ab');
    const pushes: number[] = [];
    host.page.onDidChange(() => {
      pushes.push(host.pushes);
    });
    host.page.edit({ from: 0, insert: 'x' });
    assert.deepEqual(pushes, [1]);
  });

  it('refuses a change of another text than its own', () => {
    const { page } = new SlowHost('ab');
    assert.throws(() => {
      page.receive({ own: 0, seen: 99, changes: [2] });
    }, /99 changes/);
    assert.throws(() => {
      page.receive({ own: 1, seen: 0, changes: [2] });
    }, /1 pushes/);
    assert.throws(() => {
      page.receive({ own: -1, seen: 0, changes: [2] });
    }, /-1 pushes/);
  });

  it('has the text of the host in the end, with everything that both typed once, whatever came between', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          what: fc.constantFrom('page' as const, 'page' as const, 'page' as const, 'host' as const),
          at: fc.nat(40),
          drop: fc.nat(2),
        }),
      },
      { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('toHost' as const, 'toPage' as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          what: fc.constantFrom('refused' as const, 'taken' as const, 'wait' as const, 'reopen' as const),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const both = new BothTyping();
        for (const made of steps) {
          if (made.what === 'page' || made.what === 'host') both.type(made.what, made.at, made.drop);
          else if (made.what === 'toHost' || made.what === 'toPage') await both.host.deliver(made.what);
          else if (made.what === 'wait') mock.timers.tick(1000);
          else if (made.what === 'reopen') both.reopen();
          else both.host.troubles.push(made.what);
        }
        await both.settle();
        assert.equal(both.host.page.wholeText, both.host.text);
        assert.deepEqual(Array.from(both.host.text).sort(), both.expected);
      }),
      { numRuns: inDepth(300) },
    );
  });
});

/** Each letter stands once: whether one is lost, or put in twice, shows in the end. */
class BothTyping {
  readonly host = new SlowHost('ab\ncdef');
  #letters = new Set(this.host.text);
  #typed = 0;

  get expected(): string[] {
    return [...this.#letters].sort();
  }

  type(who: 'page' | 'host', at: number, drop: number): void {
    const text = who === 'page' ? this.host.page.wholeText : this.host.text;
    const from = Math.min(at, text.length);
    const to = Math.min(from + drop, text.length);
    const letter = String.fromCodePoint(0x4e00 + this.#typed);
    this.#typed += 1;
    for (const dropped of text.slice(from, to)) this.#letters.delete(dropped);
    this.#letters.add(letter);
    if (who === 'page') this.host.page.edit({ from, to, insert: letter });
    else this.host.change(from, to, letter);
  }

  /** What the page had still to push again is gone with it, and nothing else. */
  reopen(): void {
    this.host.reopen();
    if (this.host.hasMissed) this.#letters = new Set(this.host.text);
    this.host.hasMissed = false;
  }

  async settle(): Promise<void> {
    await this.host.deliverAll();
    for (let tries = 0; !this.host.page.isSettled && tries < 100; tries += 1) {
      mock.timers.tick(1000);
      await this.host.deliverAll();
    }
    assert.equal(this.host.page.isSettled, true);
  }
}
