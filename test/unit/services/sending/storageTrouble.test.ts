// Trouble with the disk in the middle of work: each has its sentence, loses nothing that was there, and ends without a
// reload.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { setAside } from '../../../../src/store/database/damagedFile.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import {
  beforeNextCommit,
  damaged,
  diskFull,
  locked,
  readOnly,
  type Trouble,
} from '../../../support/storageTrouble.ts';

interface Action {
  readonly doing: string;
  /** The group that it is about. */
  readonly userGroupId: string;
  readonly run: (product: Product) => Promise<unknown>;
}

const globex = documentOf({ user_group_id: 'globex' });
const changed = documentOf({ name: 'Acme Inc' });
const action = (doing: string, run: Action['run'], userGroupId = 'acme'): Action => ({
  doing: `Couldn't ${doing}.`,
  run,
  userGroupId,
});

const SENDINGS: Readonly<Record<string, Action>> = {
  'Get or create': action(
    'get or create "globex" on staging',
    ({ services, connection }) => services.sending.getOrCreate(connection, globex),
    'globex',
  ),
  update: action('update "acme" on staging', ({ services, connection }) =>
    services.sending.update(connection, changed),
  ),
  rotate: action('rotate the token of "acme" on staging', ({ services, connection }) =>
    services.rotation.rotate(connection, 'acme'),
  ),
  fetch: action('fetch "acme" from staging', ({ services, connection }) => services.sending.fetch(connection, 'acme')),
};

const KEEPINGS: Readonly<Record<string, Action>> = {
  'save a draft': action('save the draft of "acme" on staging', async ({ services, connection }) =>
    Promise.resolve(services.groups.saveDraft(connection, 'acme', changed)),
  ),
  'save a new user group': action('save the new group on staging', async ({ services, connection }) =>
    Promise.resolve(services.groups.addNewDraft(connection, globex)),
  ),
};

/** `acme` was sent, and no request is remembered. `path`: of the database. */
async function sentAcme(start: ReturnType<typeof productStarter>): Promise<Product & { readonly path: string }> {
  const product = await start({ busyTimeoutMs: 10 });
  await product.services.sending.getOrCreate(product.connection, documentOf());
  product.requests.length = 0;
  return Object.assign(Object.create(product, {}) as Product, { path: join(product.folder, 'user-groups.db') });
}

interface Kind {
  readonly trouble: (path: string) => Trouble;
  readonly happened: (path: string) => string;
  readonly next: string;
}

function notStored(userGroupId: string): string {
  return `The service completed the request, but the token of "${userGroupId}" on staging couldn't be stored locally.`;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a full disk': {
    trouble: diskFull,
    happened: () => 'The disk is full.',
    next: 'Free some space and try again',
  },
  'a disk that turned read-only': {
    trouble: readOnly,
    happened: (path) => `The file "${path}" can't be written.`,
    next: 'Check the permissions of the file and its folder',
  },
  'a file that something else has locked': {
    trouble: locked,
    happened: (path) => `Another window is using the file "${path}".`,
    next: 'Try again',
  },
};

