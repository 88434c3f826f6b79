// Where the token of a group was written last, for as long as the group is there.

import assert from 'node:assert/strict';
import type { EnvFileDestination } from '../../../../src/core/tokenDestination.ts';
import { documentOf, productStarter } from '../../../support/product.ts';
import { storeFixture } from '../storeFixture.ts';

const FILE: EnvFileDestination = { kind: 'envFile', file: 'file:///app/.env', variable: 'TOKEN' };

describe('The destination of a token', () => {
  const fixture = storeFixture();
  const start = productStarter();

  it('is kept for each group in the list, over windows, until another one is chosen', () => {
    const { store, ref, saveDraft, other } = fixture.openTwice();
    store.destinations.remember(ref('acme'), FILE);
    for (const id of ['acme', 'globex']) saveDraft(id);
    assert.equal(store.destinations.find(ref('acme')), undefined);
    for (const destination of [FILE, { kind: 'command' }, { kind: 'terminal', variable: 'T' }] as const) {
      store.destinations.remember(ref('acme'), destination);
      assert.deepEqual(other.destinations.find(ref('acme')), destination);
    }
    assert.equal(store.destinations.find(ref('globex')), undefined);
  });

  it('that is a variable of a file is found by it, with all groups that have it', () => {
    const { store, ref, saveDraft } = fixture.open();
    for (const [id, destination] of [
      ['globex', FILE],
      ['acme', FILE],
      ['other', { ...FILE, variable: 'OTHER' }],
      ['elsewhere', { ...FILE, file: 'file:///app/.env.local' }],
      ['shell', { kind: 'terminal', variable: 'TOKEN' }],
    ] as const) {
      saveDraft(id);
      store.destinations.remember(ref(id), destination);
    }
    assert.deepEqual(store.destinations.groupsAt(FILE), [ref('globex'), ref('acme')]);
  });

  it('stays when its token is rotated, and goes with its group', async () => {
    const { services, store, connection, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    services.destinations.remember(ref('acme'), FILE);
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(services.destinations.find(ref('acme')), FILE);
    services.groups.remove(ref('acme'));
    store.groups.saveDraft(ref('acme'), '{}', 1);
    assert.equal(services.destinations.find(ref('acme')), undefined);
  });

  it('goes when its group is deleted on the service', async () => {
    const { services, connection, ref } = await start({ entry: { api: 'customer' } });
    await services.sending.getOrCreate(connection, documentOf());
    services.destinations.remember(ref('acme'), FILE);
    const { asked } = await services.byToken.ready('delete', connection, 'acme');
    await services.byToken.send('delete', connection, 'acme', asked);
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
});
