// A text box of a field of the document.

import { html, nothing, type TemplateResult } from 'lit-html';
import { shownText } from './shownText.ts';

export interface TextBox {
  readonly id: string;
  /** Its visible label, and so its accessible name. */
  readonly label: string;
  readonly text: string;
  /** Said below it. */
  readonly hint?: string | undefined;
  readonly isReadOnly: boolean;
  readonly onInput: (text: string) => void;
}

export function textBox({ id, label, text, hint, isReadOnly, onInput }: TextBox): TemplateResult {
  const hintId = `${id}-hint`;
  return html`
    <div class="text-box">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        ?readonly=${isReadOnly}
        aria-describedby=${hint === undefined ? nothing : hintId}
        @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
        ${shownText(text)}
      />
      <p id=${hintId} class="quiet-words" ?hidden=${hint === undefined}>${hint ?? nothing}</p>
    </div>
  `;
}
