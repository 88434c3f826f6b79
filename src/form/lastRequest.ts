// What is to be known of the last request to the service: why it failed, and where its answer differs from what was
// sent.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormState } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { actionButton, type Run } from './actionButton.ts';

export function lastRequestLine({ lastRequest, actions }: FormState, run: Run): TemplateResult | typeof nothing {
  if (lastRequest === undefined) return nothing;
  const { failure, differences } = lastRequest;
  return html`
    <section
      class=${failure === undefined ? 'last-request' : 'last-request failure'}
      aria-labelledby="last-request-heading"
    >
      <h2 id="last-request-heading">${l10n.t('Last request')}</h2>
      <p role="status">
        ${failure === undefined ? nothing : html`${icon('error')} <span class="words">${failure}</span>`}
      </p>
      ${differences.length === 0 ? nothing : differencesList(differences, actions, run)}
    </section>
  `;
}

function differencesList(differences: readonly string[], actions: FormState['actions'], run: Run): TemplateResult {
  return html`
    <p class="caption">${l10n.t('The response differs from the request.')}</p>
    <ul class="differences">
      ${differences.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${actionButton(actions, 'compareWithAnswered', l10n.t('Compare with Service Response'), run)}
  `;
}
