// Drafts and documents not yet sent: kept on this machine, never met by the service.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { DAY, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const TYPED = documentOf({ mapping: { 40: '213' } });

describe('A draft', () => {
  const start = productStarter();

  it('is the document, and is never sent by being saved', async () => {
    const { services, connection, requests, record, words, clock } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    requests.length = 0;
    clock.now += DAY;
    const saved = services.groups.saveDraft(connection, 'acme', 'half a docum');
    assert.equal(services.groups.documentText(saved), 'half a docum');
    assert.deepEqual([record('acme')?.draft, requests], [{ text: 'half a docum', at: MAY_12 + DAY }, []]);
    assert.deepEqual(await words('acme'), ['Unsent changes', 'Sent 12 May']);
  });

  it('that is discarded gives way to what was last sent', async () => {
    const { services, connection, record } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    services.groups.saveDraft(connection, 'acme', 'half a docum');
    services.groups.discardDraft(connection, 'acme');
    assert.deepEqual([record('acme')?.draft, services.groups.documentText(record('acme')!)], [undefined, TYPED]);
  });

  it('that is all there is cannot be discarded', async () => {
    const { services, connection, record } = await start();
    services.groups.saveDraft(connection, 'acme', TYPED);
    assert.throws(
      () => {
        services.groups.discardDraft(connection, 'acme');
      },
      {
        kind: 'conflict',
        message: 'The group has only this draft. Use "Remove from List…" to remove both.',
      },
    );
    assert.equal(record('acme')?.draft?.text, TYPED);
  });

  it('that is not there is discarded without a failure', async () => {
    const { services, store, connection, record, ref, clock } = await start();
    store.journal.beginSend(ref('acme'), { operation: 'update', text: TYPED, at: clock.now });
    for (const id of ['acme', 'unknown']) services.groups.discardDraft(connection, id);
    assert.deepEqual([record('acme')?.draft, record('unknown')], [undefined, undefined]);
  });
});

describe('A document of its group', () => {
  const start = productStarter();

  it('is what was sent where a window closed before the answer came', async () => {
    const { services, store, ref, record, clock } = await start();
    store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: TYPED, at: clock.now });
    assert.equal(services.groups.documentText(record('acme')!), TYPED);
  });

  for (const [words, versions, expected] of [
    [
      'the newest text that was sent, and not that of a rotation or a change of the ID',
      [
        ['changeId', 'acme-2'],
        ['rotate', ''],
        ['update', 'newer'],
        ['update', 'older'],
      ],
      'newer',
    ],
    ['empty where no text was sent', [['rotate', '']], ''],
    ['empty where nothing was sent', [], ''],
  ] as const)
    it(`without a base is ${words}`, async () => {
      const { services, store, ref } = await start();
      store.journal.versions = () => versions.map(([operation, text]) => standIn({ operation, text }));
      const record = standIn<UserGroupRecord>({ ref: ref('acme'), draft: undefined, base: undefined });
      assert.equal(services.groups.documentText(record), expected);
    });

  it('is found by words of its id and name, with its state', async () => {
    const { services, connection } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    services.groups.saveDraft(connection, 'globex', documentOf());
    const found = await services.groups.search('ACM', 10);
    assert.deepEqual(
      found.map(({ ref, isTokenReadable, words }) => [ref.userGroupId, isTokenReadable, words.length]),
      [['acme', true, 1]],
    );
    assert.deepEqual(services.groups.lookAlikes({ connectionId: connection.id, userGroupId: 'ACME ' }), ['acme']);
  });
});

describe('A document not yet sent', () => {
  const start = productStarter();

  it('begins with every field of the contract, and is kept as typed', async () => {
    const { services, connection } = await start();
    const { number, text } = services.groups.addNewDraft(connection);
    assert.deepEqual(JSON.parse(text), { user_group_id: '', name: '', mapping: {}, properties: {} });
    services.groups.saveNewDraft(connection, number, 'half a docum');
    assert.equal(services.groups.newDraft(connection.id, number)?.text, 'half a docum');
    services.groups.removeNewDraft(connection.id, number);
    assert.deepEqual(services.groups.newDrafts(connection.id), []);
  });

  it('does not come back by being saved once it was discarded, and what to do with the text is said', async () => {
    const product = await start();
    const { services, connection } = product;
    const { number } = services.groups.addNewDraft(connection);
    product.anotherWindow().services.groups.removeNewDraft(connection.id, number);
    assert.throws(() => services.groups.saveNewDraft(connection, number, TYPED), {
      kind: 'notFound',
      message:
        "Couldn't save the new group on staging. Its draft was discarded, or sent in another window. " +
        'Keep the text with "Save As…", or copy it into a new group.',
    });
    assert.deepEqual(services.groups.newDrafts(connection.id), []);
    assert.notEqual(services.groups.addNewDraft(connection).number, number);
  });
});

