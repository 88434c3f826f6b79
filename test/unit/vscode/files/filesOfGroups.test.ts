// Groups as files: what is written where, over what, and which files are sent.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { FileConnections } from '../../../../src/vscode/editing/documents/fileConnections.ts';
import { sendChangedFiles } from '../../../../src/vscode/bulk/sendChangedFiles.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { PRESET_FILE } from '../../../../src/document/documentUri.ts';
import { documentsIn } from '../../../../src/vscode/files/documentFolder.ts';
import { wholeText } from '../../../../src/core/wholeText.ts';
import { linksRefused, nameOf, writeFile } from '../../../../src/vscode/files/fileWriting.ts';
import { saveGroupsToFolder } from '../../../../src/vscode/files/saveGroupsToFolder.ts';
import { saveToWorkspace } from '../../../../src/vscode/files/saveToWorkspace.ts';
import { compareWith } from '../../../../src/vscode/groups/groupCommands.ts';
import { rotateToken } from '../../../../src/vscode/rotation/rotateToken.ts';
import { sendFile } from '../../../../src/vscode/files/sendFile.ts';
import { ActiveSends } from '../../../../src/vscode/editing/documents/activeSends.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import type { Schemas } from '../../../../src/vscode/editing/schemas/schemas.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { fileUri, uriFrom } from '../../../support/editor/fakeFiles.ts';
import { commands, nextList, shownDocuments, Uri, window, workspace } from '../../../support/editor/fakeVscode.ts';
import { playedWindows } from '../../../support/editor/playedWindow.ts';
import { elsewhere as byColleague } from '../../../support/elsewhere.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const invocation = (input: object, origin: Invocation['origin'] = 'argument'): Invocation => ({
  origin,
  input: { connection: 'staging', ...input },
});
/** In a file system that only the editor can access. */
const elsewhere = (path: string): ReturnType<typeof fileUri> => uriFrom({ scheme: 'vscode-vfs', path });
const documentFor = (id: string, properties: object = {}): string =>
  documentOf({ user_group_id: id, name: id, mapping: {}, properties });

