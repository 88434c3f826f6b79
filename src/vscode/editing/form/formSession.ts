// One form page and its document, as long as both exist.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { foreignText } from '../../../core/foreignText.ts';
import type { Log } from '../../../core/ports/log.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import type { FormStart, FormState, Labels, Suggestion } from '../../../protocol/formProtocol.ts';
import type { ExecuteOnSubject } from '../../command/commandRunner.ts';
import { newDraftUri } from '../../platform/documentUris.ts';
import type { Messages } from '../../platform/messages.ts';
import type { OpenDocuments } from '../documents/openDocuments.ts';
import type { UserGroupFileSystem } from '../documents/userGroupFileSystem.ts';
import type { Schemas } from '../schemas/schemas.ts';
import { requireCopyable, requireNamedByPerson, requireOffered, runAction } from './formActions.ts';
import { cellSuggestions, completionsAt, hoverAt, problemsOf } from './formLanguage.ts';
import { formState, type Shown } from './formState.ts';
import {
  dependsOnText,
  isRestricted,
  openedAs,
  refOf,
  shownOf,
  subjectOf,
  type Subject,
  type SubjectDependencies,
  type Opened,
} from './formSubject.ts';
import { FormText } from './formText.ts';
import type { FormAnswers, PageChannel } from '../../platform/pageChannel.ts';

export interface SessionDependencies extends SubjectDependencies {
  readonly documents: OpenDocuments;
  readonly files: UserGroupFileSystem;
  readonly schemas: Schemas;
  readonly log: Log;
  readonly run: ExecuteOnSubject;
  readonly messages: Pick<Messages, 'onDidAsk'>;
}

/** How long a page may take to push its input, in milliseconds: one that hangs does not answer. */
const FLUSH_MS = 5_000;
const MOST_OF_TITLE = 60;

export class FormSession implements Disposable {
  readonly #document: vscode.TextDocument;
  readonly #channel: PageChannel;
  readonly #dependencies: SessionDependencies;
  readonly #text: FormText;
  readonly #opened: Promise<Opened>;
  /** Throws once it is disposed of. */
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: Disposable[];
  readonly #flushes = new Map<number, () => void>();
  #isOpen = false;
  /** The page in sight has opened. */
  #isListening = false;
  #isDisposed = false;
  #wasDirty = false;
  #flushCount = 0;
  #lastState = '';
  #refreshing: Promise<void> | undefined;
  #isStale = false;

