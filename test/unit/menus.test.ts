// What menus and the command palette offer: only what can be done now, and never more than the user can survey.

import assert from 'node:assert/strict';
import { readManifest } from '../../scripts/package/manifest.ts';
import type { Connection } from '../../src/core/connection.ts';
import type { ListedGroup } from '../../src/services/groups/groupService.ts';
import { groupCapabilities, NEW_DRAFT_CAPABILITIES } from '../../src/vscode/command/groupCapabilities.ts';
import { contextKeys } from '../../src/vscode/contextKeys.ts';
import type { MenuContribution } from '../../src/vscode/platform/manifest.ts';
import { isTrueIn, menuItems, type ContextValues } from '../../src/vscode/platform/menus.ts';
import { failureOf } from '../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../support/product.ts';
import { installThisExtension } from '../support/editor/thisExtension.ts';

const { commands, menus, submenus } = (
  readManifest() as {
    contributes: {
      commands: { command: string; title: string; icon?: string }[];
      menus: Record<string, readonly MenuContribution[]>;
      submenus: { id: string; label: string }[];
    };
  }
).contributes;

const AT_REST_AT_MOST = 30;
const IN_A_MENU_AT_MOST = 9;

function paletteIn(context: ContextValues): string[] {
  const whens = new Map(menus.commandPalette!.map(({ command, when }) => [command, when]));
  return commands
    .map(({ command }) => command)
    .filter((command) => isTrueIn(whens.get(command), context))
    .map((command) => command.slice('userGroups.'.length));
}

/** The entries of a menu at its first level, in their order; a submenu without entries is not shown. */
function entriesOf(menu: string, context: ContextValues): string[] {
  return menuItems(menu, context)
    .filter(({ submenu }) => submenu === undefined || entriesOf(submenu, context).length > 0)
    .map(({ command, submenu }) => command ?? String(submenu));
}

function everythingIn(menu: string, context: ContextValues): string[] {
  return entriesOf(menu, context).flatMap((entry) =>
    submenus.some(({ id }) => id === entry) ? everythingIn(entry, context) : [entry],
  );
}

