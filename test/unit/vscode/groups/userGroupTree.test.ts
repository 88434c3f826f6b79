// The list as VS Code shows it: its rows, what stands above them, and which row is brought into sight.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { parseInvocation } from '../../../../src/vscode/command/invocation.ts';
import { filterList } from '../../../../src/vscode/groups/find.ts';
import type { ListContext } from '../../../../src/vscode/groups/listContext.ts';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { UserGroupTree } from '../../../../src/vscode/groups/tree/userGroupTree.ts';
import { connectionUri, groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { commands, treeViews, type FakeTreeView } from '../../../support/editor/fakeVscode.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

describe('The view of the list', () => {
  const start = productStarter();
  let product: Product;
  let tree: UserGroupTree;
  let view: FakeTreeView;
  let drawn: number;
  let ran: string[];
  let registered: readonly { readonly dispose: () => void }[];

  beforeEach(async () => {
    product = await start();
    tree = new UserGroupTree(() => Promise.resolve(product.services), {
      isWithWorkspace: false,
      remoteName: undefined,
    });
    view = treeViews.at(-1)!;
    drawn = 0;
    tree.onDidChangeTreeData(() => (drawn += 1));
    ran = [];
    registered = ['setContext', 'userGroups.tree.focus'].map((id) =>
      commands.registerCommand(id, (...given) => ran.push([id, ...given.map(String)].join(' '))),
    );
  });
  afterEach(() => {
    tree.dispose();
    for (const each of registered) each.dispose();
    mock.timers.reset();
  });

  const send = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids)
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id, name: id }));
  };
  const settled = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  };
  const root = async (): Promise<TreeNode> => (await tree.getChildren())[0]!;
  const below = async (node: TreeNode): Promise<string[]> =>
    (await Promise.all((await tree.getChildren(node)).map((each) => tree.getTreeItem(each)))).map(({ label }) =>
      typeof label === 'string' ? label : '',
    );

  describe('has rows', () => {
    it('of connections, groups, what they hold, and new documents', async () => {
      await send('acme');
      product.services.groups.addNewDraft(product.connection, documentOf({ name: 'New' }));
      const connection = await root();
      const children = await tree.getChildren(connection);
      const group = children.find(({ kind }) => kind === 'group')!;
      const draft = children.find(({ kind }) => kind === 'newDraft')!;
      const items = await Promise.all([connection, group, draft].map((each) => tree.getTreeItem(each)));
      assert.deepEqual(
        items.map(({ label, collapsibleState, contextValue = '', resourceUri, command }) => [
          label,
          collapsibleState,
          contextValue.split(' ')[0],
          String(resourceUri),
          command?.arguments?.length ?? 0,
        ]),
        [
          ['staging', 2, 'connection', String(connectionUri('staging')), 0],
          ['acme', 1, 'group', String(groupUri('staging', 'acme')), 1],
          ['New', 0, 'newDraft', String(newDraftUri('staging', 1)), 1],
        ],
      );
      assert.deepEqual(
        items.map(({ tooltip }) => typeof tooltip),
        ['string', 'undefined', 'string'],
      );
      assert.match(items[1]?.accessibilityInformation?.label ?? '', /^acme, ./);
      const fields = await tree.getChildren(group);
      assert.ok(fields.length > 0 && fields.every(({ kind }) => kind === 'field'));
      assert.deepEqual(await tree.getChildren(draft), []);
    });

    it('whose tooltip names groups that look alike, once it is asked for', async () => {
      await send('acme', 'ACME');
      const [group] = (await tree.getChildren(await root())).filter(({ kind }) => kind === 'group');
      const item = await tree.getTreeItem(group!);
      const { tooltip: named } = await tree.resolveTreeItem(item, group!);
      assert.ok(typeof named === 'string');
      assert.match(named, /ACME[^]*acme|acme[^]*ACME/);
      const connection = await root();
      const other = await tree.getTreeItem(connection);
      const { tooltip } = other;
      assert.equal((await tree.resolveTreeItem(other, connection)).tooltip, tooltip);
    });
  });

  describe('says above them', () => {
    it('which filter it has, and how many match', async () => {
      await send('acme', 'beta');
      tree.showMatching('ac');
      assert.deepEqual([tree.filter, ran], ['ac', ['setContext userGroups.filtered true']]);
      const connection = await root();
      assert.match(view.message ?? '', /^Filter: ac \(1 of 2 groups/);
      assert.deepEqual(await below(connection), ['acme']);
      tree.showMatching('nothing');
      assert.deepEqual(await below(await root()), ['No group matches']);
      tree.showMatching(undefined);
      assert.deepEqual(
        [await below(await root()), ran.at(-1)],
        [['acme', 'beta'], 'setContext userGroups.filtered false'],
      );
    });

    it('why it cannot be read, and reads it again until it can', async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      const { connections } = product.services;
      const list = connections.list.bind(connections);
      connections.list = () => {
        throw new UserGroupsError('unavailable', 'The list is [damaged](command:x).');
      };
      assert.deepEqual(await tree.getChildren(), []);
      assert.equal(view.message, 'The list is [damaged]\u200B(command:x).');
      connections.list = list;
      mock.timers.tick(4999);
      assert.equal(drawn, 0);
      mock.timers.tick(1);
      assert.equal(drawn, 1);
      product.services.connections.list = () => {
        throw new Error('a bug');
      };
      await assert.rejects(tree.getChildren(), /a bug/);
    });
  });

  it('begins with a count of old tokens, which filters the list by them when it is chosen', async () => {
    await send('acme', 'beta');
    const { services, settings, clock, connection } = product;
    settings.oldAfterDays = 90;
    clock.now += 91 * DAY;
    await services.rotation.rotate(connection, 'beta');
    const [count, row] = await tree.getChildren();
    const { label, command } = await tree.getTreeItem(count!);
    assert.deepEqual([label, command?.arguments, row?.kind], ['1 token to rotate', [count], 'connection']);
    assert.deepEqual([await tree.getParent(count!), await tree.getChildren(count)], [undefined, []]);
    await filterList(standIn<ListContext>({ services, tree }), parseInvocation('userGroups.filterList', count));
    assert.deepEqual([tree.filter, await below(await root())], ['is:old', ['acme']]);
    assert.match(view.message ?? '', /^Filter: is:old \(1 of 2 groups matches/);
  });

  it('has a badge for rotations whose outcome is unknown', async () => {
    await send('acme', 'beta');
    const { services, connection, remote } = product;
    const badge = async (): Promise<unknown> => {
      mock.timers.enable({ apis: ['setTimeout'] });
      tree.refresh();
      mock.timers.tick(200);
      mock.timers.reset();
      await settled();
      return view.badge;
    };
    assert.equal(await badge(), undefined);
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    assert.deepEqual(await badge(), { value: 1, tooltip: '1 rotation with an unknown outcome' });
    await assert.rejects(services.rotation.rotate(connection, 'beta'));
    assert.deepEqual(await badge(), { value: 2, tooltip: '2 rotations with an unknown outcome' });
    services.rotation.open = () => {
      throw new UserGroupsError('unavailable', 'The list is damaged.');
    };
    assert.deepEqual(await badge(), { value: 2, tooltip: '2 rotations with an unknown outcome' });
  });

  describe('brings into sight', () => {
    it('a row without taking the focus, drawn before, and itself', async () => {
      await tree.reveal();
      assert.deepEqual(ran, ['userGroups.tree.focus']);
      await send('acme');
      const connection = await root();
      const [group] = await tree.getChildren(connection);
      assert.deepEqual([await tree.getParent(group!), await tree.getParent(connection)], [await root(), undefined]);
      await tree.showRow(group!, 1);
      assert.deepEqual(view.revealed, [[group, { select: true, focus: false }]]);
      assert.equal(drawn, 0);
      await tree.showRow(group!, 2);
      assert.equal(drawn, 1);
    });

    it('no row while it is hidden, and no more pages where it is filtered', async () => {
      await send('acme');
      const [group] = await tree.getChildren(await root());
      view.visible = false;
      await tree.showRow(group!, 2);
      assert.deepEqual([view.revealed, drawn], [[], 0]);
      view.visible = true;
      tree.showMatching('acme');
      const before = drawn;
      await tree.showRow(group!, 2);
      assert.deepEqual([view.revealed.length, drawn], [1, before]);
      view.reveal = () => Promise.reject(new Error('no such row'));
      await tree.showRow(group!, 1);
    });

    it('the row that a key is about, unless it is selected, or what stands below a group', async () => {
      await send('acme');
      const connection = await root();
      const [group] = await tree.getChildren(connection);
      const [field] = await tree.getChildren(group);
      assert.equal(await tree.rowOfKey(), undefined);
      view.selected.fire({ selection: [group!] });
      assert.equal(await tree.rowOfKey(), group);
      view.selected.fire({ selection: [field!] });
      await tree.rowOfKey();
      assert.deepEqual(
        view.revealed.filter(([row]) => row === field),
        [],
      );
    });
  });

  it('shows more rows on demand', async () => {
    const { services, connection } = product;
    for (let number = 1; number <= 501; number += 1)
      services.groups.saveDraft(connection, `g${number}`, documentOf({ user_group_id: `g${number}` }));
    const first = await tree.getChildren(await root());
    const { label, description } = await tree.getTreeItem(first.at(-1)!);
    assert.deepEqual([label, description], ['Load more…', '1 more group']);
    tree.loadMore('staging');
    const more = await tree.getChildren(await root());
    assert.ok(more.every(({ kind }) => kind === 'group'));
    tree.showMatching(undefined);
    assert.equal((await tree.getChildren(await root())).length, first.length);
  });

  it('is not drawn any more once it is closed', () => {
    tree.dispose();
    tree.refresh();
    assert.deepEqual([drawn, view.isDisposed], [0, true]);
  });
});
