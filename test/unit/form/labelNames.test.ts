import assert from 'node:assert/strict';
import { labelNames, labelsIn } from '../../../src/form/labelNames.ts';

describe('names for bare ids', () => {
  const schemas = Object.entries({ 40: 'Orders', ['__proto__']: 'odd' });
  const names = labelNames({
    schemas,
    dataSources: [
      [undefined, '213', 'acme-prod'],
      ['40', '213', 'acme-orders'],
      ['null', '1', 'of a schema named null'],
    ],
  });

  it('are those of the schema', () => {
    assert.deepEqual([names.schema('40'), names.schema('__proto__'), names.schema('41')], ['Orders', 'odd', undefined]);
  });

  it('are those within a schema before those for any', () => {
    assert.deepEqual([names.dataSource('40', '213'), names.dataSource('41', '213')], ['acme-orders', 'acme-prod']);
  });

  it('are for the mapping alone: a property that is named 40 is no schema id', () => {
    const all = { schemas: [['40', 'Orders']], dataSources: [['40', '213', 'acme-prod']] } as const;
    const named = (field: 'mapping' | 'properties'): unknown => [
      labelNames(labelsIn(field, all)).schema('40'),
      labelNames(labelsIn(field, all)).dataSource('40', '213'),
    ];
    assert.deepEqual(
      [named('mapping'), named('properties')],
      [
        ['Orders', 'acme-prod'],
        [undefined, undefined],
      ],
    );
  });

  it('do not take a schema for any schema', () => {
    assert.deepEqual(
      [names.dataSource('null', '1'), names.dataSource('40', '1')],
      ['of a schema named null', undefined],
    );
  });
});
