// The schemas of documents as VS Code's JSON features read them: the contract's and the person's own, which change with
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
  diagnosticsChanged,
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
      assert.throws(() => files.readDirectory(DOCUMENT), { code: 'FileNotADirectory' });
      for (const change of [
        () => files.createDirectory(DOCUMENT),
        () => files.writeFile(DOCUMENT, new Uint8Array(), { create: true, overwrite: true }),
        () => files.delete(DOCUMENT, { recursive: false }),
        () => files.rename(DOCUMENT, ACME, { overwrite: true }),
      ])
        assert.throws(change, { code: 'NoPermissions' });
      files.watch(DOCUMENT, { recursive: false, excludes: [] }).dispose();
    });

    it('as the contract has them, which those of the person are added to', async () => {
      assert.deepEqual(await document(), CONTRACT);
      settings.properties = { required: ['region'] };
      await set({ maxProperties: 1 });
      const { properties } = await document();
      assert.deepEqual(
        [properties.mapping, properties.properties],
        [
          { ...CONTRACT.properties.mapping, allOf: [{ $ref: `${SCHEME}://schemas/2/0/userGroups.mappingSchema` }] },
          {
            ...CONTRACT.properties.properties,
            allOf: [{ $ref: `${SCHEME}://schemas/2/0/userGroups.propertiesSchema` }],
          },
        ],
      );
      assert.equal(await read(served('/2/0/userGroups.mappingSchema')), '{\n  "maxProperties": 1\n}');
      assert.equal((await provider().stat(served('/2/0/userGroups.mappingSchema'))).mtime, 2);
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
      assert.deepEqual(
        [Object.keys(properties), required, oneOf],
        [
          [
            ...Object.keys(CONTRACT.properties),
            'tenant_key',
            'provided_id',
            ...Object.keys(CUSTOMER_API.request.fields!),
          ],
          undefined,
          names.map((name) => ({ required: [name] })),
        ],
      );
    });

    for (const changed of ['userGroups.apis', 'userGroups.connections'])
      it(`again when ${changed} has changed`, async () => {
        const { mtime } = await provider().stat(DOCUMENT);
        configurationChanged.fire({ affectsConfiguration: (section) => section === changed });
        await renewed();
        assert.equal((await provider().stat(DOCUMENT)).mtime, mtime + 1);
      });

    for (const value of ['near.json', ' rules/../near.json ', String.raw`rules\..\near.json`]) {
      it(`from the file that ${JSON.stringify(value)} names`, async () => {
        write('near.json', { maxProperties: 1 });
        await set(value);
        assert.match(await read(DOCUMENT), /usergroupschema:\/\/schemas\/2\/0\/near\.json"/);
        assert.equal(await read(served('/2/0/near.json')), '{"maxProperties":1}');
      });
    }

    it('from the first folder that has the file', async () => {
      write('b/near.json', '{}');
      workspace.workspaceFolders = ['a', 'b'].map((name) => ({ uri: Uri.file(join(folder, name)) }));
      await set('near.json');
      assert.match(await read(DOCUMENT), /\/2\/1\/near\.json"/);
    });

    for (const value of [undefined, null, 5, [], '', ' ']) {
      it(`without those of the person where the setting is ${JSON.stringify(value)}`, async () => {
        await set(value);
        assert.deepEqual([await document(), troubles()], [CONTRACT, []]);
      });
    }

    it('without those of the person while the workspace is not trusted', async () => {
      trust.isTrusted = false;
      await set(true);
      assert.deepEqual(await document(), CONTRACT);
    });

    it('under the addresses of the edition before, and no longer under older ones', async () => {
      write('near.json', '{"maxProperties":1}');
      await set('near.json');
      write('near.json', '{"maxProperties":2}');
      await set('near.json');
      assert.equal(await read(served('/2/0/near.json')), '{"maxProperties":1}');
      assert.equal(await read(served('/3/0/near.json')), '{"maxProperties":2}');
      await set('near.json');
      for (const gone of ['/2/0/near.json', '/x/0/near.json', '/3/0/', '/more/3/0/near.json'])
        await assert.rejects(read(served(gone)), { code: 'FileNotFound' }, gone);
      assert.equal(fileWatchers.size, 2);
    });
  });

  describe('are read again', () => {
    const watched = (pattern: string) => [...fileWatchers].find((each) => each.pattern === pattern)!;
    const FILE = 'rules/near [1].json';

    for (const [words, happen] of [
      ['a setting changes', () => changed('userGroups.mappingSchema')],
      ['the other setting changes', () => changed('userGroups.propertiesSchema')],
      ['the workspace is trusted', () => trust.changed.fire()],
      ['a folder joins the workspace', () => foldersChanged.fire(undefined)],
      ['the file changes', () => watched('rules/near [[]1[]].json').changed.fire(undefined)],
      ['the file comes', () => watched('rules/near [[]1[]].json').created.fire(undefined)],
      ['its folder goes', () => watched('rules').deleted.fire(undefined)],
      ['the file is saved', () => documentSaved.fire({ uri: Uri.file(join(folder, FILE)) })],
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

    it('when a neighbour appears that was missing', async () => {
      write('near.json', { $ref: 'far.json' });
      await set('near.json');
      watched('far.json').created.fire(undefined);
      await renewed();
      assert.equal((await provider().stat(DOCUMENT)).mtime, 3);
    });

    it('once where much changes within 50 ms, and not for anything else', async () => {
      await set(true);
      changed('files.encoding');
      documentSaved.fire({ uri: Uri.file(join(folder, 'other.json')) });
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
      await set({ title: 'Second' });
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
    const inSetting = `${SCHEME}://schemas/2/0/userGroups.mappingSchema`;

    it('where there is no such file', async () => {
      await set(' rules/near.json ');
      assert.deepEqual(troubles(), [
        [
          file('rules/near.json'),
          [0, 0, 0, 1],
          `${UNUSED}There is no file "rules/near.json" in the workspace folder.`,
          1,
          { source: 'User Groups' },
        ],
      ]);
      assert.deepEqual(await document(), CONTRACT);
    });

    for (const [words, setting, content, place, reason] of [
      ['no JSON', 'a.json', '{\n "type":\n}', [2, 0, 2, 1], 'It is not valid JSON (ValueExpected).'],
      ['of another kind', 'a.json', '[]', [0, 0, 0, 2], 'A JSON schema is an object, true or false.'],
      [
        'leading to an address',
        'rules/a.json',
        '{"$ref": "http://x.example/"}',
        [0, 9, 0, 28],
        '"rules/a.json" refers to "http://x.example/", but schemas are read from the workspace folder only.',
      ],
      [
        'leading into data',
        'a.json',
        '{"$ref": "#/default"}',
        [0, 9, 0, 20],
        '"a.json" refers to "#/default", which is data and no schema.',
      ],
    ] as const) {
      it(`where the file is ${words}`, async () => {
        write(setting, content);
        await set(setting);
        assert.deepEqual(troubles(), [[file(setting), place, UNUSED + reason, 1, { source: 'User Groups' }]]);
        assert.deepEqual(await document(), CONTRACT);
      });
    }

    it('where the file is a link that leads out of the folder', async () => {
      symlinkSync(join(ROOT, 'package.json'), join(folder, 'link.json'));
      await set('link.json');
      assert.deepEqual(
        troubles().map((trouble) => (trouble as unknown[])[2]),
        [`${UNUSED}"link.json" lies outside of the workspace folder.`],
      );
    });

    it('at their own text where they stand in the settings', async () => {
      await set({ $ref: '../near.json' });
      assert.deepEqual(troubles(), [
        [
          inSetting,
          [1, 10, 1, 24],
          `${UNUSED}"userGroups.mappingSchema" refers to "../near.json", which lies outside of the workspace folder.`,
          1,
          { source: 'User Groups' },
        ],
      ]);
    });

    for (const value of ['../near.json', '/', '.']) {
      it(`at the text of the setting where ${value} is no file of the folder`, async () => {
        await set(value);
        assert.deepEqual(
          troubles().map((trouble) => (trouble as unknown[]).slice(0, 3)),
          [[inSetting, [0, 0, 0, 1], `${UNUSED}There is no file "${value}" in the workspace folder.`]],
        );
        assert.equal(await read(vscode.Uri.parse(inSetting)), JSON.stringify(value));
      });
    }

    it('at the reference that VS Code cannot follow, in its words, without addresses of ours', async () => {
      const uri = write('rules/near.json', '{\r\n"title": "x",\r"items": {"$ref": "#/no/such"}}');
      const texts: string[] = [];
      validate = (schema, text) => {
        texts.push(text);
        return unreadable(`$ref '/no/such' in '${String(schema)}' can not be resolved`);
      };
      await set('rules/near.json');
      assert.deepEqual(troubles(), [
        [
          String(uri),
          [2, 18, 2, 29],
          `${UNUSED}$ref '/no/such' in 'rules/near.json' can not be resolved.`,
          1,
          { source: 'User Groups' },
        ],
      ]);
      assert.deepEqual(texts, ['{}', '{}']);
    });

    it('for the file that is not served to VS Code, and why', async () => {
      write('near.json', '{"$ref": "far.json"}');
      write('far.json', '{"$ref": "http://x.example/"}');
      validate = async (schema) => {
        const far = schema.with({ path: schema.path.replace('near', 'far') });
        await assert.rejects(read(far), { code: 'FileNotFound' });
        return unreadable(`Unable to load ${String(far)}`);
      };
      await set('near.json');
      assert.deepEqual(
        troubles().map((trouble) => (trouble as unknown[])[2]),
        [`${UNUSED}"far.json" refers to "http://x.example/", but schemas are read from the workspace folder only.`],
      );
    });

    it('not for complaints about what is checked, and not where VS Code cannot be asked', async () => {
      validate = () => [{ message: 'Missing property', code: 1, range: new Range(0, 0, 0, 1) }];
      await set(true);
      validate = () => Promise.reject(new Error('no such command'));
      await set(false);
      assert.deepEqual(troubles(), []);
    });

    it('no more once they can be used', async () => {
      await set('near.json');
      write('near.json', '{}');
      await set('near.json');
      assert.deepEqual(troubles(), []);
    });

    it('by VS Code alone while it marks the file as invalid JSON itself', async () => {
      const uri = write('near.json', '{');
      settings.properties = 'missing.json';
      await set('near.json');
      const marked = (severity: number, source?: string): number => {
        diagnostics.set(String(uri), [{ severity, source }]);
        diagnosticsChanged.fire({ uris: [ACME, uri] });
        return troubles().length;
      };
      assert.equal(marked(vscode.DiagnosticSeverity.Error, 'User Groups'), 2);
      assert.equal(marked(vscode.DiagnosticSeverity.Warning, 'json'), 2);
      assert.equal(marked(vscode.DiagnosticSeverity.Error, 'json'), 1);
      diagnostics.clear();
      diagnosticsChanged.fire({ uris: [ACME] });
      assert.equal(troubles().length, 1);
      diagnosticsChanged.fire({ uris: [uri] });
      assert.equal(troubles().length, 2);
    });

    it('once, though VS Code reports a change each time', async () => {
      const uri = write('near.json', '{');
      await set('near.json');
      const { shown } = diagnosticCollections.get('userGroups.schemas')!;
      const before = shown.get(String(uri));
      diagnosticsChanged.fire({ uris: [uri] });
      assert.equal(shown.get(String(uri)), before);
    });

    it('also where VS Code marks something else in the file', async () => {
      const uri = write('near.json', { $ref: 'http://x.example/' });
      diagnostics.set(String(uri), [{ severity: vscode.DiagnosticSeverity.Error, source: 'json' }]);
      await set('near.json');
      assert.equal(troubles().length, 1);
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

    it('from files beside them, also those that these refer to, however often', async () => {
      write('rules/a.json', { allOf: [{ $ref: 'b.json' }, { $ref: 'gone.json' }, { $ref: 'bad.json' }] });
      write('rules/b.json', { allOf: [{ $ref: 'c.json' }, { $ref: 'a.json' }, { $ref: 'b.json' }] });
      write('rules/c.json', { properties: { 41: { title: 'Stock' } } });
      write('rules/bad.json', '{');
      await set('rules/a.json');
      assert.deepEqual((await schemas.choices(ACME)).schemaIds, [{ id: '41', title: 'Stock' }]);
    });

    it('from no more than 50 files beside them', async () => {
      const names = Array.from({ length: 60 }, (_, index) => `n${index}.json`);
      for (const name of ['n49.json', 'n50.json']) write(name, { properties: { [name]: {} } });
      await set({ allOf: names.toReversed().map((name) => ({ $ref: name })) });
      assert.deepEqual(
        (await schemas.choices(ACME)).schemaIds.map(({ id }) => id),
        ['n49.json'],
      );
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
        [`${SCHEME}://schemas/2/0/userGroups.mappingSchema`, '{}'],
        [`${SCHEME}://schemas/2/0/userGroups.document`, TEXT],
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

  it('end with all that they listen to', async () => {
    await set('near.json');
    changed('userGroups.mappingSchema');
    schemas.dispose();
    trust.changed.fire();
    mock.timers.tick(50);
    await setImmediate();
    assert.deepEqual([fileSystemProviders.size, languageProviders.size, fileWatchers.size, troubles()], [0, 0, 0, []]);
  });
});
