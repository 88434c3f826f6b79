// Add Connection…, Edit Connection… and Resolve Connection Change…: what is asked, and what the settings hold then.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import { startLocalSandbox, stopLocalSandbox } from '../../../../src/vscode/connections/sandboxCommands.ts';
import { nextBox, nextList, type FakeBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const TENANTS = { getOrCreate: { path: '/tenants' }, update: { path: '/tenants' }, rotate: { path: '/tenants' } };
const NEW = { name: 'production', baseUrl: 'https://dashboards.example.com' };

const messageIn = ({ validationMessage }: FakeBox): string | undefined => validationMessage?.message;

describe('A connection', () => {
  const start = productStarter();
  const reports: string[] = [];
  beforeEach(() => {
    reports.length = 0;
  });

  const contextOf = ({ services }: Product, { messages, run }: PlayedPerson): CommandContext =>
    standIn<CommandContext>({
      services,
      messages,
      run,
      reports: standIn<CommandContext['reports']>({ show: (title) => Promise.resolve(void reports.push(title)) }),
    });
  const handlersOf = (product: Product, person = new PlayedPerson()) => connectionHandlers(contextOf(product, person));

  const argument = (input: object) => ({ origin: 'argument', input: { ...input } }) as const;
  const entryOf = ({ settings }: Product, index = 0): unknown => settings.entries.at(index);

  describe('is added', () => {
    for (const [words, more, environment] of [
      ['guarded where a caller declares no environment', {}, undefined],
      ['with the environment that a caller declares', { environment: 'Testing' }, 'Testing'],
    ] as const) {
      it(words, async () => {
        const product = await start();
        const person = new PlayedPerson();
        const result = await handlersOf(product, person)['userGroups.addConnection'](argument({ ...NEW, ...more }));
        assert.deepEqual(entryOf(product, -1), { ...NEW, ...(environment !== undefined && { environment }) });
        assert.deepEqual([result.name, person.shown], ['production', ['status: Connection "production" added.']]);
      });
    }

    it('by questions, also for a caller who gives too little', async () => {
      const product = await start();
      const adding = handlersOf(product)['userGroups.addConnection'](argument({ name: 'production' }));
      const box = await nextBox();
      assert.deepEqual(
        [box.title, box.prompt, box.placeholder],
        ['Add Connection: Base URL', 'Address of the service', 'https://dashboards.example.com'],
      );
      box.accept();
      assert.equal(messageIn(box), 'Type the base URL.');
      box.type('nowhere');
      assert.notEqual(messageIn(box), 'Type the base URL.');
      box.type(NEW.baseUrl);
      assert.equal(messageIn(box), `Requests go to ${NEW.baseUrl}/api/user.`);
      box.accept();
      const list = await nextList();
      assert.deepEqual(
        [list.placeholder, list.active, list.items.map(({ description }) => description)],
        [
          'Environment type',
          undefined,
          ['staging or development', 'production, asks before sending', 'guarded like production'],
        ],
      );
      list.choose('Not Declared');
      await adding;
      assert.deepEqual(entryOf(product, -1), { name: 'production', baseUrl: NEW.baseUrl });
    });

    it('without an API token where its last step is closed, which says what to do', async () => {
      const product = await start();
      const person = new PlayedPerson();
      const adding = handlersOf(product, person)['userGroups.addConnection']({
        origin: 'item',
        input: { ...NEW, environment: 'Testing' },
      });
      const box = await nextBox();
      assert.deepEqual([box.step, box.totalSteps], [1, 1]);
      box.close();
      await adding;
      assert.deepEqual(person.shown, [
        'status: Connection "production" added.',
        'status: Connection "production" has no API token yet. Use "Set API Token…".',
      ]);
    });

    it('with its name trimmed, and what was typed kept when the person goes back', async () => {
      const product = await start();
      const adding = handlersOf(product)['userGroups.addConnection'](argument({}));
      const name = await nextBox();
      assert.equal(name.prompt, 'A name for the connection, such as staging or production');
      name.type('staging');
      name.accept();
      assert.ok(name.validationMessage);
      name.type(' production ');
      name.accept();
      const address = await nextBox();
      address.type('https://typed.example.com');
      address.back();
      const again = await nextBox();
      assert.equal(again.value, 'production');
      again.type('renamed');
      again.accept();
      const addressAgain = await nextBox();
      assert.equal(addressAgain.value, 'https://typed.example.com');
      addressAgain.accept();
      (await nextList()).back();
      (await nextBox()).accept();
      (await nextList()).choose('Testing');
      await adding;
      assert.deepEqual(entryOf(product, -1), {
        name: 'renamed',
        baseUrl: 'https://typed.example.com',
        environment: 'Testing',
      });
    });
  });

  describe('is edited', () => {
    it('by a caller in what is given alone, without a question where that is harmless', async () => {
      const product = await start();
      const person = new PlayedPerson();
      const result = await handlersOf(product, person)['userGroups.editConnection'](
        argument({ connection: 'staging', environment: 'Customer' }),
      );
      assert.deepEqual(
        [entryOf(product), result.name, person.shown],
        [
          { name: 'staging', baseUrl: product.remote.baseUrl, environment: 'Customer' },
          'staging',
          ['status: Connection "staging" changed.'],
        ],
      );
    });

    it('is not, where its risky change is not confirmed: of the address', async () => {
      const product = await start();
      const person = new PlayedPerson();
      const before = entryOf(product);
      await assert.rejects(
        async () =>
          handlersOf(product, person)['userGroups.editConnection'](argument({ connection: 'staging', ...NEW })),
        { kind: 'cancelled' },
      );
      assert.deepEqual(person.shown, [
        '? Change connection "staging"?',
        `  Address: ${product.remote.baseUrl} → https://dashboards.example.com`,
        '  [Change]',
      ]);
      assert.deepEqual(entryOf(product), before);
    });

    it('after a question where it removes the guard', async () => {
      const product = await start({ entry: { environment: 'Customer' } });
      const person = new PlayedPerson(['Change']);
      await handlersOf(product, person)['userGroups.editConnection'](
        argument({ connection: 'staging', environment: 'Testing' }),
      );
      assert.deepEqual(person.shown.slice(0, 4), [
        '? Change connection "staging"?',
        '  Environment: PRODUCTION.',
        '  Environment: Testing. Requests are sent without asking first.',
        '  [Change]',
      ]);
      assert.equal((entryOf(product) as { environment: string }).environment, 'Testing');
    });

    it('by questions that begin with what it is', async () => {
      const product = await start();
      // What was typed into a series that was closed is there again: of this one nobody has asked before.
      await handlersOf(product)['userGroups.addConnection'](
        argument({ ...NEW, name: 'edited', environment: 'Testing' }),
      );
      product.settings.describedApis = { tenants: { operations: TENANTS } };
      product.settings.edit(product.settings.entries.with(-1, { ...(entryOf(product, -1) as object), api: 'tenants' }));
      const editing = handlersOf(product)['userGroups.editConnection']({
        origin: 'item',
        input: { connection: 'edited' },
      });
      const name = await nextBox();
      assert.deepEqual([name.value, name.title], ['edited', 'Edit Connection: Name']);
      name.type('testing');
      name.accept();
      const address = await nextBox();
      assert.equal(address.value, NEW.baseUrl);
      assert.equal(messageIn(address), `Requests go to ${NEW.baseUrl}/tenants.`);
      address.accept();
      const list = await nextList();
      assert.equal(list.active, 'Testing');
      list.choose('Not Declared');
      await editing;
      assert.deepEqual(entryOf(product, -1), { ...NEW, name: 'testing', api: 'tenants' });
    });

    it('not where it is the sandbox, which has no settings', async () => {
      const product = await start();
      const { name } = await product.services.sandbox.start();
      await assert.rejects(
        async () => handlersOf(product)['userGroups.editConnection'](argument({ connection: name })),
        {
          kind: 'forbidden',
          message: 'The local sandbox has no settings. Use "Add Connection…" for a connection of your own.',
        },
      );
    });
  });

  describe('whose settings were changed', () => {
    const about = (connection: string) => ({ origin: 'item', input: { connection } }) as const;

    async function withGroup(): Promise<Product> {
      const product = await start();
      await product.services.sending.getOrCreate(product.connection, documentOf());
      return product;
    }

    for (const [label, names, isListed] of [
      ['Same service at a new address', ['staging'], true],
      ['Another service', ['staging', 'staging (127.0.0.1)'], false],
    ] as const) {
      it(`is asked about its new address: ${label}`, async () => {
        const product = await withGroup();
        const { baseUrl } = product.remote;
        product.settings.edit([{ ...NEW, name: 'staging' }]);
        const resolving = handlersOf(product)['userGroups.resolveConnection'](about('staging'));
        const list = await nextList();
        assert.deepEqual(
          [list.title, list.placeholder, list.labels, list.items.map(({ detail }) => detail)],
          [
            'Resolve Connection Change: staging',
            `The address changed from ${baseUrl} to ${NEW.baseUrl}`,
            ['Same service at a new address', 'Another service'],
            ['Keeps its groups. The API token must be set again.', 'The groups stay in the list, read-only.'],
          ],
        );
        list.choose(label);
        await resolving;
        const { services } = product;
        assert.equal(services.connections.list().length, names.length);
        assert.equal(
          services.groups.find({ connectionId: product.connection.id, userGroupId: 'acme' }) !== undefined,
          isListed,
        );
      });
    }

    for (const [label, isListed] of [
      ['Renamed from "staging"', true],
      ['New connection', false],
    ] as const) {
      it(`is asked about its new name: ${label}`, async () => {
        const product = await withGroup();
        product.settings.edit([{ name: 'renamed', baseUrl: product.remote.baseUrl, environment: 'Testing' }]);
        const { services } = product;
        const resolving = handlersOf(product)['userGroups.resolveConnection'](about('renamed'));
        const list = await nextList();
        assert.deepEqual(
          [list.title, list.placeholder, list.labels, list.items.map(({ detail }) => detail)],
          [
            'Resolve Connection Change: renamed',
            'Another connection used the address of "renamed".',
            ['Renamed from "staging"', 'New connection'],
            ['Keeps its groups.', 'Starts with an empty list.'],
          ],
        );
        list.choose(label);
        await resolving;
        const { id } = services.connections.named('renamed');
        assert.equal(services.groups.find({ connectionId: id, userGroupId: 'acme' }) !== undefined, isListed);
      });
    }

    it('is the only one that is proposed', async () => {
      const product = await withGroup();
      product.settings.edit([
        { name: 'another', baseUrl: 'https://another.example.com' },
        { name: 'renamed', baseUrl: product.remote.baseUrl, environment: 'Testing' },
      ]);
      const resolving = handlersOf(product)['userGroups.resolveConnection']({ origin: 'palette', input: {} });
      const list = await nextList();
      assert.equal(list.title, 'Resolve Connection Change: renamed');
      list.close();
      await assert.rejects(async () => resolving, { kind: 'cancelled' });
    });
  });

  for (const [origin, shown] of [
    ['item', ['Check of "staging"']],
    ['argument', []],
  ] as const) {
    it(`is checked, with a report for a person: by ${origin}`, async () => {
      const product = await start();
      const report = await handlersOf(product)['userGroups.checkConnection']({
        origin,
        input: { connection: 'staging' },
      });
      assert.match(report, /staging/);
      assert.deepEqual(reports, shown);
    });
  }

  it('to the local sandbox is started with samples, and stopped', async () => {
    const product = await start();
    const person = new PlayedPerson();
    const context = contextOf(product, person);
    const { name } = await startLocalSandbox(context);
    const running = await product.services.sandbox.running();
    const sandbox = product.services.connections.named(name);
    assert.ok(product.services.groups.groupCount(sandbox.id) > 0);
    await stopLocalSandbox(context);
    assert.deepEqual(person.shown, [
      `status: Local sandbox runs at ${running.baseUrl}`,
      'status: Local sandbox stopped. Its groups are kept.',
    ]);
    assert.equal(product.services.sandbox.isWanted, false);
  });
});
