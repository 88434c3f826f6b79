// The fields that the service has beside those of the contract: a line each, with the control of its type.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { isOfFurtherType, type FurtherField } from '../contract/furtherFields.ts';
import { quotedId } from '../core/foreignText.ts';
import { omittedText } from '../core/omittedText.ts';
import { withItem, withoutItem } from '../document/listItems.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { boxed } from './boxed.ts';
import type { DocumentFields } from './documentFields.ts';
import { pasteCells } from './pasteCells.ts';
import { shownText } from './shownText.ts';

interface Control {
  readonly name: string;
  readonly fields: DocumentFields;
  readonly isReadOnly: boolean;
}

export function furtherFields(state: FormState, fields: DocumentFields): TemplateResult | typeof nothing {
  const all = Object.entries(state.names.fields ?? {});
  if (all.length === 0) return nothing;
  return html`
    <section class="further" aria-labelledby="further-heading">
      <h2 id="further-heading">${l10n.t('Other Fields')}</h2>
      <div class="further-fields">
        ${repeat(
          all,
          ([name, { type }]) => `${name} ${type}`,
          ([name, { type }]) => line(name, type, state, fields),
        )}
      </div>
    </section>
  `;
}

function line(name: string, type: FurtherField['type'], state: FormState, fields: DocumentFields): TemplateResult {
  const trouble = troubleWith(name, type, fields);
  const control: Control = { name, fields, isReadOnly: state.isReadOnly };
  const isThere = fields.range(name) !== undefined;
  return html`
    <div class="further-field">
      <label class="further-name" for=${idOf(name)}>${name}</label>
      <div class="further-value">
        ${trouble === undefined ? CONTROLS[type](control) : html`<span class="quiet-words">${trouble}</span>`}
      </div>
      ${isThere && !state.isReadOnly ? removeButton(name, state.keepsOmitted, fields) : nothing}
    </div>
  `;
}

/** Why it cannot be edited here. */
function troubleWith(name: string, type: FurtherField['type'], fields: DocumentFields): string | undefined {
  const json = fields.json(name);
  if (json === undefined)
    return fields.isAbsent(name)
      ? undefined
      : (fields.tracked.trouble ?? l10n.t('Not readable until the JSON is valid.'));
  return isValue(type, json) && !hasLineBreak(type, json) ? undefined : l10n.t('Unsupported value. Edit as JSON.');
}

/** A text box would drop it. */
function hasLineBreak(type: FurtherField['type'], json: string): boolean {
  return type === 'string' && /[\r\n]/.test(JSON.parse(json) as string);
}

/** What is just being typed as JSON may be none. */
function isValue(type: FurtherField['type'], json: string): boolean {
  try {
    return isOfFurtherType(type, json);
  } catch {
    return false;
  }
}

const CONTROLS: Readonly<Record<FurtherField['type'], (control: Control) => TemplateResult>> = {
  string: textControl,
  boolean: flagControl,
  strings: listControl,
};

function textControl({ name, fields, isReadOnly }: Control): TemplateResult {
  const input = html`<input
    id=${idOf(name)}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${fields.isAbsent(name) ? notSent() : nothing}
    ?readonly=${isReadOnly}
    @input=${(event: Event) => {
      fields.setText(name, inputOf(event).value);
    }}
    ${shownText(fields.text(name) ?? '')}
  />`;
  return boxed(input, idOf(name), undefined);
}

function flagControl({ name, fields, isReadOnly }: Control): TemplateResult {
  const json = fields.json(name);
  return html`<input
      id=${idOf(name)}
      type="checkbox"
      .checked=${live(json === 'true')}
      .indeterminate=${live(json === undefined)}
      ?disabled=${isReadOnly}
      aria-describedby="${idOf(name)}-words"
      @change=${(event: Event) => {
        fields.set(name, String(inputOf(event).checked));
      }}
    />
    <span id="${idOf(name)}-words" class="quiet-words">${json ?? notSent()}</span>`;
}

