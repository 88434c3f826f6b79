// Fetch: get-or-create with what was last sent, to see what the service has.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, MAY_12, productStarter } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

describe('Fetch', () => {
  const start = productStarter();

  it('sends what was last applied, never the id alone nor a draft', async () => {
    const { services, connection, requests } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Being typed' }));
    await services.sending.fetch(connection, 'acme');
    assert.equal(requests[1]?.method, 'GET');
    assert.deepEqual(JSON.parse(requests[1].requestBody), JSON.parse(TYPED));
  });

  it('sends what the service answered where nothing was ever applied from here', async () => {
    const { services, connection, remote, requests } = await start();
    await ask(remote, 'GET', groupBody({ name: 'Acme Ltd', properties: { region: 'US' } }));
    await services.sending.getOrCreate(connection, documentOf());
    await services.sending.fetch(connection, 'acme');
    assert.deepEqual(JSON.parse(requests.at(-1)?.requestBody ?? ''), {
      user_group_id: 'acme',
      name: 'Acme Ltd',
      properties: { region: 'US' },
    });
  });

  it('changes nothing of document and draft when the group is as it was', async () => {
    const { services, connection, clock, record, words } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    const draft = documentOf({ name: 'Being typed' });
    services.groups.saveDraft(connection, 'acme', draft);
    clock.now += DAY;
    const result = await services.sending.fetch(connection, 'acme');
    assert.deepEqual(
      [result.isNew, result.wasGone, result.isNotApplied, result.differences],
      [false, false, false, []],
    );
    assert.deepEqual(
      [record('acme')?.draft?.text, record('acme')?.base?.at, record('acme')?.answered?.at],
      [draft, MAY_12, MAY_12 + DAY],
    );
    assert.deepEqual(await words('acme'), ['Unsent changes', 'Sent 12 May']);
  });

  it('makes a group that is gone again as it was last sent, says so, and has its new token', async () => {
    const { services, connection, remote, clock, ref, words, loseOnService } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    loseOnService('acme');
    clock.now += DAY;
    const result = await services.sending.fetch(connection, 'acme');
    assert.deepEqual([result.isNew, result.wasGone], [true, true]);
    assert.deepEqual(JSON.parse(remote.group('acme')?.mapping ?? ''), { 40: '213' });
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    clock.now += DAY;
    assert.deepEqual(await words('acme'), ['Recreated, new token', 'Previous token kept', 'Sent 13 May']);
    await services.sending.fetch(connection, 'acme');
    assert.deepEqual(await words('acme'), ['Previous token kept', 'Sent 13 May']);
  });

  it('of a group that was never sent says so, and sends nothing', async () => {
    const { services, connection, requests } = await start();
    services.groups.saveDraft(connection, 'acme', TYPED);
    const failure = await failureOf(services.sending.fetch(connection, 'acme'));
    assert.equal(
      failure.message,
      `Couldn't fetch "acme" from staging. It was never sent. Use "Get or Create User Group…" or "Add Existing User Group…".`,
    );
    assert.deepEqual(requests, []);
  });
});