describe('The command palette', () => {
  const start = productStarter();
  const offered = ({ services }: Product, more: ContextValues = {}): string[] =>
    paletteIn({ workspaceFolderCount: 1, ...contextKeys(services), ...more });
  const withAcme = async (): Promise<Product> => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  };

  it('offers without a connection only what begins', async () => {
    const product = await start();
    product.settings.edit([]);
    product.store.connections.remove(product.connection.id);
    const begins = ['addConnection', 'startSandbox', 'importList', 'deleteLocalData', 'openWalkthrough', 'showLog'];
    assert.deepEqual(offered(product), begins);
  });

  it(`offers at most ${AT_REST_AT_MOST} commands when everything is at rest`, async () => {
    const product = await withAcme();
    const all = offered(product, { 'userGroups.hasBulkOperations': true });
    assert.ok(all.length <= AT_REST_AT_MOST, `${all.length}: ${all.join(', ')}`);
    for (const daily of ['new', 'goTo', 'copyToken', 'rotateToken', 'editMany', 'actions', 'openWalkthrough'])
      assert.ok(all.includes(daily), daily);
  });

  const APPEARING: readonly (readonly [what: string, ids: readonly string[], work: (product: Product) => unknown])[] = [
    [
      'to resolve a rotation once its outcome is unknown',
      ['resolveRotation', 'dismissRotation', 'showUnrecognizedResponse'],
      async ({ connection, remote, services }) => {
        remote.misbehave('array', { times: 1, operation: 'rotate' });
        await failureOf(services.rotation.rotate(connection, 'acme'));
      },
    ],
    [
      'a replaced token once one is kept',
      ['copyPreviousToken', 'markAsDeployed'],
      ({ connection, services }) => services.rotation.rotate(connection, 'acme'),
    ],
    [
      'to send and to discard as soon as something is typed',
      ['update', 'discardDraft'],
      ({ connection, services }) => {
        services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Changed' }));
      },
    ],
    [
      'to decide about a connection whose address has changed',
      ['resolveConnection'],
      ({ settings }) => {
        settings.edit([{ name: 'staging', baseUrl: 'https://other.example.com', environment: 'Testing' }]);
      },
    ],
  ];
  for (const [what, ids, work] of APPEARING)
    it(`offers ${what}`, async () => {
      const product = await withAcme();
      const found = (): string[] => offered(product).filter((id) => ids.includes(id));
      assert.deepEqual(found(), []);
      await work(product);
      assert.deepEqual(found().sort(), ids.toSorted());
    });

  it('asks for context keys that are set, and for no others of ours', async () => {
    const asked = Object.values(menus).flatMap((items) =>
      items.flatMap(({ when = '' }) => when.match(/(?<![!=]= )\buserGroups\.\w+/g) ?? []),
    );
    const set = [...Object.keys(contextKeys((await start()).services)), 'userGroups.filtered'];
    assert.deepEqual([...new Set(asked)].sort(), set.sort());
  });

  it('forgets what belongs to a connection that was removed', async () => {
    const product = await withAcme();
    await product.services.rotation.rotate(product.connection, 'acme');
    product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Changed' }));
    await product.services.removed.remove(product.connection);
    const all = offered(product);
    assert.ok(all.includes('undoRemoveConnection'));
    assert.deepEqual(
      all.filter((id) => ['copyPreviousToken', 'discardDraft', 'goTo'].includes(id)),
      [],
    );
  });

  it('offers for an open document what is done with one', async () => {
    const product = await withAcme();
    const ofDocument = (path: string, editor?: string): string[] =>
      offered(product, { resourceScheme: 'usergroup', resourcePath: path, activeCustomEditorId: editor }).filter(
        (id) => !offered(product).includes(id),
      );
    assert.deepEqual(ofDocument('/staging/acme.usergroup.json', 'userGroups.form'), [
      'update',
      'writeToken',
      'openAsText',
      'saveToWorkspace',
      'compareWith',
      'duplicate',
      'copyAsCurl',
      'copyLink',
      'compareWithSent',
      'compareWithAnswered',
      'showHistory',
    ]);
    assert.deepEqual(ofDocument('/staging/~new/1.usergroup.json'), ['getOrCreate', 'open', 'copyAsCurl']);
  });
});

