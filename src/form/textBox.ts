// A labelled text box for a string of the document.

import { html, nothing, type TemplateResult } from 'lit-html';
import { boxed, remarkId, type Remark } from './boxed.ts';
import { shownText } from './shownText.ts';

export interface TextBox {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Stands in it while it is empty. */
  readonly placeholder: string;
  readonly tooltip?: string | undefined;
  readonly remark?: Remark | undefined;
  /** Of elements that say more about it. */
  readonly describedBy: readonly string[];
  readonly isReadOnly: boolean;
  /** What is in it cannot be used. */
  readonly isWrong: boolean;
  /** Stands beside its label. */
  readonly beside?: unknown;
  /** Enter was pressed in it. */
  readonly onEnter?: (() => void) | undefined;
  readonly onInput: (text: string) => void;
}

export function textBox(box: TextBox): TemplateResult {
  const { id, label, text, placeholder, tooltip, remark, describedBy, isReadOnly, isWrong, beside } = box;
  const describing = [...(remark === undefined ? [] : [remarkId(id)]), ...describedBy];
  const input = html`<input
    id=${id}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${placeholder}
    title=${tooltip ?? nothing}
    ?readonly=${isReadOnly}
    aria-describedby=${describing.length === 0 ? nothing : describing.join(' ')}
    aria-invalid=${isWrong ? 'true' : nothing}
    @input=${(event: Event) => {
      box.onInput((event.target as HTMLInputElement).value);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.isComposing) box.onEnter?.();
    }}
    ${shownText(text)}
  />`;
  return html`
    <div class="text-box of-${id}">
      <div class="above">
        <label class="caption" for=${id}>${label}</label>
        ${beside === undefined ? nothing : html`<div class="beside">${beside}</div>`}
      </div>
      ${boxed(input, id, remark)}
    </div>
  `;
}
