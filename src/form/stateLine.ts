// The state of the group, or what stands in the way of sending it: one line that keeps its place, whatever it says.

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
