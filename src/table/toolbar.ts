// What stands above the rows: the sentence, the buttons, how far it has come, and what is looked for.

import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { grouped } from '../core/stateText.ts';
import { icon } from '../webview/icons.ts';
import {
  LONGEST_QUESTION,
  type TableAction,
  type TableFilter,
  type TableProgress,
  type TableQuestion,
  type TableState,
} from '../protocol/tableProtocol.ts';

export interface ToolbarHandlers {
  readonly act: (action: string) => void;
  readonly ask: (question: TableQuestion) => void;
  /** From the text box into the rows. */
  readonly enterRows: () => void;
}

interface Shown {
  readonly title: string;
  readonly state: TableState;
  readonly question: TableQuestion;
  /** "213 rows". */
  readonly count: string;
  /** What went wrong between the page and the editor. */
  readonly notice: string | undefined;
  /** Buttons pressed whose work is not done. */
  readonly pressed: ReadonlySet<string>;
}

export function toolbar(
  { title, state, question, count, notice, pressed }: Shown,
  handlers: ToolbarHandlers,
): TemplateResult {
  const { summary, actions, progress } = state;
  return html`
    <header class="top">
      <h1>${title}</h1>
      <p class="summary">${summary}</p>
      ${progress === undefined ? nothing : progressLine(progress)}
      <div role="alert">${notice === undefined ? nothing : html`<p class="notice">${icon('error')} ${notice}</p>`}</div>
      ${
        actions.length === 0
          ? nothing
          : html`<div class="buttons" role="group" aria-label="Actions">
              ${repeat(
                actions,
                ({ id }) => id,
                (action) => actionButton(action, pressed.has(action.id), handlers),
              )}
            </div>`
      }
      ${questionLine(state.filters, question, count, handlers)}
    </header>
  `;
}

/** It keeps the focus while it can do nothing: a disabled button would lose it. */
function actionButton(
  { id, label, isPrimary, isEnabled }: TableAction,
  isPressed: boolean,
  { act }: ToolbarHandlers,
): TemplateResult {
  const isOff = !isEnabled || isPressed;
  return html`<button
    type="button"
    id="action-${id}"
    class=${isPrimary === true ? 'primary' : 'quiet'}
    aria-disabled=${isOff}
    aria-busy=${isPressed}
    @click=${() => {
      if (!isOff) act(id);
    }}
  >
    ${label}
  </button>`;
}

function progressLine({ done, total, words }: TableProgress): TemplateResult {
  return html`<div class="progress">
    <progress
      aria-label="Progress"
      aria-valuetext=${words}
      max=${Math.max(1, total)}
      .value=${total === 0 ? 1 : done}
    ></progress>
    <span>${words}</span>
  </div>`;
}

function questionLine(
  filters: readonly TableFilter[],
  question: TableQuestion,
  count: string,
  { ask, enterRows }: ToolbarHandlers,
): TemplateResult {
  const withText = (text: string): TableQuestion => ({ filter: question.filter, ...(text.trim() !== '' && { text }) });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') enterRows();
    else if (event.key === 'Escape' && question.text !== undefined) ask(withText(''));
    else return;
    event.preventDefault();
  };
  return html`
    <div class="question" role="search" aria-label="Rows">
      ${filters.length === 0 ? nothing : html`<div class="filters" role="group" aria-label="Show">${filters.map((filter) => filterChip(filter, question, ask))}</div>`}
      <div class="find">
        <input
          id="text"
          type="text"
          autocomplete="off"
          spellcheck="false"
          maxlength=${LONGEST_QUESTION}
          placeholder="Filter by id or words"
          aria-label="Filter by id or words"
          .value=${live(question.text ?? '')}
          @input=${(event: Event) => {
            ask(withText((event.target as HTMLInputElement).value));
          }}
          @keydown=${onKey}
        />
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
