// The tree, as the user reads it.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { OTHER_API } from '../../../support/otherService.ts';
import { DAY, documentOf, productStarter } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';
import type { NodeDescription } from '../../../../src/vscode/groups/tree/describe.ts';
import { describe as described } from '../../../../src/vscode/groups/tree/describe.ts';
import { oldTokensNodes } from '../../../../src/vscode/groups/tree/nodes.ts';
import { allNodes, shownTree, treeText } from './treeText.ts';

const OTHER = 'https://other.example.com';

describe('The tree of connections', () => {
  const start = productStarter();

  it('offers what can be done of an empty connection, and of the sandbox', async () => {
    const product = await start();
    const [{ children } = { children: [] }] = await shownTree(product);
    assert.deepEqual(
      children.map(({ shown }) => [shown.label, shown.runs, shown.icon]),
      ['userGroups.new', 'userGroups.addExisting'].map((id) => [id, id, 'add']),
    );
    product.settings.edit([{ ...(product.settings.entries[0] as object), api: 'customer' }]);
    await product.services.sandbox.start();
    await product.services.sandbox.stop();
    assert.equal(
      await treeText(product),
      `
Sandbox — local · Stopped — [canStart canRemove]
  userGroups.new
  userGroups.addExisting
staging — Testing — [canAdd canSetToken canCheck canList canEdit canRemove]
  userGroups.refreshListFromService
  userGroups.new
  userGroups.addExisting
`,
    );
  });

  it('shows environment, host and state of each, production unmistakably', async () => {
    const product = await start();
    const { settings, services } = product;
    settings.edit([
      ...settings.entries,
      { name: 'moving', baseUrl: OTHER, environment: 'Testing' },
      { name: 'production', baseUrl: 'https://dashboards.example.com', environment: 'Customer' },
      { name: 'undeclared', baseUrl: 'https://undeclared.example.com' },
      { name: 'no rotation', baseUrl: 'https://locked.example.com', locked: 'rotation' },
      { name: 'locked', baseUrl: 'https://locked.example.com', locked: 'all' },
      { name: 'to rename', baseUrl: 'https://rename.example.com' },
      { name: 'to lose', baseUrl: 'https://lost.example.com' },
    ]);
    services.connections.list();
    await services.sandbox.start();
    settings.edit([
      ...settings.entries.slice(0, 1),
      { name: 'moving', baseUrl: 'https://moved.example.com', environment: 'Testing' },
      ...settings.entries.slice(2, 6),
      { name: 'renamed', baseUrl: 'https://rename.example.com' },
      { name: 'misspelt', baseUrl: OTHER, enviroment: 'Testing' },
    ]);
    const marks = (await shownTree(product)).flatMap(({ shown: { label, color, icon } }) =>
      color === undefined && icon === 'server' ? [] : [[label, color, icon].join(' ')],
    );
    assert.deepEqual(marks, [
      'Sandbox  beaker',
      'moving attention warning',
      ...['production', 'undeclared', 'no rotation', 'locked'].map((each) => `${each} production server-environment`),
      'renamed production warning',
      'misspelt attention warning',
      'to lose production warning',
      'to rename production warning',
    ]);
    assert.equal(
      (await treeText(product)).replace(/^ .*\n/gm, ''),
      `
Sandbox — local — [canAdd canStop canRemove]
staging — Testing — [canAdd canSetToken canCheck canEdit canRemove]
moving — Address changed from other.example.com — \
[needsAnswer canCheck canEdit canRemove]
production — PRODUCTION — [canAdd canSetToken canCheck canEdit canRemove]
undeclared — undeclared, guarded like production — \
[canAdd canSetToken canCheck canEdit canRemove]
no rotation — undeclared, guarded like production · Rotation locked — \
[canAdd canSetToken canCheck canEdit canRemove]
locked — undeclared, guarded like production · Locked — \
[canAdd canSetToken canCheck canEdit canRemove]
renamed — Renamed from "to rename", or new? — [needsAnswer canEdit]
misspelt — Can't be used: Unknown field "enviroment". — [canEdit canRemove]
to lose — Not in the settings, read-only — [canRemove]
to rename — Not in the settings, read-only — [canRemove]
`,
    );
  });

  it('shows first that an API token is unverified, beside the environment, and offers to decide', async () => {
    const product = await start({ entry: { environment: 'Customer' } });
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await failureOf(services.sending.update(connection, documentOf({ name: 'Changed' })));
    assert.match(
      await treeText(product),
      /^staging — API token unverified · PRODUCTION · 1 group — \[hasDoubtedToken canAdd canSetToken canCheck canEdit canRemove\]$/m,
    );
    const [{ shown }] = (await shownTree(product)) as [Awaited<ReturnType<typeof shownTree>>[number]];
    assert.deepEqual([shown.icon, shown.color], ['unverified', 'production']);
    assert.match(
      shown.tooltip,
      /The service returned the environment Testing for "acme", but the connection "staging" is declared Customer\. Nothing is sent until you review the API token\./,
    );
  });

  it('shows in the tooltip where requests go, and the service description of the settings', async () => {
    const product = await start();
    const tooltip = async (): Promise<string> => (await shownTree(product))[0]?.shown.tooltip ?? '';
    assert.match(await tooltip(), /^staging\nURL: http:\/\/127\.0\.0\.1:\d+\/api\/user\nEnvironment: Testing$/);
    product.settings.describedApis = { tenants: OTHER_API };
    product.settings.edit([{ ...(product.settings.entries[0] as object), api: 'tenants' }]);
    assert.match(await tooltip(), /^staging\nURL: http:\/\/127\.0\.0\.1:\d+\nAPI: tenants\nEnvironment: Testing$/);
  });
});

