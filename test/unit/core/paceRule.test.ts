import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextTurn, paceRule } from '../../../src/core/paceRule.ts';

describe('The pace of a connection', () => {
  it('lets no sixty seconds have more requests than allowed, single ones and a bulk together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.record({ passes: fc.integer({ min: 0, max: 3_000 }), isBulk: fc.boolean() }), {
          minLength: 1,
          maxLength: 400,
        }),
        (allowed, asks) => {
          const rule = paceRule(allowed)!;
          let [now, nextAt] = [1_000_000, 0];
          const left: number[] = [];
          for (const { passes, isBulk } of asks) {
            now += passes;
            const turn = nextTurn(rule, nextAt, now, isBulk);
            ({ nextAt } = turn);
            left.push(...(turn.waitMs === 0 ? [now] : []));
          }
          for (const from of left) assert.ok(left.filter((at) => at >= from && at < from + 60_000).length <= allowed);
        },
      ),
    );
  });

  it('lets no sixty seconds have more than allowed of those who ask again as soon as they may', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.boolean(), { minLength: 500, maxLength: 500 }),
        (allowed, kinds) => {
          const rule = paceRule(allowed)!;
          let [now, nextAt] = [1_000_000, 0];
          const left = kinds.map((isBulk) => {
            now += Math.ceil(nextTurn(rule, nextAt, now, isBulk).waitMs);
            ({ nextAt } = nextTurn(rule, nextAt, now, isBulk));
            return now;
          });
          for (const [index, at] of left.entries()) assert.ok((left[index + allowed] ?? Infinity) - at >= 60_000);
        },
      ),
    );
  });

  it('has no rule where there is no limit', () => {
    assert.equal(paceRule(undefined), undefined);
  });

  it('lets a single request pass a bulk that has used its turns', () => {
    const rule = paceRule(120)!;
    const { nextAt } = nextTurn(rule, 0, 1_000_000, true);
    assert.ok(nextTurn(rule, nextAt, 1_000_000, true).waitMs > 0);
    assert.equal(nextTurn(rule, nextAt, 1_000_000, false).waitMs, 0);
  });

  it('waits for no turn that was kept before the clock jumped back', () => {
    assert.equal(nextTurn(paceRule(60)!, 10_000_000, 1_000, true).waitMs, 0);
  });
});