describe('Trouble with the disk', () => {
  const start = productStarter();

  async function withAcme(): Promise<Product & { readonly path: string }> {
    const product = await sentAcme(start);
    const { services, connection, clock } = product;
    await services.rotation.rotate(connection, 'acme');
    services.groups.saveDraft(connection, 'initech', documentOf({ user_group_id: 'initech' }));
    services.groups.addNewDraft(connection);
    clock.now += 2 * DAY;
    product.requests.length = 0;
    return product;
  }

  const all = ({ services, record, ref, remote }: Product): unknown[] => [
    services.groups.keptCounts(),
    services.groups.versions({ limit: 99 }),
    record('acme'),
    record('initech'),
    services.groups.newDrafts(ref('').connectionId),
    services.rotation.open(),
    remote.groups(),
  ];

  for (const [name, { trouble, happened, next }] of Object.entries(KINDS)) {
    for (const [action, { doing, run, userGroupId }] of Object.entries({ ...SENDINGS, ...KEEPINGS })) {
      it(`${name}, met on the attempt to ${action}, is reported, nothing is lost or sent, and it works when the trouble has ended`, async () => {
        const product = await withAcme();
        const before = all(product);
        const { begin, end } = trouble(product.path);
        begin();
        const failure = await failureOf(run(product));
        assert.equal(failure.message, `${doing} ${happened(product.path)} ${next}.`);
        assert.equal(failure.kind, 'unavailable');
        assert.deepEqual([all(product), product.requests], [before, []]);
        end();
        await run(product);
        assert.equal(
          await product.services.tokens.find(product.ref(userGroupId)),
          product.remote.group(userGroupId)?.token,
        );
      });
    }

    for (const [action, { run, userGroupId }] of Object.entries(SENDINGS)) {
      it(`${name}, met when the answer to ${action} comes, loses no token: it is offered at once and stored when the trouble has ended`, async () => {
        const product = await withAcme();
        const { services, connection, remote, ref, record } = product;
        const replaced = await services.tokens.replaced(ref('acme'));
        const { begin, end } = trouble(product.path);
        product.meanwhile.happens = begin;
        const failure = await failureOf(run(product));
        assert.equal(
          failure.message,
          `${notStored(userGroupId)} ${happened(product.path)} ` +
            'Copy the token now, because only the memory of this window has it.',
        );
        const { token } = remote.group(userGroupId)!;
        assert.equal(await services.tokens.require(connection, ref(userGroupId)), token);
        await product.elapse(120_000);
        assert.equal(await services.tokens.require(connection, ref(userGroupId)), token);
        end();
        await product.elapse(60_000);
        const next = product.anotherWindow();
        assert.equal(await next.services.tokens.require(next.connection, next.ref(userGroupId)), token);
        const former = await next.services.tokens.replaced(ref('acme'));
        assert.deepEqual(former.slice(-replaced.length), replaced);
        assert.deepEqual(
          [
            services.rotation.open(),
            record(userGroupId)?.unknownOutcome,
            services.groups.versions({ limit: 1 })[0]?.status,
          ],
          [[], undefined, 200],
        );
      });
    }

    it(`${name} does not keep the list from being shown, nor a connection that is new in the settings from being named`, async () => {
      const product = await withAcme();
      const { services, settings, remote, path } = product;
      const { begin, end } = trouble(path);
      begin();
      settings.edit([...settings.entries, { name: 'fresh', baseUrl: 'https://fresh.example.com' }]);
      const shown = services.connections.list().map(({ name, status, problem }) => [name, status, problem]);
      assert.deepEqual(shown, [
        ['staging', 'ready', undefined],
        ['fresh', 'invalid', happened(path)],
      ]);
      assert.equal((await services.groups.page(product.connection.id, undefined, 9)).length, 2);
      assert.equal(services.groups.documentText(product.record('acme')!), documentOf());
      assert.equal(await services.tokens.require(product.connection, product.ref('acme')), remote.group('acme')?.token);
      assert.throws(() => services.groups.addNewDraft(services.connections.named('fresh')), {
        message: `Couldn't save the new group on fresh. ${happened(path)} ${next}.`,
      });
      end();
      await product.elapse(3_000);
      assert.equal(services.connections.named('fresh').status, 'ready');
    });
  }

  it('met when a failure comes is outlived by it: what became of the sending is written down when the trouble has ended', async () => {
    const product = await withAcme();
    const { services, connection, remote, path, words } = product;
    remote.misbehave('status500', { operation: 'rotate' });
    const { begin, end } = diskFull(path);
    product.meanwhile.happens = begin;
    assert.match(
      (await failureOf(services.rotation.rotate(connection, 'acme'))).message,
      /^The token of "acme" on staging may have been rotated\. The service returned 500/,
    );
    await product.elapse(120_000);
    end();
    await product.elapse(60_000);
    assert.equal((await words('acme'))?.[0], 'Rotation: outcome unknown');
    assert.equal(services.groups.versions({ limit: 1 })[0]?.status, 500);
    remote.misbehave(undefined);
    assert.equal(
      (await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false))).kind,
      'probablyNot',
    );
  });

  it('that keeps the end of a sending from being written for good leaves it to any window, its own included, to call it unknown', async () => {
    const product = await withAcme();
    const { services, connection, remote, store, ref, words } = product;
    remote.misbehave('status500', { operation: 'rotate' });
    store.journal.finishRotation = () => {
      throw new UserGroupsError('unavailable', 'The disk is full.');
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    store.journal.stillSending();
    await product.elapse(LEASE_MS);
    assert.equal(services.rotation.openOf(ref('acme'))?.isUnderWay, false);
    assert.deepEqual(
      [store.journal.closeAbandoned().length, (await words('acme'))?.[0]],
      [1, 'Rotation: outcome unknown'],
    );
  });

  it('that has locked the file does not keep a new window from opening its list', async () => {
    const product = await withAcme();
    const { begin, end } = locked(product.path);
    begin();
    const next = product.anotherWindow();
    assert.equal((await next.services.groups.page(next.connection.id, undefined, 9)).length, 2);
    assert.match(next.logged.join('\n'), /Another window is using the file/);
    end();
    await SENDINGS.update!.run(next);
  });

  it('that keeps a rotation out of the journal keeps it from being sent', async () => {
    const product = await withAcme();
    const { services, connection, store, remote } = product;
    const { token } = remote.group('acme')!;
    store.journal.beginRotation = () => {
      throw new UserGroupsError('unavailable', 'The disk is full.');
    };
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    await assert.rejects(services.rotation.rotateLeaked(connection, 'a-token-found-in-a-log'));
    assert.deepEqual([product.requests, remote.group('acme')?.token], [[], token]);
  });
});

