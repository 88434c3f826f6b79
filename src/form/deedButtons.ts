// Buttons for what can be done beside editing and sending, where the host offers it.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Deed, FormState } from '../protocol/formProtocol.ts';

export type Run = (deed: Deed, offset?: number) => void;

const TITLES: Readonly<Partial<Record<Deed, string>>> = {
  compareWithSent: 'Compare with Last Sent',
  resolveApiToken: 'Decide About the API Token…',
  setApiToken: 'Set API Token…',
  discardDraft: 'Discard Draft…',
  fetch: 'Fetch from Service…',
  saveToWorkspace: 'Save to Workspace…',
  showHistory: 'Show What Was Sent',
  actions: 'More…',
};

export function deedButtons({ deeds }: FormState, run: Run): TemplateResult {
  return html`
    <div class="deeds">
      <button type="button" class="quiet" @click=${() => run('openAsText')}>Open as JSON</button>
      ${Object.entries(TITLES).map(([deed, title]) => deedButton(deeds, deed as Deed, title, run))}
    </div>
  `;
}

/** Nothing where the host does not offer it. */
export function deedButton(
  offered: readonly Deed[],
  deed: Deed,
  title: string,
  run: Run,
): TemplateResult | typeof nothing {
  return offered.includes(deed)
    ? html`<button type="button" class="quiet" @click=${() => run(deed)}>${title}</button>`
    : nothing;
}
