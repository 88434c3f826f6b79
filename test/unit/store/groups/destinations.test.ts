// Where the token of a group was written last, for as long as the group is there.

import assert from 'node:assert/strict';
import type { EnvFileDestination } from '../../../../src/core/tokenDestination.ts';
import { documentOf, productStarter } from '../../../support/product.ts';
import { storeFixture } from '../storeFixture.ts';

const FILE: EnvFileDestination = { kind: 'envFile', file: 'file:///app/.env', variable: 'TOKEN' };

describe('The destination of a token', () => {
  const fixture = storeFixture();
  const start = productStarter();

  it('is kept for each group, over windows, until another one is chosen', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    for (const id of ['acme', 'globex']) store.groups.saveDraft(ref(id), '{}', 1);
    store.destinations.remember(ref('acme'), { kind: 'command' });
    for (const destination of [FILE, { kind: 'command' }, { kind: 'terminal', variable: 'T' }] as const) {
      store.destinations.remember(ref('acme'), destination);
      assert.deepEqual(fixture.reopen(path).destinations.find(ref('acme')), destination);
    }
    assert.equal(store.destinations.find(ref('globex')), undefined);
  });

  it('that is a variable of a file is found by it, with all groups that have it', () => {
    const { store, ref } = fixture.open();
    for (const id of ['acme', 'globex', 'other', 'elsewhere', 'shell']) store.groups.saveDraft(ref(id), '{}', 1);
    for (const id of ['globex', 'acme']) store.destinations.remember(ref(id), FILE);
    store.destinations.remember(ref('other'), { ...FILE, variable: 'OTHER' });
    store.destinations.remember(ref('elsewhere'), { ...FILE, file: 'file:///app/.env.local' });
    store.destinations.remember(ref('shell'), { kind: 'terminal', variable: 'TOKEN' });
    assert.deepEqual(store.destinations.groupsAt(FILE), [ref('acme'), ref('globex')]);
  });

  it('is none of a group that is not in the list', () => {
    const { store, ref } = fixture.open();
    store.destinations.remember(ref('acme'), FILE);
    store.groups.saveDraft(ref('acme'), '{}', 1);
    assert.equal(store.destinations.find(ref('acme')), undefined);
  });

  it('stays when its token is rotated, and goes with its group', async () => {
    const { services, store, connection, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    services.destinations.remember(ref('acme'), FILE);
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(services.destinations.find(ref('acme')), FILE);
    services.groups.forget(ref('acme'));
    store.groups.saveDraft(ref('acme'), '{}', 1);
    assert.equal(services.destinations.find(ref('acme')), undefined);
  });

  it('goes when its group is deleted on the service', async () => {
    const { services, connection, ref } = await start({ entry: { api: 'customer' } });
    await services.sending.getOrCreate(connection, documentOf());
    services.destinations.remember(ref('acme'), FILE);
    const { asked } = await services.deletion.deletable(connection, 'acme');
    await services.deletion.delete(connection, 'acme', asked);
    assert.notEqual(services.groups.find(ref('acme')), undefined);
    assert.equal(services.destinations.find(ref('acme')), undefined);
  });

  it('is out of sight with a connection that is removed, and comes back with it', async () => {
    const { services, connection, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    services.destinations.remember(ref('acme'), FILE);
    await services.removed.remove(connection);
    assert.equal(services.destinations.find(ref('acme')), undefined);
    assert.deepEqual(services.destinations.groupsAt(FILE), []);
    await services.removed.restore(services.removed.list()[0]!);
    assert.deepEqual(services.destinations.find(ref('acme')), FILE);
  });

  it('goes with all local data', async () => {
    const { services, store, connection, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    services.destinations.remember(ref('acme'), FILE);
    await services.localData.deleteAll();
    assert.equal(store.destinations.find(ref('acme')), undefined);
  });
});
