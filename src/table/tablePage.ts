// The page as a whole: what the host told, what the user looks for, and what is drawn from both.

import * as l10n from '@vscode/l10n';
import { render } from 'lit-html';
import { grouped, isOne } from '../core/language.ts';
import type { ChannelToHost, WebviewApi } from '../webview/hostChannel.ts';
import { focusWhenAsked, keepFocus } from '../webview/keptFocus.ts';
import { isFindKey, isSendKey } from '../webview/pageKeys.ts';
import { Notice } from '../webview/notice.ts';
import { keptMemory, rememberPage } from '../webview/pageMemory.ts';
import type {
  TableAction,
  TableEvents,
  TableLook,
  TableProgress,
  TableQuestion,
  TableRequests,
  TableSort,
  TableStart,
  TableState,
} from '../protocol/tableProtocol.ts';
import { Grid } from './grid.ts';
import type { GridPlace } from './gridKeys.ts';
import { RowSlices } from './rowSlices.ts';
import { canAct, toolbar } from './toolbar.ts';

interface TablePageOptions {
  readonly api: WebviewApi<TableRequests>;
  readonly channel: ChannelToHost<TableRequests, TableEvents>;
  readonly root: HTMLElement;
  readonly start: TableStart;
}

/** Where the page was before VS Code threw it away, and never a row. */
interface TableMemory {
  readonly filter?: string | undefined;
  readonly text?: string | undefined;
  readonly sort?: TableSort | undefined;
  readonly scrollTop?: number | undefined;
  readonly place?: GridPlace | undefined;
  /** What had the focus, by its id. */
  readonly focus?: string | undefined;
}

/** What screen readers say of the progress without being asked: rarely, when another tenth is done. */
class ProgressAnnouncements {
  #announced: number | undefined;

  /** Words when there is something new to tell; what was there when the page opened is not. */
  next(progress: TableProgress | undefined): string | undefined {
    const before = this.#announced;
    this.#announced = progress && (progress.total === 0 ? 10 : Math.floor((10 * progress.done) / progress.total));
    return progress === undefined || before === undefined || before === this.#announced ? undefined : progress.words;
  }
}

