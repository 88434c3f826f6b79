// API tokens: bound to a connection and an origin, kept by the editor or named by a variable, and never reported.

import assert from 'node:assert/strict';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import { apiTokenProblem } from '../../../../src/services/connections/apiTokens.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

/** How a get-or-create of acme fails. */
function refused({ services, connection }: Product): Promise<UserGroupsError> {
  return failureOf(services.sending.getOrCreate(connection, documentOf()));
}

describe('An API token', () => {
  const start = productStarter();

  it('is sent with requests to the origin it was set for, and is in no log', async () => {
    const { services, connection, remote, requests, logged } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    assert.equal(requests[0]?.headers.authorization, 'Token •••');
    assert.ok(!logged.join('\n').includes(remote.apiToken));
  });

  it('belongs to one connection, also where two have the same origin', async () => {
    const { services, remote } = await start();
    const second = await services.connections.add({ name: 'second', baseUrl: remote.baseUrl });
    assert.deepEqual(await services.apiTokens.find(second), { from: 'none', reason: 'neverSet' });
  });

  it('may be pasted with white space around it', async () => {
    const { services, connection } = await start();
    assert.equal(apiTokenProblem('  pasted-token\n'), undefined);
    await services.apiTokens.set(connection, '  pasted-token\n');
    assert.equal(await services.apiTokens.require(connection), 'pasted-token');
  });

  const unusable = ['', '   ', 'two words', 'line\nbreak', 'tökén'];
  for (const typed of unusable) {
    it(`cannot be ${JSON.stringify(typed)}, and the former stays`, async () => {
      const { services, connection, remote } = await start();
      assert.match(
        apiTokenProblem(typed) ?? '',
        typed.trim() === '' ? /^The API token is empty\.$/ : /^The API token contains a space/,
      );
      assert.equal((await failureOf(services.apiTokens.set(connection, typed))).kind, 'invalid');
      assert.equal(await services.apiTokens.require(connection), remote.apiToken);
    });
  }

  it('that was never set is asked for, before anything is sent', async () => {
    const product = await start();
    await product.services.apiTokens.delete(product.connection);
    const failure = await refused(product);
    assert.equal(
      failure.message,
      `Couldn't get or create "acme" on staging. No API token is set for it. Set the API token.`,
    );
    assert.deepEqual(
      [failure.kind, failure.failure.about?.connection, product.requests],
      ['unauthorized', 'staging', []],
    );
  });

  it('that the editor forgot over a restart is missed by a sentence that names the next step', async () => {
    const product = await start();
    product.secrets.kept.clear();
    const failure = await refused(product.anotherWindow());
    assert.equal(
      failure.message,
      `Couldn't get or create "acme" on staging. Its API token is gone, because this editor doesn't store secrets over a restart. ` +
        'Set it again, or set apiTokenEnv of the connection to an environment variable.',
    );
    assert.equal(failure.kind, 'unauthorized');
  });

  for (const kept of ['no JSON', 'null', '{"origin":5,"token":"x"}', '{"origin":"https://x","token":5}']) {
    it(`whose secret is ${kept} is missed like one that is gone`, async () => {
      const { services, secrets, connection } = await start();
      secrets.kept.set(`apiToken.${connection.id}`, kept);
      assert.deepEqual(await services.apiTokens.find(connection), { from: 'none', reason: 'notKept' });
    });
  }

  it('that the editor cannot give at this moment is missed, and one that it cannot keep is said', async () => {
    const { services, secrets, connection } = await start();
    secrets.isBroken = true;
    assert.deepEqual(await services.apiTokens.find(connection), { from: 'none', reason: 'notKept' });
    const failure = await failureOf(services.apiTokens.set(connection, 'another-token'));
    assert.equal(failure.kind, 'unavailable');
    assert.match(failure.message, /^The editor didn't store the API token\. .*apiTokenEnv/);
    assert.doesNotMatch(failure.message, /another-token/);
  });

  it('that is typed leaves no text from then on, though the editor does not keep it', async () => {
    const { services, secrets, connection, redactor } = await start();
    secrets.isBroken = true;
    await failureOf(services.apiTokens.set(connection, 'a-token-not-kept'));
    assert.equal(redactor.redact('it was a-token-not-kept'), 'it was •••');
  });

  it('leaves no text of a window that has read it, be it kept or in a variable', async () => {
    const { connection, remote, settings, variables, ...product } = await start();
    const next = product.anotherWindow();
    await next.services.apiTokens.find(connection);
    variables.set('OTHER_TOKEN', 'token-in-a-variable');
    settings.edit([{ name: 'other', baseUrl: 'https://other.example.com', apiTokenEnv: 'OTHER_TOKEN' }]);
    await next.services.apiTokens.find(next.services.connections.named('other'));
    assert.equal(next.redactor.redact(`${remote.apiToken} token-in-a-variable`), '••• •••');
  });

  it('that was set for another address is nothing that a variable was used for', async () => {
    const { services, connection } = await start();
    const elsewhere = { ...connection, baseUrl: 'https://other.example.com' };
    assert.equal((await services.apiTokens.find(elsewhere)).from, 'none');
    assert.equal(await services.apiTokens.variableElsewhere(elsewhere), undefined);
  });
});

describe('An API token in an environment variable', () => {
  const start = productStarter();

  async function withVariable(): Promise<Product> {
    const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    await product.services.apiTokens.delete(product.connection);
    product.variables.set('STAGING_TOKEN', `${product.remote.apiToken}\n`);
    return product;
  }

  it('gives way to one that was set for this address', async () => {
    const { services, connection } = await withVariable();
    await services.apiTokens.set(connection, 'set-by-hand');
    assert.deepEqual(await services.apiTokens.find(connection), { from: 'secret', token: 'set-by-hand' });
  });

  for (const answer of ['sameServiceMoved', 'anotherService'] as const) {
    it(`is not sent to a new origin after the answer ${answer}, used before or not, until the person says so`, async () => {
      const { services, settings, remote, ...product } = await withVariable();
      settings.edit([
        { name: 'staging', baseUrl: 'https://other.example.com', environment: 'Testing', apiTokenEnv: 'STAGING_TOKEN' },
      ]);
      services.connections.answerMoved(services.connections.named('staging'), answer);
      const moved = services.connections.named('staging');
      assert.deepEqual(await services.apiTokens.find(moved), {
        from: 'none',
        reason: 'otherOrigin',
        origin: remote.baseUrl,
      });
      assert.equal(
        (await failureOf(services.apiTokens.require(moved))).message,
        'The token of the environment variable STAGING_TOKEN was used for another address ' +
          'and is not sent to other.example.com. Set the API token for this address.',
      );
      assert.deepEqual([await services.apiTokens.variableElsewhere(moved), product.requests], [remote.baseUrl, []]);
      await services.apiTokens.acceptVariable(moved);
      assert.deepEqual(await services.apiTokens.find(moved), { from: 'environment', token: remote.apiToken });
      assert.equal(await services.apiTokens.variableElsewhere(moved), undefined);
    });
  }

  it('belongs to the origin of its first use', async () => {
    const { services, connection, remote } = await withVariable();
    await services.sending.getOrCreate(connection, documentOf());
    assert.deepEqual(await services.apiTokens.find({ ...connection, baseUrl: 'https://other.example.com' }), {
      from: 'none',
      reason: 'otherOrigin',
      origin: remote.baseUrl,
    });
  });

  const OTHER = 'https://other.example.com';
  type Edit = readonly [string, (product: Product) => Promise<void> | void];
  const edits: readonly Edit[] = [
    ['name and address of its connection are edited together', () => undefined],
    [
      'Its connection is removed, and another is added',
      ({ services, connection }) => services.connections.remove(connection),
    ],
    [
      'another connection names the variable in other letter case, as Windows allows',
      ({ variables, remote }) => {
        variables.set('Staging_Token', remote.apiToken);
      },
    ],
  ];
  for (const [edit, happens] of edits) {
    it(`goes to no other host when ${edit}, until the person says so; then to both`, async () => {
      const product = await withVariable();
      const { services, settings, remote, requests } = product;
      await services.sending.getOrCreate(product.connection, documentOf());
      requests.length = 0;
      await happens(product);
      settings.edit([
        { name: 'renamed', baseUrl: OTHER, environment: 'Testing', apiTokenEnv: [...product.variables.keys()].at(-1) },
      ]);
      const renamed = services.connections.named('renamed');
      assert.deepEqual(
        [renamed.status, await services.apiTokens.find(renamed)],
        ['ready', { from: 'none', reason: 'otherOrigin', origin: remote.baseUrl }],
      );
      assert.equal((await failureOf(services.sending.getOrCreate(renamed, documentOf()))).kind, 'unauthorized');
      await services.apiTokens.acceptVariable(renamed);
      assert.equal(await services.apiTokens.require(renamed), remote.apiToken);
      assert.equal(await services.apiTokens.require({ ...renamed, baseUrl: remote.baseUrl }), remote.apiToken);
      assert.deepEqual(requests, []);
    });
  }

  it('goes to one of two hosts when two windows use it first at the same moment', async () => {
    const product = await withVariable();
    const { services, connection } = product;
    const elsewhere = { ...connection, baseUrl: OTHER };
    const found = await services.apiTokens.find(elsewhere);
    const { services: others } = product.anotherWindow();
    const outcomes = await Promise.allSettled([
      others.apiTokens.require(connection),
      services.apiTokens.require(elsewhere),
    ]);
    assert.deepEqual(
      [found.from, ...outcomes.map(({ status }) => status).sort()],
      ['environment', 'fulfilled', 'rejected'],
    );
    assert.match(
      String(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))),
      /^unauthorized: The token of the environment variable STAGING_TOKEN was used for another address/,
    );
  });

  it('is sent where the editor has lost one that was set for the same address', async () => {
    const { services, connection, remote, secrets } = await withVariable();
    await services.apiTokens.set(connection, 'set-by-hand');
    secrets.kept.clear();
    assert.deepEqual(await services.apiTokens.find(connection), { from: 'environment', token: remote.apiToken });
  });

  it('that is allowed counts as set: its first request finds it known', async () => {
    const { services, connection, remote, store } = await withVariable();
    await services.apiTokens.acceptVariable(connection);
    const { id } = store.apiTokens.find(connection.id)!;
    await services.trust.validatorOf(connection, remote.apiToken);
    assert.equal(store.apiTokens.find(connection.id)?.id, id);
  });

  it('is missed by name when the variable is not set, or empty', async () => {
    const product = await withVariable();
    product.variables.delete('STAGING_TOKEN');
    assert.deepEqual(await product.services.apiTokens.find(product.connection), {
      from: 'none',
      reason: 'variableEmpty',
    });
    assert.equal(await product.services.apiTokens.variableElsewhere(product.connection), undefined);
    product.variables.set('STAGING_TOKEN', ' ');
    assert.equal(
      (await refused(product)).message,
      `Couldn't get or create "acme" on staging. The environment variable STAGING_TOKEN is empty or not set where the extension runs. ` +
        'Set the variable and restart the editor, or set the API token.',
    );
  });
});
