import assert from 'node:assert/strict';
import { LONGEST_HOLD_SECONDS, paceRule } from '../../../../src/core/paceRule.ts';
import { MAY_12, storeFixture } from '../storeFixture.ts';

describe('The pace of a connection in the store', () => {
  const fixture = storeFixture();
  const rule = paceRule(60);

  it('is one for two windows', () => {
    const { store, connectionId, other } = fixture.openTwice();
    assert.equal(store.pace.reserveTurn(connectionId, rule, MAY_12, true).waitMs, 0);
    const { waitMs, isHeldBack } = other.pace.reserveTurn(connectionId, rule, MAY_12, true);
    assert.ok(waitMs > 0 && !isHeldBack);
    assert.equal(other.pace.reserveTurn(connectionId, rule, MAY_12 + waitMs, true).waitMs, 0);
    assert.ok(store.pace.reserveTurn(connectionId, rule, MAY_12 + waitMs, true).waitMs > 0);
  });

  it('holds back every window when the service asks to wait, with a limit or without', () => {
    const { store, connectionId, other } = fixture.openTwice();
    store.pace.holdBack(connectionId, MAY_12 + 5_000);
    store.pace.holdBack(connectionId, MAY_12 + 2_000);
    for (const each of [rule, undefined])
      assert.deepEqual(other.pace.reserveTurn(connectionId, each, MAY_12, false), { waitMs: 5_000, isHeldBack: true });
    for (const each of [undefined, rule])
      assert.deepEqual(other.pace.reserveTurn(connectionId, each, MAY_12 + 5_000, false), {
        waitMs: 0,
        isHeldBack: false,
      });
  });

  for (const [words, wait, waitMs] of [
    ['is held back for as long as the user can wait', LONGEST_HOLD_SECONDS * 1000, LONGEST_HOLD_SECONDS * 1000],
    ['is not held back for longer after the clock jumped back', LONGEST_HOLD_SECONDS * 1000 + 1, 0],
  ] as const) {
    it(words, () => {
      const { store, connectionId } = fixture.open();
      store.pace.holdBack(connectionId, MAY_12 + wait);
      for (const each of [rule, undefined])
        assert.deepEqual(store.pace.reserveTurn(connectionId, each, MAY_12, false), {
          waitMs,
          isHeldBack: waitMs > 0,
        });
    });
  }

  it('is not held back any more in any window once the user wants no wait', () => {
    const { store, connectionId, other } = fixture.openTwice();
    store.pace.holdBack(connectionId, MAY_12 + 5_000);
    other.pace.holdBack(connectionId, 0);
    assert.equal(store.pace.reserveTurn(connectionId, rule, MAY_12, false).waitMs, 0);
  });

  it('has no end where there is no limit', () => {
    const { store, connectionId } = fixture.open();
    for (const isBulk of [true, true, false])
      assert.equal(store.pace.reserveTurn(connectionId, undefined, MAY_12, isBulk).waitMs, 0);
  });

  it('is kept for no connection that is gone', () => {
    const { store, connectionId } = fixture.open();
    store.connections.remove(connectionId);
    store.pace.holdBack(connectionId, MAY_12 + 5_000);
    assert.equal(store.pace.reserveTurn(connectionId, rule, MAY_12, true).waitMs, 0);
  });
});
