// Siblings as the editor meets them: through real sendings, and from a file that an earlier version left.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Log } from '../../../../src/core/ports/log.ts';
import type { SiblingStore } from '../../../../src/core/ports/siblingStore.ts';
import { softWarnings } from '../../../../src/document/softWarnings.ts';
import { Siblings } from '../../../../src/services/editing/siblings.ts';
import { openStore, type SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { documentOf, type Product, productStarter } from '../../../support/product.ts';

const send = async ({ services, connection }: Product, fields: Readonly<Record<string, unknown>>): Promise<void> => {
  await services.sending.getOrCreate(connection, documentOf(fields));
};

describe('The siblings of a group', () => {
  const start = productStarter();

  it('are what was sent: a draft, and a sending that was not applied, count for nothing', async () => {
    const product = await start();
    const { services, connection, ref } = product;
    await send(product, {
      user_group_id: 'beta',
      name: 'Beta Inc',
      mapping: { 40: '213', 41: 7 },
      properties: { region: 'EU' },
    });
    services.groups.saveDraft(connection, 'gamma', documentOf({ user_group_id: 'gamma', mapping: { 99: '9' } }));
    await send(product, { user_group_id: 'beta', name: 'Beta Inc', mapping: { 98: '8' } });
    assert.deepEqual(services.siblings.schemaIds(ref(''), 10), [
      { schemaId: '40', groups: 1 },
      { schemaId: '41', groups: 1 },
    ]);
    await services.sending.update(
      connection,
      documentOf({ user_group_id: 'beta', name: 'Beta Inc', mapping: { 41: '7' } }),
    );
    assert.deepEqual(services.siblings.schemaIds(ref('acme'), 10), [{ schemaId: '41', groups: 1 }]);
    assert.deepEqual(services.siblings.schemaIds(ref('beta'), 10), []);
  });

  it('name the one other group of a data source, until this one has been sent with it', async () => {
    const product = await start();
    const { siblings } = product.services;
    await send(product, { user_group_id: 'beta', name: 'Beta Inc', mapping: { 40: 213 } });
    const beta = { userGroupId: 'beta', name: 'Beta Inc' };
    assert.deepEqual(siblings.onlyOther(product.ref('acme'), '213'), beta);
    assert.deepEqual(siblings.dataSources(product.ref('acme'), '40', 10), [
      { dataSource: '213', groups: 1, onlyBy: beta },
    ]);
    await send(product, { mapping: { 40: '213' } });
    assert.equal(siblings.onlyOther(product.ref('acme'), '213'), undefined);
    assert.deepEqual(siblings.dataSources(product.ref('acme'), '40', 10), [{ dataSource: '213', groups: 1 }]);
  });

  it('have only properties where a group was added that existed: its mapping is never answered', async () => {
    const product = await start();
    const other = product.anotherWindow();
    await send(product, { user_group_id: 'beta', name: 'Beta', mapping: { 40: '213' }, properties: { region: 'EU' } });
    product.services.groups.forget(product.ref('beta'));
    await other.services.sending.getOrCreate(other.connection, documentOf({ user_group_id: 'beta', name: 'Beta' }));
    const { withMapping, withProperties, propertyNames } = product.services.siblings.facts(product.ref('acme'));
    assert.deepEqual([withMapping, withProperties, propertyNames], [0, 1, [{ name: 'region', groups: 1 }]]);
  });

  it('warn of what this group lacks, misspells or shares with one other', async () => {
    const product = await start();
    for (let number = 0; number < 5; number += 1) {
      await send(product, {
        user_group_id: `group-${number}`,
        name: `Group ${number}`,
        mapping: { 40: `${number}` },
        properties: { region: 'EU', tier: 1 },
      });
    }
    const warned = (userGroupId: string, fields: Readonly<Record<string, unknown>>): string[] =>
      softWarnings(documentOf(fields), product.services.siblings.facts(product.ref(userGroupId))).map(
        ({ message }) => message,
      );
    assert.deepEqual(warned('acme', { mapping: { 41: '3' }, properties: { regoin: 'EU', TIER: 2 } }), [
      'This mapping has no 40: 5 of 5 groups on this connection map it.',
      '3 is used by Group 3 only: viewers of this group may see the data of Group 3.',
      'regoin: did you mean region? 5 of 5 groups on this connection have it.',
      'TIER: did you mean tier? 5 of 5 groups on this connection have it.',
    ]);
    // Four siblings are too few to tell.
    assert.deepEqual(warned('group-3', { mapping: { 41: '3' }, properties: {} }), []);
  });
});

describe('Bases of the time before siblings', () => {
  let folder: string;
  let store: SqliteStore;
  beforeEach(() => {
    warned.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'user-groups-siblings-'));
    store = openStore({ path: join(folder, 'user-groups.db') });
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  const warned: string[] = [];
  const log: Log = {
    request: () => undefined,
    info: () => undefined,
    warn: (message) => {
      warned.push(message);
    },
    bug: (error) => {
      throw error;
    },
  };

  /** A base without entries is as an earlier version kept it. */
  function keepOlder(groups: number): string {
    const { id: connectionId } = store.addConnection({
      kind: 'service',
      name: 'staging',
      baseUrl: 'https://x.example.com',
    });
    for (let number = 0; number < groups; number += 1) {
      const text = documentOf({ mapping: { 40: `${number % 2}` }, properties: { region: 'EU' } });
      const version = store.beginSend(
        { connectionId, userGroupId: `group-${number}` },
        { operation: 'update', text, at: 1 },
      );
      store.finishSend(version, { outcome: 'updated', at: 1, base: { text, from: 'sent', mappingKnown: true } });
    }
    return connectionId;
  }

  it('are read in the background, all of them', async () => {
    const connectionId = keepOlder(50);
    const siblings = new Siblings(store, log);
    assert.deepEqual(siblings.schemaIds({ connectionId, userGroupId: '' }, 10), []);
    await siblings.readOlderBases();
    assert.deepEqual(siblings.schemaIds({ connectionId, userGroupId: '' }, 10), [{ schemaId: '40', groups: 50 }]);
    assert.deepEqual(siblings.dataSources({ connectionId, userGroupId: 'group-0' }, '40', 10), [
      { dataSource: '1', groups: 25 },
      { dataSource: '0', groups: 24 },
    ]);
    assert.deepEqual(store.basesToRead(1), []);
  });

  it('are left for another time when the window closes', async () => {
    keepOlder(50);
    const siblings = new Siblings(store, log);
    const keepEntries = store.keepEntries.bind(store);
    store.keepEntries = (read) => {
      keepEntries(read);
      siblings.dispose();
    };
    await siblings.readOlderBases();
    assert.equal(store.basesToRead(100).length, 30);
  });

  it('that cannot be read are mentioned in the log, no more', async () => {
    const failing = {
      basesToRead: () => {
        throw new Error('the disk is full');
      },
    } as unknown as SiblingStore;
    await new Siblings(failing, log).readOlderBases();
    assert.deepEqual(warned, ['What older groups have could not be read: Error: the disk is full']);
  });
});
