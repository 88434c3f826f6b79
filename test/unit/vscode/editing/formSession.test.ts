// One form and its document: what the page is told, what it may have done, and that what is typed is in the document
// before anything else happens.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ChangeSet } from '@codemirror/state';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/emitter.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import type { FormState } from '../../../../src/protocol/formProtocol.ts';
import { ActiveSends } from '../../../../src/vscode/editing/documents/activeSends.ts';
import { FileConnections } from '../../../../src/vscode/editing/documents/fileConnections.ts';
import { UserGroupFileSystem } from '../../../../src/vscode/editing/documents/userGroupFileSystem.ts';
import { FormSession, type SessionDependencies } from '../../../../src/vscode/editing/form/formSession.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import type { PageChannel } from '../../../../src/vscode/platform/pageChannel.ts';
import { fileUri, uriFrom } from '../../../support/editor/fakeFiles.ts';
import {
  commands,
  diagnostics,
  diagnosticsChanged,
  documentsChanged,
  Position,
  Range,
  Uri,
  workspace,
  type WorkspaceEdit,
} from '../../../support/editor/fakeVscode.ts';
import { noAppliedStates } from '../../../support/editor/noAppliedStates.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = groupUri('staging', 'acme');
const NEW = newDraftUri('staging', 1);
const FILE = fileUri('/work/acme.usergroup.json');

