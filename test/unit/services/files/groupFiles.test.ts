// Groups as files: their names, what saving would overwrite, and what sending them would do.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { GroupFileNames, readableStem } from '../../../../src/services/files/groupFileNames.ts';
import {
  documentFolder,
  type DocumentFolder,
  type FileToSave,
  type FileToSend,
  type FolderEntry,
} from '../../../../src/services/files/groupFiles.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

const SUFFIX = '.usergroup.json';

function folderOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  others: readonly FolderEntry[] = [],
): DocumentFolder {
  const all = new Map(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );
  return {
    entries: [...Array.from(all.keys(), (name): FolderEntry => ({ name, kind: 'document' })), ...others],
    read: (name) =>
      others.some((other) => other.name === name)
        ? Promise.reject(new Error(`${name} is read`))
        : Promise.resolve(all.get(name)),
  };
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('The names of group files', () => {
  it('are the ids, as far as every file system can have them', () => {
    for (const [id, stem] of [
      ['acme', 'acme'],
      ['a/b\\c::d', 'a-b-c-d'],
      ['x'.repeat(150), 'x'.repeat(150)],
      ['x'.repeat(151), 'x'.repeat(150)],
      ['../../etc/passwd', '-..-etc-passwd'],
      ['NUL', '_NUL'],
      ['con.x', '_con.x'],
      [' . ', 'user-group'],
      ['._acme', '_acme'],
      ['~$ .acme', 'acme'],
      ['', 'user-group'],
      ['a\u202Eb', 'a-b'],
      ['Zoë', 'Zoë'],
    ] as const) {
      assert.equal(readableStem(id), stem, id);
    }
  });

  it('are never the same for two ids, however alike, nor without their place in the folder', () => {
    const id = fc.oneof(
      fc.constantFrom('acme', 'Acme', 'ACME', 'a/b', 'a\\b', 'a-b', 'ß', 'SS', 'é', 'e\u0301', 'nul', 'NUL', '..', ''),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed()),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 20 }), (ids) => {
        const names = new GroupFileNames([]);
        const given = ids.map((each) => names.nameFor(each));
        assert.equal(new Set(given.map((name) => name.normalize('NFC').toLowerCase())).size, ids.length);
        assert.deepEqual(
          ids.map((each) => names.nameFor(each)),
          given,
        );
        for (const name of given)
          assert.ok(!/[/\\:\0]|^\./.test(name) && name.endsWith(SUFFIX) && Buffer.byteLength(name) <= 255, name);
      }),
    );
  });

  it('stay those of existing files, and use none of another group', () => {
    const names = new GroupFileNames([
      { name: `my own${SUFFIX}`, userGroupId: 'acme' },
      { name: `mine, too${SUFFIX}`, userGroupId: 'acme' },
      { name: `BETA${SUFFIX}`, userGroupId: 'other' },
      { name: `STRASSE${SUFFIX}`, userGroupId: undefined },
    ]);
    assert.equal(names.nameFor('acme'), `my own${SUFFIX}`);
    assert.match(names.nameFor('beta'), /^beta-[0-9a-f]{8}\.usergroup\.json$/);
    assert.match(names.nameFor('straße'), /^straße-[0-9a-f]{8}\.usergroup\.json$/);
    assert.match(names.nameFor('a/b'), /^a-b-[0-9a-f]{8}\.usergroup\.json$/);
  });
});

