// News of changes: of one's own at once, of other windows soon.

import assert from 'node:assert/strict';
import { mock } from 'node:test';

import { storeFixture } from '../storeFixture.ts';

describe('The store reports changes', () => {
  const fixture = storeFixture();

  it('of its own when they are on disk', () => {
    const { store, ref, saveDraft, find } = fixture.open();
    const seen: (string | undefined)[] = [];
    store.changes.onDidChange(() => seen.push(find('acme')?.draft?.text));
    saveDraft('acme', 'one');
    saveDraft('acme', 'two');
    store.groups.forget(ref('acme'));
    assert.deepEqual(seen, ['one', 'two', undefined]);
  });

  it('but not when nothing changed, or nothing could be written', () => {
    const { store, ref, saveDraft, connect } = fixture.open();
    saveDraft('acme', 'one');
    const reported = mock.fn();
    store.changes.onDidChange(reported);
    saveDraft('acme', 'one');
    store.groups.forget(ref('globex'));
    store.tokens.dropReplaced(1);
    assert.throws(() => connect('production'));
    assert.equal(reported.mock.callCount(), 0);
  });

  it('of other windows once each, and lets the process end meanwhile', () => {
    const { store, ref, saveDraft, other } = fixture.openTwice();
    const timersBefore = activeTimers();
    const seen: (string | undefined)[] = [];
    mock.timers.enable({ apis: ['setInterval'] });
    other.changes.onDidChange(() => seen.push(other.groups.find(ref('acme'))?.draft?.text));
    for (const text of ['one', 'two']) {
      saveDraft('acme', text);
      mock.timers.tick(5000);
    }
    other.close();
    saveDraft('acme', 'three');
    mock.timers.tick(5000);
    mock.timers.reset();
    assert.deepEqual(seen, ['one', 'two']);
    store.changes.onDidChange(() => undefined);
    assert.equal(activeTimers(), timersBefore);
  });

  it('to nobody after it was closed', () => {
    const { store, saveDraft } = fixture.open();
    const reported = mock.fn();
    store.changes.onDidChange(reported);
    mock.timers.enable({ apis: ['setTimeout'] });
    store.changes.hold();
    saveDraft('acme');
    store.close();
    store.close();
    mock.timers.tick(5000);
    mock.timers.reset();
    assert.equal(reported.mock.callCount(), 0);
  });
});

/** Those that keep the process from ending. */
function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