describe('Damage met in the middle of work', () => {
  const start = productStarter();
  const DAMAGED_NEXT = 'Reload the window, which renames the damaged file and creates a new one';

  const withAcme = () => sentAcme(start);

  for (const [action, { doing, run }] of Object.entries({ ...SENDINGS, ...KEEPINGS }).filter(
    ([name]) => name !== 'save a new user group',
  )) {
    it(`is reported on the attempt to ${action}, and nothing is sent`, async () => {
      const product = await withAcme();
      const { path } = product;
      damaged(path, ['user_groups', 'sqlite_autoindex_user_groups_1']).begin();
      const failure = await failureOf(run(product));
      assert.match(failure.message, new RegExp(`^${doing} The file "${path}" is damaged\\. ${DAMAGED_NEXT}\\.$`));
      assert.deepEqual(product.requests, []);
    });
  }

  it('when an answer comes loses no token of this window, and the next window keeps the damaged file and begins a new one', async () => {
    const product = await withAcme();
    const { services, connection, remote, ref, path, close } = product;
    const acme = ref('acme');
    product.meanwhile.happens = () => {
      damaged(path, ['user_groups', 'sqlite_autoindex_user_groups_1']).begin();
    };
    const failure = await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.equal(
      failure.message,
      `${notStored('acme')} The file "${path}" is damaged. ` +
        'Copy the token now, because only the memory of this window has it.',
    );
    assert.equal(await services.tokens.require(connection, acme), remote.group('acme')?.token);
    await close();
    const content = readFileSync(path);
    const next = product.anotherWindow();
    assert.deepEqual(readFileSync(next.services.setAside!), content);
    assert.deepEqual(
      next.services.connections.list().map(({ name, status }) => [name, status]),
      [['staging', 'ready']],
    );
    await next.services.apiTokens.set(next.connection, remote.apiToken);
    await next.services.sending.getOrCreate(next.connection, documentOf());
    assert.equal(await next.services.tokens.require(next.connection, next.ref('acme')), remote.group('acme')?.token);
  });
});

describe('A file that another window has set aside as damaged while this one still has it open', () => {
  const start = productStarter();

  interface Left extends Product {
    readonly path: string;
    /** Another window is opened, meets damage where this one never looks, and begins a new file. */
    readonly setAside: () => Product;
    readonly replaced: string;
  }

  async function withAcme(): Promise<Left> {
    const product = await sentAcme(start);
    const { path } = product;
    const setAside = (): Product => {
      damaged(path, ['new_drafts']).begin();
      const other = product.anotherWindow();
      assert.ok(other.services.setAside !== undefined);
      return other;
    };
    return Object.assign(Object.create(product, {}) as Product, {
      path,
      setAside,
      replaced: `The file "${path}" was replaced while this window had it open`,
    });
  }

  for (const [action, { doing, run }] of Object.entries({ ...SENDINGS, ...KEEPINGS })) {
    it(`keeps one from it who wants to ${action}: nothing is sent, and the window is to be reloaded`, async () => {
      const product = await withAcme();
      product.setAside();
      const failure = await failureOf(run(product));
      assert.equal(failure.message, `${doing} ${product.replaced}. Reload the window.`);
      assert.deepEqual([failure.failure.remedy, product.requests], ['reloadWindow', []]);
    });
  }

  for (const [action, { run, userGroupId }] of Object.entries(SENDINGS)) {
    it(`while the answer to ${action} is on its way is no place for its token, which is never called stored`, async () => {
      const product = await withAcme();
      const { services, connection, remote, ref } = product;
      const group = ref(userGroupId);
      const stored: unknown[] = [];
      services.retryQueue.onDidStore((one) => {
        stored.push(one);
      });
      product.meanwhile.happens = () => {
        product.setAside();
      };
      const failure = await failureOf(run(product));
      assert.equal(
        failure.message,
        `${notStored(userGroupId)} ${product.replaced}. Copy the token now, before you reload the window.`,
      );
      await product.elapse(600_000);
      assert.deepEqual(
        [stored, failure.failure.unstored, await services.tokens.require(connection, group)],
        [[], group, remote.group(userGroupId)?.token],
      );
    });
  }

  it('while the token of a rotation is written into it is believed no more, and the token is never called stored', async () => {
    const product = await withAcme();
    const { services, connection, remote, ref, store, path } = product;
    const acme = ref('acme');
    const stored: unknown[] = [];
    services.retryQueue.onDidStore((one) => {
      stored.push(one);
    });
    const finish = store.journal.finishRotation.bind(store.journal);
    store.journal.finishRotation = (id, result) => {
      store.journal.finishRotation = finish;
      beforeNextCommit(() => {
        setAside(path, 0);
      });
      return finish(id, result);
    };
    const failure = await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.equal(
      failure.message,
      `${notStored('acme')} ${product.replaced}. Copy the token now, before you reload the window.`,
    );
    await product.elapse(600_000);
    assert.deepEqual(
      [stored, services.tokens.isInMemory(acme), await services.tokens.find(acme)],
      [[], true, remote.group('acme')?.token],
    );
  });
});
