// Commands about groups on this machine: what is asked before something is lost, what is opened and compared.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { compareTwo } from '../../../../src/vscode/groups/compareTwo.ts';
import { ProductionDecorations } from '../../../../src/vscode/groups/decorations.ts';
import { filterList, goTo } from '../../../../src/vscode/groups/find.ts';
import { compareWith, discardDraft, forget, open } from '../../../../src/vscode/groups/groupCommands.ts';
import type { ListContext } from '../../../../src/vscode/groups/listContext.ts';
import { findGroupByToken } from '../../../../src/vscode/groups/findGroupByToken.ts';
import { connectionUri, groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { commands, nextBox, nextList, Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const ACME = '"acme" on staging';
const about = (userGroupId = 'acme') =>
  ({ origin: 'item', input: { connection: 'staging', user_group_id: userGroupId } }) as const;
const aboutNew = { origin: 'item', input: { connection: 'staging' }, newNumber: 1 } as const;

describe('A group of the list', () => {
  const start = productStarter();
  const { delete: deleteFile } = workspace.fs;
  let opened: string[];
  let openings: readonly { readonly dispose: () => void }[];
  beforeEach(() => {
    opened = [];
    openings = ['vscode.open', 'vscode.openWith'].map((id) =>
      commands.registerCommand(id, (uri) => opened.push(`${id} ${String(uri)}`)),
    );
  });
  afterEach(() => {
    for (const each of openings) each.dispose();
    workspace.fs.delete = deleteFile;
    workspace.textDocuments = [];
  });

  async function withSent(...ids: readonly string[]): Promise<Product> {
    const product = await start();
    for (const id of ids)
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id, name: id }));
    return product;
  }

  const contextOf = (product: Product, person = new PlayedPerson(), parts: Partial<EditingContext> = {}) =>
    editingContextOf(product, person, parts);

  it('is opened by its editor or as text, and by its editor only when chosen where it is that of the document in front', async () => {
    const product = await withSent('acme');
    product.services.groups.addNewDraft(product.connection);
    const context = contextOf(product);
    await open(context, about(), 'default');
    await open(context, { ...about(), origin: 'document' }, 'text');
    await open(context, aboutNew, 'default');
    const [group, made] = [String(groupUri('staging', 'acme')), String(newDraftUri('staging', 1))];
    assert.deepEqual(opened, [`vscode.open ${group}`, `vscode.openWith ${group}`, `vscode.open ${made}`]);
    const opening = open(context, { ...about(), origin: 'document' }, 'default');
    const list = await nextList();
    assert.match(list.title, /^userGroups\.open/);
    await list.cancel(opening);
  });

  describe('is compared', () => {
    it('with what was sent of it, as a file without what its folder adds', async () => {
      const product = await start();
      await product.services.sending.getOrCreate(
        product.connection,
        documentOf({ properties: { region: 'EU', tier: 'gold' } }),
      );
      const folder = temporaryFolder('user-groups-compared-');
      writeFileSync(join(folder, 'usergroups.preset.json'), '{ "properties": { "tier": "gold" } }');
      const own = documentOf({ properties: { region: 'EU' } });
      const file = Uri.file(join(folder, 'acme.usergroup.json')) as never;
      const sides: (readonly [unknown, string])[] = [];
      const context = contextOf(product, undefined, {
        comparisons: standIn<EditingContext['comparisons']>({
          show: (_title, before, after) => Promise.resolve(void sides.push([JSON.parse(before), String(after)])),
        }),
        fileConnections: standIn<EditingContext['fileConnections']>({ of: () => Promise.resolve(product.connection) }),
        documents: standIn<EditingContext['documents']>({ savedText: () => Promise.resolve(own) }),
      });
      await compareWith(context, about(), 'sent');
      await compareWith(context, { origin: 'document', input: {}, file }, 'sent');
      assert.equal(sides[0]?.[1], String(groupUri('staging', 'acme')));
      assert.deepEqual(sides[1], [JSON.parse(own), String(file)]);
    });

    const compared: unknown[] = [];
    const comparing = (product: Product, invocation: Parameters<typeof compareTwo>[1]): Promise<void> => {
      compared.length = 0;
      const comparisons = standIn<EditingContext['comparisons']>({
        show: (...given) => Promise.resolve(void compared.push(...given)),
      });
      return compareTwo(contextOf(product, undefined, { comparisons }), invocation);
    };
    const byCaller = (input: unknown) => ({ origin: 'argument', input: { ...about().input, with: input } }) as const;

    it('with another one, by what is known of each', async () => {
      const product = await withSent('acme', 'beta');
      const { services, connection, remote } = product;
      services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Draft' }));
      await comparing(product, byCaller('beta'));
      assert.deepEqual(compared, [
        `${ACME}, unsent changes ↔ "beta" on staging, sent 12 May 2025`,
        documentOf({ name: 'Draft' }),
        documentOf({ user_group_id: 'beta', name: 'beta' }),
      ]);
      await ask(remote, 'GET', groupBody({ user_group_id: 'gamma', name: 'Gamma', properties: {} }));
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'gamma', name: 'Other' }));
      services.groups.discardDraft(connection, 'gamma');
      await comparing(product, byCaller({ user_group_id: 'gamma' }));
      assert.match(String(compared[0]), /↔ "gamma" on staging, received 12 May 2025, without mapping$/);
    });

    it('with the same one on another connection, which is proposed first', async () => {
      const product = await withSent('acme', 'beta');
      const sandbox = await product.services.sandbox.start();
      await product.services.sending.getOrCreate(sandbox, documentOf());
      await comparing(product, byCaller({ connection: sandbox.name }));
      assert.match(String(compared[0]), /^"acme" on staging, sent 12 May 2025 ↔ "acme" on Sandbox, sent 12 May 2025$/);
      const choosing = comparing(product, about());
      const list = await nextList();
      assert.match(list.title, /^Compare "acme" on staging with…/);
      assert.ok(
        !list.items.some(({ label, description }) => label === 'acme' && description?.includes('staging') === true),
      );
      list.choose('Acme');
      await choosing;
      assert.match(String(compared[0]), /↔ "acme" on Sandbox/);
    });

    it('not with what a caller does not name rightly', async () => {
      const product = await withSent('acme');
      for (const wrong of [7, { connection: 7 }, { user_group_id: null }])
        await assert.rejects(comparing(product, byCaller(wrong)), {
          kind: 'invalid',
          message: '"userGroups.compareWith" takes with: {connection?, user_group_id?}, both strings.',
        });
      await assert.rejects(comparing(product, byCaller('gamma')), { kind: 'notFound' });
    });
  });

  describe('loses its draft', () => {
    it('after a question that says what it becomes', async () => {
      for (const [isSent, says] of [
        [true, 'The document returns to what was last sent. Nothing is sent.'],
        [false, 'The document returns to the last response of the service. Nothing is sent.'],
      ] as const) {
        const product = await start();
        const { services, connection, remote } = product;
        if (!isSent) await ask(remote, 'GET', groupBody({ user_group_id: 'acme', name: 'Elsewhere', properties: {} }));
        await services.sending.getOrCreate(connection, documentOf());
        services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Draft' }));
        const person = new PlayedPerson([undefined, 'userGroups.discardDraft']);
        await assert.rejects(discardDraft(contextOf(product, person), about()), { kind: 'cancelled' });
        assert.ok(product.record('acme')?.draft);
        await discardDraft(contextOf(product, person), about());
        const question = [`? Discard the draft of ${ACME}?`, `  ${says}`, '  [userGroups.discardDraft]'];
        assert.deepEqual(person.shown, [...question, ...question, `status: Draft of ${ACME} discarded`]);
        assert.equal(product.record('acme')?.draft, undefined);
      }
    });

    it('also where that is only in the editor, which has nothing to save then', async () => {
      const product = await withSent('acme');
      const settled: string[] = [];
      const documents = standIn<EditingContext['documents']>({
        unsavedText: () => Promise.resolve('typed'),
        settle: (uri) => Promise.resolve(void settled.push(String(uri))),
      });
      await discardDraft(contextOf(product, new PlayedPerson(['userGroups.discardDraft']), { documents }), about());
      assert.deepEqual(settled, [String(groupUri('staging', 'acme'))]);
    });

    it('not without one', async () => {
      const context = contextOf(await withSent('acme'));
      await assert.rejects(discardDraft(context, about()), { kind: 'notFound', message: `${ACME} has no draft.` });
    });

    it('and is gone where it was never sent, after a question', async () => {
      const product = await start();
      product.services.groups.addNewDraft(product.connection, documentOf());
      const deleted: string[] = [];
      workspace.fs.delete = (uri) => Promise.resolve(void deleted.push(String(uri)));
      const person = new PlayedPerson([undefined, 'userGroups.discardDraft']);
      await assert.rejects(discardDraft(contextOf(product, person), aboutNew), { kind: 'cancelled' });
      assert.deepEqual(
        [person.shown, deleted],
        [['? Discard the new group?', '  It was never sent to staging.', '  [userGroups.discardDraft]'], []],
      );
      await discardDraft(contextOf(product, person), aboutNew);
      assert.deepEqual(deleted, [String(newDraftUri('staging', 1))]);
    });
  });

  describe('is removed from the list', () => {
    const question = (...lost: readonly string[]): string[] => [
      `? Remove ${ACME} from the list?`,
      '  The group and its token stay on the service.',
      '  Deleted from this machine:',
      ...lost.map((part) => `  • ${part}`),
      '  [Remove]',
    ];

    it('after a question that names what is lost', async () => {
      const product = await withSent('acme');
      const { services, connection } = product;
      const asked = async (answer?: string): Promise<string[]> => {
        const person = new PlayedPerson([answer]);
        const removing = forget(contextOf(product, person), about());
        await (answer === undefined ? assert.rejects(removing, { kind: 'cancelled' }) : removing);
        return person.shown;
      };
      const [token, mapping, history] = ['Token', 'Mapping, which the service never returns', 'History'];
      assert.deepEqual(await asked(), question(token, mapping, history));
      const previous = (count: string): string => `${count}, which viewers may still use`;
      await services.rotation.rotate(connection, 'acme');
      assert.deepEqual(await asked(), question(token, previous('1 previous token'), mapping, history));
      await services.rotation.rotate(connection, 'acme');
      services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Draft' }));
      const lost = [token, previous('2 previous tokens'), 'Unsent changes', mapping, history];
      assert.deepEqual(await asked(), question(...lost));
      assert.ok(product.record('acme'));
      assert.deepEqual(await asked('Remove'), [...question(...lost), `status: ${ACME} removed from the list`]);
      assert.equal(product.record('acme'), undefined);
      services.groups.saveDraft(connection, 'acme', documentOf());
      assert.deepEqual(await asked(), question('Unsent changes'));
    });

    it('not while its rotation is unresolved, be it begun during the question', async () => {
      const product = await withSent('acme');
      const { services, connection, remote } = product;
      const person = new PlayedPerson(['Remove']);
      remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
      person.meanwhile = () => assert.rejects(services.rotation.rotate(connection, 'acme'));
      await assert.rejects(forget(contextOf(product, person), about()), { kind: 'conflict' });
      const again = new PlayedPerson(['Remove']);
      await assert.rejects(forget(contextOf(product, again), about()), { kind: 'conflict' });
      assert.deepEqual([again.shown, product.record('acme') !== undefined], [[], true]);
    });
  });

  it('is found by its token', async () => {
    const product = await withSent('acme');
    const { services, connection, remote } = product;
    const pasted = async (token: string, pressed = ''): Promise<string[]> => {
      const person = new PlayedPerson([], pressed);
      product.requests.length = 0;
      const searching = findGroupByToken(contextOf(product, person));
      const box = await nextBox();
      box.accept();
      assert.deepEqual(
        [box.title, box.prompt, box.placeholder, box.password, box.validationMessage?.message],
        [
          'userGroups.findGroupByToken',
          'Searches the list on this machine. Nothing is sent.',
          'Group token',
          true,
          'Paste the token.',
        ],
      );
      box.enter(` ${token} `);
      await searching;
      assert.deepEqual(product.requests, []);
      return [...person.shown, ...person.ran];
    };
    const { token } = remote.group('acme')!;
    assert.deepEqual(await pasted(token, 'userGroups.open'), [
      `info: It is the current token of ${ACME}, received 12 May 2025 hh:mm. [userGroups.open]`,
      'userGroups.open {"connection":"staging","user_group_id":"acme"}',
    ]);
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(await pasted(token), [
      `info: It is a previous token of ${ACME}, replaced 12 May 2025 hh:mm. [userGroups.open]`,
    ]);
    assert.deepEqual(await pasted('another', 'Search Again…'), [
      'info: No group in the list has this token, and no previous token matches it. [Search Again…]',
      'userGroups.findGroupByToken {}',
    ]);
    assert.deepEqual(await pasted(remote.apiToken, 'userGroups.setApiToken'), [
      'info: This is the API token of "staging", not the token of a group. [userGroups.setApiToken]',
      'userGroups.setApiToken {"connection":"staging"}',
    ]);
    services.connections.withId = () => undefined;
    assert.deepEqual(await pasted(token, 'userGroups.open'), [
      'info: It is a previous token of acme, replaced 12 May 2025 hh:mm. [userGroups.open]',
      'userGroups.open {"user_group_id":"acme"}',
    ]);
  });

  describe('is found by words', () => {
    interface Found {
      readonly context: ListContext;
      readonly shown: (string | undefined)[];
    }

    function listOf(product: Product, filter?: string): Found {
      const shown: (string | undefined)[] = [];
      const tree = standIn<ListContext['tree']>({
        filter,
        showMatching: (query) => void shown.push(query),
        reveal: () => Promise.resolve(void shown.push('revealed')),
      });
      return { context: Object.assign(Object.create(contextOf(product)), { tree }) as ListContext, shown };
    }

    it('that a caller gives, who gets how many match', async () => {
      const { context, shown } = listOf(await withSent('acme', 'beta'));
      const byCaller = (query: string) => filterList(context, { origin: 'argument', input: { query } });
      assert.deepEqual([await byCaller(' acme '), shown.splice(0)], [{ matching: 1, of: 2 }, ['acme', 'revealed']]);
      assert.deepEqual([await byCaller(' '), shown.splice(0)], [{ matching: 2, of: 2 }, [undefined, 'revealed']]);
      await assert.rejects(byCaller('is:nothing'), { kind: 'invalid' });
    });

    it('that the person types, beginning with those that the list has', async () => {
      const { context, shown } = listOf(await withSent('acme', 'beta'), 'beta');
      const filtering = filterList(context, { origin: 'palette', input: { query: 'acme' } });
      const list = await nextList();
      assert.match(list.title, /^userGroups\.filterList/);
      assert.equal(list.value, 'beta');
      list.accept();
      assert.deepEqual([await filtering, shown], [{ matching: 1, of: 2 }, ['beta', 'revealed']]);
    });

    it('and opened where it is chosen itself, which leaves the filter', async () => {
      const { context, shown } = listOf(await withSent('acme', 'beta'), 'be');
      const filtering = filterList(context, { origin: 'palette', input: {} });
      (await nextList()).choose('beta');
      assert.deepEqual([await filtering, shown], [{ matching: 1, of: 2 }, []]);
      assert.deepEqual(opened, [`vscode.open ${String(groupUri('staging', 'beta'))}`]);
    });

    it('to go there, or to filter the list by them', async () => {
      const { context, shown } = listOf(await withSent('acme', 'beta'));
      for (const [query, value] of [
        ['acme', 'acme'],
        ['beta', 'beta'],
        [7, ''],
      ] as const) {
        const going = goTo(context, { origin: 'palette', input: { query } });
        const list = await nextList();
        assert.match(list.title, /^userGroups\.goTo/);
        assert.equal(list.value, value);
        list.choose(query === 'acme' ? 'acme' : list.labels.at(-1)!);
        await going;
      }
      assert.deepEqual(opened, [`vscode.open ${String(groupUri('staging', 'acme'))}`]);
      assert.deepEqual(shown, ['beta', 'revealed', undefined, 'revealed']);
    });
  });

  it('has a letter where its connection is guarded', async () => {
    const product = await start();
    product.settings.edit([
      { name: 'staging', baseUrl: product.remote.baseUrl, environment: 'Testing' },
      { name: 'production', baseUrl: 'https://a.example.com', environment: 'Customer' },
      { name: 'other', baseUrl: 'https://b.example.com' },
    ]);
    const decorations = new ProductionDecorations(() => Promise.resolve(product.services));
    const letterOf = async (uri: Parameters<typeof decorations.provideFileDecoration>[0]): Promise<unknown> => {
      const shown = await decorations.provideFileDecoration(uri);
      return shown && [shown.badge, shown.tooltip, shown.color?.id];
    };
    const color = 'userGroups.production';
    assert.deepEqual(await letterOf(groupUri('production', 'acme')), ['P', 'Production: production', color]);
    assert.deepEqual(await letterOf(connectionUri('other')), [
      'P',
      'Undeclared, guarded like production: other',
      color,
    ]);
    for (const uri of [groupUri('staging', 'acme'), groupUri('nowhere', 'acme'), Uri.file('/production/acme') as never])
      assert.equal(await letterOf(uri), undefined);
    let renewed = 0;
    decorations.onDidChangeFileDecorations(() => (renewed += 1));
    decorations.refresh();
    decorations.dispose();
    decorations.refresh();
    assert.equal(renewed, 1);
  });
});
