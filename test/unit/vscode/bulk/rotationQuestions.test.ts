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
const COMMAND_LINE = {
  heading: 'Each new token goes to the standard input of your command:',
  items: ['"/bin/deploy"', '"--id"', '"a b"'],
};
const AT_ONCE =
  'The previous tokens may stop working immediately. Viewers may see errors until the new tokens are deployed.';
const FIRST = 'Anyone with the API token can fetch every new token. Replace it first, for example after someone left.';

describe('Before many tokens are rotated', () => {
  const start = productStarter();
  const window = playedWindows();

  it('it is asked whether the API token is replaced, and said where tokens go', async () => {
    const product = await start();
    for (const [what, method, line] of [
      [
        'not chosen yet',
        undefined,
        'Tokens are rotated one at a time. Each new token is saved and delivered before the next rotation.',
      ],
      ['the clipboard', CLIPBOARD, 'Each new token is copied to the clipboard.'],
      ['a command, in full', BY_COMMAND, COMMAND_LINE],
      ['the files of before', LAST, 'Each new token is written to the .env file that the last one was written to.'],
    ] as const) {
      const { context, asked } = window(product, ['Continue']);
      await reportFirst(context, undefined, method);
      assert.deepEqual(
        asked,
        [
          {
            title: 'Has the API token been replaced?',
            detail: [FIRST, line, AT_ONCE],
            answers: ['Continue', 'Set API Token…'],
          },
        ],
        what,
      );
    }
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

  it('a person chooses between the clipboard and the command that is set', async () => {
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

  it('a person can set a command where there is none: then nothing is rotated', async () => {
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

  it('the name of the connection is typed on any of them', async () => {
    const { connection } = await start();
    for (const [count, method, title, note] of [
      [1, CLIPBOARD, 'Rotate 1 token on staging (Testing)', 'Each new token is copied to the clipboard.'],
      [
        1_200,
        BY_COMMAND,
        'Rotate 1,200 tokens on staging (Testing)',
        'Each new token goes to the standard input of "\\"/bin/deploy\\" \\"--id\\" \\"a b\\"".',
      ],
    ] as const) {
      const confirmed = confirmTyped(connection, count, method);
      const box = await nextBox();
      assert.deepEqual([box.title, box.prompt], [title, `Type "staging" to confirm. ${note.replaceAll('\\"', '"')}`]);
      box.close();
      await assert.rejects(confirmed, { kind: 'cancelled' });
    }
  });
});

describe('Before a run of rotations goes on', () => {
  const start = productStarter();
  const window = playedWindows();
  const TITLE = 'Continue rotating tokens on staging?';

  it('it says what is left of it', async () => {
    const product = await start();
    for (const [counts, due, method, detail] of [
      [{ waiting: 1, unknown: 0 }, [], CLIPBOARD, ['1 token is left.', 'Each new token is copied to the clipboard.']],
      [
        { waiting: 1_200, unknown: 1 },
        [],
        BY_COMMAND,
        [
          '1,200 tokens are left.',
          '1 outcome is unknown. Its token is not rotated again before "Resolve Rotation…".',
          COMMAND_LINE,
        ],
      ],
      [
        { waiting: 2, unknown: 3 },
        ['acme', 'beta'],
        CLIPBOARD,
        [
          '2 tokens are left.',
          {
            heading: 'Check first:',
            items: [
              'Not delivered yet, and first: "acme", "beta".',
              '3 outcomes are unknown. Their tokens are not rotated again before "Resolve Rotation…".',
            ],
          },
          'Each new token is copied to the clipboard.',
        ],
      ],
    ] as const) {
      const { context, asked } = window(product, ['Continue']);
      const { connection } = product;
      assert.deepEqual(await askToGoOn(context, { connection, counts, due, method }), { wasDelivered: false });
      assert.deepEqual(
        asked.map(({ title, detail: lines }) => [title, lines]),
        [[TITLE, detail]],
      );
    }
  });

  it('a token that is due can be marked as delivered, and only then', async () => {
    const product = await start({ entry: { environment: 'Customer' } });
    const { connection } = product;
    const counts = { waiting: 1, unknown: 0 };
    const of = { connection, counts, method: CLIPBOARD };
    const { context, asked } = window(product, ['Mark as Delivered and Continue', 'Continue', 'Continue']);
    assert.deepEqual(
      [
        await askToGoOn(context, { ...of, due: ['acme'] }),
        await askToGoOn(context, { ...of, due: ['acme'] }),
        await askToGoOn(context, { ...of, due: [] }),
      ],
      [{ wasDelivered: true }, { wasDelivered: false }, { wasDelivered: false }],
    );
    const both = ['Continue', 'Mark as Delivered and Continue'];
    assert.deepEqual(
      asked.map(({ answers }) => answers),
      [both, both, ['Continue']],
    );
    assert.equal(asked[0]?.detail[0], 'Environment: PRODUCTION. 1 token is left.');
    await assert.rejects(askToGoOn(context, { ...of, due: [] }), { kind: 'cancelled' });
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
    box.type(name);
    box.accept();
    return box.title;
  };
  const tokens = ({ remote }: Product): (string | undefined)[] => IDS.map((id) => remote.group(id)?.token);
  /** A run that the person has stopped at the second group. */
  const stopped = async (product: Product): Promise<RotatedMany> => {
    const { context } = window(product, ['Continue', 'Mark as Delivered', 'Stop']);
    const rotating = rotateMany(context, invocation({ user_group_ids: IDS, deliver: 'clipboard' }));
    await typeName();
    return rotating;
  };

  it('gives a person the run as soon as it is at work', async () => {
    const product = await withGroups();
    const { context } = window(product, ['Continue'], {
      clipboard: standIn({ copy: () => new Promise(() => undefined) }),
    });
    const rotating = rotateMany(context, invocation({ user_group_ids: IDS, deliver: 'clipboard' }, 'palette'));
    await typeName();
    assert.deepEqual(await rotating, { run: 1, groups: 3, rotated: 0, delivered: 0 });
    await product.close();
  });

  it('leaves to the log what fails once a person has the run', async () => {
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
    (await nextList()).close();
    await assert.rejects(resuming, { kind: 'cancelled' });
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