  constructor(
    document: vscode.TextDocument,
    channel: PageChannel,
    dependencies: SessionDependencies,
    panel: vscode.WebviewPanel,
  ) {
    this.#document = document;
    this.#panel = panel;
    this.#channel = channel;
    this.#dependencies = dependencies;
    this.#text = new FormText(document, dependencies.log, (update) => {
      channel.report('changed', update);
      this.refresh();
    });
    dependencies.documents.noteFile(document);
    // Before the page can ask for anything.
    this.#opened = openedAs(document, dependencies);
    const lookAgain = (): void => {
      this.refresh();
    };
    this.#subscriptions = [
      panel.onDidDispose(() => {
        this.#isOpen = false;
        this.#isDisposed = true;
      }),
      dependencies.services.groups.onDidChange(lookAgain),
      dependencies.services.connections.onDidChange(lookAgain),
      dependencies.fileConnections.onDidChange(lookAgain),
      dependencies.sendings.onDidChange(lookAgain),
      dependencies.appliedStates.onDidChange(lookAgain),
      dependencies.trust.onDidChange(lookAgain),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document !== document) return;
        dependencies.documents.noteFile(document);
        if (dependsOnText(document) || document.isDirty !== this.#wasDirty) lookAgain();
        this.#wasDirty = document.isDirty;
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === document.uri.toString()))
          channel.report('problems', problemsOf(document.uri, this.#text));
      }),
      dependencies.schemas.onDidChange(
        () =>
          void this.#labels().then((labels) => {
            channel.report('labels', labels);
          }),
      ),
    ];
  }

  /** Resolves when all input of the page is in the document. */
  async flush(): Promise<void> {
    if (this.#isListening && this.#panel.visible) await this.#askPageToPush();
    await this.#text.flush();
    this.#text.requireKept();
  }

  /** Sends the current state to the page, once for all calls until then. */
  refresh(): void {
    // A hidden page is discarded, and opens again when it is shown.
    if (!this.#isDisposed && !this.#panel.visible) this.#isListening = false;
    this.#isStale = true;
    this.#refreshing ??= this.#refreshAll()
      .catch((error: unknown) => {
        this.#dependencies.log.bug(error);
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
  }

  dispose(): void {
    this.#isOpen = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const done of this.#flushes.values()) done();
    this.#text.dispose();
    this.#channel.dispose();
  }

  readonly answers: FormAnswers = {
    open: () => this.#start(),
    push: (update) => ({ own: this.#text.push(update) }),
    flushed: ({ flush }) => {
      this.#flushes.get(flush)?.();
      return undefined;
    },
    rest: async () => {
      await this.#text.flush();
      this.#text.requireKept();
      return undefined;
    },
    undo: () => this.#afterFlush('undo'),
    redo: () => this.#afterFlush('redo'),
    complete: ({ offset }) => completionsAt(this.#document.uri, this.#text, offset),
    hover: ({ offset }) => hoverAt(this.#document.uri, this.#text, offset),
    schemaIds: () => this.#suggestions(),
    dataSources: ({ schemaId }) => this.#suggestions(schemaId),
    run: async ({ action, offset }) => {
      await this.#text.flush();
      const at = offset === undefined ? undefined : this.#text.positionOf(offset);
      const subject = await this.#subject();
      requireOffered(action, (await this.#state()).actions, isRestricted(subject, this.#dependencies));
      if (action === 'copyToken' || action === 'copyPreviousToken') requireCopyable(subject, await this.#opened);
      await this.#keepingFocus(() => runAction(this.#dependencies.run, action, this.#document.uri, subject, at));
      if (action === 'makeWriteable') this.#text.isReadOnly = false;
      this.refresh();
      return undefined;
    },
    chooseConnection: ({ name }) => this.#chooseConnection(name),
    revealToken: async () => {
      const subject = await this.#subject();
      const ref = refOf(subject);
      requireNamedByPerson(subject, await this.#opened, this.#document.isDirty);
      if (ref === undefined || subject.connection === undefined)
        throw new UserGroupsError('notFound', l10n.t('No token is known.'));
      return { token: await this.#dependencies.services.tokens.require(subject.connection, ref) };
    },
  };

  async #start(): Promise<FormStart> {
    const [state, labels] = await Promise.all([this.#state(), this.#labels()]);
    this.#isOpen = true;
    this.#isListening = true;
    this.#lastState = JSON.stringify(state);
    return {
      ...this.#text.start,
      state,
      labels,
      problems: problemsOf(this.#document.uri, this.#text),
      hasArrived: this.#dependencies.files.takeArrival(this.#document.uri),
    };
  }

  /** A dialog of VS Code gives the focus back to the frame around the page, where keys are lost. */
  async #keepingFocus(run: () => Promise<void>): Promise<void> {
    const asking = this.#dependencies.messages.onDidAsk(() => {
      if (!this.#isDisposed && this.#panel.active) this.#panel.reveal();
    });
    await run().finally(() => {
      asking.dispose();
    });
  }

  #subject(): Promise<Subject> {
    return subjectOf(this.#document, this.#dependencies);
  }

  async #state(): Promise<FormState> {
    const subject = await this.#subject();
    const shown = await shownOf(this.#document, subject, this.#dependencies, this.#text.isReadOnly);
    const title = tabTitle(subject, shown, this.#document);
    // VS Code before its webview titles of custom editors shows the file's name.
    if (title !== undefined && !this.#isDisposed) this.#panel.title = title;
    return formState(shown, Date.now());
  }

  #labels(): Promise<Labels> {
    return this.#dependencies.schemas.labels(this.#document.uri);
  }

  async #suggestions(schemaId?: string): Promise<Suggestion[]> {
    const { schemas, services } = this.#dependencies;
    const choices = await schemas.choices(this.#document.uri);
    return cellSuggestions(await this.#subject(), services.siblings, choices, schemaId);
  }

  async #refreshAll(): Promise<void> {
    while (this.#isStale && this.#isOpen) {
      this.#isStale = false;
      const state = await this.#state();
      const words = JSON.stringify(state);
      if (words !== this.#lastState) this.#channel.report('state', state);
      this.#lastState = words;
    }
  }

  async #askPageToPush(): Promise<void> {
    this.#flushCount += 1;
    const flush = this.#flushCount;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, FLUSH_MS);
      this.#flushes.set(flush, () => {
        clearTimeout(patience);
        resolve();
      });
      this.#channel.report('flush', { flush });
    });
    this.#flushes.delete(flush);
  }

  /** The last unit typed is undone first. */
  async #afterFlush(command: 'undo' | 'redo'): Promise<undefined> {
    await this.#text.flush();
    // Undoing what was taken back would bring it back.
    if (!this.#text.isReadOnly) await vscode.commands.executeCommand(command);
    return undefined;
  }

  async #chooseConnection(name: string): Promise<undefined> {
    const { services, fileConnections, documents, files } = this.#dependencies;
    await this.#opened;
    const chosen = services.connections.named(name);
    const { kind, connection, newNumber } = await this.#subject();
    if (kind === 'file') await fileConnections.choose(this.#document.uri, chosen);
    if (newNumber !== undefined && chosen.id !== connection?.id) {
      // An unsaved document would leave its tab behind.
      await documents.savedText(this.#document.uri);
      const { number } = services.groups.addNewDraft(chosen);
      await files.become(this.#document.uri, newDraftUri(chosen.name, number));
    }
    return undefined;
  }
}

/** A file has its own name. */
function tabTitle({ kind }: Subject, { group }: Shown, document: vscode.TextDocument): string | undefined {
  if (kind === 'file') return undefined;
  const name = kind === 'new' ? peekDocument(document.getText())?.name : group?.record.name;
  if (name !== undefined && name.trim() !== '') return foreignText(name, MOST_OF_TITLE);
  return kind === 'new' ? l10n.t('New User Group') : undefined;
}
