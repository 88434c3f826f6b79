// Who may put a token into the clipboard: on a guarded connection only the person, never another extension by a
// command's id.

import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import type { Disposable } from '../../../../src/core/emitter.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import type { Settings } from '../../../../src/core/ports/userSettings.ts';
import type { InvocationOrigin } from '../../../../src/vscode/command/invocation.ts';
import { CommandRunner, type Handlers } from '../../../../src/vscode/command/commandRunner.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { registerCommands } from '../../../../src/vscode/command/commandRunner.ts';
import { copyPreviousToken, copyToken } from '../../../../src/vscode/rotation/copyToken.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import type { TokenClipboard } from '../../../../src/vscode/platform/clipboard.ts';
import { node, type TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { commands, nextList, TabInputText, tabs } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask } from '../../sandbox/ask.ts';

type Copying = 'userGroups.copyToken' | 'userGroups.copyPreviousToken';

const COPYING: readonly (readonly [Copying, string])[] = [
  ['userGroups.copyToken', 'the token'],
  ['userGroups.copyPreviousToken', 'a previous token'],
];
const ABOUT = { connection: 'staging', user_group_id: 'acme' };

/** The product with its commands registered, and a user who answers each modal question by `answer`. */
class Window {
  readonly person = new PlayedPerson();
  /** Which tokens of acme, by the name of each. */
  readonly copied: string[] = [];
  readonly product: Product;
  readonly runner: CommandRunner;
  /** After how many seconds the clipboard is cleared; 0 is never. */
  seconds = 0;
  /** The row of the list that has the focus. */
  row: TreeNode | undefined;
  readonly #registered: Disposable;

  constructor(product: Product, nameOf: ReadonlyMap<string, string>) {
    this.product = product;
    const { messages, run } = this.person;
    const clipboard = standIn<TokenClipboard>({
      copy: (token: string) => {
        this.copied.push(nameOf.get(token) ?? 'another');
        return Promise.resolve(this.seconds);
      },
    });
    const settings = standIn<Settings>({ confirmSend: () => 'never' });
    const context = standIn<CommandContext>({ services: product.services, messages, clipboard, settings, run });
    const handlers = standIn<Handlers>({
      'userGroups.copyToken': (invocation) => copyToken(context, invocation),
      'userGroups.copyPreviousToken': (invocation) => copyPreviousToken(context, invocation),
    });
    this.runner = new CommandRunner(() => Promise.resolve(handlers), messages, standIn<Log>({ bug: () => undefined }));
    this.#registered = registerCommands(
      this.runner,
      () => Promise.resolve(this.row),
      COPYING.map(([id]) => id),
    );
  }

  /** Of all questions from now on. */
  set answer(answer: string) {
    this.person.answers.push(...Array<string>(9).fill(answer));
  }

  get asked(): string[] {
    return this.person.shown.filter((line) => line.startsWith('? '));
  }

  close(): void {
    this.#registered.dispose();
    tabs.active = undefined;
  }
}

const withoutTime = (text: string): string => text.replaceAll(/\b\d\d:\d\d\b/g, 'hh:mm');

/** How a command can be called by its id, and with what. */
const WAYS: Readonly<
  Record<string, { readonly origin: InvocationOrigin; readonly input: (window: Window) => readonly unknown[] }>
> = {
  'an argument object': { origin: 'argument', input: () => [ABOUT] },
  "a document's Uri": { origin: 'document', input: () => [groupUri('staging', 'acme')] },
  'no argument while its document is in front': {
    origin: 'document',
    input: () => {
      tabs.active = { input: new TabInputText(groupUri('staging', 'acme')) };
      return [];
    },
  },
  'the row that has the focus, as a keybinding of the list names it': {
    origin: 'item',
    input: (window) => {
      window.row = rowOf(window.product);
      return ['selection'];
    },
  },
  // VS Code passes it to any command that is run with the handle of the row, which others can name.
  'the row itself': { origin: 'item', input: ({ product }) => [rowOf(product), [rowOf(product)]] },
};

function rowOf({ connection, ref }: Product): TreeNode {
  const group = { ref: ref('acme'), name: 'Acme', words: [] } as never;
  return node({ kind: 'group', connection: 'staging', user_group_id: 'acme', of: connection, group });
}

