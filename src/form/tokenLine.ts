// The group's token: masked, shown for a short while on demand, and what can be done with it.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormState } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { actionButton, type Run } from './actionButton.ts';

/** Milliseconds for which a token stays readable. */
const SHOWN_FOR = 30_000;

/** Holds a token while it is shown, and no longer. */
export class RevealedToken {
  readonly #changed: () => void;
  #token: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts hidings, so that an answer which comes after one stays unseen. */
  #hidings = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get token(): string | undefined {
    return this.#token;
  }

  async reveal(ask: () => Promise<{ readonly token: string }>): Promise<void> {
    const hidings = this.#hidings;
    const { token } = await ask();
    if (hidings !== this.#hidings) return;
    clearTimeout(this.#timer);
    this.#token = token;
    this.#timer = setTimeout(() => this.hide(), SHOWN_FOR);
    this.#changed();
  }

  hide(): void {
    this.#hidings += 1;
    clearTimeout(this.#timer);
    if (this.#token === undefined) return;
    this.#token = undefined;
    this.#changed();
  }
}

export interface TokenActions {
  readonly run: Run;
  readonly reveal: () => void;
  readonly hide: () => void;
}

export function tokenLine(
  { token, actions }: FormState,
  revealed: string | undefined,
  shown: TokenActions,
): TemplateResult | typeof nothing {
  if (token === undefined) return nothing;
  const { run } = shown;
  return html`
    <section class="token" aria-labelledby="token-heading">
      <h2 id="token-heading">${l10n.t('Token')}</h2>
      ${token.isReadable ? html`<code class="secret">${revealed ?? html`<span aria-hidden="true">••••••••••••</span><span class="unseen">${l10n.t('Hidden')}</span>`}</code>` : nothing}
      <span class="buttons">
        ${token.isReadable ? html`${actionButton(actions, 'copyToken', l10n.t('Copy Token'), run)} ${revealButton(revealed, shown)}` : nothing}
        ${actionButton(actions, 'rotateToken', l10n.t('Rotate Token…'), run)}
        ${actionButton(actions, 'resolveRotation', l10n.t('Resolve Rotation…'), run)}
      </span>
      <span class="quiet-words">${token.words}</span>
      ${token.nextStep === undefined ? nothing : nextStep(token.nextStep, actions, run)}
    </section>
  `;
}

/** One button for both, so that it keeps the focus. */
function revealButton(revealed: string | undefined, { reveal, hide }: TokenActions): TemplateResult {
  return html`<button type="button" class="quiet small" @click=${revealed === undefined ? reveal : hide}>
    ${revealed === undefined ? l10n.t('Reveal') : l10n.t('Hide')}
  </button>`;
}

/** What follows a rotation, until it is done. */
function nextStep(words: string, actions: FormState['actions'], run: Run): TemplateResult {
  return html`
    <div class="next-step">
      <span>${icon('info')} ${words}</span>
      ${actionButton(actions, 'copyReplacedToken', l10n.t('Copy Previous Token'), run)}
      ${actionButton(actions, 'markAsDeployed', l10n.t('Mark as Deployed…'), run)}
    </div>
  `;
}
