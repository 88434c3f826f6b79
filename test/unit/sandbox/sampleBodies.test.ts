// The sample groups: what is in them, and when they are put in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleBodies } from '../../../src/sandbox/sampleBodies.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask } from './ask.ts';

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../samples/workspace/mapping.schema.json'), 'utf8'),
) as { properties: object; definitions: { dataSource: { anyOf: readonly { const?: string }[] } } };

describe('the sample groups', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  it('are put into an empty sandbox when asked for', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', withSamples: true });
    assert.deepEqual(
      sandbox.groups().map(({ userGroupId }) => userGroupId),
      [
        'acme',
        'beta-inc',
        'coral-health',
        'delta-foods',
        'ember-travel',
        'fjord-energy',
        'giro-bikes',
        'harbour-logistics',
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

  it('map what the schema of the sample workspace has names for, but for one group that has no mapping', async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', withSamples: true });
    const named = schema.definitions.dataSource.anyOf.map((choice) => choice.const);
    const mappings = sandbox.groups().map(({ mapping }) => mapping);
    assert.equal(mappings.filter((mapping) => mapping === undefined).length, 1);
    for (const mapping of mappings) {
      for (const [schemaId, dataSource] of Object.entries(JSON.parse(mapping ?? '{}') as object)) {
        assert.ok(schemaId in schema.properties, schemaId);
        assert.ok(named.includes(dataSource as string), String(dataSource));
      }
    }
  });
});

describe('the sandbox', () => {
  it('keeps numbers as they were written', async () => {
    const sandbox = await startSandbox({ databasePath: ':memory:' });
    const properties = '{"accountId": 12345678901234567890, "threshold": 1.0, "factor": 1e400}';
    await ask(sandbox, 'GET', `{"user_group_id":"a","mapping":{"40": 9007199254740993},"properties":${properties}}`);
    const group = sandbox.group('a')!;
    await sandbox.close();
    assert.deepEqual([group.mapping, group.properties], ['{"40": 9007199254740993}', properties]);
  });
});
