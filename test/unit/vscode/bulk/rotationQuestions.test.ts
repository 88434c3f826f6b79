// What is asked before many tokens are rotated, and before a run of rotations goes on.

import assert from 'node:assert/strict';
import type { Settings } from '../../../../src/core/ports/userSettings.ts';
import { resumeRotations, rotateMany } from '../../../../src/vscode/bulk/rotateMany.ts';
import {
  askToGoOn,
  confirmTyped,
  inputMethod,
  pickMethod,
  reportFirst,
} from '../../../../src/vscode/bulk/rotationQuestions.ts';
import type { DeliveryMethod } from '../../../../src/vscode/bulk/runs/rotations.ts';
import type { RotatedMany } from '../../../../src/vscode/command/commandMap.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { shownLines, type Question } from '../../../../src/vscode/platform/messages.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { commands, forgetQuestions, nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { playedWindows } from '../../../support/editor/playedWindow.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const COMMAND = { program: '/bin/deploy', arguments: ['--id', 'a b'] };
const BY_COMMAND: DeliveryMethod = { kind: 'command', command: COMMAND };
const CLIPBOARD: DeliveryMethod = { kind: 'clipboard' };
const LAST: DeliveryMethod = { kind: 'last' };
const settingsWith = (...command: readonly unknown[]) => ({
  settings: standIn<Settings>({ deliveryCommand: () => command }),
});

describe('Before many tokens are rotated', () => {
  const start = productStarter();
  const window = playedWindows();

  it('dialogs say what comes first, where tokens go, and what is left', async () => {
    const product = await start();
    const { connection } = product;
    const said: Said[] = [];
    const lines = ({ title, detail, answers }: Question): string[] => [
      title,
      ...shownLines(detail),
      answers.join(' | '),
    ];
    for (const [what, method] of [
      ['not chosen yet', undefined],
      ['the clipboard', CLIPBOARD],
      ['a command', BY_COMMAND],
      ['the files of before', LAST],
    ] as const) {
      const { context, asked } = window(product, ['Continue']);
      await reportFirst(context, undefined, method);
      said.push([`Tokens are to be rotated, and go to: ${what}`, lines(asked[0]!)]);
    }
    for (const [waiting, unknown, due, method] of [
      [1, 0, [], CLIPBOARD],
      [1_200, 1, [], BY_COMMAND],
      [2, 3, ['acme', 'beta'], CLIPBOARD],
    ] as const) {
      const { context, asked } = window(product, ['Continue']);
      const counts = { waiting, unknown };
      assert.deepEqual(await askToGoOn(context, { connection, counts, due, method }), { wasDelivered: false });
      said.push([`A run goes on: waiting ${waiting}, unknown ${unknown}, due ${due.length}`, lines(asked[0]!)]);
    }
    for (const [count, method, places] of [
      [1, CLIPBOARD, []],
      [1_200, BY_COMMAND, []],
      [2, LAST, ['ONE in "/app/.env"', 'TWO in "/app/.env"']],
    ] as const) {
      const confirmed = confirmTyped(connection, count, method, places);
      const box = await nextBox();
      said.push([`The name is typed for ${count}, which go to: ${method.kind}`, [box.title, box.prompt]]);
      await box.cancel(confirmed);
    }
    assertApproved('bulk/rotations', said);
  });

  it('the API token can be set, after which it is asked again', async () => {
    const product = await start();
    const { context, asked, ran } = window(product, ['Set API Token…', 'Set API Token…', 'Continue']);
    await reportFirst(context, product.connection, undefined);
    assert.deepEqual([asked.length, ran], [3, Array(2).fill('userGroups.setApiToken {"connection":"staging"}')]);
    const other = window(product, ['Set API Token…', 'Continue']);
    await reportFirst(other.context, undefined, undefined);
    assert.deepEqual(other.ran, ['userGroups.setApiToken {}']);
  });

  it('an argument object may say where tokens go', async () => {
    const { context } = window(await start(), [], settingsWith('/bin/deploy', '--id', 'a b'));
    assert.deepEqual(
      [undefined, 'clipboard', 'command', 'last'].map((given) => inputMethod(context, given)),
      [undefined, CLIPBOARD, BY_COMMAND, LAST],
    );
    assert.throws(() => inputMethod(context, 'mail'), {
      kind: 'invalid',
      message: '"deliver" must be "clipboard", "command" or "last".',
    });
    assert.throws(() => inputMethod(window({} as Product, [], settingsWith()).context, 'command'), {
      kind: 'invalid',
      message:
        'No command that receives the tokens is set. Set "userGroups.deliveryCommand" in your settings, for example ["/usr/local/bin/deploy-token", "--verbose"].',
    });
  });

  it('the user chooses between the clipboard and the command that is set', async () => {
    const product = await start();
    const { context } = window(product, [], settingsWith('/bin/deploy', '--id', 'a b'));
    const [picking, list] = [pickMethod(context, product.connection), await nextList()];
    assert.deepEqual(
      [list.title, list.placeholder, list.items.map(({ label, description = '' }) => `${label}: ${description}`)],
      [
        'Rotate Multiple Tokens on staging',
        'Select where each new token is delivered',
        ['$(clippy) Clipboard: ', '$(terminal) Command: "/bin/deploy" "--id" "a b"', '$(file) .env Files: '],
      ],
    );
    list.choose('$(terminal) Command');
    assert.deepEqual(await picking, BY_COMMAND);
    const again = pickMethod(context, product.connection);
    (await nextList()).accept();
    assert.deepEqual(await again, CLIPBOARD);
  });

  it('the user can set a command where there is none: then nothing is rotated', async () => {
    const product = await start();
    const opened: unknown[] = [];
    const opening = commands.registerCommand('workbench.action.openSettings', (id) => opened.push(id));
    const picking = pickMethod(window(product).context, product.connection);
    const list = await nextList();
    assert.match(list.items[1]?.detail ?? '', /^Opens "userGroups\.deliveryCommand" in the settings\. Example: \["/);
    list.choose('$(terminal) Set a Command…');
    await assert.rejects(picking, { kind: 'cancelled' });
    opening.dispose();
    assert.deepEqual(opened, ['userGroups.deliveryCommand']);
  });

  it('a token that is due can be marked as delivered, and closing a question is no consent', async () => {
    const product = await start({ entry: { environment: 'Customer' } });
    const of = { connection: product.connection, counts: { waiting: 1, unknown: 0 }, method: CLIPBOARD, due: ['acme'] };
    const { context, asked } = window(product, ['Mark as Delivered and Continue', 'Continue']);
    assert.deepEqual(
      [await askToGoOn(context, of), await askToGoOn(context, of), asked[0]?.detail[0]],
      [{ wasDelivered: true }, { wasDelivered: false }, 'Environment: PRODUCTION. 1 token is left.'],
    );
    await assert.rejects(askToGoOn(context, of), { kind: 'cancelled' });
    await assert.rejects(reportFirst(context, undefined, undefined), { kind: 'cancelled' });
  });
});

describe('Rotate Multiple Tokens…', () => {
  const start = productStarter();
  const window = playedWindows();
  const IDS = ['group-1', 'group-2', 'group-3'];
  const invocation = (input: object, origin: Invocation['origin'] = 'argument'): Invocation => ({
    origin,
    input: { connection: 'staging', ...input },
  });
  const rotated = ({ requests }: Product): number => requests.filter(({ operation }) => operation === 'rotate').length;
  const withGroups = async (entry?: Parameters<typeof start>[0]): Promise<Product> => {
    const product = await start(entry);
    for (const id of IDS)
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id }));
    return product;
  };
  /** Types the name of the connection, and says what it was typed for. */
  const typeName = async (name = 'staging'): Promise<string> => {
    const box = await nextBox();
    box.enter(name);
    return box.title;
  };
  const tokens = ({ remote }: Product): (string | undefined)[] => IDS.map((id) => remote.group(id)?.token);
  /** A run that the user has stopped at the second group. */
  const stopped = async (product: Product): Promise<RotatedMany> => {
    const { context } = window(product, ['Continue', 'Mark as Delivered', 'Stop']);
    const rotating = rotateMany(context, invocation({ user_group_ids: IDS, deliver: 'clipboard' }));
    await typeName();
    return rotating;
  };

  it('gives the user the run as soon as it is at work', async () => {
    const product = await withGroups();
    const { context, tables } = window(product, ['Continue'], {
      clipboard: standIn({ copy: () => new Promise(() => undefined) }),
    });
    const rotating = rotateMany(context, invocation({ user_group_ids: IDS, deliver: 'clipboard' }, 'palette'));
    await typeName();
    assert.deepEqual(await rotating, { run: 1, groups: 3, rotated: 0, delivered: 0 });
    assert.equal(tables.length, 1);
    await product.close();
  });

  it('leaves to the log what fails once the user has the run', async () => {
    const product = await withGroups();
    const bug = new Error('database is locked');
    product.services.runs.whenLeft = () => Promise.reject(bug);
    const { context, bugs } = window(product, ['Continue']);
    const rotating = rotateMany(context, invocation({ user_group_ids: IDS, deliver: 'clipboard' }, 'palette'));
    await typeName();
    await rotating;
    assert.deepEqual(bugs, [bug]);
  });

  it('rotates nothing where a question is declined, nor where rotating is locked', async () => {
    const product = await withGroups();
    const call = invocation({ user_group_ids: IDS, deliver: 'clipboard' });
    await assert.rejects(rotateMany(window(product).context, call), { kind: 'cancelled' });
    product.settings.edit(product.settings.entries.map((entry) => ({ ...(entry as object), locked: 'rotation' })));
    const locked = window(product, ['Continue']);
    await assert.rejects(rotateMany(locked.context, call), { kind: 'forbidden' });
    // The one that is chosen is looked at as well.
    const chosen = {
      origin: 'item',
      input: {},
      selection: [{ connection: 'staging', user_group_id: 'group-1' }],
    } as const;
    await assert.rejects(rotateMany(locked.context, chosen), { kind: 'forbidden' });
    assert.deepEqual([locked.asked.length, rotated(product), forgetQuestions()], [1, 0, []]);
  });

  it('goes on with a run, at the token that was not delivered', async () => {
    const product = await withGroups();
    const { run, ...counts } = await stopped(product);
    assert.deepEqual([counts, rotated(product)], [{ groups: 3, rotated: 2, delivered: 1 }, 2]);
    const { context, asked, copied } = window(product, ['Continue', ...IDS.map(() => 'Mark as Delivered')]);
    assert.deepEqual(await rotateMany(context, invocation({ run, deliver: 'clipboard' })), {
      run,
      groups: 3,
      rotated: 3,
      delivered: 3,
    });
    assert.deepEqual(
      [asked.map(({ title }) => title), rotated(product), copied],
      [['Continue rotating tokens on staging?'], 3, tokens(product).slice(1)],
    );
  });

  it('has the name typed before a run begins that was never started', async () => {
    const product = await withGroups();
    const { runs } = product.services;
    const items = IDS.map((userGroupId) => ({ userGroupId, text: '' }));
    const run = await runs.create('rotate', product.connection, items, { stopAtFirstFailure: false });
    const { context, asked } = window(
      product,
      IDS.map(() => 'Mark as Delivered'),
    );
    const resuming = resumeRotations(context, run, CLIPBOARD);
    assert.equal(await typeName(), 'Rotate 3 tokens on staging (Testing)');
    await (
      await resuming
    ).left;
    assert.deepEqual([asked, runs.find(run.id)?.state, rotated(product)], [[], 'ended', 3]);
  });

  it('asks where the tokens of a run go where nobody says so, and goes on with none where rotating is locked', async () => {
    const product = await withGroups();
    const { run } = await stopped(product);
    const resuming = rotateMany(window(product).context, invocation({ run }));
    await (await nextList()).cancel(resuming);
    product.settings.edit(product.settings.entries.map((entry) => ({ ...(entry as object), locked: 'rotation' })));
    await assert.rejects(rotateMany(window(product).context, invocation({ run })), { kind: 'forbidden' });
  });

  it('knows no run of another kind, nor one that is not there', async () => {
    const product = await withGroups();
    const { runs } = product.services;
    const { id } = await runs.create('update', product.connection, [], { stopAtFirstFailure: false });
    for (const run of [id, 99])
      await assert.rejects(rotateMany(window(product).context, invocation({ run })), {
        kind: 'notFound',
        message: 'Bulk operation not found. Use "Show Bulk Operations" to see all.',
      });
  });
});
