// What the last call to the service said, and where its answer differs from what was sent.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormState } from '../protocol/formProtocol.ts';
import { actionButton, type Run } from './actionButtons.ts';
import { icon } from '../webview/icons.ts';

export function lastRequestLine({ lastRequest, actions }: FormState, run: Run): TemplateResult | typeof nothing {
  if (lastRequest === undefined) return nothing;
  const { words, isFailure, differences } = lastRequest;
  return html`
    <section class=${isFailure ? 'last-call failure' : 'last-call'} aria-label="Last request">
      <p role="status">
        ${isFailure ? html`${icon('error')} ` : nothing}<span class="caption">Last request:</span>
        <span class="words">${words}</span>
      </p>
      ${
        differences.length === 0
          ? nothing
          : html`
              <p class="caption">The service answered otherwise than was sent:</p>
              <ul class="differences">
                ${differences.map((line) => html`<li>${line}</li>`)}
              </ul>
              <div class="buttons">${actionButton(actions, 'compareWithAnswered', 'Compare with Answer', run)}</div>
            `
      }
    </section>
  `;
}
