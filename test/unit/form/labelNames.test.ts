import assert from 'node:assert/strict';
import { labelNames } from '../../../src/form/labelNames.ts';

describe('names for bare ids', () => {
  const names = labelNames({
    schemas: [['40', 'Orders'], ['__proto__', 'odd']],
    dataSources: [[undefined, '213', 'acme-prod'], ['40', '213', 'acme-orders'], ['null', '1', 'of a schema named null']],
  });

  it('are those of the schema', () => {
    assert.deepEqual([names.schema('40'), names.schema('__proto__'), names.schema('41')], ['Orders', 'odd', undefined]);
  });

  it('are those within a schema before those for any', () => {
    assert.deepEqual([names.dataSource('40', '213'), names.dataSource('41', '213')], ['acme-orders', 'acme-prod']);
  });

  it('do not take a schema for any schema', () => {
    assert.deepEqual([names.dataSource('null', '1'), names.dataSource('40', '1')], ['of a schema named null', undefined]);
  });
});