describe('The tree of groups', () => {
  const start = productStarter();

  it('says in the row what there is to do, and all of its state in the tooltip', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf({ mapping: { 40: '213' } }));
    const row = async (): Promise<NodeDescription> => (await shownTree(product))[0]!.children[0]!.shown;
    assert.equal((await row()).description, 'acme');
    await services.rotation.rotate(connection, 'acme');
    const { description, tooltip } = await row();
    assert.deepEqual(
      [description, tooltip.split('\n')],
      [
        'acme · Previous token kept',
        [
          'Acme',
          'ID: acme',
          'Connection: staging (Testing)',
          'Previous token kept. The token was rotated. Deploy the new one, then mark it as deployed.',
          'Sent today 12:00.',
          'Token received today.',
        ],
      ],
    );
    services.groups.saveDraft(connection, 'acme', documentOf());
    assert.equal((await row()).description, 'acme · Unsent changes', 'one state, the most important');
    product.secrets.kept.clear();
    services.groups.discardDraft(connection, 'acme');
    const text = await treeText(product.anotherWindow());
    assert.match(text, /^ {2}Acme — acme · Token not readable here — \[.*canFetch.*\]$/m);
  });

  it('says the state by an icon as well, in its colour or that of production', async () => {
    for (const [environment, colors] of [
      ['Testing', [undefined, 'draft']],
      ['Customer', ['production', 'production']],
    ] as const) {
      const product = await start({ entry: { environment } });
      product.services.groups.addNewDraft(product.connection);
      product.services.groups.saveDraft(product.connection, 'acme', documentOf());
      assert.deepEqual(
        (await shownTree(product))[0]!.children.map(({ shown: { icon, color } }) => [icon, color]),
        [
          ['circle-outline', colors[0]],
          ['edit', colors[1]],
        ],
      );
    }
  });

  it('shows each in its state, with its mapping and properties as in its document', async () => {
    const product = await start();
    const { services, connection, remote, clock, settings } = product;
    const send = (id: string, fields = {}) =>
      services.sending.getOrCreate(
        connection,
        documentOf({ user_group_id: id, name: id.toUpperCase(), mapping: { 40: '213' }, properties: {}, ...fields }),
      );
    await send('a-sent', { properties: { region: 'EU', limits: { rows: 10 } } });
    await send('b-drafted');
    services.groups.saveDraft(
      connection,
      'b-drafted',
      documentOf({ user_group_id: 'b-drafted', mapping: { 134: 386 } }),
    );
    await ask(remote, 'GET', groupBody({ user_group_id: 'c-added', name: 'C-ADDED' }));
    await services.sending.getOrCreate(connection, '{"user_group_id":"c-added","name":"C-ADDED"}');
    await ask(remote, 'GET', groupBody({ user_group_id: 'd-existed', name: 'D-EXISTED' }));
    await send('d-existed', { name: 'Other' });
    await send('e-rotating');
    remote.misbehave('resetBeforeAnswer', { times: 1, operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'e-rotating'));
    await send('f-gone');
    product.loseOnService('f-gone');
    await services.sending.fetch(connection, 'f-gone');
    settings.timeoutSeconds = 0.2;
    remote.misbehave('neverAnswers', { times: 1 });
    await failureOf(send('g-asked'));
    services.groups.saveDraft(connection, 'h-typed', documentOf({ user_group_id: 'h-typed' }));
    clock.now += DAY;
    assert.equal(
      await treeText(product),
      `
staging — Testing · 8 groups — [canAdd canSetToken canCheck canEdit canRemove]
  A-SENT — a-sent — \
[canOpen hasHistory canRemoveFromList canUpdate canFetch canCopyToken canRotate canCompareWithSent \
canCompareWithAnswered]
    mapping — 1
      40 — "213"
    properties — 2
      region — "EU"
      limits — {"rows":10}
  B-DRAFTED — b-drafted · Unsent changes — [canOpen hasHistory canRemoveFromList canUpdate canSendDraft canFetch \
canCopyToken canRotate hasDraft canCompareWithSent canCompareWithAnswered]
    mapping — 1
      134 — 386
    properties — empty
  C-ADDED — c-added — \
[canOpen hasHistory canRemoveFromList canUpdate canFetch canCopyToken canRotate canCompareWithAnswered]
    Mapping unknown
    properties — empty
  D-EXISTED — d-existed · Existed already, not applied — \
[canOpen hasHistory canRemoveFromList canUpdate canSendDraft canFetch canCopyToken canRotate hasDraft \
canCompareWithAnswered]
    mapping — 1
      40 — "213"
    properties — empty
  E-ROTATING — e-rotating · Rotation: outcome unknown — [canOpen hasHistory canRemoveFromList canUpdate canFetch \
canCopyToken canFindOut canDismiss canCompareWithSent canCompareWithAnswered]
    mapping — 1
      40 — "213"
    properties — empty
  F-GONE — f-gone · Recreated, new token — [canOpen hasHistory canRemoveFromList canUpdate canFetch canCopyToken \
canRotate hasPreviousToken canCompareWithSent canCompareWithAnswered]
    mapping — 1
      40 — "213"
    properties — empty
  g-asked — Get or create: outcome unknown — [canOpen hasHistory canRemoveFromList canGetOrCreate canFetch hasDraft]
    mapping — 1
      40 — "213"
    properties — empty
  h-typed — Unsent changes — [canOpen hasHistory canRemoveFromList canGetOrCreate hasDraft]
    Mapping unknown
    properties — empty
`,
    );
    const [{ children } = { children: [] }] = await shownTree(product);
    assert.deepEqual(
      allNodes(children.filter(({ shown }) => ['A-SENT', 'C-ADDED'].includes(shown.label)))
        .filter(({ node }) => node.kind !== 'group')
        .map(({ shown: { label, icon, color = 'usual', expands, tooltip } }) =>
          [label, icon, color, expands, tooltip].join(' | '),
        ),
      [
        'mapping | references | usual | closed | Schema IDs and their data source IDs, as in the document on this machine.',
        '40 | arrow-right | usual | no | 40: "213"',
        'properties | symbol-variable | usual | closed | Variables for dashboards and SQL, as in the document on this machine.',
        'region | symbol-property | usual | no | region: "EU"',
        'limits | symbol-property | usual | no | limits: {"rows":10}',
        "Mapping unknown | references | quiet | no | No mapping was sent from this machine. The group may still have one, which the service doesn't return.",
        'properties | symbol-variable | usual | no | Variables for dashboards and SQL, as in the document on this machine.',
      ],
    );
  });

  it('shows a document not yet sent above the groups, by what it says', async () => {
    const product = await start();
    const { services, connection } = product;
    services.groups.addNewDraft(connection);
    services.groups.addNewDraft(connection, documentOf({ name: 'Globex' }));
    services.groups.addNewDraft(connection, '{ "user_group_id":');
    services.groups.saveDraft(connection, 'acme', documentOf());
    assert.equal(
      (await treeText(product))
        .split('\n')
        .filter((line) => /^ {2}\S/.test(line))
        .join('\n'),
      `
  New User Group — Not sent — [canOpen canGetOrCreate hasDraft]
  Globex — Unsent changes — [canOpen canGetOrCreate hasDraft]
  New User Group — Unsent changes — [canOpen canGetOrCreate hasDraft]
  acme — Unsent changes — [canOpen hasHistory canRemoveFromList canGetOrCreate hasDraft]`.slice(1),
    );
  });

  it('shows a rotation of a token of no listed group above the groups, as long as nobody knows what became of it', async () => {
    const product = await start();
    product.remote.misbehave('array', { operation: 'rotate' });
    await ask(product.remote, 'GET', '{"user_group_id":"elsewhere"}');
    await failureOf(
      product.services.rotation.rotateLeaked(product.connection, product.remote.group('elsewhere')!.token),
    );
    assert.match(
      await treeText(product),
      /\n {2}Token of an unlisted group — Rotation: outcome unknown — \[canFindOut canDismiss hasUnrecognizedResponse\]\n/,
    );
  });

  it('says what it has that is old by icon, words and tooltip, and how many there are in a row of its own', async () => {
    const product = await start();
    const { services, connection, settings, clock } = product;
    for (const id of ['acme', 'globex'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id, mapping: { 40: '213' } }));
    clock.now += 90 * DAY + 1;
    assert.deepEqual(oldTokensNodes(services), [], 'nothing is set');
    settings.oldAfterDays = 90;
    const { shown } = (await shownTree(product))[0]!.children[0]!;
    assert.deepEqual(
      [shown.description, shown.icon, shown.color, shown.tooltip.split('\n').slice(3)],
      [
        'acme · Token received 90 days ago',
        'watch',
        undefined,
        ['Token received 90 days ago. The token is older than userGroups.rotateAfterDays. Rotate it.', 'Sent 12 May.'],
      ],
    );
    const rowText = (): string[] =>
      oldTokensNodes(services).flatMap((row) => Object.values(described(row, clock.now)).map(String));
    assert.deepEqual(rowText(), [
      'hint//2%20tokens%20to%20rotate',
      '2 tokens to rotate',
      'older than 90 days',
      '2 tokens to rotate',
      'watch',
      'no',
      '',
      'userGroups.filterList',
    ]);
    settings.oldAfterDays = 1;
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(rowText().slice(1, 3), ['1 token to rotate', 'older than 1 day']);
  });
});

