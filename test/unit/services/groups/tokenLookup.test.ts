// A token that the user typed: it is recognized, and never sent or shown.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

const OTHER = 'https://other.example.com';

describe('A token that was typed', () => {
  const start = productStarter();

  it("is known as another connection's API token, set for any address, stored or in a variable", async () => {
    const { services, remote, settings, variables, connection } = await start();
    settings.edit([
      ...settings.entries,
      { name: 'by variable', baseUrl: OTHER, apiTokenEnv: 'OTHER_TOKEN' },
      { name: 'none', baseUrl: OTHER },
    ]);
    variables.set('OTHER_TOKEN', 'token-in-a-variable');
    assert.deepEqual(
      (await services.inHand.look(remote.apiToken)).apiTokenOf.map(({ name }) => name),
      ['staging'],
    );
    assert.deepEqual(
      (await services.inHand.look('token-in-a-variable')).apiTokenOf.map(({ name }) => name),
      ['by variable'],
    );
    settings.edit([{ name: 'staging', baseUrl: OTHER }]);
    services.connections.answerMoved(services.connections.named('staging'), 'sameServiceMoved');
    assert.deepEqual(
      (await services.inHand.look(remote.apiToken)).apiTokenOf.map(({ id }) => id),
      [connection.id],
    );
    assert.deepEqual(await services.inHand.look('known to nobody'), { apiTokenOf: [], owners: [] });
  });

  it('is known as the token of a user group', async () => {
    const { services, connection, remote } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const { apiTokenOf, owners } = await services.inHand.look(remote.group('acme')!.token);
    assert.deepEqual([apiTokenOf, owners.map(({ ref }) => ref.userGroupId)], [[], ['acme']]);
  });

  it('leaves no text from then on, be it known or not', async () => {
    const { services, redactor } = await start();
    await services.inHand.look('token-known-to-nobody');
    assert.equal(redactor.redact('it was token-known-to-nobody'), 'it was •••');
  });

  it('and is an API token is never sent as one that leaked', async () => {
    const { services, connection, remote, requests, store } = await start();
    const failures = await Promise.all([
      failureOf(services.rotation.requireLeakedRotatable(connection, remote.apiToken)),
      failureOf(services.rotation.rotateLeaked(connection, remote.apiToken)),
    ]);
    for (const failure of failures) {
      assert.equal(failure.kind, 'invalid');
      assert.equal(
        failure.message,
        `Couldn't rotate a token on staging. This is the API token of "staging", not the token of a group. ` +
          'If it leaked, have the service replace it, then use "Set API Token…".',
      );
    }
    assert.deepEqual([requests, store.journal.openRotations()], [[], []]);
  });
});
