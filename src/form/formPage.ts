// The page as a whole: what the host told, what the user does, and what is drawn from both.

import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit-html';
import { TEXT_FIELDS, type TextField } from '../contract/fields.ts';
import { fieldTitle } from '../core/fieldTitle.ts';
import type { Action, FormStart, FormState, Problem } from '../protocol/formProtocol.ts';
import type { Run } from './actionButton.ts';
import { DocumentFields, trackedFields } from './documentFields.ts';
import { furtherFields, takePendingItems } from './furtherFieldsSection.ts';
import { FieldViews } from './fieldViews.ts';
import { headerBar } from './headerBar.ts';
import type { HostChannel, WebviewApi } from '../webview/hostChannel.ts';
import { IDENTITY_FIELDS, lacksId } from './identity.ts';
import type { EditorMemory } from './jsonEditor.ts';
import { takePageKeys, TextHistory } from './keys.ts';
import { focusWhenAsked, keepFocus } from '../webview/keptFocus.ts';
import { Notice } from '../webview/notice.ts';
import { pasteCells } from './pasteCells.ts';
import { lastRequestLine } from './stateLine.ts';
import { keptMemory, rememberPage } from '../webview/pageMemory.ts';
import { problemList } from './problemList.ts';
import { SyncedDocument } from './syncedDocument.ts';
import { RevealedToken, tokenLine } from './tokenLine.ts';

interface Options {
  readonly api: WebviewApi;
  readonly channel: HostChannel;
  readonly root: HTMLElement;
  readonly start: FormStart;
  /** What the page's policy lets styles pass by. */
  readonly nonce: string;
}

/** How the page looked before VS Code threw it away. */
interface FormMemory {
  readonly mappingView?: 'json' | 'table';
  readonly scrollTop?: number;
  /** What had the focus: an element by its id, or an editor by its field. */
  readonly focus?: string;
  readonly editors?: Readonly<Record<string, EditorMemory>>;
}