describe('A form', () => {
  const start = productStarter();
  const { applyEdit } = workspace;
  const sessions: FormSession[] = [];
  afterEach(() => {
    for (const session of sessions.splice(0)) session.dispose();
    workspace.applyEdit = applyEdit;
    workspace.textDocuments = [];
    diagnostics.clear();
    mock.timers.reset();
  });

  function openForm(product: Product, uri: vscode.Uri, text: string, isDirty = false) {
    const { services } = product;
    const document = { uri, text, isDirty, isClosed: false, isUntitled: false, getText: () => document.text };
    const [asked, disposed, renamed] = [new Emitter<void>(), new Emitter<void>(), new Emitter<void>()];
    const memory = new Map<string, unknown>();
    const fileConnections = new FileConnections(
      {
        get: (key) => memory.get(key),
        set: (key, value) => Promise.resolve(void memory.set(key, value)),
        keys: () => [],
      },
      () => Promise.resolve(services),
    );
    const panel = Object.assign(
      standIn<vscode.WebviewPanel>({ onDidDispose: disposed.event, reveal: () => void made.revealed.push('page') }),
      { title: '', visible: true, active: true },
    );
    const channel = standIn<PageChannel>({
      report: (event, payload) => {
        made.events.push(event);
        if (event === 'state') made.states.push(payload as FormState);
        if (event === 'flush' && made.isAnswering) void session.answers.flushed(payload as { flush: number });
      },
      dispose: () => void made.events.push('closed'),
    });
    const files = new UserGroupFileSystem(() => Promise.resolve(services));
    files.become = (from, to) => Promise.resolve(void made.became.push(`${String(from)} → ${String(to)}`));
    const made = {
      document,
      panel,
      fileConnections,
      asked,
      disposed,
      /** The user's schemas have other names. */
      renamed,
      trusted: { isTrusted: true },
      /** What the page was told, by the name of the event. */
      events: [] as string[],
      states: [] as FormState[],
      /** The texts of the document as it opened and changed. */
      noted: [] as string[],
      /** Commands, each with what it is about. */
      ran: [] as string[],
      became: [] as string[],
      /** What brought the frame of the page to the front. */
      revealed: [] as string[],
      bugs: [] as unknown[],
      /** What happens while a command runs. */
      whileRunning: (): unknown => undefined,
      /** The page answers a request to push, as it does unless it is hidden. */
      isAnswering: true,
    };
    const dependencies = standIn<SessionDependencies>({
      services,
      fileConnections,
      appliedStates: noAppliedStates,
      sendings: new ActiveSends(new PlayedPerson().messages),
      trust: { isTrusted: () => made.trusted.isTrusted, onDidChange: new Emitter<void>().event },
      documents: standIn<SessionDependencies['documents']>({
        savedText: () => Promise.resolve(void made.became.push('saved')),
        noteFile: (shown) => void made.noted.push(shown.getText()),
      }),
      files,
      schemas: standIn<SessionDependencies['schemas']>({
        labels: () => Promise.resolve({ mapping: 'labels' } as never),
        onDidChange: renamed.event,
        choices: () => Promise.resolve({ schemaIds: [], dataSources: [] }),
      }),
      log: standIn<Log>({ bug: (error) => void made.bugs.push(error) }),
      messages: { onDidAsk: asked.event },
      run: async (id, about) => {
        await made.whileRunning();
        made.ran.push(
          `${id} ${'document' in about ? `${String(about.document)}${about.isSendAnyway === true ? ' anyway' : ''}` : JSON.stringify(about)}`,
        );
      },
    });
    const session: FormSession = new FormSession(document as never, channel, dependencies, panel);
    sessions.push(session);
    workspace.applyEdit = ({ edits: [edit] }: WorkspaceEdit) => {
      document.text = edit?.text ?? '';
      document.isDirty = true;
      return Promise.resolve(true);
    };
    return Object.assign(made, { session });
  }
  type Played = ReturnType<typeof openForm>;

  const open = ({ session }: Played) => session.answers.open(undefined);
  const run = (played: Played, action: string, offset?: number): Promise<unknown> =>
    Promise.resolve(played.session.answers.run({ action: action as 'send', offset }));
  /** The whole text anew: the first and only push. */
  const typed = ({ session, document }: Played, text: string): unknown =>
    session.answers.push({
      own: 0,
      seen: 0,
      changes: ChangeSet.of([{ from: 0, to: document.text.length, insert: text }], document.text.length).toJSON(),
    });
  /** A file may have a preset beside it, which is looked for on the disk. */
  const toldStates = async ({ states }: Played, count: number): Promise<void> => {
    while (states.length < count) await new Promise(setImmediate);
  };
  /** Refreshing ends after the last of what it waits for, which for a group is all in this process. */
  const settled = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  };

  /** A form of the group in the list that was sent as it is, unless another text is given. */
  async function opened(text = documentOf({ properties: {} }), uri: vscode.Uri = ACME): Promise<Played> {
    const played = openForm(await withSent(), uri, text);
    await open(played);
    return played;
  }

  async function withSent(fields: object = {}): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ properties: {}, ...fields }));
    return product;
  }

  describe('opens', () => {
    it('with the text, its state, its labels and its problems', async () => {
      const product = await withSent();
      const text = documentOf({ properties: {} });
      const range = new Range(0, 0, 0, 1);
      diagnostics.set(ACME.toString(), [
        { severity: 3, message: 'a hint', range },
        { severity: 1, message: 'a warning', range: new Range(1, 0, 1, 1) },
        { severity: 1, message: 'an earlier warning', range },
        { severity: 0, message: 'an [error](command:x)', range: new Range(2, 0, 2, 1) },
      ]);
      const played = openForm(product, ACME, text);
      const shown = await open(played);
      assert.deepEqual(
        [shown.text, shown.own, shown.seen, shown.hasArrived, shown.state.kind, shown.labels],
        [text, 0, 0, false, 'group', { mapping: 'labels' }],
      );
      assert.deepEqual(
        shown.problems.map(({ severity, message, from, to }) => [severity, message, to - from]),
        [
          ['error', 'an [error]\u200B(command:x)', 1],
          ['warning', 'an earlier warning', 1],
          ['warning', 'a warning', 1],
          ['info', 'a hint', 1],
        ],
      );
      assert.equal(played.panel.title, 'Acme');
    });

    it('in a tab that has the name of its group, where VS Code does not know a better one', async () => {
      const product = await withSent({ name: '' });
      product.services.groups.addNewDraft(product.connection, documentOf());
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
      for (const [uri, text, title] of [
        [NEW, documentOf({ name: 'Typed' }), 'Typed'],
        [NEW, documentOf({ name: ' ' }), 'New User Group'],
        [NEW, '', 'New User Group'],
        [FILE, documentOf({ user_group_id: 'beta' }), ''],
        [ACME, documentOf(), ''],
        [groupUri('staging', 'unknown'), documentOf(), ''],
      ] as const) {
        const played = openForm(product, uri, text);
        await open(played);
        assert.equal(played.panel.title, title, `${String(uri)} ${text}`);
      }
    });
  });

  describe('tells its page', () => {
    it('its state where that has changed, once', async () => {
      const product = await withSent();
      const played = openForm(product, ACME, documentOf({ properties: {} }));
      await open(played);
      played.session.refresh();
      await settled();
      assert.deepEqual(played.events, []);
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Draft' }));
      played.session.refresh();
      await settled();
      assert.deepEqual([played.events, played.states.map(({ hasChanges }) => hasChanges)], [['state'], [true]]);
    });

    it('nothing before it is open, and nothing once it is closed', async () => {
      const product = await withSent();
      const played = openForm(product, ACME, documentOf({ properties: {} }));
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Draft' }));
      await settled();
      assert.deepEqual(played.events, []);
      await open(played);
      played.disposed.fire();
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Another' }));
      await settled();
      assert.deepEqual(played.events, []);
    });

    it('that there are unsaved changes, and of another document nothing', async () => {
      const product = await withSent();
      const played = openForm(product, ACME, documentOf({ properties: {} }));
      await open(played);
      documentsChanged.fire({ document: {}, contentChanges: [] });
      await settled();
      assert.deepEqual(played.events, []);
      played.document.isDirty = true;
      documentsChanged.fire({ document: played.document, contentChanges: [] });
      await settled();
      assert.deepEqual(
        played.states.map(({ hasChanges }) => hasChanges),
        [true],
      );
    });

    it('what its file has, as it opens and at each change, to the one that saves it', async () => {
      const played = openForm(await withSent(), ACME, 'opened');
      played.document.text = 'changed';
      documentsChanged.fire({ document: {}, contentChanges: [] });
      documentsChanged.fire({ document: played.document, contentChanges: [] });
      assert.deepEqual(played.noted, ['opened', 'changed']);
    });

    it('at each key what follows from the text of a new document', async () => {
      const product = await withSent();
      const played = openForm(product, NEW, documentOf({ user_group_id: 'new' }));
      await open(played);
      played.document.text = documentOf();
      documentsChanged.fire({ document: played.document, contentChanges: [] });
      await settled();
      assert.deepEqual(
        played.states.map(({ isIdKnown }) => isIdKnown),
        [true],
      );
    });

    it('the problems of its document, and of no other', async () => {
      const played = await opened();
      diagnosticsChanged.fire({ uris: [NEW] });
      assert.deepEqual(played.events, []);
      diagnosticsChanged.fire({ uris: [NEW, ACME] });
      assert.deepEqual(played.events, ['problems']);
    });

    it('what is changed elsewhere, and names that change', async () => {
      const played = await opened();
      const range = new Range(0, 0, 0, 0);
      documentsChanged.fire({ document: played.document, contentChanges: [{ range, text: ' ' }] });
      played.renamed.fire();
      await settled();
      assert.deepEqual(played.events, ['changed', 'labels']);
    });

    it('what may stand in its document', async () => {
      const product = await withSent();
      await product.services.sending.getOrCreate(
        product.connection,
        documentOf({ user_group_id: 'beta', name: 'Beta', mapping: { 40: '213' } }),
      );
      const providers = [
        commands.registerCommand('vscode.executeCompletionItemProvider', () => ({ items: [{ label: 'a' }] })),
        commands.registerCommand('vscode.executeHoverProvider', () => [{ contents: ['explained'] }]),
      ];
      const { answers } = openForm(product, ACME, documentOf()).session;
      const asked = await Promise.all([
        answers.complete({ offset: 0 }),
        answers.hover({ offset: 0 }),
        answers.schemaIds(undefined),
        answers.dataSources({ schemaId: '40' }),
      ]);
      for (const provider of providers) provider.dispose();
      assert.deepEqual(asked, [
        [{ label: 'a', from: 0, to: 0, insert: 'a', isSnippet: false }],
        ['explained'],
        [{ value: '40', title: '40', detail: 'in 1 group', isOfOne: false }],
        [{ value: '213', title: '213', detail: 'used by Beta only', isOfOne: true }],
      ]);
    });

    it('nothing more once it is disposed of', async () => {
      const product = await withSent();
      const played = openForm(product, ACME, documentOf({ properties: {} }));
      await open(played);
      played.session.dispose();
      diagnosticsChanged.fire({ uris: [ACME] });
      documentsChanged.fire({
        document: played.document,
        contentChanges: [{ range: new Range(0, 0, 0, 0), text: ' ' }],
      });
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Draft' }));
      played.session.refresh();
      await settled();
      assert.deepEqual(played.events, ['closed']);
    });

    it('a failure to describe it never, which is logged', async () => {
      const product = await withSent();
      const played = openForm(product, ACME, documentOf({ properties: {} }));
      await open(played);
      product.services.groups.listed = () => Promise.reject(new Error('a bug'));
      played.session.refresh();
      await settled();
      assert.match(String(played.bugs[0]), /a bug/);
    });
  });

  describe('puts into its document what is typed', () => {
    it('when it is flushed, for which its page is asked', async () => {
      const played = await opened(documentOf());
      assert.deepEqual(typed(played, '{}'), { own: 1 });
      mock.timers.enable({ apis: ['setTimeout'] });
      await played.session.flush();
      assert.deepEqual([played.document.text, played.events], ['{}', ['flush']]);
    });

    it('without asking a page that is not open yet, or hidden', async () => {
      const product = await withSent();
      for (const isOpen of [false, true]) {
        const played = openForm(product, ACME, documentOf());
        played.panel.visible = !isOpen;
        await [() => undefined, open][Number(isOpen)]!(played);
        typed(played, '{}');
        await played.session.flush();
        assert.deepEqual([played.document.text, played.events], ['{}', []]);
      }
    });

    it('without asking a page that was hidden and has not opened again', async () => {
      const played = await opened(documentOf());
      played.panel.visible = false;
      played.session.refresh();
      played.panel.visible = true;
      await played.session.flush();
      assert.ok(!played.events.includes('flush'));
      await open(played);
      await played.session.flush();
      assert.ok(played.events.includes('flush'));
    });

    it('after five seconds where its page does not answer, or at once when that is closed', async () => {
      const played = await opened(documentOf());
      played.isAnswering = false;
      typed(played, '{}');
      mock.timers.enable({ apis: ['setTimeout'] });
      const flushing = played.session.flush();
      mock.timers.tick(5000);
      await flushing;
      assert.equal(played.document.text, '{}');
      const closing = played.session.flush();
      played.session.dispose();
      await closing;
    });

    it('when the user turns away', async () => {
      const played = openForm(await withSent(), ACME, documentOf(), true);
      typed(played, '{}');
      await played.session.answers.rest(undefined);
      assert.equal(played.document.text, '{}');
    });

    it('before it is undone or redone', async () => {
      const product = await withSent();
      for (const command of ['undo', 'redo'] as const) {
        const played = openForm(product, ACME, documentOf());
        const seen: string[] = [];
        const undoing = commands.registerCommand(command, () => seen.push(played.document.text));
        typed(played, '{}');
        await played.session.answers[command](undefined);
        undoing.dispose();
        assert.deepEqual(seen, ['{}']);
      }
    });

    it('before an action, which is only run where its state offers it', async () => {
      const played = await opened();
      typed(played, documentOf({ name: 'Typed' }));
      played.whileRunning = () => {
        assert.equal(played.document.text, documentOf({ name: 'Typed' }));
      };
      await run(played, 'send');
      assert.deepEqual(played.ran, [`userGroups.update ${String(ACME)}`]);
      await assert.rejects(run(played, 'resolveRotation'), { kind: 'forbidden', message: /doesn't offer this now/ });
    });
  });

  describe('of a document that VS Code never writes', () => {
    async function refused(): Promise<Played> {
      const played = await opened(undefined, FILE);
      const { applyEdit: apply } = workspace;
      workspace.applyEdit = async (edit) => {
        const isApplied = await apply(edit);
        played.document.isDirty = false;
        return isApplied;
      };
      typed(played, '{}');
      await toldStates(played, 1);
      return played;
    }

    it('is read-only once something was typed, and says why', async () => {
      const played = await refused();
      assert.equal(played.document.text, documentOf({ properties: {} }));
      const { isReadOnly, readOnlyText, actions } = played.states.at(-1)!;
      assert.deepEqual(
        [isReadOnly, readOnlyText, actions.includes('makeWriteable')],
        [true, "Read-only: VS Code doesn't save changes.", true],
      );
    });

    for (const [words, use] of [
      ['sent or saved', ({ session }: Played) => session.flush()],
      ['left', ({ session }: Played) => session.answers.rest(undefined)],
    ] as const)
      it(`says so, once, before it is ${words}`, async () => {
        const played = await refused();
        await assert.rejects(async () => use(played), { kind: 'forbidden', message: /what you typed was taken back/ });
        await use(played);
      });

    it('has nothing undone, which would bring back what was typed', async () => {
      const played = await refused();
      const undone: string[] = [];
      const undoing = commands.registerCommand('undo', () => undone.push('undone'));
      await played.session.answers.undo(undefined);
      undoing.dispose();
      assert.deepEqual(undone, []);
    });

    it('takes input again when VS Code was told to write it', async () => {
      const played = await refused();
      const made: string[] = [];
      const command = 'workbench.action.files.setActiveEditorWriteableInSession';
      const making = commands.registerCommand(command, () => made.push('writeable'));
      await run(played, 'makeWriteable');
      making.dispose();
      await toldStates(played, 2);
      assert.deepEqual([made, played.states.at(-1)?.isReadOnly], [['writeable'], false]);
    });
  });

  describe('of a version from Git', () => {
    const HEAD = uriFrom({ scheme: 'git', path: '/work/acme.usergroup.json' });
    afterEach(() => {
      workspace.workspaceFolders = undefined;
    });

    it('is read-only, sends nothing about any group, and leads to the file', async () => {
      const product = await withSent();
      workspace.workspaceFolders = [{ uri: Uri.file('/work') }];
      const played = openForm(product, HEAD, documentOf({ properties: {} }));
      const { state } = await open(played);
      const { isReadOnly, sendProblem, connection, connections, token, hasChanges, actions } = state;
      assert.deepEqual(
        [isReadOnly, connection, connections, token, hasChanges],
        [true, undefined, [], undefined, false],
      );
      assert.equal(sendProblem, 'Not a file of a workspace, so nothing is sent.');
      assert.deepEqual(actions, ['openAsText', 'openFile']);
      for (const action of ['send', 'sendAnyway', 'rotateToken', 'compareWithSent', 'copyToken'])
        await assert.rejects(run(played, action), { kind: 'forbidden' });
      await assert.rejects(async () => played.session.answers.revealToken(undefined), { kind: 'conflict' });
      const shown: unknown[] = [];
      const opening = commands.registerCommand('vscode.open', (uri: unknown) => shown.push(String(uri)));
      await run(played, 'openFile');
      opening.dispose();
      assert.deepEqual([shown, played.ran], [[FILE.toString()], []]);
    });

    it('leads to no file where that is not in the workspace', async () => {
      workspace.workspaceFolders = [{ uri: Uri.file('/elsewhere') }];
      const { state } = await open(openForm(await withSent(), HEAD, documentOf({ properties: {} })));
      assert.deepEqual(state.actions, ['openAsText']);
    });
  });

  describe('runs', () => {
    const ACTIONS = [
      ['sendAnyway', ACME, `userGroups.update ${String(ACME)} anyway`],
      ['copyToken', ACME, `userGroups.copyToken ${String(ACME)}`],
      ['compareWithSent', ACME, `userGroups.compareWithSent ${String(ACME)}`],
      ['openKnown', NEW, 'userGroups.open {"connection":"staging","user_group_id":"acme"}'],
      ['send', NEW, `userGroups.getOrCreate ${String(NEW)}`],
      ['send', FILE, `userGroups.update ${FILE.toString()}`],
      ['copyToken', FILE, 'userGroups.copyToken {"connection":"staging","user_group_id":"acme"}'],
      ['compareWithAnswered', FILE, `userGroups.compareWithAnswered ${FILE.toString()}`],
    ] as const;

    it('each action about the document, or about the group that is named there', async () => {
      const product = await withSent();
      product.services.groups.addNewDraft(product.connection, documentOf({ user_group_id: 'new' }));
      for (const [action, uri, expected] of ACTIONS) {
        const id = action === 'send' && uri === NEW ? 'new' : 'acme';
        const played = openForm(product, uri, documentOf({ user_group_id: id, properties: {} }));
        await open(played);
        await run(played, action);
        assert.deepEqual(played.ran, [expected]);
      }
    });

    it('an action whose effect it shows, though nobody reports it', async () => {
      const played = await opened();
      played.whileRunning = () => {
        played.document.isDirty = true;
      };
      await run(played, 'compareWithSent');
      await settled();
      assert.deepEqual(played.events, ['state']);
    });

    it('setting the API token about the connection alone', async () => {
      const product = await withSent();
      await product.services.apiTokens.delete(product.connection);
      const played = openForm(product, ACME, documentOf({ properties: {} }));
      await open(played);
      await run(played, 'setApiToken');
      assert.deepEqual(played.ran, ['userGroups.setApiToken {"connection":"staging"}']);
    });

    it('the text editor, at the place that is asked for', async () => {
      const shown: unknown[] = [];
      const opening = commands.registerCommand('vscode.openWith', (...given) => shown.push(given));
      const played = await opened('{\n}');
      await run(played, 'openAsText', 2);
      await run(played, 'openAsText');
      opening.dispose();
      const place = new Position(1, 0);
      assert.deepEqual(shown, [
        [ACME, 'default', { selection: new Range(place, place) }],
        [ACME, 'default', {}],
      ]);
    });

    it('nothing that sends something about the group of a file in a workspace that is not trusted, which it says', async () => {
      const played = openForm(await withSent(), FILE, documentOf({ properties: {} }));
      played.trusted.isTrusted = false;
      await open(played);
      await assert.rejects(run(played, 'rotateToken'), { kind: 'forbidden', message: /workspace that is not trusted/ });
    });

    it('no copy of a token of production for another group than the one its file was opened with', async () => {
      const product = await withSent();
      const { services, connection, settings, remote } = product;
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
      for (const id of ['acme', 'beta']) await services.rotation.rotate(connection, id);
      settings.edit([{ name: 'staging', baseUrl: remote.baseUrl, environment: 'Customer' }]);
      const played = openForm(product, FILE, documentOf({ properties: {} }));
      await settled();
      await played.fileConnections.choose(FILE, product.connection);
      played.document.text = documentOf({ user_group_id: 'beta' });
      await open(played);
      for (const action of ['copyToken', 'copyPreviousToken'])
        await assert.rejects(run(played, action), { kind: 'conflict' });
      assert.deepEqual(played.ran, []);
      await run(played, 'rotateToken');
      assert.equal(played.ran.length, 1);
    });

    it('with the focus back in the page after a dialog, unless another tab is active or it is closed', async () => {
      const played = await opened();
      const asking = async (): Promise<number> => {
        played.revealed.length = 0;
        played.whileRunning = () => {
          played.asked.fire();
        };
        await run(played, 'send');
        return played.revealed.length;
      };
      assert.equal(await asking(), 1);
      played.revealed.length = 0;
      played.asked.fire();
      assert.equal(played.revealed.length, 0, 'after the command dialogs are no matter of the form');
      played.panel.active = false;
      assert.equal(await asking(), 0);
      played.panel.active = true;
      played.disposed.fire();
      assert.equal(await asking(), 0);
    });
  });

  describe('shows the token', () => {
    it('of the group in the list', async () => {
      const product = await withSent();
      const { session } = openForm(product, ACME, documentOf());
      assert.deepEqual(await session.answers.revealToken(undefined), { token: product.remote.group('acme')?.token });
    });

    it('of no group in a file that has unsaved changes, of no new document, and on no connection that is gone or wrong', async () => {
      const product = await withSent();
      const reveal = async (uri: vscode.Uri, isDirty: boolean): Promise<unknown> =>
        openForm(product, uri, documentOf(), isDirty).session.answers.revealToken(undefined);
      await assert.rejects(reveal(FILE, true), { kind: 'conflict' });
      await assert.rejects(reveal(NEW, false), { kind: 'notFound' });
      product.settings.edit([...product.settings.entries, { name: 'wrong', baseUrl: 'nowhere' }]);
      for (const uri of [groupUri('nowhere', 'acme'), groupUri('wrong', 'acme')])
        await assert.rejects(reveal(uri, false), { kind: 'notFound', message: 'No token is known.' });
    });
  });

  describe('lets the user choose the connection', () => {
    it('of a file, which is remembered', async () => {
      const product = await withSent();
      const sandbox = await product.services.sandbox.start();
      const { session, fileConnections, became } = openForm(product, FILE, documentOf());
      await session.answers.chooseConnection({ name: sandbox.name });
      assert.deepEqual([fileConnections.chosenFor(FILE), became], [sandbox.id, []]);
    });

    it('of a new document, which moves there once it is saved', async () => {
      const product = await start();
      const sandbox = await product.services.sandbox.start();
      product.services.groups.addNewDraft(product.connection, documentOf());
      const { session, became } = openForm(product, NEW, documentOf());
      await session.answers.chooseConnection({ name: 'staging' });
      assert.deepEqual(became, []);
      await session.answers.chooseConnection({ name: sandbox.name });
      assert.deepEqual(became, ['saved', `${String(NEW)} → ${String(newDraftUri(sandbox.name, 1))}`]);
    });

    it('of no group in the list', async () => {
      const product = await withSent();
      const sandbox = await product.services.sandbox.start();
      const { session, became, fileConnections } = openForm(product, ACME, documentOf());
      await session.answers.chooseConnection({ name: sandbox.name });
      assert.deepEqual([became, fileConnections.chosenFor(ACME)], [[], undefined]);
    });
  });
});
