// One of the two JSON fields: its heading and buttons, and what stands below: an editor, a table, or why there is
// neither.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ObjectField } from '../contract/fields.ts';
import { fieldTitle } from '../core/fieldTitle.ts';
import type { ComputedField } from '../protocol/formProtocol.ts';
import { IS_MAC } from '../webview/pageKeys.ts';
import { toolbarKeys } from './toolbarKeys.ts';
import { PRESET_FILE } from '../document/documentUri.ts';

export interface FieldSection {
  readonly id: ObjectField;
  /** Said below the content. */
  readonly words?: string | undefined;
  /** Beside the heading; its first Tab stop stands for all. */
  readonly buttons: unknown;
  readonly content: unknown;
  readonly computed?: ComputedField | undefined;
  /** JSON of what the folder adds. */
  readonly inherited?: string | undefined;
}

export function fieldSection({ id, words, buttons, content, computed, inherited }: FieldSection): TemplateResult {
  const title = fieldTitle(id);
  return html`
    <section class="field" aria-labelledby="${id}-heading">
      <div class="field-head">
        <h2 id="${id}-heading">${title}</h2>
        ${buttons === nothing ? nothing : html`<div class="tools" role="toolbar" aria-label=${title} @keydown=${toolbarKeys}>${buttons}</div>`}
      </div>
      ${content} ${words === undefined ? nothing : html`<p class="field-words quiet-words" title=${words}>${words}</p>`}
      ${inherited === undefined ? nothing : inheritedDetails(id, inherited)}
      ${computed === undefined ? nothing : computedDetails(id, computed)}
    </section>
  `;
}

/** What applies in the end, to be read only. */
function computedDetails(id: ObjectField, { name, json }: ComputedField): TemplateResult {
  const title = id === 'mapping' ? l10n.t('Computed mapping') : l10n.t('Computed properties');
  const words = l10n.t('With what the parent adds. It is never sent.');
  return readOnlyDetails(`${id}-computed`, title, `${words}\n${name}`, json);
}

/** What is sent beside what the file says. */
function inheritedDetails(id: ObjectField, json: string): TemplateResult {
  const title = id === 'mapping' ? l10n.t('Inherited mapping') : l10n.t('Inherited properties');
  const words = l10n.t('From {0} of the folder. It is sent along, unless the file has the same key.', PRESET_FILE);
  return readOnlyDetails(`${id}-inherited`, title, words, json);
}

function readOnlyDetails(id: string, title: string, words: string, json: string): TemplateResult {
  return html`<details class="computed" id=${id}>
    <summary title=${words}>${title}</summary>
    <pre tabindex="0" aria-label=${title}>${json}</pre>
  </details>`;
}

/** A field that cannot be edited here: why, and the one thing to do about it. */
export function absentField(words: string, button: TemplateResult): TemplateResult {
  return html`<div class="absent">
    <p>${words}</p>
    ${button}
  </div>`;
}

/** A field that cannot be found: the text before it is broken, or is no document (`trouble`). */
export function unreadableField(trouble: string | undefined, openAsText: () => void): TemplateResult {
  const words = trouble ?? l10n.t('Not readable until the JSON is valid.');
  return absentField(words, html`<button type="button" @click=${openAsText}>${l10n.t('Open as JSON')}</button>`);
}

/**
 * An editor and, while the focus is in it, its keys that differ from a text editor's. `dom` stays in the page while
 * something else is shown.
 */
export function editorBox(dom: Element, keysId: string, isHidden: boolean): TemplateResult {
  const [indent, outdent] = indentKeys();
  return html`
    <div class="editor" ?hidden=${isHidden}>
      ${dom}
      <p class="editor-keys" id=${keysId}>${l10n.t('Tab moves focus, {0} indents, {1} outdents.', indent, outdent)}</p>
    </div>
  `;
}

/** Of the button that shows the mapping so. */
function viewId(view: 'json' | 'table'): string {
  return `mapping-view-${view}`;
}

/** JSON or a table: both change the same text. */
export function viewSwitch(chosen: 'json' | 'table', choose: (view: 'json' | 'table') => void): TemplateResult {
  const choice = (view: 'json' | 'table', title: string): TemplateResult => html`
    <button
      type="button"
      role="radio"
      id=${viewId(view)}
      aria-checked=${chosen === view}
      tabindex=${chosen === view ? nothing : '-1'}
      @click=${() => choose(view)}
    >
      ${title}
    </button>
  `;
  return html`<div class="views" role="radiogroup" aria-label=${l10n.t('View of the mapping')}>
    ${choice('json', l10n.t('JSON'))}${choice('table', l10n.t('Table'))}
  </div>`;
}

function indentKeys(): readonly [indent: string, outdent: string] {
  return IS_MAC ? ['⌘]', '⌘['] : [l10n.t('Ctrl+]'), l10n.t('Ctrl+[')];
}