export class FormPage {
  readonly #options: Options;
  readonly #synced: SyncedDocument;
  readonly #fields: DocumentFields;
  readonly #views: FieldViews;
  readonly #token = new RevealedToken(() => {
    this.#drawSoon();
  });
  readonly #touch: () => void;
  #state: FormState;
  #problems: readonly Problem[];
  readonly #notice = new Notice(() => {
    this.#drawSoon();
  });
  readonly #report = (failure: unknown): void => this.#notice.report(failure);
  /** Something is sent by this page, or asked about. */
  #isBusy = false;
  /** Nothing can be typed for the moment. */
  #isHeld = false;
  readonly #giveFocusBack = keepFocus('name');
  #isDrawing = false;
  /** Sending was tried, so that what stands in its way is said. */
  #isTried = false;

  constructor(options: Options) {
    const { api, start, channel } = options;
    this.#options = options;
    this.#state = start.state;
    this.#problems = start.problems;
    this.#synced = new SyncedDocument({
      text: start.text,
      own: start.own,
      seen: start.seen,
      push: (update) => channel.ask('push', update),
      reportFailure: this.#report,
      extensions: trackedFields,
    });
    this.#fields = new DocumentFields(this.#synced, this.#report);
    this.#fields.setNames(start.state.names);
    const memory: FormMemory = keptMemory(api);
    this.#views = new FieldViews({
      synced: this.#synced,
      fields: this.#fields,
      ask: channel.ask,
      nonce: options.nonce,
      run: (action, offset) => {
        this.#run(action, offset);
      },
      draw: () => {
        this.#draw();
      },
      onMove: () => {
        this.#touch();
      },
      mappingView: memory.mappingView ?? 'table',
      memories: memory.editors ?? {},
    });
    this.#views.setLabels(start.labels);
    this.#touch = rememberPage(api, () => ({
      mappingView: this.#views.mappingView,
      editors: this.#views.memories,
      ...whereThePageIs(),
    })).touch;
    this.#listenToText();
    this.#listenToHost();
    this.#listenToKeys();
    this.#listenToWindow();
    this.#draw();
    if (memory.scrollTop !== undefined) window.scrollTo(0, memory.scrollTop);
    const focus = firstFocus({
      ...start,
      fields: this.#fields,
      mapping: this.#views.mappingStart,
      last: memory.focus,
    });
    if (focus !== undefined) focusWhenAsked(focus);
  }

  #listenToHost(): void {
    const { channel } = this.#options;
    channel.on('changed', (update) => {
      this.#synced.receive(update);
    });
    channel.on('state', (state) => {
      this.#state = state;
      this.#fields.setNames(state.names);
      if (state.token === undefined) this.#token.hide();
      this.#drawSoon();
    });
    channel.on('problems', (problems) => {
      this.#problems = problems;
      this.#views.setProblems(problems);
      this.#drawSoon();
    });
    channel.on('labels', (labels) => {
      this.#views.setLabels(labels);
      this.#drawSoon();
    });
    channel.on('flush', ({ flush }) => this.#onceSettled(() => channel.ask('flushed', { flush })));
  }

  #listenToText(): void {
    this.#synced.onDidChange(({ changes }) => {
      this.#problems = this.#problems.map((problem) => ({
        ...problem,
        from: changes.mapPos(problem.from, 1),
        to: changes.mapPos(problem.to, -1),
      }));
      // What stood in the way may do so no longer: said again, if it does.
      this.#notice.clear();
      this.#drawSoon();
    });
  }

  #listenToKeys(): void {
    const history = new TextHistory(this.#synced, this.#options.channel.ask, (offset) => {
      this.#show(offset, offset);
    });
    const past = (way: 'undo' | 'redo') => (): void => {
      if (!this.#isBusy && !this.#state.isBusy && !this.#isHeld && !this.#state.isReadOnly)
        void history.go(way).catch(this.#report);
    };
    takePageKeys(window, {
      undo: past('undo'),
      redo: past('redo'),
      send: () => {
        this.#run('send');
      },
    });
  }

  #listenToWindow(): void {
    const hide = (): void => this.#token.hide();
    for (const event of ['blur', 'pagehide'] as const) window.addEventListener(event, hide);
    // Whoever turns away has typed to the end: the document has it before anything else changes it.
    window.addEventListener('blur', () => this.#onceSettled(() => this.#options.channel.ask('rest')));
    document.addEventListener('visibilitychange', hide);
    document.addEventListener('paste', (event) => {
      pasteCells(event, () =>
        this.#report(
          new Error(l10n.t('The clipboard has more cells than fit here. Copy only those that belong here.')),
        ),
      );
    });
    for (const event of ['scroll', 'focusin'] as const)
      window.addEventListener(event, () => {
        this.#touch();
      });
  }

  /** When the document has all that was typed. */
  #onceSettled(ask: () => Promise<unknown>): void {
    takePendingItems();
    void this.#synced.settled().then(ask).catch(this.#report);
  }

  /** With the next frame, once for all that happens until then. */
  #drawSoon(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#draw();
    });
  }

  #draw(): void {
    this.#isDrawing = false;
    const isBusy = this.#state.isBusy || this.#isBusy;
    // What is sent, or asked about, is what is shown: nothing is typed into it until that is over.
    const state = { ...this.#state, isBusy, isReadOnly: this.#state.isReadOnly || isBusy || this.#isHeld };
    const run: Run = (action, offset) => {
      this.#run(action, offset);
    };
    render(
      html`
        <h1 class="unseen">${l10n.t('Group {0}', this.#fields.text('user_group_id') ?? '')}</h1>
        ${this.#header(state, run)}
        <div class="parts">
          ${this.#views.template(state, this.#shownProblems)} ${furtherFields(state, this.#fields)}
          ${tokenLine(state, this.#token.token, {
            run,
            reveal: () => {
              this.#reveal();
            },
            hide: () => {
              this.#token.hide();
            },
          })}
          ${lastRequestLine(state, run)}
          ${problemList(
            this.#shownProblems,
            ({ from }) => this.#placeOf(from),
            ({ from, to }) => {
              this.#goTo(from, to);
            },
          )}
        </div>
      `,
      this.#options.root,
    );
    this.#giveFocusBack();
  }

  /** None of a document that nobody typed into yet. */
  get #shownProblems(): readonly Problem[] {
    const { kind, hasChanges } = this.#state;
    return kind === 'new' && !hasChanges && !this.#isTried ? [] : this.#problems;
  }

  #header(state: FormState, run: Run): TemplateResult {
    return headerBar(
      {
        state,
        fields: this.#fields,
        notice: this.#notice.words,
        problems: this.#shownProblems,
        isTried: this.#isTried,
      },
      {
        run,
        chooseConnection: (name) => {
          this.#chooseConnection(name);
        },
        goToFirstProblem: () => {
          document.querySelector<HTMLElement>('.problem')?.focus();
        },
      },
    );
  }

  /** What is done is done with all that was typed. */
  #run(action: Action, offset?: number): void {
    takePendingItems();
    if (action === 'send' || action === 'sendAnyway') this.#send(action);
    else void this.#ask(() => this.#options.channel.ask('run', { action, offset }));
  }

  /** Once, however often it is asked for until it is over. */
  #send(action: 'send' | 'sendAnyway' = 'send'): void {
    const { sendProblem, isBusy } = this.#state;
    if (this.#isBusy || isBusy || sendProblem !== undefined) return;
    this.#isTried = true;
    if (lacksId(this.#state, this.#fields)) {
      this.#draw();
      document.getElementById('user_group_id')?.focus();
      return;
    }
    this.#isBusy = true;
    this.#draw();
    void this.#ask(() => this.#options.channel.ask('run', { action })).finally(() => {
      this.#isBusy = false;
      this.#drawSoon();
    });
  }

  #chooseConnection(name: string): void {
    // The document moves to another place: what is typed meanwhile would be left behind.
    this.#isHeld = true;
    this.#draw();
    void this.#ask(() => this.#options.channel.ask('chooseConnection', { name })).finally(() => {
      this.#isHeld = false;
      this.#drawSoon();
    });
  }

  #reveal(): void {
    void this.#ask(() => this.#token.reveal(() => this.#options.channel.ask('revealToken')));
  }

  async #ask(ask: () => Promise<unknown>): Promise<void> {
    await this.#notice.of(async () => {
      await this.#synced.settled();
      await ask();
    });
  }

  #fieldAt(offset: number): TextField | undefined {
    return TEXT_FIELDS.find((name) => {
      const range = this.#fields.range(name);
      return range !== undefined && range.keyFrom <= offset && offset <= range.to;
    });
  }

  #placeOf(offset: number): string {
    const field = this.#fieldAt(offset);
    if (field !== undefined) return fieldTitle(field);
    const { text } = this.#synced;
    return this.#views.placeOf(offset) ?? l10n.t('JSON, line {0}', text.lineAt(Math.min(offset, text.length)).number);
  }

  /** The place in the page, or in the text where the page does not show it. */
  #goTo(from: number, to: number): void {
    if (!this.#show(from, to, 'json')) this.#run('openAsText', from);
  }

  #show(from: number, to: number, mappingView?: 'json'): boolean {
    const field = this.#fieldAt(from);
    if (field === undefined) return this.#views.goTo(from, to, mappingView);
    document.getElementById(field)?.focus();
    return true;
  }
}

function whereThePageIs(): { readonly scrollTop: number; readonly focus?: string } {
  const id = document.activeElement?.id ?? '';
  return { scrollTop: window.scrollY, ...(id !== '' && { focus: id }) };
}

interface Place {
  readonly state: Pick<FormStart['state'], 'kind'>;
  readonly hasArrived: boolean;
  readonly fields: Pick<DocumentFields, 'text'>;
  /** Of the element in which the mapping begins, as it is shown. */
  readonly mapping: string;
  /** Of the element that had the focus when the page was last in sight. */
  readonly last: string | undefined;
}

/**
 * The id of an element: of a group that was just created, in its mapping; else where the focus was;
 * else what is still empty of a new group's name and id. `undefined` leaves the focus alone.
 */
export function firstFocus({ state: { kind }, hasArrived, fields, mapping, last }: Place): string | undefined {
  if (hasArrived) return mapping;
  if (last !== undefined || kind !== 'new') return last;
  return IDENTITY_FIELDS.find((field) => fields.text(field) === '') ?? 'name';
}
