// News of changes: of one's own at once, of other windows soon.

import assert from 'node:assert/strict';
import { mock } from 'node:test';

import { storeFixture } from '../storeFixture.ts';

describe('The store reports changes', () => {
  const fixture = storeFixture();

  it('of its own when they are on disk', () => {
    const { store, ref } = fixture.open();
    const seen: (string | undefined)[] = [];
    store.changes.onDidChange(() => seen.push(store.groups.find(ref('acme'))?.draft?.text));
    store.groups.saveDraft(ref('acme'), 'one', 1);
    store.groups.saveDraft(ref('acme'), 'two', 2);
    store.groups.forget(ref('acme'));
    assert.deepEqual(seen, ['one', 'two', undefined]);
  });

  it('but not when nothing changed, or nothing could be written', () => {
    const { store, ref } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'one', 1);
    let reported = 0;
    store.changes.onDidChange(() => {
      reported += 1;
    });
    store.groups.saveDraft(ref('acme'), 'one', 2);
    store.groups.forget(ref('globex'));
    store.tokens.dropReplaced(1);
    assert.throws(() =>
      store.connections.add({ kind: 'service', name: 'production', baseUrl: 'https://x.example.com' }),
    );
    assert.equal(reported, 0);
  });

  it('of other windows once each, and lets the process end meanwhile', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    const other = fixture.reopen(path);
    const timersBefore = activeTimers();
    const seen: (string | undefined)[] = [];
    mock.timers.enable({ apis: ['setInterval'] });
    other.changes.onDidChange(() => seen.push(other.groups.find(ref('acme'))?.draft?.text));
    for (const text of ['one', 'two']) {
      store.groups.saveDraft(ref('acme'), text, 1);
      mock.timers.tick(5000);
    }
    other.close();
    store.groups.saveDraft(ref('acme'), 'three', 1);
    mock.timers.tick(5000);
    mock.timers.reset();
    assert.deepEqual(seen, ['one', 'two']);
    store.changes.onDidChange(() => undefined);
    assert.equal(activeTimers(), timersBefore);
  });

  it('to nobody after it was closed', () => {
    const { store, ref } = fixture.open();
    let reported = 0;
    store.changes.onDidChange(() => {
      reported += 1;
    });
    store.groups.saveDraft(ref('acme'), 'one', 1);
    mock.timers.enable({ apis: ['setTimeout'] });
    store.changes.hold();
    store.groups.saveDraft(ref('acme'), 'two', 1);
    store.close();
    store.close();
    mock.timers.tick(5000);
    mock.timers.reset();
    assert.equal(reported, 1);
  });
});

/** Those that keep the process from ending. */
function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
