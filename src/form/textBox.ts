// A text box of a field of the document.

import * as l10n from '@vscode/l10n';
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
  /** What is in it cannot be used. */
  readonly isWrong: boolean;
  /** Shown in the empty box, with a button that puts it in. */
  readonly proposal?: Proposal | undefined;
  readonly onInput: (text: string) => void;
}

export interface Proposal {
  readonly text: string;
  /** What its button does. */
  readonly title: string;
  readonly accept: () => void;
}

export function textBox(box: TextBox): TemplateResult {
  const { id, label, text, tooltip, describedBy, isReadOnly, isWrong, proposal, onInput } = box;
  return html`
    <div class="text-box of-${id}">
      <label class="caption" for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${proposal?.text ?? label}
        title=${tooltip ?? nothing}
        ?readonly=${isReadOnly}
        aria-describedby=${describedBy ?? nothing}
        aria-invalid=${isWrong ? 'true' : nothing}
        @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
        ${shownText(text)}
      />
      ${proposal === undefined ? nothing : proposalButton(proposal)}
    </div>
  `;
}

/** Within the box, so that nothing moves when it comes. */
function proposalButton({ title, accept }: Proposal): TemplateResult {
  return html`<button type="button" class="quiet small proposal" aria-label=${title} title=${title} @click=${accept}>
    ${l10n.t('Use')}
  </button>`;
}
