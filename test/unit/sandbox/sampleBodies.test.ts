import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../samples/workspace/mapping.schema.json'), 'utf8'),
) as { properties: object; definitions: { dataSource: { anyOf: readonly { const?: string }[] } } };

describe('the sample groups', () => {
  it('are in the sandbox when asked for, and map what the schema of the sample workspace has names for', async () => {
    const sandbox = await startSandbox({ databasePath: ':memory:', withSamples: true });
    const groups = sandbox.groups();
    await sandbox.close();
    assert.equal(
      groups.map(({ userGroupId }) => userGroupId).join(),
      'acme,beta-inc,coral-health,delta-foods,ember-travel,fjord-energy,giro-bikes,harbour-logistics',
    );
    const named = schema.definitions.dataSource.anyOf.map((choice) => choice.const);
    const mappings = groups.flatMap(({ mapping }) => mapping ?? []);
    assert.equal(mappings.length, groups.length - 1, 'one group has no mapping');
    for (const [schemaId, dataSource] of mappings.flatMap((mapping) => Object.entries(JSON.parse(mapping) as object))) {
      assert.ok(schemaId in schema.properties, schemaId);
      assert.ok(named.includes(dataSource as string), String(dataSource));
    }
  });
});