describe('While its address is not confirmed, nothing of a connection changes', () => {
  const start = productStarter();

  const changes: Readonly<Record<string, readonly [change: (product: Product) => unknown, userGroupId?: string]>> = {
    'no draft is saved': [({ services, connection }) => services.groups.saveDraft(connection, 'acme', TYPED), 'acme'],
    'no draft is discarded': [
      ({ services, connection }) => {
        services.groups.discardDraft(connection, 'acme');
      },
    ],
    'no new document is begun': [({ services, connection }) => services.groups.addNewDraft(connection)],
    'no new document is saved': [({ services, connection }) => services.groups.saveNewDraft(connection, 1, TYPED)],
  };
  for (const [title, [change, userGroupId]] of Object.entries(changes))
    it(title, async () => {
      const product = await start();
      const { services, connection, settings } = product;
      services.groups.saveDraft(connection, 'acme', 'kept before');
      settings.edit([{ name: 'staging', baseUrl: 'https://other.example.com' }]);
      const error = refusalOf(() => change(product));
      assert.equal(error.kind, 'conflict');
      assert.match(error.message, /The connection's address changed/);
      if (!title.includes('discarded'))
        assert.deepEqual(error.failure.about, {
          connection: 'staging',
          ...(userGroupId !== undefined && { userGroupId }),
        });
      assert.equal(product.record('acme')?.draft?.text, 'kept before');
      assert.deepEqual(services.groups.newDrafts(connection.id), []);
    });
});

describe('What is known of groups', () => {
  const start = productStarter();

  it('counts those before one, and the replaced tokens', async () => {
    const { services, connection, ref } = await start();
    const { groups } = services;
    for (const id of ['acme', 'globex'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id, name: id }));
    assert.deepEqual([groups.hasDrafts(), groups.hasPreviousTokens()], [false, false]);
    groups.saveDraft(connection, 'globex', TYPED);
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual([groups.hasDrafts(), groups.hasPreviousTokens()], [true, true]);
    assert.deepEqual(
      ['acme', 'globex', 'unknown'].map((id) => groups.previousTokenCount(ref(id))),
      [1, 0, 0],
    );
    assert.deepEqual([groups.groupsBefore(ref('acme')), groups.groupsBefore(ref('globex'))], [0, 1]);
  });

  it('says no token issued where there is none, or where nothing says what brought it', async () => {
    const { services, connection, store, record } = await start();
    services.groups.saveDraft(connection, 'draft', TYPED);
    assert.equal(services.groups.isTokenIssued(record('draft')!), false);
    await services.sending.getOrCreate(connection, TYPED);
    store.journal.versions = () => [];
    assert.equal(services.groups.isTokenIssued(record('acme')!), false);
  });

  it('says that an answer is kept of one of two open rotations', async () => {
    const { services, connection, remote, store, ref } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    remote.misbehave('html', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    const [open] = store.journal.openRotations();
    store.journal.openRotations = () => [{ ...open!, id: -1, unrecognizedResponse: undefined }, open!];
    assert.equal((await services.groups.listed(ref('acme')))?.hasUnrecognizedResponse, true);
  });

  for (const [fault, hasUnrecognizedResponse] of [
    ['html', true],
    ['resetBeforeAnswer', false],
  ] as const)
    it(`says ${hasUnrecognizedResponse ? 'that a response' : 'that no response'} is kept after ${fault}`, async () => {
      const { services, connection, remote, ref } = await start();
      await services.sending.getOrCreate(connection, TYPED);
      remote.misbehave(fault, { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(connection, 'acme'));
      assert.equal((await services.groups.listed(ref('acme')))?.hasUnrecognizedResponse, hasUnrecognizedResponse);
    });
});

function refusalOf(attempt: () => unknown): UserGroupsError {
  try {
    attempt();
  } catch (error) {
    assert.ok(error instanceof UserGroupsError);
    return error;
  }
  assert.fail('It was done');
}
