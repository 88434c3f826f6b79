// A mapping that the service has answered, where the user sees it.

import assert from 'node:assert/strict';
import type { GroupFacts } from '../../../../src/core/ports/userGroupStore.ts';
import { compare } from '../../../../src/vscode/editing/compare.ts';
import { compareTwo } from '../../../../src/vscode/groups/compareTwo.ts';
import { groupChildren, groupNode } from '../../../../src/vscode/groups/tree/nodes.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';

const ANSWERED = { at: MAY_12, operation: 'getOrCreate', name: 'Acme', mapping: '{"40":"213"}' } as const;
const base = (from: 'sent' | 'answered', text: string): GroupFacts['base'] => ({
  from,
  text,
  at: MAY_12,
  mappingKnown: false,
  entries: {},
});

describe('A mapping that the service has answered', () => {
  const start = productStarter();

  async function withFacts(facts: Omit<GroupFacts, 'userGroupId' | 'versions'>): Promise<Product> {
    const product = await start();
    product.store.groups.put(product.connection.id, [{ userGroupId: 'acme', versions: [], ...facts }], 'stay');
    return product;
  }
  async function childOf(product: Product): Promise<unknown> {
    const { services, connection, ref } = product;
    const record = services.groups.find(ref('acme'))!;
    const node = groupNode(connection, (await services.groups.listed(ref('acme')))!, 'name');
    const [mapping] = groupChildren(record, services.groups.documentText(record), node);
    return mapping?.kind === 'field' && mapping.entries?.map(({ key, value }) => [key, value]);
  }

  it('is in the list where the document omits it, but not where the document has one or a draft omits it', async () => {
    const sent = { base: base('sent', documentOf()), answered: ANSWERED };
    assert.deepEqual(await childOf(await withFacts(sent)), [['40', '"213"']]);
    assert.deepEqual(await childOf(await withFacts({ ...sent, answered: { ...ANSWERED, mapping: null } })), []);
    const text = documentOf({ mapping: { 41: '7' } });
    const ofDocument = [['41', '"7"']];
    assert.deepEqual(await childOf(await withFacts({ base: base('answered', text), answered: ANSWERED })), ofDocument);
    assert.equal(
      await childOf(await withFacts({ ...sent, draft: { text: documentOf({ name: 'B' }), at: MAY_12 } })),
      undefined,
    );
  });

  it('is part of what is compared', async () => {
    const product = await withFacts({ base: base('answered', documentOf({ mapping: {} })), answered: ANSWERED });
    const person = new PlayedPerson();
    const context = editingContextOf(product, person);
    await compare(context, { connection: product.connection, userGroupId: 'acme' }, 'answered');
    await compareTwo(context, {
      origin: 'argument',
      input: { connection: 'staging', user_group_id: 'acme', with: 'acme' },
    });
    assert.deepEqual(person.shown, [
      'difference: "acme" on staging: service response 12 May 2025 ↔ draft',
      'difference: "acme" on staging, received 12 May 2025 ↔ "acme" on staging, received 12 May 2025',
    ]);
  });
});
