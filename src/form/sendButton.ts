// The button that sends, and the menu beside it.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Action, FormState } from '../protocol/formProtocol.ts';
import type { Run } from './actionButton.ts';
import { ARIA_SEND_KEYS, sendKeys } from '../webview/pageKeys.ts';
import { icon } from '../webview/icons.ts';
import { menuButton, type MenuItem } from './menuButton.ts';
import { SEND_PROBLEM } from './stateLine.ts';
import { toolbarKeys } from './toolbarKeys.ts';

/** It keeps the focus while nothing can be sent: a disabled button would lose it. */
export function sendButton(state: FormState, run: Run): TemplateResult {
  const { sendLabel, sendProblem, isBusy, isSending, hasChanges } = state;
  const isOff = isBusy || sendProblem !== undefined;
  const items = menuItems(state, isOff, run);
  return html`
    <div
      class=${hasChanges ? 'sending primary' : 'sending'}
      role="toolbar"
      aria-label=${l10n.t('Send')}
      @keydown=${toolbarKeys}
    >
      <button
        type="button"
        class="send"
        title="${sendLabel} (${sendKeys()})"
        aria-keyshortcuts=${ARIA_SEND_KEYS}
        aria-busy=${isSending}
        aria-disabled=${isOff}
        aria-describedby=${sendProblem === undefined ? nothing : SEND_PROBLEM}
        @click=${() => run('send')}
      >
        <span class="words">${sendLabel}</span
        >${isSending ? html`<span class="busy" aria-hidden="true"></span>` : nothing}
      </button>
      ${
        items.length === 0
          ? nothing
          : menuButton({
              id: 'send-menu',
              label: l10n.t('More Ways to Send'),
              content: icon('more'),
              items,
              isStop: false,
            })
      }
    </div>
  `;
}

function menuItems({ actions }: FormState, isOff: boolean, run: Run): MenuItem[] {
  const titles: readonly (readonly [Action, string, boolean])[] = [
    ['sendAnyway', l10n.t('Send Anyway'), isOff],
    ['copyAsCurl', l10n.t('Copy as cURL'), false],
  ];
  return titles
    .filter(([action]) => actions.includes(action))
    .map(([action, title, isItemOff]) => ({ title, isOff: isItemOff, run: () => run(action) }));
}