export class TablePage {
  readonly #options: TablePageOptions;
  readonly #top = section('div', 'above');
  readonly #nothing = section('p', 'none');
  readonly #whole = section('p', 'whole');
  readonly #said = section('div', 'unseen');
  readonly #grid: Grid;
  readonly #slices: RowSlices;
  readonly #progress = new ProgressAnnouncements();
  readonly #touch: () => void;
  readonly #pressed = new Set<string>();
  #state: TableState;
  #question: TableQuestion;
  /** How it is laid out. */
  #kept: TableLook;
  readonly #notice = new Notice(() => {
    this.#drawSoon();
  });
  /** Where the page was before it was hidden, until there are rows to go back to. */
  #memory: TableMemory | undefined;
  /** The user asked something else, and has not been told yet how many rows that has. */
  #isCountDue = false;
  #isDrawing = false;
  /** The explanation is open. */
  #isExplained = false;

  constructor(options: TablePageOptions) {
    const { api, channel, root, start } = options;
    this.#options = options;
    this.#state = start.state;
    const memory: TableMemory = keptMemory(api);
    this.#memory = memory;
    this.#kept = start.look;
    const isBack = memory.scrollTop !== undefined;
    this.#question = {
      filter: this.#offered(memory.filter),
      text: memory.text,
      sort: isBack ? memory.sort : start.look.sort,
    };
    this.#slices = new RowSlices({
      ask: (question) => channel.ask('slice', question),
      onChange: () => {
        this.#drawSoon();
      },
      onFailure: (failure) => {
        this.#notice.report(failure);
      },
    });
    this.#slices.ask(this.#question);
    this.#slices.changed(start.state.revision);
    this.#progress.next(start.state.progress);
    this.#grid = this.#gridOf(options);
    this.#said.setAttribute('role', 'status');
    root.className = 'table';
    root.append(this.#top, this.#grid.element, this.#nothing, this.#whole, this.#said);
    this.#touch = rememberPage(api, (): TableMemory => this.#memory ?? this.#now()).touch;
    channel.on('state', (state) => {
      this.#accept(state);
    });
    window.addEventListener('resize', () => {
      this.#drawSoon();
    });
    // Before VS Code sees them: it would search in the document beside the table.
    window.addEventListener('keydown', (event) => this.#takeKey(event), { capture: true });
    window.addEventListener('focusin', () => {
      this.#touch();
    });
    keepFocus('grid');
    this.#draw();
  }

  #gridOf({ channel, start }: TablePageOptions): Grid {
    return new Grid(
      {
        title: start.state.title,
        columns: start.columns,
        widths: start.look.widths,
        rowAt: (index) => this.#slices.row(index),
        indexOf: (key) => this.#slices.indexOf(key),
        isAnswered: () => this.#slices.isAnswered,
        actOnRow: () => {
          this.#press(({ rowKey }) => rowKey === 'Shift+Enter');
        },
        activate: (key) => void this.#notice.of(() => channel.ask('activate', { key })),
        sort: (sort) => {
          this.#keepLook({ ...this.#kept, sort });
          this.#look({ ...this.#question, sort });
        },
        resized: (widths) => {
          this.#keepLook({ ...this.#kept, widths: { ...this.#kept.widths, ...widths } });
          this.#drawSoon();
        },
        onMove: () => {
          this.#touch();
          this.#drawSoon();
        },
      },
      this.#whole,
    );
  }

  /** For the next table of this kind. */
  #keepLook(look: TableLook): void {
    this.#kept = look;
    void this.#notice.of(() => this.#options.channel.ask('keep', look));
  }

  #accept(state: TableState): void {
    this.#state = state;
    this.#slices.changed(state.revision);
    this.#grid.name(state.title);
    const words = this.#progress.next(state.progress);
    if (words !== undefined) this.#said.textContent = words;
    if (this.#question.filter !== this.#offered(this.#question.filter))
      this.#look({ ...this.#question, filter: undefined });
    this.#drawSoon();
  }

  /** A filter that the host does not offer any more is off. */
  #offered(filter: string | undefined): string | undefined {
    return this.#state.filters.some(({ id }) => id === filter) ? filter : undefined;
  }

  #look(question: TableQuestion): void {
    this.#question = question;
    this.#memory = undefined;
    this.#notice.clear();
    this.#isCountDue = true;
    this.#slices.ask(question);
    this.#grid.begin();
    this.#touch();
    this.#draw();
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
    const { total, isAnswered } = this.#slices;
    const { findHint } = this.#options.start;
    const focused = document.activeElement;
    this.#grid.follow(this.#slices.isCurrent(this.#grid.viewport));
    render(
      toolbar(
        {
          findHint,
          state: this.#state,
          row: this.#grid.row,
          question: this.#question,
          count: isAnswered ? rowCountText(total) : '',
          notice: this.#notice.words,
          pressed: this.#pressed,
          isExplained: this.#isExplained,
        },
        {
          act: (action) => {
            this.#act(action);
          },
          ask: (question) => {
            this.#look(question);
          },
          enterRows: () => {
            this.#grid.focus();
          },
          explain: () => {
            this.#isExplained = !this.#isExplained;
            this.#draw();
          },
        },
      ),
      this.#top,
    );
    // The focus of a button that is offered no more goes to the rows: on the one that stands in its place it would
    // press that by mistake.
    if (focused?.isConnected === false && document.hasFocus()) this.#grid.focus();
    this.#grid.draw(total, !isAnswered, this.#question.sort);
    if (isAnswered) this.#settle();
    this.#nothing.hidden = !isAnswered || total > 0;
    this.#nothing.textContent =
      this.#question.filter === undefined && this.#question.text === undefined
        ? l10n.t('No rows')
        : l10n.t('No rows match the filter');
    this.#slices.look(this.#grid.viewport);
  }

  /** What waited for the first rows of a question. */
  #settle(): void {
    const memory = this.#memory;
    this.#memory = undefined;
    if (memory !== undefined) {
      this.#grid.goBack(memory.scrollTop ?? 0, memory.place);
      this.#grid.draw(this.#slices.total, false, this.#question.sort);
      focusWhenAsked(memory.focus ?? 'grid');
    }
    if (!this.#isCountDue) return;
    this.#isCountDue = false;
    this.#said.textContent = rowCountText(this.#slices.total);
  }

  /** The grid keeps the focus from step to step, far from the button of the next one. */
  #takeKey(event: KeyboardEvent): void {
    if (!isSendKey(event) && !isFindKey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isFindKey(event)) document.getElementById('text')?.focus();
    // A key that is held down must not press the button of the next step as well.
    else if (!event.repeat) this.#press(({ isPrimary }) => isPrimary === true);
  }

  /** As its button would be pressed, if it is offered. */
  #press(isMeant: (action: TableAction) => boolean): void {
    const action = this.#state.actions.find((each) => isMeant(each) && canAct(each, this.#grid.row));
    if (action !== undefined && !this.#pressed.has(action.id)) this.#act(action);
  }

  #act({ id, rowKey }: TableAction): void {
    const key = rowKey === undefined ? undefined : this.#grid.row?.key;
    this.#pressed.add(id);
    this.#draw();
    void this.#notice
      .of(() => this.#options.channel.ask('act', { action: id, ...(key !== undefined && { key }) }))
      .finally(() => {
        this.#pressed.delete(id);
        this.#drawSoon();
      });
  }

  #now(): TableMemory {
    const focus = document.activeElement?.id ?? '';
    return {
      ...this.#question,
      scrollTop: this.#grid.element.scrollTop,
      place: this.#grid.place,
      ...(focus !== '' && { focus }),
    };
  }
}

function section(tag: 'div' | 'p', name: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  return element;
}

function rowCountText(total: number): string {
  if (total === 0) return l10n.t('No rows');
  return isOne(total) ? l10n.t('1 row') : l10n.t('{0} rows', grouped(total));
}