describe('Files of groups', () => {
  const start = productStarter();
  const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

  async function withAcme(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, TYPED);
    product.clock.now += DAY;
    product.requests.length = 0;
    return product;
  }

  const saving = async ({ services, connection }: Product, folder: DocumentFolder): Promise<FileToSave[]> => {
    const names = await services.groupFiles.namesIn(connection, folder);
    const refs = services.finder.refsOf(connection.id, '');
    return collected(services.groupFiles.toSave(connection, refs, folder, names));
  };

  it('are new, the same, or differ and would be overwritten', async () => {
    const product = await withAcme();
    for (const [files, kind, name] of [
      [{}, 'new', `acme${SUFFIX}`],
      [{ [`x${SUFFIX}`]: TYPED }, 'same', `x${SUFFIX}`],
      [{ [`acme${SUFFIX}`]: `${TYPED} ` }, 'differs', `acme${SUFFIX}`],
    ] as const) {
      const folder = folderOf(files);
      const planned = await saving(product, folder);
      assert.deepEqual(
        planned.map((each) => [each.kind, each.name, each.text]),
        [[kind, name, TYPED]],
      );
    }
  });

  it('get a name that nothing in the folder has, be it a file, a folder or anything else', async () => {
    const product = await withAcme();
    for (const name of [`acme${SUFFIX}`, `ACME${SUFFIX}`]) {
      const folder = folderOf({}, [{ name, kind: 'other' }]);
      const [planned] = await saving(product, folder);
      assert.equal(planned?.kind, 'new');
      assert.match(planned.name, /^acme-[0-9a-f]{8}\.usergroup\.json$/);
    }
  });

  it('are neither read nor written where a link has their name, and the link is named', async () => {
    const product = await withAcme();
    const { services, connection } = product;
    const folder = documentFolder(
      [`acme${SUFFIX}`, `mine${SUFFIX}`].map((name) => [name, 'link'] as const),
      (name) => Promise.reject(new Error(`${name} is read`)),
    );
    const planned = await saving(product, folder);
    assert.deepEqual(
      planned.map(({ kind, name }) => [kind, name]),
      [['link', `acme${SUFFIX}`]],
    );
    const reason = 'It is a symbolic link, which is not followed.';
    assert.deepEqual(
      await collected(services.groupFiles.toSend(connection, folder)),
      [`acme${SUFFIX}`, `mine${SUFFIX}`].map((file) => ({ file, kind: 'invalid', reason })),
    );
  });

  it('are not found by halves: what only seems to be one is named, with the reason', async () => {
    const { services, connection } = await withAcme();
    const folder = documentFolder(
      [
        [`PIPE${SUFFIX}`, 'other'],
        ['acme.UserGroup.JSON', 'file'],
        ['UserGroups.preset.json', 'link'],
        [`._acme${SUFFIX}`, 'other'],
        [`._acme${SUFFIX}`.toUpperCase(), 'file'],
        ['Folder.USERGROUP.JSON', 'other'],
      ],
      (name) => Promise.reject(new Error(`${name} is read`)),
    );
    assert.deepEqual(
      (await collected(services.groupFiles.toSend(connection, folder))).map((each) => 'reason' in each && each.reason),
      [
        'It must be a file of at most 10 MB, and no symbolic link.',
        'Its name must end with "usergroups.preset.json", in lower-case letters.',
        'Its name must end with ".usergroup.json", in lower-case letters.',
      ],
    );
    const preset = documentFolder([['usergroups.preset.json', 'other']], () => Promise.resolve(undefined));
    await assert.rejects(
      collected(services.groupFiles.toSend(connection, preset)),
      /It must be a file of at most 10 MB/,
    );
  });

  it('are sent as new or changed, or not at all, each with its reason, and planning sends nothing', async () => {
    const { services, connection, requests } = await withAcme();
    const folder = folderOf({
      'acme.usergroup.json': TYPED.replace('EU', 'US'),
      'new.usergroup.json': documentOf({ user_group_id: 'new' }),
      'bad.usergroup.json': '{',
      'cells.usergroup.json': documentOf({ user_group_id: 'a\tb' }),
      'merged.usergroup.json': '{ "user_group_id": "merged",\n"mapping": { "40": 1, "40": 2 } }',
      'bytes.usergroup.json': new Uint8Array([0xff]),
      'one.usergroup.json': documentOf({ user_group_id: 'twice' }),
      'two.usergroup.json': documentOf({ user_group_id: 'twice' }),
      'elsewhere.usergroup.json': documentOf({ user_group_id: 'elsewhere' }),
    });
    const rows = await collected(
      services.groupFiles.toSend(connection, folder, (file) => (file.startsWith('elsewhere') ? 'another' : undefined)),
    );
    const words = (row: FileToSend): string =>
      'reason' in row ? row.reason : row.kind === 'changed' ? row.changes.map(({ path }) => path).join() : '';
    assert.deepEqual(
      rows.map((row) => [row.file.replace(SUFFIX, ''), row.kind, words(row)]),
      [
        ['acme', 'changed', 'properties.region'],
        ['new', 'new', ''],
        ['bad', 'invalid', 'JSON, character 2: A closing } is missing.'],
        ['cells', 'invalid', 'The ID contains a line break, tab or other control character: "a⇥b".'],
        ['merged', 'invalid', 'JSON, line 2: Duplicate key "40", first in line 2, column 14.'],
        ['bytes', 'invalid', 'It is not UTF-8 text, or was removed.'],
        ['one', 'invalid', 'The file "two.usergroup.json" is the same group.'],
        ['two', 'invalid', 'The file "one.usergroup.json" is the same group.'],
        ['elsewhere', 'otherConnection', 'Another connection was chosen for it.'],
      ],
    );
    assert.deepEqual(
      (
        await collected(
          services.groupFiles.toSend(connection, folderOf({ 'a.usergroup.json': TYPED }), () => connection.id),
        )
      ).map(({ kind }) => kind),
      ['same'],
    );
    assert.deepEqual(
      rows.flatMap((row) => ('notes' in row ? row.notes : [])),
      [],
    );
    assert.deepEqual(requests, []);
  });

  it('are distinguished from what was shown to the last character, of the file and of what it would replace', async () => {
    const { services, connection, remote } = await withAcme();
    const long = (end: string): string => TYPED.replace('EU', `${'long '.repeat(40)}${end}`);
    const wholeOf = async (text: string): Promise<unknown> => {
      const [row] = await collected(services.groupFiles.toSend(connection, folderOf({ 'a.usergroup.json': text })));
      return row !== undefined && 'whole' in row ? row.whole : row;
    };
    const shown = await wholeOf(long('a'));
    assert.notEqual(await wholeOf(long('b')), shown);
    assert.equal(await wholeOf(long('a')), shown);
    await services.sending.fetch(connection, 'acme');
    assert.equal(await wholeOf(long('a')), shown);
    await services.sending.update(connection, TYPED.replace('EU', 'DE'));
    const updated = await wholeOf(long('a'));
    assert.notEqual(updated, shown);
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', properties: { region: `${'x'.repeat(200)}1` } });
    await services.sending.fetch(connection, 'acme');
    assert.notEqual(await wholeOf(long('a')), updated, 'by what the service has returned');
  });

  it('are new where their group was deleted from here, and say so', async () => {
    const { services, connection } = await start({ entry: { api: 'customer' } });
    const folder = folderOf({ 'acme.usergroup.json': TYPED });
    const shown = async (): Promise<unknown> => {
      const [file] = await collected(services.groupFiles.toSend(connection, folder));
      return file !== undefined && 'notes' in file ? [file.kind, file.notes] : file;
    };
    assert.deepEqual(await shown(), ['new', []]);
    await services.sending.getOrCreate(connection, TYPED);
    const { asked } = await services.byToken.ready('delete', connection, 'acme');
    await services.byToken.send('delete', connection, 'acme', asked);
    assert.deepEqual(await shown(), ['new', ['It was deleted from the service.']]);
  });

  it('are held back where a draft here says something else, or nobody knows the outcome of the last request', async () => {
    const { services, connection, remote } = await withAcme();
    const [DE, US] = [TYPED.replace('EU', 'DE'), TYPED.replace('EU', 'US')];
    const kindOf = async (text: string): Promise<string | undefined> =>
      (await collected(services.groupFiles.toSend(connection, folderOf({ 'a.usergroup.json': text }))))[0]?.kind;
    services.groups.saveDraft(connection, 'acme', US);
    assert.deepEqual([await kindOf(DE), await kindOf(US)], ['held', 'changed']);
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await assert.rejects(services.sending.update(connection, US));
    assert.equal(await kindOf(US), 'held');
  });
});
