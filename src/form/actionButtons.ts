// Buttons for what can be done beside editing and sending, where the host offers it.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Action, FormState } from '../protocol/formProtocol.ts';

export type Run = (action: Action, offset?: number) => void;

const TITLES: Readonly<Partial<Record<Action, string>>> = {
  compareWithSent: 'Compare with Last Sent',
  resolveApiToken: 'Review API Token…',
  setApiToken: 'Set API Token…',
  discardDraft: 'Discard Draft…',
  fetch: 'Fetch from Service…',
  saveToWorkspace: 'Save to Workspace…',
  showHistory: 'Show History',
  actions: 'More…',
};

export function actionButtons({ actions: offered }: FormState, run: Run): TemplateResult {
  return html`
    <div class="actions">
      <button type="button" class="quiet" @click=${() => run('openAsText')}>Open as JSON</button>
      ${Object.entries(TITLES).map(([action, title]) => actionButton(offered, action as Action, title, run))}
    </div>
  `;
}

/** Nothing where the host does not offer it. */
export function actionButton(
  offered: readonly Action[],
  action: Action,
  title: string,
  run: Run,
): TemplateResult | typeof nothing {
  return offered.includes(action)
    ? html`<button type="button" class="quiet" @click=${() => run(action)}>${title}</button>`
    : nothing;
}
