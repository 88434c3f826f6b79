// Write Token to…: where a token goes, what is asked before, and what is remembered.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { TokenDestination } from '../../../../src/core/tokenDestination.ts';
import { EnvFiles } from '../../../../src/services/rotation/envFiles.ts';
import type { RequireIgnored } from '../../../../src/services/rotation/gitIgnored.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { largeFiles } from '../../../../src/store/database/largeFiles.ts';
import { writeToken } from '../../../../src/vscode/rotation/writeToken.ts';
import type { DeliveryContext } from '../../../../src/vscode/rotation/destination.ts';
import {
  commands,
  env,
  closedTerminals,
  ExtensionKind,
  extensions,
  nextBox,
  nextList,
  TerminalExitReason,
  terminals,
  Uri,
  window,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { playedWindows, type PlayedWindow } from '../../../support/editor/playedWindow.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { assertHeldBack, failureText, filesOf, saidBy, secretsOf } from '../../../support/sweep.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const ACME: Invocation = { origin: 'item', input: { connection: 'staging', user_group_id: 'acme' } };
const AGAIN: Invocation = { ...ACME, input: { ...ACME.input, to: 'last' } };
const FILE = '$(file) Variable in .env File…';
const TERMINAL = '$(terminal) New Terminal…';

describe('Write Token to…', () => {
  const start = productStarter();
  const windowOf = playedWindows();
  let folder = '';
  let isTrusted = true;
  let requireIgnored: RequireIgnored;
  let handed: string[] = [];
  let logged: string[] = [];
  const at = (name: string): string => join(folder, name);
  const uriOf = (name: string): string => Uri.file(at(name)).toString();

  beforeEach(() => {
    folder = temporaryFolder('user-groups-write-');
    writeFileSync(at('.env'), 'A=1\nTOKEN="" # of acme\n');
    workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
    workspace.findFiles = () =>
      Promise.resolve(['.env.local', '.env', '.env.example'].map((name) => Uri.file(at(name))));
    [isTrusted, handed, logged] = [true, [], []];
    requireIgnored = () => Promise.resolve();
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
    workspace.findFiles = () => Promise.resolve([]);
    workspace.textDocuments = [];
    env.remoteName = undefined;
    terminals.length = 0;
    rmSync(folder, { recursive: true });
  });

  /** With a group; the command is set unless it is said to be none. */
  async function open(
    environment: 'Customer' | 'Testing' = 'Testing',
    answers: readonly (string | undefined)[] = [],
    command: readonly string[] = ['/bin/deploy', '--id'],
  ): Promise<PlayedWindow & { readonly product: Product }> {
    const product = await start({ entry: { environment } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const parts: Partial<DeliveryContext> = {
      envFiles: new EnvFiles(largeFiles, (path) => requireIgnored(path)),
      trust: { isTrusted: () => isTrusted, onDidChange: () => ({ dispose: () => undefined }) },
      settings: standIn({ deliveryCommand: () => command, confirmSend: () => 'never' }),
      log: standIn({ info: (line) => void logged.push(line) }),
      deliverBy:
        ({ program }) =>
        (token, about) =>
          Promise.resolve(void handed.push(`${program} ${about.userGroupId} ${about.connection} ${token}`)),
    };
    return { ...windowOf(product, answers, parts), product };
  }
  const tokenOf = ({ remote }: Product): string => remote.group('acme')!.token;
  const last = ({ services, ref }: Product): TokenDestination | undefined => services.destinations.find(ref('acme'));
  const textOf = (name: string): string => readFileSync(at(name), 'utf8');
  const remember = ({ services, ref }: Product, destination: TokenDestination): void => {
    services.destinations.remember(ref('acme'), destination);
  };
  const inFile = (name = '.env'): TokenDestination => ({ kind: 'envFile', file: uriOf(name), variable: 'TOKEN' });

  /** The person chooses the file, and types the name of the variable. */
  async function chosenFile(writing: Promise<void>, file: string, variable = 'TOKEN'): Promise<void> {
    (await nextList()).choose(FILE);
    (await nextList()).choose(file);
    const box = await nextBox();
    box.type(variable);
    box.accept();
    await writing;
  }

  it('changes one variable of a .env file of the workspace, and says which', async () => {
    const { context, product, said, asked } = await open();
    await chosenFile(writeToken(context, ACME), at('.env'));
    assert.equal(textOf('.env'), `A=1\nTOKEN="${tokenOf(product)}" # of acme\n`);
    assert.deepEqual([said, asked], [[`status: Token of "acme" on staging written to TOKEN in "${at('.env')}".`], []]);
    assert.deepEqual(logged, [`Wrote the token of acme on staging to ${uriOf('.env')}`]);
    assert.deepEqual(last(product), { kind: 'envFile', file: uriOf('.env'), variable: 'TOKEN' });
  });

  it('proposes the files that are there, and one that is not; none that is an example', async () => {
    workspace.findFiles = (include, exclude) => {
      assert.deepEqual([include, exclude], ['**/{.env,.env.*,*.env}', '**/{node_modules,.git}/**']);
      return Promise.resolve(['web/.env', '.env.sample'].map((name) => Uri.file(at(name))));
    };
    const { context } = await open();
    const writing = writeToken(context, ACME);
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.labels],
      ['Write Token of "acme" on staging', [FILE, TERMINAL, '$(terminal) Command']],
    );
    list.choose(FILE);
    const files = await nextList();
    assert.deepEqual(
      files.items.map(({ label, description }) => [label, description]),
      [
        [at('web/.env'), undefined],
        // The search may leave out what is there.
        [at('.env'), undefined],
      ],
    );
    files.close();
    await assert.rejects(writing, { kind: 'cancelled' });
    rmSync(at('.env'));
    const again = writeToken(context, ACME);
    (await nextList()).choose(FILE);
    const others = await nextList();
    assert.equal(others.items[1]?.description, 'new file');
    others.close();
    await assert.rejects(again, { kind: 'cancelled' });
  });

  it('takes no name that is none of a variable', async () => {
    const { context, product } = await open();
    const writing = writeToken(context, ACME);
    (await nextList()).choose(TERMINAL);
    const box = await nextBox();
    assert.deepEqual([box.value, box.prompt], ['ACME_TOKEN', 'Name of the variable']);
    for (const [name, problem] of [
      ['A B', 'Use letters, digits and _, and begin with no digit.'],
      ['PATH', 'Other programs use this variable. Choose another name.'],
    ] as const) {
      box.type(name);
      box.accept();
      assert.equal(box.validationMessage?.message, problem);
    }
    box.close();
    await assert.rejects(writing, { kind: 'cancelled' });
    assert.deepEqual([terminals, last(product)], [[], undefined]);
  });

  it('says why a file is none for a token, before a variable is typed', async () => {
    requireIgnored = () => Promise.reject(new UserGroupsError('conflict', "Git doesn't ignore the file."));
    const { context, product } = await open();
    const writing = writeToken(context, ACME);
    (await nextList()).choose(FILE);
    (await nextList()).choose(at('.env'));
    await assert.rejects(writing, {
      kind: 'conflict',
      message: `Couldn't use "${at('.env')}". Git doesn't ignore the file.`,
    });
    assert.deepEqual([textOf('.env'), last(product)], ['A=1\nTOKEN="" # of acme\n', undefined]);
  });

  it('opens one terminal, which VS Code does not keep; its name says whose token it has', async () => {
    const { context, product, said } = await open();
    const writing = writeToken(context, ACME);
    (await nextList()).choose(TERMINAL);
    (await nextBox()).accept();
    await writing;
    const variables = { ACME_TOKEN: tokenOf(product) };
    assert.deepEqual(terminals, [{ name: 'ACME_TOKEN: acme (staging)', env: variables, isTransient: true }]);
    assert.deepEqual(said, ['status: Terminal opened. It has the token of "acme" on staging as ACME_TOKEN.']);
    assert.deepEqual(last(product), { kind: 'terminal', variable: 'ACME_TOKEN' });
  });

  for (const [what, reason, remoteName, kind, isEnded] of [
    ['is ended with its window, where VS Code may leave it running', 'Shutdown', undefined, 'UI', true],
    ['is ended with its window on a remote machine, where this extension runs', 'Shutdown', 'ssh', 'Workspace', true],
    ['is left alone where its number is that of another machine', 'Shutdown', 'ssh', 'UI', false],
    ['is left alone where VS Code has ended it', 'User', undefined, 'UI', false],
  ] as const)
    it(`the shell of a terminal ${what}`, async () => {
      const terminal: ReturnType<typeof window.createTerminal> = {
        show: () => undefined,
        processId: Promise.resolve(4711),
      };
      const kill = mock.method(process, 'kill', () => assert.fail('it has ended already'));
      const { createTerminal } = window;
      const { getExtension } = extensions;
      Object.assign(window, { createTerminal: () => terminal });
      Object.assign(extensions, { getExtension: () => ({ extensionKind: ExtensionKind[kind] }) });
      env.remoteName = remoteName;
      const { context, product } = await open('Testing', ['Write Token']);
      remember(product, { kind: 'terminal', variable: 'T' });
      await writeToken(context, AGAIN);
      closedTerminals.fire(undefined);
      assert.equal(kill.mock.callCount(), 0);
      terminal.exitStatus = { reason: TerminalExitReason[reason] };
      closedTerminals.fire(undefined);
      closedTerminals.fire(undefined);
      kill.mock.restore();
      Object.assign(window, { createTerminal });
      Object.assign(extensions, { getExtension });
      assert.deepEqual(
        kill.mock.calls.map(({ arguments: given }) => given),
        isEnded ? [[4711, 'SIGKILL']] : [],
      );
    });

  for (const token of ['a${env:HOME}', 'a\0b'])
    it(`opens none for a token that it would get otherwise: ${JSON.stringify(token)}`, async () => {
      const { context, product } = await open();
      product.services.tokens.require = () => Promise.resolve(token);
      remember(product, { kind: 'terminal', variable: 'T' });
      await assert.rejects(writeToken(context, AGAIN), {
        kind: 'invalid',
        message: `Couldn't open a terminal with the token of "acme" on staging. The token contains characters that a terminal can't take. Deliver it another way.`,
      });
      assert.deepEqual(terminals, []);
    });

  it("delivers to the person's own command, which is shown in full", async () => {
    const { context, product, said } = await open();
    const writing = writeToken(context, ACME);
    const list = await nextList();
    assert.equal(list.items.at(-1)?.description, '"/bin/deploy" "--id"');
    list.choose('$(terminal) Command');
    await writing;
    assert.deepEqual(handed, [`/bin/deploy acme staging ${tokenOf(product)}`]);
    assert.deepEqual(said, ['status: Token of "acme" on staging delivered by your command.']);
    assert.deepEqual(last(product), { kind: 'command' });
  });

  it('leads to the setting where no command is set', async () => {
    const opened: unknown[] = [];
    const opening = commands.registerCommand('workbench.action.openSettings', (id) => opened.push(id));
    const { context } = await open('Testing', [], []);
    const writing = writeToken(context, ACME);
    (await nextList()).choose('$(terminal) Set a Command…');
    await assert.rejects(writing, { kind: 'cancelled' });
    opening.dispose();
    assert.deepEqual(opened, ['userGroups.deliveryCommand']);
  });

  it('remembers nothing where it failed, and says what was not done', async () => {
    const { context, product } = await open();
    const failing: DeliveryContext = {
      ...context,
      deliverBy: () => () => Promise.reject(new UserGroupsError('unexpectedResponse', 'It ended.')),
    };
    const writing = writeToken(failing, ACME);
    (await nextList()).choose('$(terminal) Command');
    await assert.rejects(writing, {
      message: 'Couldn\'t deliver the token of "acme" on staging by your command. It ended.',
    });
    assert.equal(last(product), undefined);
  });

  it('proposes first what was chosen last, for that group alone', async () => {
    const { context, product } = await open();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
    await chosenFile(writeToken(context, ACME), at('.env.local'), 'ACME');
    await product.services.rotation.rotate(product.connection, 'acme');
    const again = writeToken(context, ACME);
    const list = await nextList();
    assert.deepEqual(
      [list.active, list.items[0]?.description],
      [`$(history) ACME in "${at('.env.local')}"`, 'last time'],
    );
    list.accept();
    await again;
    assert.equal(textOf('.env.local'), `ACME=${tokenOf(product)}\n`);
    const other = writeToken(context, { ...ACME, input: { ...ACME.input, user_group_id: 'beta' } });
    const ofOther = await nextList();
    assert.equal(ofOther.labels[0], FILE);
    ofOther.close();
    await assert.rejects(other, { kind: 'cancelled' });
  });

  it('writes where it was written last without asking where, if an argument says so', async () => {
    const { context, product, asked } = await open();
    remember(product, inFile());
    await writeToken(context, { ...AGAIN, origin: 'argument' });
    assert.ok(textOf('.env').includes(tokenOf(product)));
    assert.deepEqual(asked, []);
  });

  it('takes no other place from an argument, and none where there is none', async () => {
    const { context } = await open();
    for (const to of ['terminal', { file: uriOf('.env') }, 1])
      await assert.rejects(writeToken(context, { origin: 'argument', input: { ...ACME.input, to } }), {
        kind: 'invalid',
        message: '"to" must be "last".',
      });
    await assert.rejects(writeToken(context, { ...AGAIN, origin: 'argument' }), {
      kind: 'notFound',
      message: 'The token of "acme" on staging was not written anywhere yet. Use "Write Token to…" and choose a place.',
    });
  });

  const GUARDED: readonly (readonly [() => TokenDestination, question: () => string, consequence: unknown])[] = [
    [
      inFile,
      () => `Write the token of "acme" on staging to TOKEN in "${at('.env')}"?`,
      'Any extension or program can read the file.',
    ],
    [
      () => ({ kind: 'terminal', variable: 'TOKEN' }),
      () => 'Open a terminal that has the token of "acme" on staging as TOKEN?',
      'Any extension, and any program that you start in the terminal, can read the token.',
    ],
    [
      () => ({ kind: 'command' }),
      () => 'Deliver the token of "acme" on staging by your command?',
      { heading: 'The token goes to the standard input of your command:', items: ['"/bin/deploy"', '"--id"'] },
    ],
  ];
  for (const [destination, title, line] of GUARDED)
    for (const origin of ['argument', 'item', 'document'] as const)
      it(`asks on a guarded connection, whoever wants it: ${destination().kind}, ${origin}`, async () => {
        const { context, product, asked } = await open('Customer', [undefined, 'Write Token']);
        remember(product, destination());
        await assert.rejects(writeToken(context, { ...AGAIN, origin, isFormButton: true }), { kind: 'cancelled' });
        const written = (): number =>
          handed.length + terminals.length + Number(textOf('.env').includes(tokenOf(product)));
        assert.equal(written(), 0);
        const detail = ['Environment: PRODUCTION.', line, "Cancel if you didn't start this."];
        assert.deepEqual(asked, [{ title: title(), detail, answers: ['Write Token'] }]);
        await writeToken(context, { ...AGAIN, origin });
        assert.equal(written(), 1);
      });

  /** The variable has a text, or the token of a group, which is rotated or written elsewhere afterwards. */
  const PRESENT: readonly (readonly [
    what: string,
    value: string | { readonly of: string },
    afterwards: 'rotated' | 'written' | undefined,
    remark: string | undefined,
  ])[] = [
    ['an unknown value', 'sk_live', undefined, "TOKEN has a value that isn't a known token of this group."],
    ['a token of another group', { of: 'beta' }, undefined, 'TOKEN has a token of "beta" on staging.'],
    ['a former token of another group', { of: 'beta' }, 'rotated', 'TOKEN has a token of "beta" on staging.'],
    ['the token of the group', { of: 'acme' }, undefined, undefined],
    ['a former token of the group', { of: 'acme' }, 'rotated', undefined],
    ['nothing', '', undefined, undefined],
    [
      'nothing, but was written last for another group',
      '',
      'written',
      'The token of "beta" on staging was written there last.',
    ],
  ];
  for (const [what, value, afterwards, remark] of PRESENT)
    it(`${remark === undefined ? 'asks nothing' : 'asks once'} where the variable has ${what}`, async () => {
      const { context, product, asked } = await open('Testing', [undefined, 'Write Token']);
      const { services, connection, remote, ref } = product;
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
      writeFileSync(at('.env'), `TOKEN=${typeof value === 'string' ? value : remote.group(value.of)!.token}\n`);
      if (afterwards === 'rotated') await services.rotation.rotate(connection, (value as { of: string }).of);
      if (afterwards === 'written') services.destinations.remember(ref('beta'), inFile());
      remember(product, inFile());
      if (remark !== undefined) {
        const before = textOf('.env');
        await assert.rejects(writeToken(context, AGAIN), { kind: 'cancelled' });
        assert.equal(textOf('.env'), before);
      }
      await writeToken(context, AGAIN);
      assert.equal(textOf('.env'), `TOKEN=${tokenOf(product)}\n`);
      const question = {
        title: `Write the token of "acme" on staging to TOKEN in "${at('.env')}"?`,
        detail: [remark, 'Any extension or program can read the file.', "Cancel if you didn't start this."],
        answers: ['Write Token'],
      };
      assert.deepEqual(asked, remark === undefined ? [] : [question, question]);
    });

  it('replaces no other value than the one that was asked about', async () => {
    writeFileSync(at('.env'), 'TOKEN=one\n');
    const { context, product } = await open();
    remember(product, inFile());
    const messages: typeof context.messages = standIn({
      ask: () => {
        writeFileSync(at('.env'), 'TOKEN=other\n');
        return Promise.resolve('Write Token');
      },
    });
    await assert.rejects(writeToken({ ...context, messages }, AGAIN), /The file was changed meanwhile\. Try again\.$/);
    assert.equal(textOf('.env'), 'TOKEN=other\n');
  });

  for (const how of ['last', 'list'] as const)
    it(`runs the command that was shown, also where the setting has changed meanwhile: ${how}`, async () => {
      let command = ['/bin/shown'];
      const { context, product, asked } = await open('Customer', ['Write Token']);
      const change = (): void => void (command = ['/bin/other']);
      const parts: DeliveryContext = {
        ...context,
        settings: standIn({ deliveryCommand: () => command }),
        messages: standIn({
          ask: (question) => {
            if (how === 'last') change();
            return context.messages.ask(question);
          },
          status: () => undefined,
        }),
      };
      remember(product, { kind: 'command' });
      const writing = writeToken(parts, how === 'last' ? AGAIN : ACME);
      if (how === 'list') {
        const list = await nextList();
        change();
        list.choose('$(terminal) Command');
      }
      await writing;
      assert.deepEqual(handed, [`/bin/shown acme staging ${tokenOf(product)}`]);
      assert.deepEqual(asked[0]?.detail[1], {
        heading: 'The token goes to the standard input of your command:',
        items: ['"/bin/shown"'],
      });
      assert.deepEqual(last(product), { kind: 'command' });
    });

  it('asks on a connection that became guarded while a list was open', async () => {
    const { context, product, asked } = await open('Testing', [undefined]);
    const writing = writeToken(context, ACME);
    const list = await nextList();
    product.settings.edit(product.settings.entries.map((entry) => ({ ...(entry as object), environment: 'Customer' })));
    list.choose(TERMINAL);
    (await nextBox()).accept();
    await assert.rejects(writing, { kind: 'cancelled' });
    assert.deepEqual([asked[0]?.detail[0], terminals], ['Environment: PRODUCTION.', []]);
  });

  it('asks before a terminal gets a token on another machine', async () => {
    env.remoteName = 'ssh-remote';
    const { context, product, asked } = await open('Testing', [undefined, 'Write Token']);
    remember(product, { kind: 'terminal', variable: 'T' });
    await assert.rejects(writeToken(context, AGAIN), { kind: 'cancelled' });
    assert.deepEqual([asked[0]?.detail[0], terminals], ['The terminal runs on the remote machine (ssh-remote).', []]);
    await writeToken(context, AGAIN);
    assert.equal(terminals.length, 1);
    remember(product, { kind: 'command' });
    await writeToken(context, AGAIN);
    assert.equal(asked.length, 2);
  });

  for (const [destination, isCancellable] of [
    [inFile, false],
    [() => ({ kind: 'command' }) as const, true],
  ] as const)
    it(`can be canceled on its way only where that does something: ${destination().kind}`, async () => {
      const { context, product } = await open();
      remember(product, destination());
      const { withProgress } = window;
      const shown = new Promise<unknown>((resolve) => {
        window.withProgress = (options, work) => {
          resolve(options);
          return withProgress(options, work);
        };
      });
      const wait = async (): Promise<void> => void (await shown);
      const envFiles: DeliveryContext['envFiles'] = { check: () => Promise.resolve(() => undefined), write: wait };
      await writeToken({ ...context, envFiles, deliverBy: () => wait }, AGAIN);
      window.withProgress = withProgress;
      assert.deepEqual(await shown, {
        location: 15,
        title: 'Writing the token of "acme" on staging',
        cancellable: isCancellable,
      });
    });

  it('says so where the token was rotated while it was written', async () => {
    const { context, product, said } = await open();
    remember(product, { kind: 'command' });
    const deliverBy: DeliveryContext['deliverBy'] = () => async () => {
      await product.services.rotation.rotate(product.connection, 'acme');
    };
    await writeToken({ ...context, deliverBy }, AGAIN);
    assert.deepEqual(said, [
      'warn: Token of "acme" on staging delivered by your command. The token was replaced meanwhile. Write it again. | Copy New Token | Deliver by Command',
    ]);
  });

  describe('where what is remembered can be neither read nor changed', () => {
    const failing = (context: DeliveryContext): DeliveryContext => {
      const fail = (): never => {
        throw new UserGroupsError('unavailable', 'The disk is full.', 'Free some space.');
      };
      const destinations = { find: fail, groupsAt: fail, remember: fail };
      return { ...context, services: { ...context.services, destinations } };
    };

    it('writes the token, and says that it did', async () => {
      const { context, product } = await open();
      await assert.rejects(chosenFile(writeToken(failing(context), ACME), at('.env')), {
        kind: 'unavailable',
        message: `Token of "acme" on staging written to TOKEN in "${at('.env')}". The destination couldn't be remembered. The disk is full. Free some space.`,
      });
      assert.ok(textOf('.env').includes(tokenOf(product)));
    });
  });

  it('asks about a token that may be dead', async () => {
    const { context, product, asked } = await open('Testing', ['Write Anyway']);
    const former = tokenOf(product);
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await assert.rejects(product.services.rotation.rotate(product.connection, 'acme'));
    remember(product, { kind: 'command' });
    await writeToken(context, AGAIN);
    assert.deepEqual(
      [asked.map(({ title }) => title), handed],
      [['Write a token of "acme" on staging that may no longer work?'], [`/bin/deploy acme staging ${former}`]],
    );
  });

  const terminal = (): TokenDestination => ({ kind: 'terminal', variable: 'T' });
  const elsewhere = (): TokenDestination =>
    ({ ...inFile(), file: `vscode-remote://host${at('.env')}` }) as TokenDestination;
  const distrust = (): void => void (isTrusted = false);
  const type = (): void => void (workspace.textDocuments = [{ isDirty: true, uri: Uri.file(at('.env')) }]);
  const openFolder = (uri: () => Uri) => (): void => void (workspace.workspaceFolders = [{ uri: uri() }]);
  const REFUSED: readonly (readonly [string, () => void, () => TokenDestination, RegExp])[] = [
    ['a file in Restricted Mode', distrust, inFile, /The workspace is not trusted\. Trust the workspace first/],
    ['a terminal in Restricted Mode', distrust, terminal, /The workspace is not trusted\./],
    ['a file of another workspace', openFolder(() => Uri.file(at('web'))), inFile, /in no folder of this workspace/],
    [
      'a file of another machine',
      openFolder(() => Uri.parse(`vscode-remote://host${folder}`)),
      elsewhere,
      /in no folder of this workspace on this machine\. /,
    ],
    ['a file that is being typed', type, inFile, /The file has unsaved changes\. Save the file, then try again\.$/],
  ];
  for (const [what, prepare, destination, message] of REFUSED)
    it(`never writes to ${what}`, async () => {
      const { context, product } = await open();
      const before = textOf('.env');
      prepare();
      remember(product, destination());
      await assert.rejects(writeToken(context, AGAIN), (error: Error) => {
        assert.match(error.message, /^Couldn't (?:write|open)/);
        assert.match(error.message, message);
        return true;
      });
      assert.deepEqual([textOf('.env'), terminals], [before, []]);
    });

  for (const [what, happens, message] of [
    ['is no longer trusted', distrust, /The workspace is not trusted\./],
    ['has the file in an editor, not saved', type, /The file has unsaved changes\./],
  ] as const)
    it(`never writes to a workspace that ${what} while Git is asked`, async () => {
      const { context, product } = await open();
      const files = context.envFiles;
      remember(product, inFile());
      const envFiles: DeliveryContext['envFiles'] = {
        check: (place) => files.check(place),
        write: (place, ...given) => {
          happens();
          return files.write(place, ...given);
        },
      };
      await assert.rejects(writeToken({ ...context, envFiles }, AGAIN), { message });
      assert.ok(!textOf('.env').includes(tokenOf(product)));
    });

  it('proposes no file in Restricted Mode, and none where no folder of this machine is open', async () => {
    const { context } = await open();
    for (const [prepare, message] of [
      [
        () => (workspace.workspaceFolders = undefined),
        'No folder of this machine is open. Open a folder, then try again.',
      ],
      [() => (isTrusted = false), /^The workspace is not trusted\./],
    ] as const) {
      prepare();
      const writing = writeToken(context, ACME);
      (await nextList()).choose(FILE);
      await assert.rejects(writing, { message });
    }
  });

  it('lets no token out but where it is written: not into a message, the log, the list, or what is remembered', async () => {
    const { context, product, said, asked } = await open('Customer', ['Write Token', 'Write Token', 'Write Token']);
    const failures: string[] = [];
    for (const destination of [inFile(), { kind: 'terminal', variable: 'T' }, { kind: 'command' }] as const) {
      remember(product, destination);
      await writeToken(context, AGAIN);
    }
    mkdirSync(at('.env.d'));
    remember(product, inFile('.env.d'));
    await writeToken(windowOf(product, ['Write Token'], context).context, AGAIN).catch((error: unknown) => {
      failures.push(failureText(error));
    });
    assert.equal(failures.length, 1);
    assert.ok(textOf('.env').includes(tokenOf(product)) && handed.length === 1 && terminals.length === 1);
    const names = terminals.map(({ name }) => name);
    assertHeldBack(
      [
        ...[JSON.stringify(asked), ...said, ...logged, ...failures, ...names],
        ...(await saidBy(product, ['acme'])),
        ...filesOf(product),
      ],
      await secretsOf(product, ['acme']),
    );
  });
});
