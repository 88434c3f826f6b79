// Duplicate Group… and Copy to Connection…: what the new document holds, and what is never touched.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { groupRef } from '../../../../src/core/groupKey.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { copyToConnection, duplicateGroup } from '../../../../src/vscode/groups/copyGroup.ts';
import { ask } from '../../sandbox/ask.ts';
import { commands, nextList, type Uri } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

describe('A copy of a group', () => {
  const start = productStarter();
  let product: Product;
  let person: PlayedPerson;
  /** What an editor shows of acme. */
  let editor: string | undefined;
  let opened: string[];
  let opening: { readonly dispose: () => void };

  beforeEach(async () => {
    product = await start();
    person = new PlayedPerson();
    editor = undefined;
    opened = [];
    const { settings, services, remote } = product;
    settings.edit([...settings.entries, { name: 'second', baseUrl: remote.baseUrl, environment: 'Testing' }]);
    await services.sending.getOrCreate(product.connection, MAPPED);
    opening = commands.registerCommand('vscode.open', (uri) => opened.push((uri as Uri).path));
  });
  afterEach(() => {
    opening.dispose();
  });

  const context = (): EditingContext =>
    editingContextOf(product, person, { documents: standIn({ unsavedText: () => Promise.resolve(editor) }) });
  const second = (): Connection => product.services.connections.named('second');
  const newTexts = (on: Connection): string[] => product.services.groups.newDrafts(on.id).map(({ text }) => text);
  const duplicate = (id = 'acme'): Promise<void> =>
    duplicateGroup(context(), { origin: 'item', input: { ...ACME, user_group_id: id } });
  const copy = (input: object = {}, origin: 'item' | 'argument' = 'item'): Promise<void> =>
    copyToConnection(context(), { origin, input: { ...ACME, ...input } });

  describe('as a duplicate', () => {
    it('is a new document on the same connection, without an ID, and nothing is sent', async () => {
      const requests = product.requests.length;
      await duplicate();
      assert.deepEqual(newTexts(product.connection), [MAPPED.replace('"acme"', '""').replace('"Acme"', '"Acme copy"')]);
      assert.deepEqual(opened, ['/staging/~new/1.usergroup.json']);
      assert.deepEqual(person.shown, []);
      assert.equal(product.requests.length, requests);
    });

    it('begins with the draft, and with what an editor has not saved yet', async () => {
      const typed = '{"name": "", "properties": {"n": 1e400}, "user_group_id": "acme"}';
      product.services.groups.saveDraft(product.connection, 'acme', typed);
      await duplicate();
      editor = typed.replace('1e400', '1e401');
      await duplicate();
      assert.deepEqual(newTexts(product.connection), [
        typed.replace('"acme"', '""'),
        typed.replace('"acme"', '""').replace('1e400', '1e401'),
      ]);
    });

    it('of a text without a place for its ID is refused, with the place', async () => {
      product.services.groups.saveDraft(product.connection, 'acme', '{"name" "Acme", "user_group_id": "acme"}');
      await assert.rejects(duplicate(), { kind: 'invalid', message: /^Couldn't duplicate "acme" on staging\. / });
      assert.deepEqual(newTexts(product.connection), []);
    });

    it('says that the mapping of a group is missing where it is unknown, and nothing of one never set', async () => {
      const { services, connection } = product;
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'plain' }));
      services.groups.saveDraft(connection, 'draft', documentOf({ user_group_id: 'draft' }));
      await duplicate('plain');
      await duplicate('draft');
      assert.deepEqual([person.shown, newTexts(connection).length], [[], 2]);
      await ask(product.remote, 'GET', '{"user_group_id":"globex","name":"Globex"}');
      const globex = documentOf({ user_group_id: 'globex', name: 'Globex' });
      await product.services.sending.getOrCreate(product.connection, globex);
      await duplicate('globex');
      assert.deepEqual(person.shown, ['status: The mapping of "globex" on staging is unknown. The copy has none.']);
      editor = documentOf({ user_group_id: 'globex', mapping: {} });
      await duplicate('globex');
      assert.equal(person.shown.length, 1);
    });
  });

  describe('on another connection', () => {
    it('keeps ID and name, and says once that the mapping has IDs of the other', async () => {
      await copy();
      assert.deepEqual(newTexts(second()), [MAPPED]);
      assert.deepEqual(opened, ['/second/~new/1.usergroup.json']);
      assert.deepEqual(person.shown, ['status: The mapping still has the IDs of staging. Check them before you send.']);
    });

    it('asks which one where there are several, but its own, and where it is guarded', async () => {
      const { settings } = product;
      const [staging, another] = settings.entries;
      const production = { name: 'production', baseUrl: 'https://b.example', environment: 'Customer' };
      for (const [others, names] of [
        [[production], ['production']],
        [
          [another, production],
          ['second', 'production'],
        ],
      ] as const) {
        settings.edit([staging, ...others]);
        const copied = copy();
        const list = await nextList();
        assert.equal(list.title, 'Copy "acme" on staging to Connection');
        assert.deepEqual(
          list.labels.map((label) => label.replace(/^\$\([a-z-]+\) /, '')),
          names,
        );
        await list.cancel(copied);
      }
    });

    it('never replaces a group that is in the list there: it can be opened or compared', async () => {
      const theirs = documentOf({ name: 'Theirs' });
      product.services.groups.saveDraft(second(), 'acme', theirs);
      for (const pressed of ['Compare', 'Open']) {
        person = new PlayedPerson([], pressed);
        await copy();
        await person.settled();
        assert.deepEqual(person.shown, ['warning: "acme" on second is already in the list. [Open] [Compare]']);
        const compared = `userGroups.compareWith ${JSON.stringify({ ...ACME, with: { connection: 'second' } })}`;
        assert.deepEqual(person.ran, pressed === 'Compare' ? [compared] : []);
      }
      assert.deepEqual(opened, ['/second/acme.usergroup.json']);
      assert.deepEqual(newTexts(second()), []);
      const record = product.services.groups.find(groupRef(second(), 'acme'));
      assert.equal(record && product.services.groups.documentText(record), theirs);
    });

    it('opens a document with the same ID that was never sent, instead of making a second one', async () => {
      person = new PlayedPerson([], 'Open');
      await copy();
      await copy();
      assert.equal(newTexts(second()).length, 1);
      assert.equal(person.shown[1], 'warning: "acme" on second already has a draft that was never sent. [Open]');
      assert.deepEqual(opened, ['/second/~new/1.usergroup.json', '/second/~new/1.usergroup.json']);
    });

    it('is told by an argument, which asks nothing and fails where nothing can be done', async () => {
      await copy({ to: { connection: 'second' } }, 'argument');
      assert.deepEqual(newTexts(second()), [MAPPED]);
      await assert.rejects(copy({ to: { connection: 'second' } }, 'argument'), { kind: 'conflict' });
      await assert.rejects(copy({ to: { connection: 'staging' } }, 'argument'), {
        kind: 'invalid',
        message: /is on this connection already/,
      });
      await assert.rejects(copy({ to: { connection: 7 } }, 'argument'), { kind: 'invalid', message: /takes to:/ });
    });
  });
});