describe('A token is copied', () => {
  const start = productStarter();
  let window: Window;
  afterEach(() => {
    window.close();
  });

  /** A group that has a current and a replaced token. */
  async function open(environment: 'Customer' | 'Testing'): Promise<void> {
    const product = await start();
    const { services, connection, remote, settings } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const replaced = remote.group('acme')!.token;
    await services.rotation.rotate(connection, 'acme');
    settings.edit([{ name: 'staging', baseUrl: remote.baseUrl, environment }]);
    window = new Window(
      product,
      new Map([
        [remote.group('acme')!.token, 'the token'],
        [replaced, 'a previous token'],
      ]),
    );
  }

  for (const [method, { origin, input }] of Object.entries(WAYS)) {
    for (const [id, which] of COPYING) {
      it(`on production only after a question, by ${id} with ${method}`, async () => {
        await open('Customer');
        const invocation = (): Promise<unknown> => commands.executeCommand(id, ...input(window));
        const outcome = (await Promise.allSettled([invocation()]))[0].status;
        assert.deepEqual(
          [window.asked.length, window.copied, outcome],
          [1, [], origin === 'argument' ? 'rejected' : 'fulfilled'],
        );
        window.answer = 'Copy';
        await invocation();
        assert.deepEqual(window.copied, [which]);
        assert.deepEqual(window.person.shown.slice(0, 4), [
          `? Copy ${which} of "acme" on staging to the clipboard?`,
          '  Environment: PRODUCTION.',
          "  Any extension or program can read the clipboard. Cancel if you didn't start this.",
          '  [Copy]',
        ]);
      });
    }
  }

  it('on production only after a question by a notice and by Actions, whose buttons other extensions can press by a command of the editor', async () => {
    await open('Customer');
    await window.runner.executeOnItem('userGroups.copyToken', ABOUT);
    assert.deepEqual([window.asked.length, window.copied], [1, []]);
    window.answer = 'Copy';
    await window.runner.executeOnItem('userGroups.copyToken', ABOUT);
    assert.deepEqual(window.copied, ['the token']);
  });

  it('on production without a question by the button of the form, which is pressed in process', async () => {
    await open('Customer');
    await window.runner.executeOnSubject('userGroups.copyToken', { document: groupUri('staging', 'acme') });
    await window.runner.executeOnSubject('userGroups.copyToken', ABOUT);
    assert.deepEqual([window.asked, window.copied], [[], ['the token', 'the token']]);
  });

  it('on a connection for testing without a question', async () => {
    await open('Testing');
    await commands.executeCommand('userGroups.copyToken', ABOUT);
    await commands.executeCommand('userGroups.copyPreviousToken', groupUri('staging', 'acme'));
    assert.deepEqual([window.asked, window.copied], [[], ['the token', 'a previous token']]);
  });

  it('while it may be dead after a rotation without a response, as the user decides or the service has it', async () => {
    const lost =
      (fault: 'resetUnprocessed' | 'resetBeforeAnswer', hasAsked = false) =>
      async ({ services, connection, remote }: Product): Promise<void> => {
        remote.misbehave(fault, { operation: 'rotate' });
        await assert.rejects(services.rotation.rotate(connection, 'acme'));
        remote.misbehave(undefined);
        if (hasAsked) await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
      };
    const askedBefore = lost('resetUnprocessed', true);
    const rotatedLate = async (product: Product): Promise<void> => {
      await askedBefore(product);
      await ask(product.remote, 'POST', JSON.stringify({ current_token: product.remote.group('acme')!.token }));
    };
    const unreachable = async (product: Product): Promise<void> => {
      await askedBefore(product);
      await product.stopRemote();
    };
    const bug = async (product: Product): Promise<void> => {
      await askedBefore(product);
      product.services.rotation.findOut = () => Promise.reject(new Error('a bug'));
    };
    const said: Said[] = [];
    for (const [situation, happens, answer] of [
      ['Canceled', lost('resetUnprocessed'), undefined],
      ['Copied anyway', lost('resetUnprocessed'), 'Copy Anyway'],
      ['Resolved first', lost('resetBeforeAnswer'), 'Resolve Rotation…'],
      ['Asked before, rotated after all', rotatedLate, undefined],
      ['Asked before, the service is not reached', unreachable, 'Copy Anyway'],
      ['Asked before, a bug, which is no answer', bug, 'Copy Anyway'],
    ] as const) {
      await open('Testing');
      const { person, product, copied } = window;
      await happens(product);
      if (answer !== undefined) window.answer = answer;
      const [{ status }] = await Promise.allSettled([commands.executeCommand('userGroups.copyToken', ABOUT)]);
      said.push([
        situation,
        [...person.shown, `${status}, copied: ${copied.join()}`, `${product.services.rotation.open().length} open`],
      ]);
      window.close();
    }
    assertApproved('rotation/copyUncertain', said);
  });

  it('while it is being rotated only if the user insists', async () => {
    await open('Testing');
    const { services, connection, remote, meanwhile } = window.product;
    window.answer = 'Copy Anyway';
    remote.misbehave('slow', { operation: 'rotate' });
    const copying = Promise.withResolvers<unknown>();
    meanwhile.happens = () => {
      copying.resolve(commands.executeCommand('userGroups.copyToken', ABOUT));
    };
    const rotating = services.rotation.rotate(connection, 'acme');
    await copying.promise;
    assert.deepEqual(
      [window.person.shown.slice(1, 3), window.copied],
      [['  It is being rotated right now.', '  [Copy Anyway]'], ['the token']],
    );
    await rotating;
  });

  it('and the status bar says when it leaves the clipboard', async () => {
    await open('Testing');
    window.seconds = 1;
    await commands.executeCommand('userGroups.copyToken', ABOUT);
    assert.deepEqual(window.person.shown, ['status: Token of "acme" on staging copied. Clipboard clears in 1 s.']);
  });

  it('not where it has none any more: it is said of which group', async () => {
    await open('Testing');
    const { secrets, anotherWindow } = window.product;
    for (const key of [...secrets.kept.keys()].filter((each) => !each.includes('apiToken'))) secrets.kept.delete(key);
    const other = new Window(anotherWindow(), new Map());
    await other.runner.executeOnItem('userGroups.copyToken', ABOUT);
    await settled();
    assert.match(other.person.shown[0] ?? '', /^error: Couldn't copy the token of "acme" on staging\. /);
  });

  it('if it was replaced by the last rotation, or by one that the person chooses', async () => {
    await open('Testing');
    const { services, connection, clock } = window.product;
    const before = await services.tokens.require(connection, window.product.ref('acme'));
    clock.now += 1000;
    await services.rotation.rotate(connection, 'acme');
    window.close();
    window = new Window(window.product, new Map([[before, 'the newest']]));
    await commands.executeCommand('userGroups.copyPreviousToken', ABOUT);
    assert.deepEqual(window.copied, ['the newest']);
    const copying = commands.executeCommand('userGroups.copyPreviousToken', groupUri('staging', 'acme'));
    const list = await nextList();
    assert.deepEqual(
      [
        list.title,
        list.placeholder,
        ...list.items.map(({ label, description }) => withoutTime(`${label}, ${String(description)}`)),
      ],
      [
        'Copy Previous User Group Token: "acme" on staging',
        'Select a previous token',
        'Replaced 12 May 2025 hh:mm:01, received 12 May 2025 hh:mm',
        'Replaced 12 May 2025 hh:mm:00, received 12 May 2025 hh:mm',
      ],
    );
    list.choose(list.labels[1] ?? '');
    await copying;
    assert.deepEqual(
      [window.copied, window.person.shown],
      [
        ['the newest', 'another'],
        Array(2).fill('status: Previous token of "acme" on staging copied (replaced 12 May 2025 hh:mm).'),
      ],
    );
  });

  it('not if the group has no previous one', async () => {
    await open('Testing');
    window.product.services.tokens.dropReplaced(window.product.ref('acme'), 1);
    await assert.rejects(commands.executeCommand('userGroups.copyPreviousToken', ABOUT), {
      kind: 'notFound',
      message: `Couldn't copy the token of "acme" on staging. No previous token is stored.`,
    });
  });
});