function listControl({ name, fields, isReadOnly }: Control): TemplateResult {
  const json = fields.json(name);
  const items = json === undefined ? [] : (JSON.parse(json) as string[]);
  const placeholder = json === undefined ? notSent() : isReadOnly ? nothing : l10n.t('Type one, then press Enter');
  const input = html`<input
    id=${idOf(name)}
    class=${OF_LIST}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${placeholder}
    ?readonly=${isReadOnly}
    @keydown=${(event: KeyboardEvent) => {
      if (isReadOnly || event.isComposing) return;
      if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add(fields, name, inputOf(event));
      // Held to erase a word, it leaves what stands before that.
      if (event.key === 'Backspace' && !event.repeat && inputOf(event).value === '') drop(fields, name, -1);
    }}
    @paste=${(event: ClipboardEvent) => {
      pasteCells(event, (rows) => {
        const items = rows.flat().filter((item) => item.trim() !== '');
        fields.set(name, items.reduce(withItem, fields.json(name) ?? '[]'));
      });
    }}
    @change=${(event: Event) => {
      if (!isReadOnly) add(fields, name, inputOf(event));
    }}
  />`;
  // Thousands of items are drawn when they change, and not with every key that is pressed elsewhere.
  return html`
    ${guard([json, isReadOnly], () => itemList(name, items, fields, isReadOnly))} ${boxed(input, idOf(name), undefined)}
  `;
}

const OF_LIST = 'of-list';

/** What stands in the boxes of lists is an item as well, once the user means the document. */
export function takePendingItems(): void {
  for (const input of document.getElementsByClassName(OF_LIST) as HTMLCollectionOf<HTMLInputElement>)
    if (input.value !== '') input.dispatchEvent(new window.Event('change'));
}

function itemList(
  name: string,
  items: readonly string[],
  fields: DocumentFields,
  isReadOnly: boolean,
): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<ul class="items" aria-label=${name}>
    ${items.map(
      (item, index) =>
        html`<li>
          <span>${item}</span>
          ${
            isReadOnly
              ? nothing
              : html`<button
                  type="button"
                  class="quiet small bare"
                  aria-label=${l10n.t('Remove {0} from {1}', quotedId(item), name)}
                  @click=${() => {
                    drop(fields, name, index);
                    document.getElementById(idOf(name))?.focus();
                  }}
                >
                  ${icon('remove')}
                </button>`
          }
        </li>`,
    )}
  </ul>`;
}

/** By the text as it is now, which may not be drawn yet. */
function add(fields: DocumentFields, name: string, input: HTMLInputElement): void {
  const typed = input.value;
  input.value = '';
  if (typed.trim() !== '') fields.set(name, withItem(fields.json(name) ?? '[]', typed));
}

function drop(fields: DocumentFields, name: string, index: number): void {
  const json = fields.json(name);
  if (json === undefined) return;
  const { length } = JSON.parse(json) as string[];
  if (length > 0) fields.set(name, withoutItem(json, index < 0 ? length + index : index));
}

function removeButton(name: string, keepsOmitted: boolean, fields: DocumentFields): TemplateResult {
  return html`<button
    type="button"
    class="quiet small bare"
    aria-label=${l10n.t('Remove from Document: {0}', name)}
    title="${l10n.t('Remove from Document')}
${omittedText(name, keepsOmitted)}"
    @click=${() => {
      fields.omit(name);
      // The control may come with the next drawing.
      requestAnimationFrame(() => document.getElementById(idOf(name))?.focus());
    }}
  >
    ${icon('trash')}
  </button>`;
}

function notSent(): string {
  return l10n.t('Not sent');
}

function idOf(name: string): string {
  return `further-${name}`;
}

function inputOf({ target }: Event): HTMLInputElement {
  return target as HTMLInputElement;
}
