// What is proposed for a mapping: of the schema and of other groups, named in one way and in one order.

import assert from 'node:assert/strict';
import { schemaChoices } from '../../../../src/document/schemaChoices.ts';
import {
  MappingProposals,
  proposalDetail,
  proposalTitle,
  type MappingProposal,
} from '../../../../src/services/editing/mappingProposals.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const SCHEMA = {
  properties: {
    40: {
      title: 'Orders',
      oneOf: [{ const: '213', title: 'acme-prod' }, { const: 386, title: 'beta-prod' }, { const: '7' }],
    },
    41: {},
  },
  additionalProperties: { $ref: '#/$defs/source' },
  $defs: { source: { enum: ['500', '501'], enumDescriptions: ['shared', 'spare'] } },
};

describe('Proposals for a mapping', () => {
  const start = productStarter();
  let product: Product;
  beforeEach(async () => {
    product = await start();
  });

  async function others(...mappings: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    for (const [index, mapping] of mappings.entries())
      await product.services.sending.getOrCreate(
        product.connection,
        documentOf({ user_group_id: `group-${index}`, name: `Group ${index}`, mapping }),
      );
  }

  const proposals = (schema: unknown = SCHEMA, limit = 10): MappingProposals =>
    new MappingProposals(product.services.siblings, schemaChoices(schema), limit);
  const shown = (all: readonly MappingProposal[]): (string | undefined)[][] =>
    all.map((proposal) => [proposalTitle(proposal), proposal.json, proposalDetail(proposal)]);

  it('come from the schema of one group alone, with their names', () => {
    const { ref } = product;
    assert.deepEqual(shown(proposals().schemaIds(ref('acme'))), [
      ['Orders · 40', '"40"', undefined],
      ['41', '"41"', undefined],
    ]);
    assert.deepEqual(shown(proposals().dataSources(ref('acme'), '40')), [
      ['acme-prod · 213', '"213"', undefined],
      ['beta-prod · 386', '386', undefined],
      ['7', '"7"', undefined],
    ]);
  });

  it('are those for any id where the schema has none for this one', () => {
    const { ref } = product;
    assert.deepEqual(shown(proposals().dataSources(ref('acme'), '99')), [
      ['shared · 500', '"500"', undefined],
      ['spare · 501', '"501"', undefined],
    ]);
    assert.deepEqual(proposals().dataSources(ref('acme'), '41'), []);
  });

  it('have the name within their schema ID, or else the one for any', () => {
    const named = (title: string): object => ({ oneOf: [{ const: '213', title }] });
    const schema = { properties: { 40: named('Orders'), 41: named('Stock') }, additionalProperties: named('Any') };
    assert.deepEqual(
      ['40', '41', '42'].map((id) => proposals(schema).dataSources(undefined, id).map(proposalTitle)),
      [['Orders · 213'], ['Stock · 213'], ['Any · 213']],
    );
  });

  it('are of the schema even without a connection', () => {
    assert.equal(proposals().dataSources(undefined, '40').length, 3);
    assert.deepEqual(
      [2, 1].map((limit) => shown(proposals(SCHEMA, limit).schemaIds(undefined)).length),
      [2, 1],
    );
  });

  it('are named and counted where other groups have them, and follow the schema', async () => {
    await others({ 40: '386', 7: '1' }, { 40: 386, 7: '1' }, { 40: '12' }, { 40: '12' });
    const { ref } = product;
    assert.deepEqual(shown(proposals().schemaIds(ref('acme'))), [
      ['Orders · 40', '"40"', 'in 4 groups'],
      ['41', '"41"', undefined],
      ['7', '"7"', 'in 2 groups'],
    ]);
    assert.deepEqual(shown(proposals().dataSources(ref('acme'), '40')), [
      ['acme-prod · 213', '"213"', undefined],
      ['beta-prod · 386', '386', 'in 2 groups'],
      ['7', '"7"', undefined],
      ['12', '"12"', 'in 2 groups'],
      ['1', '"1"', 'in 2 groups'],
    ]);
  });

  it('come last where one other group alone uses them, those of the schema as well', async () => {
    await others({ 40: '213' }, { 40: '999' }, { 40: '12' }, { 40: '12' });
    const expected = [
      ['beta-prod · 386', '386', undefined],
      ['7', '"7"', undefined],
      ['12', '"12"', 'in 2 groups'],
      ['acme-prod · 213', '"213"', 'used by Group 0 only'],
      ['999', '"999"', 'used by Group 1 only'],
    ];
    const { ref } = product;
    assert.deepEqual(shown(proposals().dataSources(ref('acme'), '40')), expected);
    // However few can be asked for.
    assert.deepEqual(shown(proposals(SCHEMA, 4).dataSources(ref('acme'), '40')), expected.slice(0, 4));
    assert.deepEqual(shown(proposals(SCHEMA, 1).dataSources(ref('acme'), '40')), expected.slice(0, 1));
  });

  it('count and name the one group of a value of the schema, however few can be asked for', async () => {
    await others({ 40: '1' }, { 40: '2' });
    const [proposal] = proposals({ properties: { 40: { enum: ['2'] } } }, 1).dataSources(product.ref('acme'), '40');
    assert.deepEqual([proposal?.groups, proposal?.onlyBy], [1, { userGroupId: 'group-1', name: 'Group 1' }]);
  });

  it('show text from elsewhere harmlessly', () => {
    assert.equal(proposalTitle({ id: ' 40', name: '[a](command:b)' }), '[a]\u200B(command:b) · ␠40');
  });
});