describe("The title of a form's editor", () => {
  const isIcon = ({ group = '' }: MenuContribution): boolean => group.startsWith('navigation');
  /** Its icons in VS Code's order, without what a command lacks that would be one. */
  const iconsOf = (context: ContextValues): string[] =>
    menus['editor/title']!.filter((item) => isIcon(item) && isTrueIn(item.when, context))
      .toSorted((one, other) => (one.group ?? '').localeCompare(other.group ?? ''))
      .map(({ command }) => commands.find((each) => each.command === command && each.icon !== undefined)?.title ?? '');

  for (const [what, context, expected] of [
    [
      'a group',
      { resourceScheme: 'usergroup', resourcePath: '/staging/acme.usergroup.json' },
      ['Fetch from Service…', 'Show History', 'Save to Workspace…'],
    ],
    [
      'a file of a workspace',
      { resourceScheme: 'file', resourceFilename: 'acme.usergroup.json' },
      ['Fetch from Service…', 'Show History'],
    ],
    ['a new group', { resourceScheme: 'usergroup', resourcePath: '/staging/~new/1.usergroup.json' }, []],
    ['anything else', { resourceScheme: 'file', resourceFilename: 'package.json' }, []],
  ] as const) {
    it(`has for ${what} what is about its group: ${expected.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(iconsOf({ activeCustomEditorId: 'userGroups.form', ...context }), expected);
    });
  }
});

describe('The context menu', () => {
  installThisExtension();
  const connection: Connection = {
    id: '1',
    kind: 'service',
    status: 'ready',
    name: 'staging',
    baseUrl: 'https://staging.example.com',
  };
  const of = (viewItem: string): ContextValues => ({ view: 'userGroups.tree', viewItem });
  const states = everyState();

  it(`of a group has at most ${IN_A_MENU_AT_MOST} entries at its first level, in every state`, () => {
    for (const group of states) {
      const entries = entriesOf('view/item/context', of(`group ${groupCapabilities(connection, group)}`));
      assert.ok(entries.length <= IN_A_MENU_AT_MOST, entries.join(', '));
      assert.equal(entries[0], 'userGroups.open');
      assert.ok(entries.includes('userGroups.checkUserGroup'), 'why a customer sees no data');
    }
  });

  it('of a group shows one of its entries at most as an icon, so that the row has room for words', () => {
    const icons = (group: (typeof states)[number]): string[] =>
      (menus['view/item/context'] ?? [])
        .filter(({ group: place = '' }) => place.startsWith('inline'))
        .filter(({ when }) => isTrueIn(when, of(`group ${groupCapabilities(connection, group)}`)))
        .map(({ command = '' }) => command.slice('userGroups.'.length));
    const shown = states.map(icons);
    assert.ok(shown.every(({ length }) => length <= 1));
    assert.deepEqual([...new Set(shown.flat())].sort(), ['copyToken', 'resolveRotation', 'update']);
  });

  it('of a group reaches whatever can be done with it', () => {
    const reached = new Set(
      states.flatMap((group) => everythingIn('view/item/context', of(`group ${groupCapabilities(connection, group)}`))),
    );
    assert.deepEqual(
      [
        'rotateToken',
        'markAsDeployed',
        'dismissRotation',
        'compareWith',
        'fetch',
        'getOrCreate',
        'discardDraft',
        'duplicate',
        'removeFromList',
      ].filter((id) => !reached.has(`userGroups.${id}`)),
      [],
    );
  });

  it('never has Get or Create at its first level for what the service is known to have, nor Fetch at all', () => {
    const sending = ['userGroups.fetch', 'userGroups.getOrCreate'];
    for (const group of states) {
      const entries = entriesOf('view/item/context', of(`group ${groupCapabilities(connection, group)}`));
      assert.deepEqual(
        entries.filter((entry) => sending.includes(entry)),
        group.answeredAt === undefined ? ['userGroups.getOrCreate'] : [],
      );
    }
    const ofList = { view: 'userGroups.tree', 'userGroups.hasGroups': true, 'userGroups.hasReadyConnections': true };
    assert.deepEqual(
      entriesOf('view/title', ofList).filter((entry) => sending.includes(entry)),
      [],
    );
  });

  it(`of anything else has at most ${IN_A_MENU_AT_MOST} entries, too`, () => {
    for (const viewItem of [
      'connection hasDoubtedToken canAdd canSetToken canCheck canList canEdit canRemove',
      'connection canAdd canSetToken canCheck canList canEdit canRemove',
      'connection needsAnswer canCheck canEdit canRemove',
      'connection canAdd canStop canRemove',
      `newDraft ${NEW_DRAFT_CAPABILITIES}`,
      'rotation canFindOut canDismiss hasUnrecognizedResponse',
      'entry',
    ]) {
      const { length } = entriesOf('view/item/context', of(viewItem));
      assert.ok(length > 0 && length <= IN_A_MENU_AT_MOST, `${viewItem}: ${length}`);
    }
  });

  it('of the list itself stays as short', () => {
    const context = { view: 'userGroups.tree', 'userGroups.hasGroups': true, workspaceFolderCount: 1 };
    assert.ok(entriesOf('view/title', context).length <= IN_A_MENU_AT_MOST);
  });
});

/** Groups with every combination of facts that the menus ask for. */
function everyState(): ListedGroup[] {
  const facts: readonly Partial<ListedGroup>[] = [
    { draftAt: 1 },
    { answeredAt: 1 },
    { sentAt: 1 },
    { isTokenReadable: true },
    { unknownOutcome: { operation: 'rotate', at: 1 } },
    { hasUnrecognizedResponse: true, previousTokens: 2 },
  ];
  const plain: ListedGroup = {
    ref: { connectionId: '1', userGroupId: 'acme' },
    name: 'Acme',
    words: [],
    mappingKnown: false,
    isTokenReadable: undefined,
    isTokenUnstored: false,
    hasToken: false,
    isTokenOld: false,
    hasUnrecognizedResponse: false,
    previousTokens: 0,
  };
  return Array.from({ length: 2 ** facts.length }, (_, number) =>
    facts.reduce<ListedGroup>(
      (group, fact, bit) => (((number >> bit) & 1) === 1 ? { ...group, ...fact } : group),
      plain,
    ),
  );
}
