// Duplicate Group… and Copy to Connection…: what the new document holds, and what is never touched.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { groupRef } from '../../../../src/core/groupKey.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { copyToConnection, duplicateGroup } from '../../../../src/vscode/groups/copyGroup.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { ask } from '../../sandbox/ask.ts';
import { commands, nextList, type Uri } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

interface Copying {
  readonly product: Product;
  readonly context: EditingContext;
  readonly shown: string[];
  readonly opened: string[];
  readonly ran: unknown[];
  /** What an editor shows of acme. */
  editor: string | undefined;
  /** The button that the person presses. */
  pressed: string | undefined;
}

describe('A copy of a group', () => {
  const start = productStarter();
  let copying: Copying;
  let opening: { readonly dispose: () => void };

  beforeEach(async () => {
    const product = await start();
    const { settings, services, remote } = product;
    settings.edit([...settings.entries, { name: 'second', baseUrl: remote.baseUrl, environment: 'Testing' }]);
    await services.sending.getOrCreate(product.connection, MAPPED);
    const show = (text: string, ...buttons: readonly string[]): Promise<string | undefined> => {
      copying.shown.push([text, ...buttons].join(' | '));
      return Promise.resolve(copying.pressed);
    };
    const context = standIn<EditingContext>({
      services,
      messages: standIn<Messages>({
        warn: show,
        status: (text) => {
          copying.shown.push(text);
        },
      }),
      documents: standIn({ unsavedText: () => Promise.resolve(copying.editor) }),
      run: (...ran) => {
        copying.ran.push(ran);
        return Promise.resolve();
      },
    });
    copying = { product, context, shown: [], opened: [], ran: [], editor: undefined, pressed: undefined };
    opening = commands.registerCommand('vscode.open', (uri) => copying.opened.push((uri as Uri).path));
  });
  afterEach(() => {
    opening.dispose();
  });

  const second = (): Connection => copying.product.services.connections.named('second');
  const newTexts = (on: Connection): string[] =>
    copying.product.services.groups.newDrafts(on.id).map(({ text }) => text);
  const duplicate = (): Promise<void> => duplicateGroup(copying.context, { origin: 'item', input: ACME });
  const copy = (input: object = {}, origin: 'item' | 'argument' = 'item'): Promise<void> =>
    copyToConnection(copying.context, { origin, input: { ...ACME, ...input } });

  describe('as a duplicate', () => {
    it('is a new document on the same connection, without an ID, and nothing is sent', async () => {
      const { product, opened, shown } = copying;
      const requests = product.requests.length;
      await duplicate();
      assert.deepEqual(newTexts(product.connection), [MAPPED.replace('"acme"', '""').replace('"Acme"', '"Acme copy"')]);
      assert.deepEqual(opened, ['/staging/~new/1.usergroup.json']);
      assert.deepEqual(shown, []);
      assert.equal(product.requests.length, requests);
    });

    it('begins with the draft, and with what an editor has not saved yet', async () => {
      const { product } = copying;
      const typed = '{"name": "", "properties": {"n": 1e400}, "user_group_id": "acme"}';
      product.services.groups.saveDraft(product.connection, 'acme', typed);
      await duplicate();
      copying.editor = typed.replace('1e400', '1e401');
      await duplicate();
      assert.deepEqual(newTexts(product.connection), [
        typed.replace('"acme"', '""'),
        typed.replace('"acme"', '""').replace('1e400', '1e401'),
      ]);
    });

    it('of a text without a place for its ID is refused, with the place', async () => {
      const { product } = copying;
      product.services.groups.saveDraft(product.connection, 'acme', '{"name" "Acme", "user_group_id": "acme"}');
      await assert.rejects(duplicate(), { kind: 'invalid', message: /^Couldn't duplicate "acme" on staging\. / });
      assert.deepEqual(newTexts(product.connection), []);
    });

    it('says that the mapping of a group is missing where it is unknown', async () => {
      const { product } = copying;
      await ask(product.remote, 'GET', '{"user_group_id":"globex","name":"Globex"}');
      const globex = documentOf({ user_group_id: 'globex', name: 'Globex' });
      await product.services.sending.getOrCreate(product.connection, globex);
      await duplicateGroup(copying.context, { origin: 'item', input: { ...ACME, user_group_id: 'globex' } });
      assert.deepEqual(copying.shown, ['The mapping of "globex" on staging is unknown. The copy has none.']);
      copying.editor = documentOf({ user_group_id: 'globex', mapping: {} });
      await duplicateGroup(copying.context, { origin: 'item', input: { ...ACME, user_group_id: 'globex' } });
      assert.equal(copying.shown.length, 1);
    });

    it('says nothing of a mapping that was never set or sent', async () => {
      const { services, connection } = copying.product;
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'plain' }));
      services.groups.saveDraft(connection, 'draft', documentOf({ user_group_id: 'draft' }));
      for (const id of ['plain', 'draft'])
        await duplicateGroup(copying.context, { origin: 'item', input: { ...ACME, user_group_id: id } });
      assert.deepEqual([copying.shown, newTexts(connection).length], [[], 2]);
    });
  });

  describe('on another connection', () => {
    it('keeps ID and name, and says once that the mapping has IDs of the other', async () => {
      const { opened, shown } = copying;
      await copy();
      assert.deepEqual(newTexts(second()), [MAPPED]);
      assert.deepEqual(opened, ['/second/~new/1.usergroup.json']);
      assert.deepEqual(shown, ['The mapping still has the IDs of staging. Check them before you send.']);
    });

    it('asks which one where there are several, but its own, and where it is guarded', async () => {
      const { settings } = copying.product;
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
        list.close();
        await assert.rejects(copied, { kind: 'cancelled' });
      }
    });

    it('never replaces a group that is in the list there: it can be opened or compared', async () => {
      const { product, shown, opened, ran } = copying;
      const theirs = documentOf({ name: 'Theirs' });
      product.services.groups.saveDraft(second(), 'acme', theirs);
      copying.pressed = 'Compare';
      await copy();
      copying.pressed = 'Open';
      await copy();
      assert.deepEqual(shown, Array(2).fill('"acme" on second is already in the list. | Open | Compare'));
      assert.deepEqual(opened, ['/second/acme.usergroup.json']);
      assert.deepEqual(ran, [['userGroups.compareWith', { ...ACME, with: { connection: 'second' } }]]);
      assert.deepEqual(newTexts(second()), []);
      const record = product.services.groups.find(groupRef(second(), 'acme'));
      assert.equal(record && product.services.groups.documentText(record), theirs);
    });

    it('opens a document with the same ID that was never sent, instead of making a second one', async () => {
      const { shown, opened } = copying;
      copying.pressed = 'Open';
      await copy();
      await copy();
      assert.equal(newTexts(second()).length, 1);
      assert.equal(shown[1], '"acme" on second already has a draft that was never sent. | Open');
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
