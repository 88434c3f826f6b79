// A text box of a field of the document.

import { html, nothing, type TemplateResult } from 'lit-html';
import { shownText } from './shownText.ts';

export interface TextBox {
  readonly id: string;
  /** Its label, and so its accessible name. */
  readonly label: string;
  readonly text: string;
  readonly tooltip?: string | undefined;
  /** Of the element that says more about it. */
  readonly describedBy?: string | undefined;
  readonly isReadOnly: boolean;
  readonly onInput: (text: string) => void;
}

export function textBox({ id, label, text, tooltip, describedBy, isReadOnly, onInput }: TextBox): TemplateResult {
  return html`
    <div class="text-box of-${id}">
      <label class="caption" for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${label}
        title=${tooltip ?? nothing}
        ?readonly=${isReadOnly}
        aria-describedby=${describedBy ?? nothing}
        @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
        ${shownText(text)}
      />
    </div>
  `;
}
