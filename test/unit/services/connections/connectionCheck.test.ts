// The report of Check Connection: what it says, what it asks the service, and what it never holds.

import assert from 'node:assert/strict';
import type { Connection, ConnectionConfig } from '../../../../src/core/connection.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

describe('The report on a connection', () => {
  const start = productStarter();
  const change = ({ settings }: Product, fields: Partial<ConnectionConfig>): void => {
    settings.edit(settings.entries.map((entry) => ({ ...(entry as ConnectionConfig), ...fields })));
  };

  for (const [words, said, happens] of [
    ['was never set', 'not set', ({ services, connection }) => services.apiTokens.delete(connection)],
    [
      'was not kept',
      "gone: this editor doesn't store secrets over a restart",
      ({ secrets }) => {
        secrets.kept.clear();
      },
    ],
    [
      'is in a variable that is not set',
      'the environment variable NOWHERE is empty or not set',
      async (product) => {
        await product.services.apiTokens.delete(product.connection);
        change(product, { apiTokenEnv: 'NOWHERE' });
      },
    ],
  ] as readonly (readonly [string, string, (product: Product) => Promise<void> | void])[])
    it(`says so where the API token ${words}`, async () => {
      const product = await start();
      await happens(product);
      assert.match(
        await product.services.connectionCheck.report(product.connection),
        new RegExp(`^API token: ${said}$`, 'm'),
      );
    });

  it('says what is known, and how far a request without a token comes', async () => {
    const situations: Readonly<Record<string, (product: Product) => unknown>> = {
      'Nothing is wrong': () => undefined,
      'A group is in the list': ({ services, connection }) => services.sending.getOrCreate(connection, documentOf()),
      'An API of the settings': (product) => {
        product.settings.describedApis = { tenants: {} };
        change(product, { api: 'tenants' });
      },
      'The API token is in a variable whose name is the token': async (product) => {
        const { remote, variables, services, connection } = product;
        change(product, { apiTokenEnv: remote.apiToken });
        await services.apiTokens.delete(connection);
        variables.set(remote.apiToken, remote.apiToken);
      },
      'The API token is of another address': (product) => {
        change(product, { baseUrl: 'http://localhost:1' });
      },
      'Locked for all requests': (product) => {
        change(product, { locked: 'all' });
      },
      'Locked for rotations': (product) => {
        change(product, { locked: 'rotation' });
      },
      'Nobody listens': ({ stopRemote }) => stopRemote(),
      'A caFile that cannot be read': (product) => {
        change(product, { caFile: '/nowhere.pem' });
      },
      'A base URL with a password': (product) => {
        change(product, { baseUrl: 'https://me:hunter2@example.com' });
      },
      'The sandbox': ({ services }) => services.sandbox.start(),
    };
    const said: Said[] = [];
    for (const [situation, happens] of Object.entries(situations)) {
      const product = await start();
      await happens(product);
      const { services, remote, requests } = product;
      const [connection] = services.connections.list() as [Connection];
      requests.length = 0;
      const report = await services.connectionCheck.report(connection);
      assert.ok(!report.includes(remote.apiToken) && !report.includes('hunter2'), situation);
      const text = report
        .replaceAll(remote.baseUrl, '<staging>')
        .replaceAll(/127\.0\.0\.1:\d+/g, '<host>')
        .replaceAll(/\d\d:\d\d/g, 'hh:mm')
        .replaceAll(/\n +Its clock is .*/g, '')
        .replaceAll(/^\[done\] DNS: .*$/gm, '[done] DNS: …')
        .replaceAll(/^\[done\] TCP: .*$/gm, '[done] TCP: …');
      said.push([situation, [...text.trimEnd().split('\n'), `(${requests.length} requests)`]]);
    }
    assertApproved('connections/checkReport', said);
  });
});
