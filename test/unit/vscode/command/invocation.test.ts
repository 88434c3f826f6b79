// What a command is called with: a row of the list, a document, an argument object, or nothing.

import assert from 'node:assert/strict';
import { fileArgument, parseInvocation } from '../../../../src/vscode/command/invocation.ts';
import { isTreeNode, node, type GroupNode, type TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { TabInputCustom, TabInputText, TabInputTextDiff, tabs, Uri } from '../../../support/editor/fakeVscode.ts';

const ID = 'userGroups.update';
const GROUP = Uri.from({ scheme: 'usergroup', path: '/staging/acme.usergroup.json' });
const NEW = Uri.from({ scheme: 'usergroup', path: '/staging/~new/3.usergroup.json' });
const FILE = Uri.file('/repository/acme.usergroup.json');
/** A version from Git. */
const HEAD = Uri.from({ scheme: 'git', path: '/repository/acme.usergroup.json' });
const OF_GROUP = { origin: 'document', input: { connection: 'staging', user_group_id: 'acme' } };
const PALETTE = { origin: 'palette', input: {} };
const groupRow = (id: string): GroupNode =>
  node({ kind: 'group', connection: 'staging', user_group_id: id } as GroupNode);

describe('A command', () => {
  afterEach(() => {
    tabs.active = undefined;
  });

  for (const [what, uri, invocation] of [
    ['of a group', GROUP, OF_GROUP],
    ['that was not sent', NEW, { origin: 'document', input: { connection: 'staging' }, newNumber: 3 }],
    ['that is a file of the workspace', FILE, { origin: 'document', input: {}, file: FILE }],
    ['that is no file of the workspace', HEAD, { origin: 'document', input: {}, file: HEAD }],
    ['that is another file', Uri.file('/repository/package.json'), PALETTE],
  ] as const) {
    it(`from a document ${what} is about that`, () => {
      assert.deepEqual(parseInvocation(ID, uri), invocation);
    });

    for (const first of [undefined, null])
      it(`with ${first} as its argument is about the active document ${what}`, () => {
        tabs.active = { input: new TabInputText(uri) };
        assert.deepEqual(parseInvocation(ID, first), invocation);
      });
  }

  it('from the palette is about the active form, and of a comparison about the side that can be edited', () => {
    tabs.active = { input: new TabInputCustom(GROUP) };
    assert.deepEqual(parseInvocation(ID, undefined), OF_GROUP);
    tabs.active = { input: new TabInputTextDiff(NEW, GROUP) };
    assert.deepEqual(parseInvocation(ID, undefined), OF_GROUP);
  });

  it('from the palette is about nothing where no document is active', () => {
    assert.deepEqual(parseInvocation(ID, undefined), PALETTE);
    tabs.active = { input: { uri: GROUP } };
    assert.deepEqual(parseInvocation(ID, undefined), PALETTE);
  });

  it('of a row of the list is about that row, and about all selected groups', () => {
    const [acme, beta] = [groupRow('acme'), groupRow('beta')];
    const connection = node({ kind: 'connection', connection: 'staging' } as TreeNode);
    const other = { kind: 'group', connection: 'staging', user_group_id: 'not of the list' };
    const input = { connection: 'staging', user_group_id: 'acme' };
    for (const [selected, selection] of [
      [undefined, ['acme']],
      [[], ['acme']],
      [
        [connection, beta, acme, other],
        ['beta', 'acme'],
      ],
    ] as const)
      assert.deepEqual(parseInvocation(ID, acme, selected), {
        origin: 'item',
        row: acme,
        input,
        selection: selection.map((id) => ({ connection: 'staging', user_group_id: id })),
      });
  });

  it('of a row that is no group is about its connection, its unsent document or its open rotation', () => {
    const [connection, draft, rotation] = [
      node({ kind: 'connection', connection: 'staging' } as TreeNode),
      node({ kind: 'newDraft', connection: 'staging', number: 7 } as TreeNode),
      node({ kind: 'rotation', connection: 'staging', rotation: { id: 9 } } as TreeNode),
    ];
    const of = (row: TreeNode) => ({ origin: 'item', row, input: { connection: 'staging' }, selection: [] });
    assert.deepEqual(parseInvocation(ID, connection), of(connection));
    assert.deepEqual(parseInvocation(ID, draft), { ...of(draft), newNumber: 7 });
    assert.deepEqual(parseInvocation(ID, rotation), { ...of(rotation), rotation: 9 });
  });

  it('knows a row of the list from an argument object that looks like one', () => {
    assert.deepEqual([groupRow('acme'), { kind: 'group' }, null, undefined, 'group'].map(isTreeNode), [
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('takes its argument object as it is', () => {
    const argument = { connection: 'staging', user_group_id: 'acme', name: undefined, mapping: { 40: '213' }, then: 1 };
    assert.deepEqual(parseInvocation(ID, argument), { origin: 'argument', input: argument });
    assert.deepEqual(parseInvocation(ID, { user_group_ids: ['a', 'b'] }).input, { user_group_ids: ['a', 'b'] });
  });

  const ONE_OBJECT = '"userGroups.update" takes one object as its argument.';
  const LIST = '"userGroups.update" takes a list of strings as user_group_ids. Put each ID in quotes.';
  for (const [argument, message] of [
    ['acme', ONE_OBJECT],
    [[{ connection: 'staging' }], ONE_OBJECT],
    [{ user_group_ids: 'acme' }, LIST],
    [{ user_group_ids: ['acme', 1] }, LIST],
    ...['user_group_id', 'name', 'connection', 'baseUrl', 'environment', 'query', 'operation', 'folder', 'deliver'].map(
      (field) => [{ [field]: 1 }, `"userGroups.update" takes a string as ${field}. Put it in quotes.`] as const,
    ),
  ] as const) {
    it(`refuses an argument of another kind: ${JSON.stringify(argument)}`, () => {
      assert.throws(() => parseInvocation(ID, argument), { kind: 'invalid', message });
    });
  }

  it('takes a file as a path or as an address', () => {
    assert.deepEqual(
      ['/a b/c.csv', 'file:///a%20b/c.csv', 'vscode-vfs://x/c.csv', 'c:/x.csv'].map((file) => {
        const { scheme, path } = fileArgument(file);
        return [scheme, path];
      }),
      [
        ['file', '/a b/c.csv'],
        ['file', '/a b/c.csv'],
        ['vscode-vfs', '/c.csv'],
        ['file', 'c:/x.csv'],
      ],
    );
    assert.throws(() => fileArgument(undefined), {
      kind: 'invalid',
      message: '"file" must be a string. Use a path or a URI.',
    });
  });
});
