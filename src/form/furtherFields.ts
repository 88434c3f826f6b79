// The fields that the service has beside those of the contract: a line each, with the control of its type.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { isOfFurtherType, type FurtherField } from '../contract/furtherFields.ts';
import { omittedText } from '../core/omittedText.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { boxed } from './boxed.ts';
import type { DocumentFields } from './documentFields.ts';
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
      <div class="further-fields">${all.map(([name, { type }]) => line(name, type, state, fields))}</div>
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
  if (json === undefined) return fields.isAbsent(name) ? undefined : l10n.t('Not readable until the JSON is valid.');
  return isValue(type, json) ? undefined : l10n.t('Unsupported value. Edit as JSON.');
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
      role="switch"
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
  const set = (changed: readonly string[]): void => {
    fields.set(name, `[${changed.map((item) => JSON.stringify(item)).join(', ')}]`);
  };
  const add = (input: HTMLInputElement): void => {
    const typed = input.value.trim();
    input.value = '';
    if (typed !== '') set([...items, typed]);
  };
  const remove = (index: number): void => {
    set(items.toSpliced(index, 1));
    document.getElementById(idOf(name))?.focus();
  };
  const input = html`<input
    id=${idOf(name)}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${json === undefined ? notSent() : l10n.t('Type one, then press Enter')}
    ?readonly=${isReadOnly}
    @keydown=${(event: KeyboardEvent) => {
      if (isReadOnly || event.isComposing) return;
      if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add(inputOf(event));
      else if (event.key === 'Backspace' && inputOf(event).value === '' && items.length > 0) remove(items.length - 1);
    }}
    @change=${(event: Event) => {
      if (!isReadOnly) add(inputOf(event));
    }}
  />`;
  return html`
    ${
      items.length === 0
        ? nothing
        : html`<ul class="items" aria-label=${name}>
            ${items.map((item, index) => html`<li><span>${item}</span>${isReadOnly ? nothing : dropButton(item, () => remove(index))}</li>`)}
          </ul>`
    }
    ${boxed(input, idOf(name), undefined)}
  `;
}

function dropButton(item: string, drop: () => void): TemplateResult {
  return html`<button type="button" class="quiet small bare" aria-label=${l10n.t('Remove {0}', item)} @click=${drop}>
    ${icon('remove')}
  </button>`;
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
      document.getElementById(idOf(name))?.focus();
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
