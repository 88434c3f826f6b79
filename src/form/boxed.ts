// A text box with what is to be said of its text: a mark inside it, and below it, as long as it has the focus, the
// words, over what stands there. So nothing moves while somebody types.

import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../webview/icons.ts';

export interface Remark {
  readonly severity: 'error' | 'warning' | 'info';
  readonly words: string;
}

/** `label` stands beside the text, in the box. `inputId`: what the words describe, by `remarkId`. */
export function boxed(
  input: TemplateResult,
  inputId: string,
  remark: Remark | undefined,
  label?: string,
): TemplateResult {
  return html`
    <div class="boxed">
      ${input} ${label === undefined ? nothing : html`<span class="label" title=${label}>${label}</span>`}
      ${
        remark === undefined
          ? nothing
          : html`<span class="mark" title=${remark.words}>${icon(remark.severity)}</span>
              <span class="remark" id=${remarkId(inputId)}>${remark.words}</span>`
      }
    </div>
  `;
}

export function remarkId(inputId: string): string {
  return `${inputId}-remark`;
}
