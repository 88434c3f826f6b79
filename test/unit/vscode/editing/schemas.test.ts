// The schemas of documents as VS Code's JSON features read them: the contract's and the user's own, which change with
// settings and files, and say where they cannot be used.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/emitter.ts';
import { largeFiles } from '../../../../src/store/database/largeFiles.ts';
import { Schemas } from '../../../../src/vscode/editing/schemas/schemas.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import {
  commands,
  configurationChanged,
  diagnosticCollections,
  diagnostics,
  documentOpened,
  documentSaved,
  fileSystemProviders,
  fileWatchers,
  foldersChanged,
  languageProviders,
  Range,
  Uri,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { shippedSchema } from '../../../support/shippedSchema.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const CONTRACT = shippedSchema() as {
  readonly properties: { readonly mapping: object; readonly properties: object };
};
const SCHEME = 'usergroupschema';
const ACME = groupUri('staging', 'acme');
const served = (path: string): vscode.Uri => vscode.Uri.from({ scheme: SCHEME, authority: 'schemas', path });
const DOCUMENT = served('/document.json');
const IN_SETTING = served('/2/mapping/userGroups.mappingSchema');
const UNUSED = "userGroups.mappingSchema can't be used, so documents are checked without it. ";

/** A problem as VS Code's JSON features report it. */
interface Complaint {
  readonly message: string;
  readonly code?: unknown;
  readonly range?: object;
}

