// Commands about groups on this machine: what is asked before something is lost, what is opened and compared.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { compareTwo } from '../../../../src/vscode/groups/compareTwo.ts';
import { ProductionDecorations } from '../../../../src/vscode/groups/decorations.ts';
import { clearFilter, filterList, goTo } from '../../../../src/vscode/groups/find.ts';
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

  describe('is opened', () => {
    it('by its editor or as text, and a new one as well', async () => {
      const product = await withSent('acme');
      product.services.groups.addNewDraft(product.connection);
      await open(contextOf(product), about(), 'default');
      await open(contextOf(product), about(), 'text');
      await open(contextOf(product), { ...about(), origin: 'document' }, 'text');
      await open(contextOf(product), aboutNew, 'default');
      assert.deepEqual(opened, [
        `vscode.open ${String(groupUri('staging', 'acme'))}`,
        `vscode.openWith ${String(groupUri('staging', 'acme'))}`,
        `vscode.openWith ${String(groupUri('staging', 'acme'))}`,
        `vscode.open ${String(newDraftUri('staging', 1))}`,
      ]);
    });

    it('by its editor only when it is chosen, where it is that of the document in front', async () => {
      const opening = open(contextOf(await withSent('acme')), { ...about(), origin: 'document' }, 'default');
      const list = await nextList();
      assert.match(list.title, /^Open User Group/);
      list.close();
      await assert.rejects(opening, { kind: 'cancelled' });
    });
  });

  describe('is compared', () => {
    it('with what was sent, as a file of the workspace too', async () => {
      const product = await withSent('acme');
      const person = new PlayedPerson();
      const file = Uri.file('/work/acme.usergroup.json') as never;
      const documents: unknown[] = [];
      const parts = {
        comparisons: standIn<EditingContext['comparisons']>({
          show: (_title, _before, after) => Promise.resolve(void documents.push(String(after))),
        }),
        fileConnections: standIn<EditingContext['fileConnections']>({ of: () => Promise.resolve(product.connection) }),
        documents: standIn<EditingContext['documents']>({ savedText: () => Promise.resolve(documentOf()) }),
      };
      await compareWith(contextOf(product, person, parts), about(), 'sent');
      await compareWith(contextOf(product, person, parts), { origin: 'document', input: {}, file }, 'answered');
      assert.deepEqual(documents, [String(groupUri('staging', 'acme')), 'file:///work/acme.usergroup.json']);
    });

    it('as a file with what was sent of its own, and not with what its folder adds', async () => {
      const product = await start();
      const document = documentOf({ properties: { region: 'EU', tier: 'gold' } });
      await product.services.sending.getOrCreate(product.connection, document);
      const folder = temporaryFolder('user-groups-compared-');
      writeFileSync(join(folder, 'usergroups.preset.json'), '{ "properties": { "tier": "gold" } }');
      const own = documentOf({ properties: { region: 'EU' } });
      const sides: string[] = [];
      const parts = {
        comparisons: standIn<EditingContext['comparisons']>({
          show: (_title, before) => Promise.resolve(void sides.push(before)),
        }),
        fileConnections: standIn<EditingContext['fileConnections']>({ of: () => Promise.resolve(product.connection) }),
        documents: standIn<EditingContext['documents']>({ savedText: () => Promise.resolve(own) }),
      };
      const file = Uri.file(join(folder, 'acme.usergroup.json')) as never;
      await compareWith(contextOf(product, new PlayedPerson(), parts), { origin: 'document', input: {}, file }, 'sent');
      assert.deepEqual(
        sides.map((text) => JSON.parse(text) as unknown),
        [JSON.parse(own)],
      );
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
    for (const [words, isSent, says] of [
      ['sent', true, 'The document returns to what was last sent. Nothing is sent.'],
      ['answered', false, 'The document returns to the last response of the service. Nothing is sent.'],
    ] as const) {
      it(`after a question that says what it becomes: what was last ${words}`, async () => {
        const product = await start();
        const { services, connection, remote } = product;
        for (const name of isSent ? [] : ['Elsewhere'])
          await ask(remote, 'GET', groupBody({ user_group_id: 'acme', name, properties: {} }));
        await services.sending.getOrCreate(connection, documentOf());
        services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Draft' }));
        const question = [`? Discard the draft of ${ACME}?`, `  ${says}`, '  [Discard Draft]'];
        const declining = new PlayedPerson();
        await assert.rejects(discardDraft(contextOf(product, declining), about()), { kind: 'cancelled' });
        assert.deepEqual([declining.shown, product.record('acme')?.draft !== undefined], [question, true]);
        const agreeing = new PlayedPerson(['Discard Draft']);
        await discardDraft(contextOf(product, agreeing), about());
        assert.deepEqual(
          [agreeing.shown, product.record('acme')?.draft],
          [[...question, `status: Draft of ${ACME} discarded`], undefined],
        );
      });
    }

    it('also where that is only in the editor, which has nothing to save then', async () => {
      const product = await withSent('acme');
      const settled: string[] = [];
      const documents = standIn<EditingContext['documents']>({
        unsavedText: () => Promise.resolve('typed'),
        settle: (uri) => Promise.resolve(void settled.push(String(uri))),
      });
      await discardDraft(contextOf(product, new PlayedPerson(['Discard Draft']), { documents }), about());
      assert.deepEqual(settled, [String(groupUri('staging', 'acme'))]);
    });

    it('not without one', async () => {
      await assert.rejects(discardDraft(contextOf(await withSent('acme')), about()), {
        kind: 'notFound',
        message: `${ACME} has no draft.`,
      });
    });

    it('and is gone where it was never sent, after a question', async () => {
      const product = await start();
      product.services.groups.addNewDraft(product.connection, documentOf());
      const deleted: string[] = [];
      workspace.fs.delete = (uri) => Promise.resolve(void deleted.push(String(uri)));
      const declining = new PlayedPerson();
      await assert.rejects(discardDraft(contextOf(product, declining), aboutNew), { kind: 'cancelled' });
      assert.deepEqual(
        [declining.shown, deleted],
        [['? Discard the new group?', '  It was never sent to staging.', '  [Discard Draft]'], []],
      );
      await discardDraft(contextOf(product, new PlayedPerson(['Discard Draft'])), aboutNew);
      assert.deepEqual(deleted, [String(newDraftUri('staging', 1))]);
    });
  });

  describe('is removed from the list', () => {
    const question = (...lost: readonly string[]): string[] => [
      `? Remove ${ACME} from the list?`,
      '  The group and its token stay on the service.',
      ...(lost.length === 0 ? [] : ['  Deleted from this machine:', ...lost.map((part) => `  • ${part}`)]),
      '  [Remove]',
    ];

    it('after a question that names what is lost', async () => {
      const product = await withSent('acme');
      const { services, connection } = product;
      const asked = async (): Promise<string[]> => {
        const person = new PlayedPerson();
        await assert.rejects(forget(contextOf(product, person), about()), { kind: 'cancelled' });
        return person.shown;
      };
      const [token, mapping, history] = ['Token', 'Mapping, which the service never returns', 'History'];
      assert.deepEqual(await asked(), question(token, mapping, history));
      await services.rotation.rotate(connection, 'acme');
      const [one, two] = [1, 2].map(
        (count) => `${count} previous token${count === 1 ? '' : 's'}, which viewers may still use`,
      );
      assert.deepEqual(await asked(), question(token, String(one), mapping, history));
      await services.rotation.rotate(connection, 'acme');
      services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Draft' }));
      assert.deepEqual(await asked(), question(token, String(two), 'Unsent changes', mapping, history));
      assert.ok(product.record('acme'));
    });

    it('with nothing to lose but a draft', async () => {
      const product = await start();
      product.services.groups.saveDraft(product.connection, 'acme', documentOf());
      const person = new PlayedPerson(['Remove']);
      await forget(contextOf(product, person), about());
      assert.deepEqual(person.shown, [...question('Unsent changes'), `status: ${ACME} removed from the list`]);
      assert.equal(product.record('acme'), undefined);
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

  describe('is found by its token', () => {
    async function pasted(product: Product, token: string, pressed: string): Promise<PlayedPerson> {
      const person = new PlayedPerson([], pressed);
      product.requests.length = 0;
      const searching = findGroupByToken(contextOf(product, person));
      const box = await nextBox();
      box.accept();
      assert.deepEqual(
        [box.title, box.prompt, box.placeholder, box.password, box.validationMessage?.message],
        [
          'Find Group by Token…',
          'Searches the list on this machine. Nothing is sent.',
          'Group token',
          true,
          'Paste the token.',
        ],
      );
      box.type(` ${token} `);
      box.accept();
      await searching;
      assert.deepEqual(product.requests, []);
      return person;
    }

    it('the current one, or a previous one', async () => {
      const product = await withSent('acme');
      const { services, connection, remote } = product;
      const { token } = remote.group('acme')!;
      const current = await pasted(product, token, 'Open User Group');
      assert.deepEqual(
        [current.shown, current.ran],
        [
          [`info: It is the current token of ${ACME}, received 12 May 2025 hh:mm. [Open User Group]`],
          ['userGroups.open {"connection":"staging","user_group_id":"acme"}'],
        ],
      );
      await services.rotation.rotate(connection, 'acme');
      assert.deepEqual((await pasted(product, token, '')).shown, [
        `info: It is a previous token of ${ACME}, replaced 12 May 2025 hh:mm. [Open User Group]`,
      ]);
    });

    it('not one that nobody knows', async () => {
      const person = await pasted(await withSent('acme'), 'another', 'Search Again…');
      assert.deepEqual(
        [person.shown, person.ran],
        [
          ['info: No group in the list has this token, and no previous token matches it. [Search Again…]'],
          ['userGroups.findGroupByToken {}'],
        ],
      );
    });

    it('not an API token', async () => {
      const product = await withSent('acme');
      const person = await pasted(product, product.remote.apiToken, 'userGroups.setApiToken');
      assert.deepEqual(
        [person.shown, person.ran],
        [
          ['info: This is the API token of "staging", not the token of a group. [userGroups.setApiToken]'],
          ['userGroups.setApiToken {"connection":"staging"}'],
        ],
      );
    });

    it('also where its connection is gone', async () => {
      const product = await withSent('acme');
      product.services.connections.withId = () => undefined;
      const person = await pasted(product, product.remote.group('acme')!.token, 'Open User Group');
      assert.match(person.shown[0] ?? '', /^info: It is the current token of acme, received /);
      assert.deepEqual(person.ran, ['userGroups.open {"user_group_id":"acme"}']);
    });
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
      assert.match(list.title, /^Filter List/);
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
      const going = goTo(context, { origin: 'palette', input: { query: 'acme' } });
      const list = await nextList();
      assert.match(list.title, /^Go to User Group/);
      assert.equal(list.value, 'acme');
      list.choose('acme');
      await going;
      assert.deepEqual([opened, shown], [[`vscode.open ${String(groupUri('staging', 'acme'))}`], []]);
      const filtering = goTo(context, { origin: 'palette', input: { query: 'beta' } });
      const other = await nextList();
      other.choose(other.labels.at(-1) ?? '');
      await filtering;
      assert.deepEqual(shown, ['beta', 'revealed']);
      const again = goTo(context, { origin: 'palette', input: { query: 7 } });
      const empty = await nextList();
      assert.equal(empty.value, '');
      empty.close();
      await assert.rejects(again, { kind: 'cancelled' });
    });

    it('no more when the filter is cleared', async () => {
      const { context, shown } = listOf(await withSent('acme'));
      clearFilter(context);
      assert.deepEqual(shown, [undefined]);
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
