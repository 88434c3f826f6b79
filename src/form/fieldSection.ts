// One of the two JSON fields: its heading and buttons, and what stands below: an editor, a table, or why there is
// neither.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { ObjectField } from '../contract/fields.ts';

const INDENT_KEYS = navigator.userAgent.includes('Mac') ? ['⌘]', '⌘['] : ['Ctrl+]', 'Ctrl+['];

export interface FieldSection {
  readonly id: ObjectField;
  readonly title: string;
  /** Said under the heading. */
  readonly words?: string | undefined;
  /** Beside the heading. */
  readonly buttons: unknown;
  readonly content: unknown;
}

export function fieldSection({ id, title, words, buttons, content }: FieldSection): TemplateResult {
  return html`
    <section class="field" aria-labelledby="${id}-heading">
      <div class="field-head">
        <h2 id="${id}-heading">${title}</h2>
        ${buttons}
      </div>
      ${words === undefined ? nothing : html`<p class="quiet-words">${words}</p>`} ${content}
    </section>
  `;
}

/** A field that is not in the text. */
export function absentField(words: readonly string[], button: TemplateResult): TemplateResult {
  return html`<div class="absent">${words.map((paragraph) => html`<p>${paragraph}</p>`)}${button}</div>`;
}

/** A field that cannot be found: the text before it is broken, or is no document (`trouble`). */
export function unreadableField(trouble: string | undefined, openAsText: () => void): TemplateResult {
  const words = trouble === undefined ? 'Not readable until the JSON is valid.' : `Not readable: ${trouble}.`;
  return absentField([words], html`<button type="button" @click=${openAsText}>Open as JSON</button>`);
}

/**
 * An editor and, while the focus is in it, its keys that differ from a text editor's. `dom` stays in the page while
 * something else is shown.
 */
export function editorBox(dom: Element, errorActionId: string, isHidden: boolean): TemplateResult {
  const [indent, outdent] = INDENT_KEYS;
  return html`
    <div class="editor" ?hidden=${isHidden}>
      ${dom}
      <p class="way-out" id=${errorActionId}>
        Tab moves focus. Enter accepts a suggestion. ${indent} indents, ${outdent} outdents.
      </p>
    </div>
  `;
}

/** JSON or a table: both change the same text. */
export function viewSwitch(chosen: 'json' | 'table', choose: (view: 'json' | 'table') => void): TemplateResult {
  const choice = (view: 'json' | 'table', title: string): TemplateResult => html`
    <input
      type="radio"
      name="mapping-view"
      id="mapping-view-${view}"
      value=${view}
      .checked=${chosen === view}
      @change=${() => choose(view)}
    /><label for="mapping-view-${view}">${title}</label>
  `;
  return html`<div class="views" role="radiogroup" aria-label="View of the mapping">
    ${choice('json', 'JSON')}${choice('table', 'Table')}
  </div>`;
}