describe('The schemas of documents', () => {
  let folder = '';
  let settings: { apis: unknown; connections: readonly unknown[]; mapping: unknown; properties: unknown };
  let trust: { isTrusted: boolean; readonly changed: Emitter<void> };
  /** What VS Code finds by a schema in a text. */
  let validate: (schema: vscode.Uri, text: string) => unknown;
  let validation: { readonly dispose: () => void };
  let schemas: Schemas;
  let changes = 0;

  beforeEach(() => {
    folder = temporaryFolder('user-groups-schemas-');
    workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
    settings = { apis: {}, connections: [], mapping: undefined, properties: undefined };
    trust = { isTrusted: true, changed: new Emitter() };
    validate = () => [];
    validation = commands.registerCommand('json.validate', (schema, text) =>
      validate(schema as vscode.Uri, text as string),
    );
    mock.timers.enable({ apis: ['setTimeout'] });
    schemas = new Schemas({
      services: () =>
        Promise.resolve(
          standIn({
            connections: standIn({ list: () => [standIn({ id: '1', name: 'staging' })] }),
            siblings: standIn({
              schemaIds: () => [],
              propertyNames: () => ['region', 'tier'].map((name) => ({ name, groups: 2 })),
            }),
          }),
        ),
      connectionOf: () => Promise.resolve(undefined),
      settings: standIn({
        apis: () => settings.apis,
        connections: () => settings.connections,
        mappingSchema: () => settings.mapping,
        propertiesSchema: () => settings.properties,
      }),
      trust: { isTrusted: () => trust.isTrusted, onDidChange: trust.changed.event },
      extensionUri: vscode.Uri.file(ROOT),
      realPath: (path) => largeFiles.realPath(path),
    });
    changes = 0;
    schemas.onDidChange(() => {
      changes += 1;
    });
  });
  afterEach(() => {
    schemas.dispose();
    mock.timers.reset();
    validation.dispose();
    workspace.workspaceFolders = undefined;
    diagnostics.clear();
    rmSync(folder, { recursive: true });
  });

  function write(file: string, content: unknown): vscode.Uri {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return vscode.Uri.file(path);
  }

  const provider = (): vscode.FileSystemProvider => fileSystemProviders.get(SCHEME)![0] as vscode.FileSystemProvider;
  const read = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await provider().readFile(uri));
  const document = async (): Promise<typeof CONTRACT> => JSON.parse(await read(DOCUMENT)) as typeof CONTRACT;

  /** Resolves when all is read that has changed. */
  async function renewed(): Promise<void> {
    mock.timers.tick(50);
    await schemas.errorsIn(ACME, '{}');
  }
  const changed = (setting: string): void => {
    configurationChanged.fire({ affectsConfiguration: (section) => section === setting });
  };
  async function set(mapping: unknown): Promise<void> {
    await document();
    settings.mapping = mapping;
    changed('userGroups.mappingSchema');
    await renewed();
  }

  const troubles = (): unknown[] =>
    [...diagnosticCollections.get('userGroups.schemas')!.shown].flatMap(([uri, found]) =>
      found.map(({ range, message, severity, ...more }) => [uri, places(range as Range), message, severity, more]),
    );
  const places = ({ start, end }: Range): number[] => [start.line, start.character, end.line, end.character];

  describe('are served', () => {
    it('read-only, in UTF-8 that is marked as such', async () => {
      const bytes = await provider().readFile(DOCUMENT);
      assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
      assert.deepEqual(await provider().stat(DOCUMENT), {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: 1,
        size: bytes.byteLength,
        permissions: vscode.FilePermission.Readonly,
      });
      assert.deepEqual(fileSystemProviders.get(SCHEME)?.[1], { isCaseSensitive: true, isReadonly: true });
    });

    it('to nobody who would list or change them', () => {
      const files = provider();
      for (const change of [
        () => files.readDirectory(DOCUMENT),
        () => files.createDirectory(DOCUMENT),
        () => files.writeFile(DOCUMENT, new Uint8Array(), { create: true, overwrite: true }),
        () => files.delete(DOCUMENT, { recursive: false }),
        () => files.rename(DOCUMENT, ACME, { overwrite: true }),
      ])
        assert.throws(change, { code: 'NoPermissions' });
      files.watch(DOCUMENT, { recursive: false, excludes: [] }).dispose();
    });

    it('as the contract has them, which those of the user are added to', async () => {
      assert.deepEqual(await document(), CONTRACT);
      settings.properties = { required: ['region'] };
      await set({ maxProperties: 1 });
      const { properties } = await document();
      assert.deepEqual(
        [properties.mapping, properties.properties],
        [
          {
            ...CONTRACT.properties.mapping,
            allOf: [{ $ref: `${SCHEME}://schemas/2/mapping/userGroups.mappingSchema` }],
          },
          {
            ...CONTRACT.properties.properties,
            allOf: [{ $ref: `${SCHEME}://schemas/2/properties/userGroups.propertiesSchema` }],
          },
        ],
      );
      assert.equal(await read(IN_SETTING), '{\n  "maxProperties": 1\n}');
      assert.equal((await provider().stat(IN_SETTING)).mtime, 2);
    });

    it('with what the services of connections have, under the names that they give the ID', async () => {
      await document();
      settings.apis = { tenants: { request: { id: 'tenant_key' } }, wrong: { request: { id: 'name' } }, unused: {} };
      settings.connections = ['tenants', 'wrong', 'customer', undefined].map((api) => ({ api }));
      for (const changed of ['userGroups.apis', 'userGroups.connections']) {
        configurationChanged.fire({ affectsConfiguration: (section) => section === changed });
        await renewed();
      }
      const { properties, required, oneOf } = (await document()) as typeof CONTRACT & {
        required: unknown;
        oneOf: unknown;
      };
      const names = ['user_group_id', 'tenant_key', 'provided_id'];
      const own = Object.keys(CONTRACT.properties);
      const further = Object.keys(CUSTOMER_API.request.fields!);
      assert.deepEqual(
        [Object.keys(properties), required, oneOf],
        [[...own, 'tenant_key', 'provided_id', ...further], undefined, names.map((name) => ({ required: [name] }))],
      );
    });

    for (const value of ['near.json', ' rules/../near.json ', String.raw`rules\..\near.json`]) {
      it(`from the file that ${JSON.stringify(value)} names`, async () => {
        write('near.json', { maxProperties: 1 });
        await set(value);
        assert.match(await read(DOCUMENT), /usergroupschema:\/\/schemas\/2\/mapping\/near\.json"/);
        assert.equal(await read(served('/2/mapping/near.json')), '{"maxProperties":1}');
      });
    }

    it('with the files that they refer to, and under any spelling of these', async () => {
      write('rules/a.json', { $ref: '../b%20c.json' });
      write('b c.json', '{"maxProperties":1}');
      await set('rules/a.json');
      for (const path of ['/2/mapping/b c.json', '/2/mapping/b%20c.json', '/mapping/rules/../b c.json'])
        assert.equal(await read(served(path)), '{"maxProperties":1}', path);
    });

    for (const value of [undefined, null, 5, [], '', ' ']) {
      it(`without those of the user where the setting is ${JSON.stringify(value)}`, async () => {
        await set(value);
        assert.deepEqual([await document(), troubles()], [CONTRACT, []]);
      });
    }

    it('without those of the user while the workspace is not trusted', async () => {
      trust.isTrusted = false;
      await set(true);
      assert.deepEqual(await document(), CONTRACT);
    });

    it('as they are now, under the address of any edition, and nothing else', async () => {
      write('near.json', '{"maxProperties":1}');
      write('other.json', '{}');
      await set('near.json');
      write('near.json', '{"maxProperties":2}');
      await set('near.json');
      for (const edition of [2, 3])
        assert.equal(await read(served(`/${edition}/mapping/near.json`)), '{"maxProperties":2}');
      for (const gone of [
        '/3/mapping/other.json',
        '/3/properties/near.json',
        '/3/mapping/',
        '/more/3/mapping/near.json',
      ])
        await assert.rejects(read(served(gone)), { code: 'FileNotFound' }, gone);
      assert.equal(fileWatchers.size, 1);
    });
  });

  describe('are read again', () => {
    const watcher = () => [...fileWatchers][0]!;
    const fileUri = (name: string): Uri => Uri.file(join(folder, name));
    const FILE = 'rules/near [1].json';

    for (const [words, happen] of [
      ['a setting changes', () => changed('userGroups.mappingSchema')],
      ['the other setting changes', () => changed('userGroups.propertiesSchema')],
      ['the workspace is trusted', () => trust.changed.fire()],
      ['a folder joins the workspace', () => foldersChanged.fire(undefined)],
      ['the file changes', () => watcher().changed.fire(fileUri(FILE))],
      ['the file comes', () => watcher().created.fire(fileUri(FILE))],
      ['its folder goes', () => watcher().deleted.fire(fileUri('rules'))],
      ['the file is saved', () => documentSaved.fire({ uri: fileUri(FILE) })],
    ] as const) {
      it(`when ${words}, which is announced`, async () => {
        write(FILE, '{}');
        await set(FILE);
        const announced: unknown[] = [];
        provider().onDidChangeFile((events) => announced.push(events));
        write(FILE, '{"title": "Other"}');
        happen();
        await renewed();
        assert.equal((await document()).properties.mapping['title' as never], 'Other');
        assert.deepEqual(announced, [[{ type: vscode.FileChangeType.Changed, uri: DOCUMENT }]]);
      });
    }

    it('once where much changes within 50 ms, and not for anything else', async () => {
      await set(true);
      changed('files.encoding');
      documentSaved.fire({ uri: fileUri('other.json') });
      watcher().changed.fire(fileUri('other.json'));
      mock.timers.tick(50);
      changed('userGroups.mappingSchema');
      mock.timers.tick(49);
      changed('userGroups.mappingSchema');
      mock.timers.tick(49);
      assert.equal((await provider().stat(DOCUMENT)).mtime, 2);
      await renewed();
      assert.deepEqual([(await provider().stat(DOCUMENT)).mtime, changes], [3, 2]);
    });

    it('as they are last where they change while they are read', async () => {
      await document();
      let goOn = (): void => undefined;
      const isAsked = new Promise<void>((asked) => {
        validate = async () => {
          asked();
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
          return [{ message: 'A late complaint', code: 0x300, range: new Range(0, 0, 0, 1) }];
        };
      });
      settings.mapping = { title: 'First' };
      changed('userGroups.mappingSchema');
      mock.timers.tick(50);
      await isAsked;
      validate = () => [];
      settings.mapping = { title: 'Second' };
      changed('userGroups.mappingSchema');
      await renewed();
      goOn();
      await setImmediate();
      assert.equal((await document()).properties.mapping['title' as never], 'Second');
      assert.deepEqual([changes, troubles()], [1, []]);
    });

    it('by VS Code where it has just opened what is not current', async () => {
      const text = await read(DOCUMENT);
      const open = (uri: vscode.Uri, shown: string): void => {
        documentOpened.fire({ uri, getText: () => shown });
      };
      open(DOCUMENT, text);
      open(ACME, '{}');
      await document();
      assert.equal(changes, 0);
      open(DOCUMENT, '{}');
      await document();
      assert.equal(changes, 1);
    });
  });

  describe('that cannot be used are named', () => {
    const file = (name: string): string => String(vscode.Uri.file(join(folder, name)));
    const unreadable = (message: string): Complaint[] => [
      { message: 'Incorrect type', code: 1, range: new Range(0, 0, 0, 1) },
      { message, code: 0x300, range: new Range(0, 0, 0, 1) },
    ];

    const messages = (): unknown[] => troubles().map((trouble) => (trouble as unknown[])[2]);

    it('at the place in the file that says why', async () => {
      write('rules/mapping.json', { $ref: 'near.json' });
      write('rules/near.json', '{\r\n"title": "x",\r"$ref": "http://x.example/"}');
      await set('rules/mapping.json');
      assert.deepEqual(messages(), [
        `${UNUSED}"rules/near.json" refers to "http://x.example/", but schemas are read from the workspace folder only.`,
      ]);
      assert.deepEqual((troubles()[0] as unknown[]).slice(0, 2), [file('rules/near.json'), [2, 8, 2, 27]]);
      assert.deepEqual(await document(), CONTRACT);
    });

    it('where the file is a link that leads out of the folder, and not where it leads to a file of it', async () => {
      symlinkSync(join(ROOT, 'package.json'), join(folder, 'link.json'));
      await set('link.json');
      assert.deepEqual(messages(), [`${UNUSED}"link.json" lies outside of the workspace folder.`]);
      write('real/near.json', { $ref: '../up/far.json' });
      write('real/far.json', '{}');
      symlinkSync(join(folder, 'real'), join(folder, 'up'));
      await set('real/near.json');
      assert.deepEqual(messages(), []);
    });

    it('where a folder on the way is a link that leads out, but not where the folder itself was opened by one', async () => {
      write('opened/mapping.json', { $ref: 'up/near.json' });
      write('near.json', '{}');
      symlinkSync(folder, join(folder, 'opened/up'));
      symlinkSync(join(folder, 'opened'), join(folder, 'linked'));
      workspace.workspaceFolders = [{ uri: Uri.file(join(folder, 'linked')) }];
      await set('mapping.json');
      assert.deepEqual(messages(), [`${UNUSED}"up/near.json" lies outside of the workspace folder.`]);
      write('opened/mapping.json', '{}');
      await set('mapping.json');
      assert.deepEqual(messages(), []);
      workspace.workspaceFolders = [{ uri: Uri.from({ scheme: 'vscode-vfs', path: join(folder, 'opened') }) }];
      write('opened/mapping.json', { $ref: 'up/near.json' });
      await set('mapping.json');
      assert.deepEqual(messages(), []);
    });

    it('where the file is larger than 10 MB', async () => {
      write('near.json', `{}${' '.repeat(10_000_000)}`);
      await set('near.json');
      assert.deepEqual(messages(), [`${UNUSED}The file "near.json" can't be read as text.`]);
    });

    it('at their own text where they stand in the settings', async () => {
      await set({ $ref: '../near.json' });
      const reason = '"userGroups.mappingSchema" refers to "../near.json", which lies outside of the workspace folder.';
      assert.deepEqual(troubles(), [
        [String(IN_SETTING), [1, 10, 1, 24], UNUSED + reason, 1, { source: 'User Groups' }],
      ]);
      assert.equal(await read(IN_SETTING), '{\n  "$ref": "../near.json"\n}');
    });

    for (const value of ['../near.json', '/', '.']) {
      it(`at the text of the setting where ${value} is no file of the folder`, async () => {
        await set(value);
        assert.deepEqual(
          troubles().map((trouble) => (trouble as unknown[]).slice(0, 3)),
          [[String(IN_SETTING), [0, 0, 0, 1], `${UNUSED}There is no file "${value}" in the workspace folder.`]],
        );
        assert.equal(await read(IN_SETTING), JSON.stringify(value));
      });
    }

    it('at the reference that VS Code cannot follow, in its words, without addresses of ours', async () => {
      const uri = write('rules/near.json', '{\r\n"title": "x",\r"items": {"$ref": "#/no/such"}}');
      validate = (schema) => unreadable(`$ref '/no/such' in '${String(schema)}' can not be resolved`);
      await set('rules/near.json');
      assert.deepEqual(
        troubles().map((trouble) => (trouble as unknown[]).slice(0, 3)),
        [[String(uri), [2, 18, 2, 29], `${UNUSED}$ref '/no/such' in 'rules/near.json' can not be resolved.`]],
      );
    });

    it('not for complaints about what is checked, and not where VS Code cannot be asked', async () => {
      validate = () => [{ message: 'Missing property', code: 1, range: new Range(0, 0, 0, 1) }];
      await set(true);
      validate = () => Promise.reject(new Error('no such command'));
      await set(false);
      assert.deepEqual(troubles(), []);
    });
  });

  describe('name what may stand in a document', () => {
    const NAMED = { properties: { 40: { title: 'Orders](x)', oneOf: [{ const: '213', title: 'acme](x)' }] } } };

    it('to documents of groups alone, harmlessly', async () => {
      await set(NAMED);
      assert.deepEqual(await schemas.labels(ACME), {
        schemas: [['40', 'Orders]\u200B(x)']],
        dataSources: [['40', '213', 'acme]\u200B(x)']],
      });
      const other = vscode.Uri.file('/acme.json');
      assert.deepEqual(await schemas.labels(other), { schemas: [], dataSources: [] });
      assert.deepEqual(await schemas.choices(other), { schemaIds: [], dataSources: [] });
    });
  });

  it('complete and explain every JSON document of a group', async () => {
    settings.properties = { properties: { region: {} } };
    await set({ properties: { 40: { title: 'Orders', oneOf: [{ const: 1, title: 'acme' }] } } });
    const [[completing, completions, ...triggers], [hovering, hovers]] = [...languageProviders] as [
      [unknown, vscode.CompletionItemProvider, ...string[]],
      [unknown, vscode.HoverProvider],
    ];
    const text = standIn<vscode.TextDocument>({
      uri: ACME,
      getText: (range) =>
        '{"mapping": {"40": 1}, "properties": {}}'.slice(range?.start.character, range?.end.character),
      offsetAt: ({ character }) => character,
      positionAt: (offset) => new vscode.Position(0, offset),
    });
    const never = standIn<vscode.CancellationToken>({});
    const labelsAt = async (character: number): Promise<unknown[]> => {
      const place = new vscode.Position(0, character);
      const found = await completions.provideCompletionItems(text, place, never, standIn({}));
      return (found as vscode.CompletionItem[]).map(({ label }) => label);
    };
    assert.deepEqual([await labelsAt(13), await labelsAt(38)], [['Orders · 40'], ['tier']]);
    const hover = await hovers.provideHover(text, new vscode.Position(0, 14), never);
    assert.deepEqual(hover?.contents, [new vscode.MarkdownString('Orders')]);
    const documents = ['json', 'jsonc'].map((language) => ({ language, pattern: '**/*.usergroup.json' }));
    assert.deepEqual([completing, hovering, triggers], [documents, documents, ['"', ':']]);
  });

  describe('find errors', () => {
    const TEXT = '{"user_group_id": "5"}';
    const range = new Range(0, 18, 0, 19);
    const errors = async (text = TEXT): Promise<unknown[]> =>
      (await schemas.errorsIn(ACME, text)).map(({ message }) => message);

    it('by all that was set last, in the text that is given', async () => {
      const asked: unknown[] = [];
      validate = (schema, text) => {
        asked.push([String(schema), text]);
        return [];
      };
      await document();
      settings.mapping = true;
      changed('userGroups.mappingSchema');
      assert.deepEqual(await errors(), []);
      assert.deepEqual(asked, [
        [`${SCHEME}://schemas/2/mapping/userGroups.mappingSchema`, '{}'],
        [`${SCHEME}://schemas/2/document.json`, TEXT],
      ]);
      mock.timers.tick(50);
      assert.equal(changes, 1);
    });

    it('that violate a schema, without what is deprecated, or wrong as JSON', async () => {
      validate = () =>
        [undefined, 1, 2, 0xff, 0x100, 0x300, 'other'].map((code) => ({ message: String(code), code, range }));
      assert.deepEqual(await errors(), ['undefined', '1', '255']);
    });

    it('at their places, whether they come from this machine or another one', async () => {
      validate = () => [
        { message: 'a', range },
        { message: 'b', range: [range.start, range.end] },
      ];
      assert.deepEqual(
        (await schemas.errorsIn(ACME, TEXT)).map((error) => error.range),
        [range, range],
      );
    });

    it('as the Problems panel has them where VS Code cannot be asked, or the document names its own schema', async () => {
      diagnostics.set(String(ACME), [
        { message: 'shown', source: 'json' },
        { message: 'too' },
        { message: 'not', source: 'x' },
      ]);
      assert.deepEqual(await errors(), []);
      assert.deepEqual(await errors('{"$schema": "https://x.example/"}'), ['shown', 'too']);
      assert.deepEqual(await errors('{"$schema": 5}'), []);
      validate = () => Promise.reject(new Error('no such command'));
      assert.deepEqual(await errors(), ['shown', 'too']);
    });
  });

  it('end with all that they listen to, also while they are read', async () => {
    await set('near.json');
    changed('userGroups.mappingSchema');
    mock.timers.tick(50);
    changed('userGroups.mappingSchema');
    schemas.dispose();
    trust.changed.fire();
    mock.timers.tick(50);
    await schemas.choices(ACME);
    assert.deepEqual([fileSystemProviders.size, languageProviders.size, fileWatchers.size, troubles()], [0, 0, 0, []]);
  });
});