describe('Names and ids from elsewhere', () => {
  const start = productStarter();
  const hostile = [
    '[x](command:workbench.action.quit)',
    '$(trash)',
    'a\u202Eb',
    'a\nb',
    ' edges ',
    '',
    '../~new/1',
    'group/a',
    '%2F',
    '🗼',
    '\u0000',
  ];

  it('are shown as text, each as itself', async () => {
    const product = await start();
    const { services, connection, clock } = product;
    for (const text of hostile.slice(0, 5)) {
      await services.sending.getOrCreate(
        connection,
        documentOf({ user_group_id: text, name: text, mapping: { [text]: text }, properties: {} }),
      );
    }
    clock.now += DAY;
    assert.equal(
      (await treeText(product)).replaceAll(/ — \[.*\]/g, '').replaceAll('\u200B', '<break>'),
      `
staging — Testing · 5 groups
  ␠edges␠
    mapping — 1
      ␠edges␠ — " edges "
    properties — empty
  $<break>(trash)
    mapping — 1
      $<break>(trash) — "$<break>(trash)"
    properties — empty
  a⏎b
    mapping — 1
      a⏎b — "a\\nb"
    properties — empty
  a\\u{202E}b
    mapping — 1
      a\\u{202E}b — "a\\u{202E}b"
    properties — empty
  [x]<break>(command:workbench.action.quit)
    mapping — 1
      [x]<break>(command:workbench.action.quit) — "[x]<break>(command:workbench.action.quit)"
    properties — empty
`,
    );
  });

  it('never make two nodes one, nor change a node over a refresh', async () => {
    const product = await start();
    const { services, connection, settings } = product;
    await services.sandbox.start();
    settings.edit([
      ...settings.entries,
      { name: 'staging/acme', baseUrl: OTHER },
      { name: 'hostile\n$(x)', baseUrl: OTHER },
    ]);
    for (const id of hostile)
      services.groups.saveDraft(connection, id, documentOf({ mapping: { 40: 1, '': 2 }, properties: { 40: 1 } }));
    services.groups.addNewDraft(connection);
    const ids = async (): Promise<string[]> => allNodes(await shownTree(product)).map(({ shown }) => shown.id);
    const first = await ids();
    assert.equal(new Set(first).size, first.length);
    assert.deepEqual(await ids(), first);
  });

  it('act nowhere: no label, description or tooltip holds a link, an icon or a control character', async () => {
    const product = await start();
    const { services, connection, settings } = product;
    settings.edit([
      ...settings.entries,
      { name: '[x](command:y)', baseUrl: '$(x)://[x](command:y)' },
      { name: 'odd', baseUrl: OTHER, ['[x](command:y)']: 1 },
    ]);
    for (const id of hostile)
      services.groups.saveDraft(connection, id, documentOf({ mapping: { [id]: id }, properties: { [id]: id } }));
    for (const { shown } of allNodes(await shownTree(product))) {
      assert.doesNotMatch(
        [shown.label, shown.description, ...shown.tooltip.split('\n')].join(' '),
        /\]\(|\$\(|[\p{Cc}\u202E]/u,
      );
    }
  });
});
