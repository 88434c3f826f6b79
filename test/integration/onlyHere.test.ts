// The extension host of the tests reaches this machine only, and whatever it tries beyond is counted
// (scripts/test/onlyLoopback.ts).

import assert from 'node:assert/strict';

const where = process.env.TEST_OUTSIDE_FILE === undefined ? describe.skip : describe;

where('The extension host of the tests (skipped where the tests are not run by the scripts)', () => {
  it('is held to this machine', () => {
    assert.ok(Symbol.for('reaches this machine only') in globalThis);
  });

  it('answers for a name that cannot exist without asking anybody', async () => {
    await assert.rejects(
      fetch('http://nowhere.invalid'),
      (error: Error) => (error.cause as { code?: string }).code === 'ENOTFOUND',
    );
  });
});
