// The series of questions of Add Connection, to the API token.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { writeFiles } from '../../../support/commandLine.ts';
import { nextBox, nextList, Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const handlersOf = ({ services }: Product, isTrusted = true, { messages } = new PlayedPerson()) =>
  connectionHandlers(
    standIn<CommandContext>({
      services,
      messages,
      trust: standIn({ isTrusted: () => isTrusted }),
    }),
  );

/** Into one box after the other; each says which step it is. */
async function typing(...texts: readonly string[]): Promise<unknown[]> {
  const steps: unknown[] = [];
  for (const text of texts) {
    const box = await nextBox();
    steps.push([box.step, box.totalSteps]);
    box.type(text);
    box.accept();
  }
  return steps;
}

describe('Add Connection…', () => {
  const start = productStarter();

  it('counts the API token as its last step', async () => {
    const product = await start();
    const adding = handlersOf(product)['userGroups.addConnection']({ origin: 'palette', input: {} });
    const steps = await typing('production', 'https://dashboards.example.com');
    const list = await nextList();
    steps.push([list.step, list.totalSteps]);
    assert.deepEqual(list.labels, ['Testing', 'Customer', 'Not Declared']);
    list.choose('Customer');
    steps.push(...(await typing('a-new-api-token')));
    await adding;
    assert.deepEqual(steps, [
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    assert.equal(
      (await product.services.apiTokens.find(product.services.connections.named('production'))).from,
      'secret',
    );
  });

  it('writes the settings once nothing is left to type, and keeps the box until they are written', async () => {
    const product = await start();
    const { settings, services } = product;
    const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
    const save = settings.saveConnections.bind(settings);
    settings.saveConnections = (entries) => written.then(() => save(entries));
    const adding = handlersOf(product)['userGroups.addConnection']({ origin: 'palette', input: { environment: null } });
    await typing('production', 'https://dashboards.example.com');
    const box = await nextBox();
    assert.deepEqual([box.password, services.connections.list().length], [true, 1]);
    box.type('a-new-api-token');
    box.accept();
    box.type('more');
    await setImmediate();
    assert.deepEqual([box.busy, box.isDisposed], [true, false]);
    write(undefined);
    await adding;
    const source = await services.apiTokens.find(services.connections.named('production'));
    assert.deepEqual([box.isDisposed, source], [true, { from: 'secret', token: 'a-new-api-token' }]);
  });

  it('keeps what was typed while the settings cannot be written', async () => {
    const product = await start();
    const { settings, services } = product;
    const save = settings.saveConnections.bind(settings);
    let failures = 2;
    settings.saveConnections = (entries) => {
      failures -= 1;
      if (failures < 0) return save(entries);
      throw new UserGroupsError('unavailable', 'Not saved.');
    };
    const person = new PlayedPerson(['Retry', 'Retry']);
    const adding = handlersOf(product, true, person)['userGroups.addConnection']({
      origin: 'palette',
      input: { environment: null },
    });
    await typing('production', 'https://dashboards.example.com', 'a-new-api-token');
    await adding;
    assert.match(person.shown.join('\n'), /Couldn't add connection "production"\..*Not saved\./s);
    const source = await services.apiTokens.find(services.connections.named('production'));
    assert.deepEqual(source, { from: 'secret', token: 'a-new-api-token' });
  });

  it('that was taken out of the settings may have the API token again that it had', async () => {
    const product = await start();
    const { settings, services, remote } = product;
    settings.edit([]);
    const adding = handlersOf(product)['userGroups.addConnection']({ origin: 'palette', input: { environment: null } });
    await typing('staging', remote.baseUrl, remote.apiToken);
    await adding;
    assert.equal((await services.apiTokens.find(services.connections.named('staging'))).from, 'secret');
  });

  it('proposes what the repository above has and the settings have not, to be confirmed step by step', async () => {
    const product = await start();
    const folder = temporaryFolder('user-groups-proposed-');
    const url = 'https://dashboards.example.com';
    const mine = { operations: { update: { method: 'PATCH', path: '/groups' } } };
    writeFiles(folder, {
      '.git/HEAD': '',
      'a/README.md': '',
      'b/README.md': '',
      'usergroups.config.json': {
        connections: [
          { name: 'staging', baseUrl: url, folder: 'a' },
          { name: 'own', baseUrl: url, folder: 'a', api: 'mine' },
          {
            name: 'live',
            baseUrl: `${url}/`,
            folder: 'b',
            environment: 'Customer',
            apiTokenEnv: 'SECRET',
            locked: 'all',
            api: 'customer',
          },
        ],
        apis: { mine },
      },
    });
    workspace.workspaceFolders = ['a', 'b'].map((name) => ({ uri: Uri.file(join(folder, name)) }));
    try {
      const adding = handlersOf(product)['userGroups.addConnection']({ origin: 'palette', input: {} });
      const proposed = await nextList();
      assert.deepEqual(
        proposed.items.map(({ label, detail }) => [label, detail]),
        [
          ['live', join(folder, 'usergroups.config.json')],
          ['Another Connection…', undefined],
        ],
      );
      proposed.choose('live');
      for (const value of ['live', url]) {
        const box = await nextBox();
        assert.equal(box.value, value);
        box.accept();
      }
      const list = await nextList();
      assert.deepEqual(
        list.activeItems.map(({ label }) => label),
        ['Customer'],
      );
      list.choose('Customer');
      (await nextBox()).close();
      await adding;
      const { baseUrl, environment, locked, api, apiTokenEnv } = product.services.connections.named('live');
      assert.deepEqual(
        [baseUrl, environment, locked, api, apiTokenEnv],
        [url, 'Customer', 'all', 'customer', undefined],
      );
      // All of them are there now.
      const another = handlersOf(product)['userGroups.addConnection']({ origin: 'palette', input: {} });
      (await nextBox()).close();
      await assert.rejects(Promise.resolve(another), { kind: 'cancelled' });
      const untrusted = handlersOf(product, false)['userGroups.addConnection']({ origin: 'palette', input: {} });
      (await nextBox()).close();
      await assert.rejects(Promise.resolve(untrusted), { kind: 'cancelled' });
    } finally {
      workspace.workspaceFolders = undefined;
    }
  });
});
