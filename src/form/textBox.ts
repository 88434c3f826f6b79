// A text box of a field of the document.

import { html, nothing, type TemplateResult } from 'lit-html';
import { shownText } from './shownText.ts';

export interface TextBox {
  readonly id: string;
  readonly label: string;
  /** Its accessible name. */
  readonly name: string;
  readonly text: string;
  readonly tooltip?: string | undefined;
  /** Of the element that says more about it. */
  readonly describedBy?: string | undefined;
  readonly isReadOnly: boolean;
  /** What is in it cannot be used. */
  readonly isWrong: boolean;
  /** Stands below it. */
  readonly below?: unknown;
  /** Enter was pressed in it. */
  readonly onEnter?: (() => void) | undefined;
  readonly onInput: (text: string) => void;
}

export function textBox(box: TextBox): TemplateResult {
  const { id, label, name, text, tooltip, describedBy, isReadOnly, isWrong, below, onEnter, onInput } = box;
  return html`
    <div class="text-box of-${id}">
      <label class="caption" for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        aria-label=${name}
        placeholder=${label}
        title=${tooltip ?? nothing}
        ?readonly=${isReadOnly}
        aria-describedby=${describedBy ?? nothing}
        aria-invalid=${isWrong ? 'true' : nothing}
        @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !event.isComposing) onEnter?.();
        }}
        ${shownText(text)}
      />
      ${below ?? nothing}
    </div>
  `;
}
