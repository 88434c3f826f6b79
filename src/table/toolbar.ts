// What stands above the rows: the sentence, the buttons, how far it has come, and what is looked for.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { grouped } from '../core/language.ts';
import { ARIA_SEND_KEYS, sendKeys } from '../webview/pageKeys.ts';
import { icon } from '../webview/icons.ts';
import {
  LONGEST_QUESTION,
  type TableAction,
  type TableFilter,
  type TableProgress,
  type TableQuestion,
  type TableRow,
  type TableState,
} from '../protocol/tableProtocol.ts';

export interface ToolbarHandlers {
  readonly act: (action: TableAction) => void;
  readonly ask: (question: TableQuestion) => void;
  /** From the text box into the rows. */
  readonly enterRows: () => void;
  /** Opens or closes the explanation. */
  readonly explain: () => void;
}

interface Shown {
  readonly findHint?: string | undefined;
  /** The selected one. */
  readonly row: TableRow | undefined;
  readonly state: TableState;
  readonly question: TableQuestion;
  /** "213 rows". */
  readonly count: string;
  /** What went wrong between the page and the editor. */
  readonly notice: string | undefined;
  /** Buttons pressed whose work is not done. */
  readonly pressed: ReadonlySet<string>;
  readonly isExplained: boolean;
}

export function toolbar(
  { findHint, state, row, question, count, notice, pressed, isExplained }: Shown,
  handlers: ToolbarHandlers,
): TemplateResult {
  const { title, reason, actions, progress } = state;
  return html`
    <header class="top">
      <p class="title">${title}</p>
      ${headline(state, isExplained, handlers)}
      ${reason === undefined ? nothing : html`<p class="reason">${reason}</p>`}
      ${progress === undefined ? nothing : progressLine(progress)}
      <div role="alert">${notice === undefined ? nothing : html`<p class="notice">${icon('error')} ${notice}</p>`}</div>
      ${
        actions.length === 0
          ? nothing
          : html`<div class="buttons" role="group" aria-label=${l10n.t('Actions')}>
              ${repeat(
                actions,
                ({ id }) => id,
                (action) => actionButton(action, { row, isPressed: pressed.has(action.id) }, handlers),
              )}
            </div>`
      }
      ${questionLine({ filters: shownFilters(state, question), question, count, findHint }, handlers)}
    </header>
  `;
}

function headline(
  { headline: words, explanation }: TableState,
  isExplained: boolean,
  { explain }: ToolbarHandlers,
): TemplateResult {
  if (explanation === undefined) return html`<h1>${words}</h1>`;
  return html`
    <div class="headline">
      <h1>${words}</h1>
      <button
        type="button"
        id="explain"
        class="explain"
        aria-label=${l10n.t('More Information')}
        title=${l10n.t('More Information')}
        aria-expanded=${isExplained}
        aria-controls="explanation"
        @click=${explain}
      >
        ${icon('info')}
      </button>
    </div>
    <p id="explanation" class="explanation" ?hidden=${!isExplained}>${explanation}</p>
  `;
}

/** Of the row, where the action is for one: rows may lack it. */
export function canAct({ id, isEnabled, rowKey }: TableAction, row: TableRow | undefined): boolean {
  return isEnabled && (rowKey === undefined || row?.offers?.includes(id) === true);
}

/** It keeps the focus while it can do nothing: a disabled button would lose it. */
function actionButton(
  action: TableAction,
  { row, isPressed }: { readonly row: TableRow | undefined; readonly isPressed: boolean },
  { act }: ToolbarHandlers,
): TemplateResult {
  const { id, label, isPrimary, rowKey } = action;
  const isOff = isPressed || !canAct(action, row);
  const keys = rowKey ?? (isPrimary === true ? sendKeys() : undefined);
  return html`<button
    type="button"
    id="action-${id}"
    class=${isPrimary === true ? 'primary' : 'quiet'}
    aria-disabled=${isOff}
    aria-busy=${isPressed}
    aria-keyshortcuts=${rowKey ?? (isPrimary === true ? ARIA_SEND_KEYS : nothing)}
    title=${keys === undefined ? nothing : `${label} (${keys})`}
    @click=${() => {
      if (!isOff) act(action);
    }}
  >
    ${label}
  </button>`;
}

function progressLine({ done, total, words }: TableProgress): TemplateResult {
  return html`<div class="progress">
    <progress
      aria-label=${l10n.t('Progress')}
      aria-valuetext=${words}
      max=${Math.max(1, total)}
      .value=${total === 0 ? 1 : done}
    ></progress>
    <span>${words}</span>
  </div>`;
}

/** Filters that find nothing stay only while rows still change, so that no other moves under the pointer. */
export function shownFilters({ filters, progress }: TableState, question: TableQuestion): readonly TableFilter[] {
  return progress === undefined ? filters.filter(({ id, count }) => count > 0 || id === question.filter) : filters;
}

function questionLine(
  {
    filters,
    question,
    count,
    findHint = l10n.t('Filter by ID or text'),
  }: Pick<Shown, 'question' | 'count' | 'findHint'> & Pick<TableState, 'filters'>,
  { ask, enterRows }: ToolbarHandlers,
): TemplateResult {
  const withText = (text: string): TableQuestion => ({ ...question, text: text.trim() === '' ? undefined : text });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') enterRows();
    else if (event.key === 'Escape' && question.text !== undefined) ask(withText(''));
    else return;
    event.preventDefault();
  };
  return html`
    <div class="question" role="search" aria-label=${l10n.t('Rows')}>
      ${
        filters.length === 0
          ? nothing
          : html`<div class="filters" role="group" aria-label=${l10n.t('Show')}>
              ${repeat(
                filters,
                ({ id }) => id,
                (filter) => filterChip(filter, question, ask),
              )}
            </div>`
      }
      <div class="find">
        <div class="boxed">
          <input
            id="text"
            type="text"
            autocomplete="off"
            spellcheck="false"
            maxlength=${LONGEST_QUESTION}
            placeholder=${findHint}
            aria-label=${findHint}
            .value=${live(question.text ?? '')}
            @input=${(event: Event) => {
              ask(withText((event.target as HTMLInputElement).value));
            }}
            @keydown=${onKey}
          />
        </div>
        <span class="quiet-words">${count}</span>
      </div>
    </div>
  `;
}

/** Pressed again, it is off, and all rows are shown. */
function filterChip(
  { id, label, count }: TableFilter,
  question: TableQuestion,
  ask: ToolbarHandlers['ask'],
): TemplateResult {
  const isOn = question.filter === id;
  return html`<button
    type="button"
    id="filter-${id}"
    class="filter"
    aria-pressed=${isOn}
    @click=${() => {
      ask({ ...question, filter: isOn ? undefined : id });
    }}
  >
    ${isOn ? html`<span class="tick" aria-hidden="true">✓</span> ` : nothing}${label}
    <span class="count">${grouped(count)}</span>
  </button>`;
}