describe('Groups as files', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder('user-groups-files-');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    workspace.textDocuments = [];
    workspace.workspaceFolders = undefined;
  });
  const start = productStarter();
  const playedWindow = playedWindows();
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  describe('A file that is written where only the editor can', () => {
    const files = standIn<Parameters<typeof writeFile>[0]>({});
    const put = (existing: 'keep' | 'replace'): Promise<void> =>
      writeFile(files, elsewhere(join(folder, 'a.json')), wholeText('new'), { existing });

    it('is new, or replaces one where that was agreed to', async () => {
      await put('keep');
      assert.equal(read('a.json'), 'new');
      write('a.json', 'old');
      await put('replace');
      assert.equal(read('a.json'), 'new');
    });

    it('is not written over another one', async () => {
      write('a.json', 'old');
      await assert.rejects(put('keep'), {
        kind: 'conflict',
        message: '"a.json" already exists. Check the file, then try again.',
      });
      assert.equal(read('a.json'), 'old');
    });

    it('is not written through a link', async () => {
      write('target', 'old');
      symlinkSync(join(folder, 'target'), join(folder, 'a.json'));
      await assert.rejects(put('replace'), { kind: 'conflict' });
      assert.equal(read('target'), 'old');
    });

    it('is not written where it cannot be looked at', async () => {
      write('a', '');
      await assert.rejects(writeFile(files, elsewhere(join(folder, 'a/b.json')), wholeText(''), { existing: 'keep' }), {
        code: 'ENOTDIR',
      });
    });

    it('goes by the last part of its path', () => {
      assert.deepEqual(
        ['/a/b.json', '/a/b/', 'b'].map((path) => nameOf(elsewhere(path))),
        ['b.json', 'b', 'b'],
      );
    });
  });

  it('Links that are in the way are named, three of them', () => {
    const named = (...names: readonly string[]): string => linksRefused(names).message.split('. ')[0]!;
    assert.deepEqual(
      [named('a'), named('a', 'b', 'c'), named('a', 'b', 'c', 'd', 'e')],
      [
        '"a" is a symbolic link, through which no file is written',
        '"a", "b", "c" are symbolic links, through which no file is written',
        '"a", "b", "c" and 2 more are symbolic links, through which no file is written',
      ],
    );
  });

  describe('The documents of a folder', () => {
    it('are told from links, folders and other files, and read as they are then', async () => {
      write('a.usergroup.json', 'a');
      write('._a.usergroup.json', '\0');
      write('b.json', 'b');
      mkdirSync(join(folder, 'c.usergroup.json'));
      symlinkSync(join(folder, 'b.json'), join(folder, 'd.usergroup.json'));
      symlinkSync(join(folder, 'b.json'), join(folder, 'e.json'));
      const documents = await documentsIn(fileUri(folder), 'Not read.');
      assert.deepEqual(documents.entries.map(({ name, kind }) => `${name} ${kind}`).toSorted(), [
        '._a.usergroup.json ignored',
        'a.usergroup.json document',
        'b.json other',
        'c.usergroup.json other',
        'd.usergroup.json link',
        'e.json other',
      ]);
      assert.equal(new TextDecoder().decode(await documents.read('a.usergroup.json')), 'a');
      assert.equal(await documents.read('gone.usergroup.json'), undefined);
      await assert.rejects(documents.read('c.usergroup.json'), { code: 'EISDIR' });
    });

    it('cannot be read where there is no such folder', async () => {
      await assert.rejects(documentsIn(fileUri(join(folder, 'gone')), 'Not read.'), {
        kind: 'notFound',
        message: "Not read. The folder can't be read. Choose another folder.",
      });
    });
  });

  describe('Save Groups to Folder…', () => {
    const withGroups = async (...ids: readonly string[]): Promise<Product> => {
      const product = await start();
      for (const id of ids)
        await product.services.sending.getOrCreate(
          product.connection,
          documentFor(id, id === 'b' ? { region: 'EU' } : {}),
        );
      return product;
    };
    const file = (id: string): string => `${id}.usergroup.json`;

    it('writes what is new, leaves what is equal, and asks about what differs', async () => {
      const { context, asked, said } = playedWindow(await withGroups('a', 'b', 'c', 'd'), ['Keep Files', 'Overwrite']);
      write(file('a'), documentFor('a'));
      write(file('b'), `${documentFor('b')} `);
      write(file('c'), `${documentFor('c')} `);
      assert.deepEqual(await saveGroupsToFolder(context, invocation({ folder })), { written: 1, same: 1, kept: 2 });
      assert.deepEqual(asked, [
        {
          title: 'Overwrite 2 files?',
          detail: [{ heading: 'Different from their groups:', items: [`"${file('b')}"`, `"${file('c')}"`] }],
          answers: ['Overwrite', 'Keep Files'],
        },
      ]);
      assert.deepEqual(await saveGroupsToFolder(context, invocation({ folder })), { written: 2, same: 2, kept: 0 });
      assert.deepEqual(said, ['status: 1 file saved. Unchanged: 1. Kept: 2.', 'status: 2 files saved. Unchanged: 2.']);
      assert.equal(read(file('b')), documentFor('b', { region: 'EU' }));
    });

    it('writes nothing of what the folder adds to each document', async () => {
      const { context } = playedWindow(await withGroups('a', 'b'));
      write(PRESET_FILE, '{ "properties": { "region": "EU" } }');
      assert.deepEqual(await saveGroupsToFolder(context, invocation({ folder })), { written: 2, same: 0, kept: 0 });
      assert.deepEqual(JSON.parse(read(file('b'))), JSON.parse(documentFor('b')));
      assert.deepEqual(await saveGroupsToFolder(context, invocation({ folder })), { written: 0, same: 2, kept: 0 });
      // It may say the same itself.
      write(file('b'), documentFor('b', { region: 'EU' }));
      assert.deepEqual(await saveGroupsToFolder(context, invocation({ folder })), { written: 0, same: 2, kept: 0 });
      write(PRESET_FILE, '{ "name": 1 }');
      await assert.rejects(saveGroupsToFolder(context, invocation({ folder })), {
        kind: 'invalid',
        message: /^Couldn't read usergroups\.preset\.json\. .*no field "name"/,
      });
    });

    it('writes nothing where the question is closed', async () => {
      const { context } = playedWindow(await withGroups('a', 'b'));
      write(file('b'), documentFor('b'));
      await assert.rejects(saveGroupsToFolder(context, invocation({ folder })), { kind: 'cancelled' });
      assert.deepEqual([readdirSync(folder), read(file('b'))], [[file('b')], documentFor('b')]);
    });

    it('creates a folder that does not exist yet, and names ten of the files that differ', async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `group-${index + 10}`);
      const { context, asked } = playedWindow(await withGroups(...ids));
      const place = 'new/one';
      assert.equal((await saveGroupsToFolder(context, invocation({ folder: join(folder, place) }))).written, 12);
      for (const id of ids) write(join(place, file(id)), `${documentFor(id)} `);
      await assert.rejects(saveGroupsToFolder(context, invocation({ folder: join(folder, place) })), {
        kind: 'cancelled',
      });
      const items = [...ids.slice(0, 10).map((id) => `"${file(id)}"`), 'and 2 more'];
      assert.deepEqual(asked[0]?.detail, [{ heading: 'Different from their groups:', items }]);
    });

    it('overwrites no file that differs only since the question', async () => {
      const product = await withGroups('a', 'b');
      write(file('a'), `${documentFor('a')} `);
      const { context } = playedWindow(product);
      const messages = standIn<typeof context.messages>({
        status: () => undefined,
        ask: () => {
          write(file('b'), 'mine');
          return Promise.resolve('Overwrite');
        },
      });
      const saved = await saveGroupsToFolder({ ...context, tree: context.tree, messages }, invocation({ folder }));
      assert.deepEqual([saved, read(file('b'))], [{ written: 1, same: 0, kept: 1 }, 'mine']);
    });

    /** What happens before each file that is compared, and then before each that is saved. */
    const meanwhile = ({ services: { groupFiles } }: Product, ...happens: (() => void)[]): void => {
      const toSave = groupFiles.toSave.bind(groupFiles);
      groupFiles.toSave = async function* (...given) {
        const before = happens.shift()!;
        for await (const planned of toSave(...given)) {
          before();
          yield planned;
        }
      };
    };
    const nothing = (): void => undefined;

    it('writes over no file that is there only since it was looked for', async () => {
      const product = await withGroups('a');
      meanwhile(product, nothing, () => {
        write(file('a'), 'mine');
      });
      await assert.rejects(saveGroupsToFolder(playedWindow(product).context, invocation({ folder })), {
        kind: 'conflict',
      });
      assert.equal(read(file('a')), 'mine');
    });

    for (const [what, ...passing] of [
      ['comparing', 500, 0],
      ['saving', 0, 500],
    ] as const) {
      it(`writes nothing more once it is cancelled while ${what}`, async () => {
        const { withProgress } = window;
        window.withProgress = (_options, work) => {
          const onCancellationRequested = (cancel?: () => void) => {
            cancel?.();
            return { dispose: nothing };
          };
          return work({ report: nothing }, { onCancellationRequested });
        };
        const product = await withGroups('a', 'b');
        mock.timers.enable({ apis: ['setTimeout'] });
        meanwhile(
          product,
          ...passing.map((milliseconds) => () => {
            mock.timers.tick(milliseconds);
          }),
        );
        const saving = saveGroupsToFolder(playedWindow(product).context, invocation({ folder }));
        await assert.rejects(saving, { kind: 'cancelled' }).finally(() => {
          mock.timers.reset();
          window.withProgress = withProgress;
        });
        assert.deepEqual(readdirSync(folder), []);
      });
    }

    it('saves those that are selected, named or found, or all', async () => {
      const product = await withGroups('a', 'b', 'c');
      for (const [what, origin, input, selected, filter, written] of [
        ['those selected', 'item', {}, ['a', 'c'], 'region=EU', ['a', 'c']],
        ['those named', 'argument', { user_group_ids: ['c'] }, [], undefined, ['c']],
        ['those that match the query', 'argument', { query: 'region=EU' }, [], undefined, ['b']],
        ["all, whatever the list's filter, for a caller", 'argument', {}, [], 'region=EU', ['a', 'b', 'c']],
        ["those that match the list's filter, for a person", 'item', {}, [], 'region=EU', ['b']],
        ['all where the list has no filter', 'item', {}, [], undefined, ['a', 'b', 'c']],
      ] as const) {
        const place = join(folder, what);
        mkdirSync(place);
        const tree = standIn<ReturnType<typeof playedWindow>['context']['tree']>({ filter });
        const { context, said } = playedWindow(product, [], { tree });
        const selection = selected.map((id) => ({ connection: 'staging', user_group_id: id }));
        await saveGroupsToFolder(context, { ...invocation({ folder: place, ...input }, origin), selection });
        assert.deepEqual(readdirSync(place).toSorted(), written.map(file), what);
        assert.equal(said[0]?.includes('Filter: "region=EU".'), written.length === 1 && written[0] === 'b');
      }
    });
  });

  describe('Save to Workspace', () => {
    const { showSaveDialog } = window;
    afterEach(() => {
      window.showSaveDialog = showSaveDialog;
    });
    const acme = invocation({ user_group_id: 'acme' });
    const withAcme = async () => {
      const product = await start();
      await product.services.sending.getOrCreate(product.connection, documentFor('acme'));
      return product;
    };
    const saving = async (
      chosen: string | undefined,
      answers: readonly string[] = [],
      text = documentFor('acme'),
      given?: Awaited<ReturnType<typeof withAcme>>,
    ) => {
      const product = given ?? (await withAcme());
      workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
      window.showSaveDialog = () => Promise.resolve(chosen === undefined ? undefined : Uri.file(join(folder, chosen)));
      const done: string[] = [];
      const opening = commands.registerCommand('vscode.open', (uri) => done.push(`open ${nameOf(uri as never)}`));
      const { context, asked } = playedWindow(product, answers, {
        documents: standIn({ textToSend: () => Promise.resolve(text) }),
        fileConnections: standIn<FileConnections>({
          choose: (file, { name }) => Promise.resolve(void done.push(`${nameOf(file)} is of ${name}`)),
        }),
      });
      const failure = await saveToWorkspace(context, acme).catch((error: unknown) => error);
      opening.dispose();
      return { asked, done, failure };
    };

    it('saves the document with the extension of documents, keeps its connection, and opens it', async () => {
      const product = await withAcme();
      for (const [chosen, name] of [
        ['acme.usergroup.json', 'acme.usergroup.json'],
        ['acme', 'acme.usergroup.json'],
        ['acme.JSON', 'acme.usergroup.json'],
        ['acme.UserGroup.Json', 'acme.usergroup.json'],
        ['acme.json.txt', 'acme.json.txt.usergroup.json'],
      ] as const) {
        const { done, asked } = await saving(chosen, [], documentFor('acme'), product);
        assert.deepEqual([done, asked], [[`${name} is of staging`, `open ${name}`], []], chosen);
        assert.equal(read(name), documentFor('acme'));
        rmSync(join(folder, name));
      }
    });

    it('saves nothing of what the folder adds', async () => {
      write(PRESET_FILE, '{ "properties": { "region": "EU" } }');
      await saving('acme', [], documentFor('acme', { region: 'EU' }));
      assert.deepEqual(JSON.parse(read('acme.usergroup.json')), JSON.parse(documentFor('acme')));
    });

    it('asks before it overwrites what the dialog did not ask about', async () => {
      write('acme.usergroup.json', 'mine');
      const { asked, failure, done } = await saving('acme.json');
      assert.deepEqual(asked, [
        {
          title: 'Overwrite "acme.usergroup.json"?',
          detail: ['Groups are saved as .usergroup.json, and this file already exists.'],
          answers: ['Overwrite'],
        },
      ]);
      assert.deepEqual([(failure as Error).name, read('acme.usergroup.json'), done], ['cancelled', 'mine', []]);
      await saving('acme.json', ['Overwrite']);
      assert.equal(read('acme.usergroup.json'), documentFor('acme'));
      assert.deepEqual((await saving('acme.usergroup.json')).asked, [], 'about that one the dialog has asked');
    });

    it('saves nothing where the dialog is closed, or the document has no ID that can be a name', async () => {
      assert.deepEqual((await saving(undefined)).done, []);
      const { failure } = await saving('acme.json', [], documentFor(''));
      assert.match(String(failure), /^invalid: Couldn't save "acme" on staging to the workspace\./);
      assert.deepEqual(readdirSync(folder), []);
    });

    it('needs a folder that is open', async () => {
      const documents = standIn<ReturnType<typeof playedWindow>['context']['documents']>({
        textToSend: () => Promise.resolve(documentFor('acme')),
      });
      await assert.rejects(saveToWorkspace(playedWindow(await withAcme(), [], { documents }).context, acme), {
        kind: 'notFound',
        message:
          'Couldn\'t save "acme" on staging to the workspace. No folder is open. Open a folder, then save again.',
      });
    });
  });

  describe('Send Changed Files…', () => {
    const withFiles = async (): Promise<Product> => {
      const product = await start();
      for (const id of ['same', 'changed', 'unsaved'])
        await product.services.sending.getOrCreate(product.connection, documentFor(id));
      write('changed.usergroup.json', documentFor('changed', { region: 'EU' }));
      write('new.usergroup.json', documentFor('new'));
      write('other.usergroup.json', documentFor('other'));
      write('same.usergroup.json', documentFor('same'));
      write('broken.usergroup.json', '{');
      write('unsaved.usergroup.json', documentFor('unsaved', { region: 'EU' }));
      write('README.md', '');
      write('._new.usergroup.json', '\0');
      const unsaved = Uri.file(join(folder, 'unsaved.usergroup.json'));
      const clean = Uri.file(join(folder, 'changed.usergroup.json'));
      workspace.textDocuments = [
        { isDirty: true, uri: unsaved, getText: () => 'typed' },
        { isDirty: false, uri: clean },
      ];
      return product;
    };
    const parts = {
      fileConnections: standIn<FileConnections>({
        chosenFor: ({ path }) => (path.endsWith('/other.usergroup.json') ? 'another' : undefined),
      }),
    };
    const shown = async (view: TableView): Promise<string[]> =>
      (await view.rows({ offset: 0, limit: 100 })).rows
        .map(({ cells }) =>
          cells
            .map(({ text, mark = '', changes = [] }) =>
              [mark, ...changes.map((each) => each.text), text].join(' ').trim(),
            )
            .join(' | '),
        )
        .toSorted();

    const plan = async (product: Product, answers: readonly (string | undefined)[] = [], more: object = parts) => {
      const { context, tables, asked } = playedWindow(product, answers, more);
      const counts = await sendChangedFiles(context, invocation({ folder }));
      return { counts, tables, asked, view: tables[0]!.view };
    };

    it('shows what each file is, opens it by its row, and sends nothing before its button', async () => {
      const product = await withFiles();
      product.requests.length = 0;
      const { counts, view } = await plan(product);
      assert.deepEqual(counts, { new: 1, changed: 1, same: 1, invalid: 1, held: 1, otherConnection: 1 });
      const [broken, ...others] = await shown(view);
      assert.match(broken ?? '', /^broken\.usergroup\.json \| {2}\| error Invalid \| ./);
      assert.deepEqual(others, [
        'changed.usergroup.json | changed | info Changed | region: "EU"',
        'new.usergroup.json | new | info New | The service gets or creates the group.',
        'other.usergroup.json |  | skipped Other connection | Another connection was chosen for it.',
        'same.usergroup.json | same | done Unchanged | ',
        'unsaved.usergroup.json | unsaved | waiting Not ready | Its document has unsaved changes.',
      ]);
      const { headline, explanation, actions } = view.now();
      assert.deepEqual(
        [view.title, view.columns.map(({ title }) => title), headline, explanation, actions.map(({ label }) => label)],
        [
          'Send changed files to staging',
          ['File', 'Group', 'State', 'Details'],
          '2 files will be sent',
          'New groups are sent by get-or-create, changed groups by update. 1 hidden or temporary file ignored. Unchanged groups are compared with what was last sent or received.',
          ['Send 2…', 'Refresh 1 Unchanged…'],
        ],
      );
      const { rows } = await view.rows({ filter: 'same', offset: 0, limit: 1 });
      await view.onActivate?.(rows[0]!.key);
      assert.equal(shownDocuments.at(-1)?.path, join(folder, 'same.usergroup.json'));
      assert.deepEqual(product.requests, []);
    });

    describe('where only another connection has the groups of files without one', () => {
      const movedByGit = async (chosen: string[] = []) => {
        const product = await start();
        product.settings.edit([
          ...product.settings.entries,
          { name: 'another', baseUrl: 'https://x.example.com', environment: 'Testing' },
        ]);
        for (const id of ['a', 'b']) {
          await product.services.sending.getOrCreate(product.connection, documentFor(id));
          write(`${id}.usergroup.json`, documentFor(id));
        }
        write('new.usergroup.json', documentFor('new'));
        const { context, tables } = playedWindow(product, [], {
          fileConnections: standIn<FileConnections>({
            chosenFor: () => undefined,
            choose: (file, { name }) => Promise.resolve(void chosen.push(`${nameOf(file)} of ${name}`)),
          }),
        });
        const planned = sendChangedFiles(context, invocation({ folder, connection: 'another' }));
        return { planned, list: await nextList(), view: tables[0]!.view };
      };

      for (const [answer, counts, expected] of [
        ['staging', { new: 1, otherConnection: 2 }, ['a.usergroup.json of staging', 'b.usergroup.json of staging']],
        ['another', { new: 3, otherConnection: 0 }, []],
      ] as const)
        it(`asks once which one they are for: ${answer}`, async () => {
          const chosen: string[] = [];
          const { planned, list } = await movedByGit(chosen);
          assert.match(
            list.title,
            /^Which connection are files with groups of staging for, such as ".*a\.usergroup\.json"\?$/,
          );
          list.choose(`$(server) ${answer}`);
          const { new: made, otherConnection } = await planned;
          assert.deepEqual([{ new: made, otherConnection }, chosen], [counts, expected]);
        });

      it('plans nothing where nobody answers', async () => {
        const { planned, list, view } = await movedByGit();
        await list.cancel(planned);
        const { headline, actions } = view.now();
        assert.deepEqual([headline, actions], ['Planning canceled', []]);
      });
    });

    it('shows and sends what the folder adds to each file, also of groups that it asks for', async () => {
      const product = await withFiles();
      await product.services.sending.getOrCreate(product.connection, documentFor('gold', { tier: 'gold' }));
      write('gold.usergroup.json', documentFor('gold'));
      write(PRESET_FILE, '{ "properties": { "tier": "gold" } }');
      const { counts, asked, view } = await plan(product, ['Refresh']);
      assert.deepEqual([counts.changed, counts.same], [2, 1]);
      await view.onAction('askSame');
      assert.equal(asked[0]?.title, 'Refresh 1 group from staging?');
      const rows = await shown(view);
      const added = 'The service gets or creates the group. From the preset: properties.tier.';
      for (const row of [
        'gold.usergroup.json | gold | done Unchanged | Refreshed from the service',
        'same.usergroup.json | same | info Changed | tier: "gold"',
        `new.usergroup.json | new | warning New | ${added}`,
      ])
        assert.ok(rows.includes(row), rows.join('\n'));
      assert.equal(read('same.usergroup.json'), documentFor('same'));
    });

    it('sends new and changed ones, each by a run of its own, once that is agreed to', async () => {
      const product = await withFiles();
      const { asked, tables, view } = await plan(product, [undefined, 'Send']);
      const { runs } = product.services;
      await assert.rejects(async () => view.onAction('send'), { kind: 'cancelled' });
      assert.deepEqual(runs.list(), []);
      await view.onAction('send');
      await Promise.all(runs.list().map(({ id }) => runs.whenLeft(id)));
      assert.deepEqual(asked[1], {
        title: 'Send 2 files to staging?',
        detail: [
          '1 group is created unless it exists. 1 group is updated. Changes made elsewhere are not overwritten.',
        ],
        answers: ['Send'],
      });
      const ran = runs.list().map(({ kind, state }) => `${kind} ${state}`);
      assert.deepEqual(ran.toSorted(), ['getOrCreate ended', 'update ended']);
      assert.deepEqual([tables.length, tables[0]!.isClosed], [3, true]);
      assert.equal(product.remote.group('changed')?.properties?.includes('EU'), true);
      assert.ok(product.remote.group('new') !== undefined && product.remote.group('other') === undefined);
      assert.equal(product.remote.group('unsaved')?.properties?.includes('EU'), false);
    });

    it('begins no run for what there is none of', async () => {
      const product = await withFiles();
      rmSync(join(folder, 'new.usergroup.json'));
      const { asked, view } = await plan(product, ['Send']);
      await view.onAction('send');
      await product.services.runs.whenLeft(1);
      assert.deepEqual(
        [asked[0]?.title, asked[0]?.detail, view.now().headline, product.services.runs.list().map(({ kind }) => kind)],
        [
          'Send 1 file to staging?',
          ['1 group is updated. Changes made elsewhere are not overwritten.'],
          '1 file will be sent',
          ['update'],
        ],
      );
    });

    it('marks what overwrites changes made elsewhere, and says that it does', async () => {
      const product = await start();
      const { services, connection, remote } = product;
      await services.sending.getOrCreate(connection, documentFor('a'));
      await byColleague(remote, 'PUT', { user_group_id: 'a', properties: { region: 'US' } });
      await services.sending.getOrCreate(connection, documentFor('a'));
      write('a.usergroup.json', documentFor('a', { region: 'EU' }));
      const { asked, view } = await plan(product, [], {});
      const [row] = await shown(view);
      assert.equal(
        row,
        'a.usergroup.json | a | warning Changed | region: "EU" Overwrites changes made elsewhere: properties.region: "US" → "EU".',
      );
      await assert.rejects(async () => view.onAction('send'));
      assert.deepEqual(asked[0]?.detail, ['1 group is updated.', '1 group needs review.']);
    });

    it('offers to send nothing where there is nothing, and asks about new groups alone as such', async () => {
      const { context, tables, asked } = playedWindow(await start());
      const buttonFor = async (name: string, text: string): Promise<unknown> => {
        write(`${name}.usergroup.json`, text);
        await sendChangedFiles(context, invocation({ folder }));
        const { view } = tables.at(-1)!;
        const [{ label, isEnabled } = { label: '', isEnabled: true }] = view.now().actions;
        if (isEnabled) await assert.rejects(async () => view.onAction('send'));
        return label;
      };
      assert.deepEqual(
        [
          await buttonFor('broken', '{'),
          await buttonFor('a', documentFor('a')),
          await buttonFor('b', documentFor('b')),
        ],
        ['Send 0…', 'Send 1…', 'Send 2…'],
      );
      assert.deepEqual(
        asked.map(({ title, detail }) => [title, ...detail]),
        [
          ['Send 1 file to staging?', '1 group is created unless it exists.'],
          ['Send 2 files to staging?', '2 groups are created unless they exist.'],
        ],
      );
    });

    it('holds back what has schema errors where these block', async () => {
      const product = await withFiles();
      const errors = [{ message: 'No region.', range: { start: { line: 0, character: 0 } } }] as never[];
      const { counts, view } = await plan(product, [], {
        ...parts,
        settings: standIn({ schemaErrors: () => 'block' }),
        schemas: standIn<Schemas>({
          errorsIn: ({ path }) => Promise.resolve(path.includes('/changed.') ? errors : []),
        }),
      });
      assert.deepEqual([counts.invalid, counts.changed], [2, 0]);
      assert.match((await shown(view))[1] ?? '', /^changed.* \| error Invalid \| Schema error in .*: No region\.$/);
    });

    it('asks a person for the connection and the folder, whatever document is in front', async () => {
      const product = await withFiles();
      product.settings.edit([
        ...product.settings.entries,
        { name: 'second', baseUrl: 'https://second.example.com', environment: 'Testing' },
      ]);
      const sending = sendChangedFiles(playedWindow(product, [], parts).context, invocation({}, 'document'));
      const list = await nextList();
      assert.equal(list.title, 'userGroups.sendChangedFiles');
      await list.cancel(sending);
    });

    it('sends no file of a workspace that is not trusted', async () => {
      const product = await withFiles();
      workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
      const trust = { isTrusted: () => false, onDidChange: () => ({ dispose: () => undefined }) };
      await assert.rejects(
        sendChangedFiles(playedWindow(product, [], { ...parts, trust }).context, invocation({ folder })),
        { kind: 'forbidden' },
      );
    });
  });

  describe('A file of the workspace that is sent', () => {
    let file: ReturnType<typeof fileUri>;
    beforeEach(() => {
      file = fileUri(join(folder, 'acme.usergroup.json'));
    });
    const contextOf = (product: Product, text: string, isTrusted = true) => {
      write('acme.usergroup.json', text.replaceAll('\n', '\r\n'));
      const played = playedWindow(product, [], {
        trust: { isTrusted: () => isTrusted, onDidChange: () => ({ dispose: () => undefined }) },
        fileConnections: standIn<FileConnections>({ of: () => Promise.resolve(product.connection) }),
        documents: standIn({ savedText: () => Promise.resolve(text) }),
      });
      const sendings = new ActiveSends(played.context.messages);
      return Object.assign(played.context, { sendings });
    };

    it('that Git has moved is sent where it is chosen, and the connection that has its group is first', async () => {
      const product = await start();
      product.settings.edit([
        ...product.settings.entries,
        { name: 'another', baseUrl: 'https://x.example.com', environment: 'Testing' },
      ]);
      await product.services.sending.getOrCreate(product.connection, documentFor('acme'));
      const [text, chosen] = [documentFor('acme', { region: 'EU' }), [] as string[]];
      const context = Object.assign(contextOf(product, text), {
        fileConnections: standIn<FileConnections>({
          of: () => Promise.resolve(undefined),
          choose: (_file, { name }) => Promise.resolve(void chosen.push(name)),
        }),
      });
      const { openTextDocument } = workspace;
      Object.assign(workspace, { openTextDocument: () => Promise.resolve({ getText: () => text }) });
      const sending = sendFile(context, invocation({}), file);
      const list = await nextList();
      Object.assign(workspace, { openTextDocument });
      assert.deepEqual(
        list.items.map(({ description }) => description?.endsWith(' · has this group')),
        [true, false],
      );
      list.choose('$(server) staging');
      await sending;
      assert.deepEqual(chosen, ['staging']);
    });

    it('is a get-or-create at first, and an update of a group that the service has answered', async () => {
      const product = await start();
      const operations = (): string[] => product.requests.map(({ operation }) => String(operation));
      const { user_group: created } = await sendFile(contextOf(product, documentFor('acme')), invocation({}), file);
      assert.deepEqual([created.name, operations()], ['acme', ['getOrCreate']]);
      await sendFile(contextOf(product, documentFor('acme', { region: 'EU' })), invocation({}), file);
      assert.equal(operations().at(-1), 'update');
    });

    it('is sent with what its folder adds, once that was shown', async () => {
      const product = await start();
      write(PRESET_FILE, '{ "properties": { "tier": "gold" } }');
      const refused = contextOf(product, documentFor('acme'));
      await assert.rejects(sendFile(refused, invocation({}), file), { kind: 'cancelled' });
      assert.equal(product.requests.length, 0);
      const asked: unknown[] = [];
      const agreed = Object.assign(contextOf(product, documentFor('acme')), {
        messages: standIn<Messages>({
          ask: (question) => {
            asked.push(question);
            return Promise.resolve(question.answers[0]);
          },
          status: () => undefined,
        }),
      });
      await sendFile(agreed, invocation({}), file);
      assert.deepEqual(asked[0], {
        title: 'Send "acme" on staging with what its folder adds?',
        detail: [{ heading: 'From usergroups.preset.json:', items: ['properties.tier: added "gold"'] }],
        answers: ['Send'],
      });
      assert.match(product.requests[0]?.requestBody ?? '', /"tier":\s*"gold"/);
      rmSync(join(folder, PRESET_FILE));
      symlinkSync('elsewhere', join(folder, PRESET_FILE));
      write('elsewhere', '{}');
      await assert.rejects(sendFile(agreed, invocation({}), file), {
        message: /^Couldn't read usergroups\.preset\.json\. It is a symbolic link/,
      });
    });

    it('is not sent where its editor shows what is in no file', async () => {
      const product = await start();
      const context = contextOf(product, documentFor('acme'));
      workspace.textDocuments = [{ uri: file, isClosed: false, getText: () => documentFor('other') }];
      await assert.rejects(sendFile(context, invocation({}), file), {
        kind: 'conflict',
        message:
          /acme\.usergroup\.json" has another text than its editor shows\. Close and reopen it, then try again\.$/,
      });
      workspace.textDocuments = [];
      assert.deepEqual(product.requests, []);
    });

    it('is neither sent nor about any group where it is a version from Git', async () => {
      const product = await start();
      const context = contextOf(product, documentFor('acme'));
      const head = uriFrom({ scheme: 'git', path: file.path });
      const about: Invocation = { origin: 'document', input: {}, file: head };
      const refused = {
        kind: 'forbidden',
        message: '"acme.usergroup.json" is not a file of a workspace. Open the file itself, then try again.',
      };
      await assert.rejects(sendFile(context, about, head), refused);
      await assert.rejects(compareWith(context, about, 'sent'), refused);
      await assert.rejects(rotateToken(context, about), refused);
      assert.deepEqual(product.requests, []);
    });

    it('is sent nowhere from a workspace that is not trusted', async () => {
      const product = await start();
      await assert.rejects(sendFile(contextOf(product, documentFor('acme'), false), invocation({}), file), {
        kind: 'forbidden',
      });
      assert.deepEqual(product.requests, []);
    });

    it('is sent once at a time', async () => {
      const product = await start();
      const context = contextOf(product, documentFor('acme'));
      const sendings = await Promise.allSettled([1, 2].map(() => sendFile(context, invocation({}), file)));
      // What the folder adds is read first, which may take either longer.
      assert.deepEqual(sendings.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal(product.requests.length, 1);
    });
  });
});
