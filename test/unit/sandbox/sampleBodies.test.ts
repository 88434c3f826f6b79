// The sample groups: what is in them, and when they are put in.

import assert from 'node:assert/strict';
import { sampleBodies } from '../../../src/sandbox/sampleBodies.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask } from './ask.ts';

describe('the sample groups', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  it('are put into an empty sandbox when asked for', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', withSamples: true });
    assert.deepEqual(
      sandbox.groups().map(({ userGroupId }) => userGroupId),
      [
        'example_1',
        '6',
        'northwind-eu',
        'acme',
        'ACME',
        'retail/50% off & more',
        'café-東京',
        'clinic-7',
        'empty-properties',
        'wholesale',
      ],
    );
  });

  it('are not put in otherwise', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:' });
    assert.deepEqual(sandbox.groups(), []);
  });

  it('are bodies that the sandbox takes as they are', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:' });
    const statuses = [];
    for (const body of sampleBodies) statuses.push((await ask(sandbox, 'GET', body)).status);
    assert.deepEqual(
      statuses,
      sampleBodies.map(() => 200),
    );
  });

  it('keep numbers as they were written', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', withSamples: true });
    const { mapping, properties } = sandbox.group('northwind-eu')!;
    assert.equal(mapping, '{"40": 9007199254740993}');
    assert.equal(properties, '{"accountId": 12345678901234567890, "threshold": 1.0, "factor": 1e400}');
  });

  it('hold one without a mapping, one with empty properties and one with a hundred', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', withSamples: true });
    assert.equal(sandbox.group('café-東京')!.mapping, undefined);
    assert.equal(sandbox.group('empty-properties')!.properties, '{}');
    assert.equal(Object.keys(JSON.parse(sandbox.group('wholesale')!.properties!) as object).length, 100);
  });
});
