// The state of the group in its header, and what is to be known of the last request to the service: why it failed, and
// where its answer differs from what was sent.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { STATUS_COLOR, STATUS_ICON } from '../core/groupStatus.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import { icon, type IconName } from '../webview/icons.ts';
import { actionButton, type Run } from './actionButton.ts';

/** What describes the id that cannot be used. */
export const KNOWN_ID = 'known-id';
/** What describes the sending button that cannot be pressed. */
export const SEND_PROBLEM = 'send-problem';

export function stateLine(state: FormState, run: Run): TemplateResult {
  const { actions, sendProblem } = state;
  return html`
    <div class="state">
      <div class="words" role="status">${readOnlyMark(state)} ${state.isIdKnown ? knownId() : whyNot(state)}</div>
      ${actionButton(actions, 'openFile', l10n.t('Open File'), run)}
      ${actionButton(actions, 'makeWriteable', l10n.t('Make Writeable'), run)}
      ${
        sendProblem === undefined
          ? nothing
          : html`${actionButton(actions, 'reviewApiToken', l10n.t('Review API Token…'), run)}
            ${actionButton(actions, 'setApiToken', l10n.t('Set API Token…'), run)}
            ${actionButton(actions, 'resolveConnection', l10n.t('Resolve Connection Change…'), run)}`
      }
    </div>
  `;
}

function readOnlyMark({ readOnlyText, sendProblem = '' }: FormState): unknown {
  const title = `${readOnlyText}\n${sendProblem}`.trim();
  return readOnlyText && html`<span class="attention" title=${title}>${icon('lock')} ${readOnlyText}</span>`;
}

function knownId(): TemplateResult {
  return html`<span class="attention" id=${KNOWN_ID}>${icon('warning')} ${l10n.t('ID in use')}</span>`;
}

function whyNot(state: FormState): TemplateResult {
  const { actions, sendProblem } = state;
  return sendProblem === undefined
    ? groupState(state)
    : html`<span class="attention" id=${SEND_PROBLEM} title=${sendProblem}
        >${icon(actions.includes('reviewApiToken') ? 'unverified' : 'warning')} ${sendProblem}</span
      >`;
}

/** The most important one. All of them, and what it means, are in its tooltip, and heard. */
function groupState({ status, sentence, words, isSending }: FormState): TemplateResult {
  const [first = '', ...others] = isSending ? [l10n.t('Sending…'), ...words] : words;
  const more = [...others, ...(sentence === undefined ? [] : [sentence])];
  const tone = isSending || status === undefined ? undefined : STATUS_COLOR[status];
  return html`<span class=${tone ?? nothing} title=${[first, ...more].join('\n')}
    >${isSending ? html`<span class="busy" aria-hidden="true"></span>` : icon(shapeOf(status))} ${first}<span
      class="unseen"
      >${more.map((line) => `. ${line}`)}</span
    ></span
  >`;
}

function shapeOf(status: FormState['status']): IconName {
  return status === undefined ? 'file' : STATUS_ICON[status];
}

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
