// The report of Check Connection: what it says, what it asks the service, and what it never holds.

import assert from 'node:assert/strict';
import type { ConnectionConfig } from '../../../../src/core/connection.ts';
import { productStarter, type Product } from '../../../support/product.ts';

describe('The report on a connection', () => {
  const start = productStarter();
  const change = ({ settings }: Product, fields: Partial<ConnectionConfig>): void => {
    settings.edit(settings.entries.map((entry) => ({ ...(entry as ConnectionConfig), ...fields })));
  };

  it('reports the route to the service and what is here, after one HEAD of / without a token', async () => {
    const product = await start();
    const report = await product.services.connectionCheck.report(product.connection);
    assert.match(report, /^Connection "staging", checked 12 May 2025 \d\d:00$/m);
    assert.match(report, /^Environment: Testing$/m);
    assert.match(report, /^Locked: no$/m);
    assert.ok(report.includes(`\nAPI token: stored for ${product.remote.baseUrl}\n`));
    assert.match(report, /^The token is not tested/m);
    assert.match(report, /^On this machine: nothing$/m);
    assert.match(
      report,
      /^\[none\] Proxy: not needed for this machine\n\[done\] DNS: .*\n\[done\] TCP: .*\n\[done\] Response: 404 for a HEAD request without an API token$/m,
    );
    assert.ok(!report.includes(product.remote.apiToken));
    assert.equal(product.requests.length, 1);
  });

  it('names a service description of the settings', async () => {
    const product = await start();
    assert.doesNotMatch(await product.services.connectionCheck.report(product.connection), /^API: /m);
    product.settings.describedApis = { tenants: {} };
    change(product, { api: 'tenants' });
    assert.match(await product.services.connectionCheck.report(product.connection), /^API: tenants$/m);
  });

  it('holds no token anywhere', async () => {
    const product = await start();
    change(product, { apiTokenEnv: product.remote.apiToken });
    await product.services.apiTokens.delete(product.connection);
    product.variables.set(product.remote.apiToken, product.remote.apiToken);
    const report = await product.services.connectionCheck.report(product.connection);
    assert.match(report, /^API token: from the environment variable •••$/m);
    assert.ok(!report.includes(product.remote.apiToken));
  });

  it('reports that a token is of another address', async () => {
    const product = await start();
    change(product, { baseUrl: 'http://localhost:1' });
    const report = await product.services.connectionCheck.report(product.connection);
    assert.ok(
      report.includes(
        `\nAPI token: stored for another address, ${product.remote.baseUrl}, and not used for this one\n`,
      ),
    );
    assert.match(
      report,
      /^Nothing was requested\. The connection's address changed from http:\/\/127\.0\.0\.1:\d+ to http:\/\/localhost:1/m,
    );
    assert.equal(product.requests.length, 0);
  });

  it('is made without a request on a connection that is locked against all of them', async () => {
    const product = await start({ entry: { locked: 'all' } });
    const report = await product.services.connectionCheck.report(product.connection);
    assert.match(report, /^Nothing was requested\. The connection is locked for all requests\.$/m);
    assert.match(report, /^API token: stored for /m);
    assert.equal(product.requests.length, 0);
  });

  it('is made with a request on one that is locked against rotations', async () => {
    const product = await start({ entry: { locked: 'rotation' } });
    assert.match(await product.services.connectionCheck.report(product.connection), /^\[done\] Response: /m);
    assert.equal(product.requests.length, 1);
  });

  it('reports a failed step, and those that were skipped', async () => {
    const product = await start();
    await product.stopRemote();
    assert.match(
      await product.services.connectionCheck.report(product.connection),
      /^\[FAILED\] TCP: "127\.0\.0\.1:\d+" refuses the connection \(ECONNREFUSED\)\.\n {4}.*\n\[skipped\] Response: not reached$/m,
    );
  });

  it('says that a caFile cannot be read', async () => {
    const product = await start({ entry: { caFile: '/nowhere.pem' } });
    assert.match(
      await product.services.connectionCheck.report(product.connection),
      /^Nothing was requested\. The file of certificate authorities "\/nowhere\.pem" can't be read \(ENOENT\)/m,
    );
  });

  it('does not hold the password of a base URL that cannot be used', async () => {
    const product = await start();
    change(product, { baseUrl: 'https://me:hunter2@example.com' });
    const report = await product.services.connectionCheck.report(product.connection);
    assert.match(report, /^Nothing was requested\. The base URL contains a user name or password/m);
    assert.doesNotMatch(report, /hunter2/);
    assert.equal(product.requests.length, 0);
  });

  it('works for the sandbox', async () => {
    const product = await start();
    const report = await product.services.connectionCheck.report(await product.services.sandbox.start());
    assert.match(report, /^API token: made by the sandbox$/m);
    assert.match(report, /^\[done\] Response: 404 /m);
  });
});
