// The group's token: masked, shown for a short while on demand, and what can be done with it.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { STATUS_ICON } from '../core/groupStatus.ts';
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
  const { isReadable, words, nextStep } = token;
  return html`
    <section class="token" aria-labelledby="token-heading">
      <div class="parts-of-line">
        <h2 id="token-heading">${l10n.t('Token')}</h2>
        ${isReadable ? html`<code class="dots"><span aria-hidden="true">••••••</span><span class="unseen">${l10n.t('Hidden')}</span></code>` : nothing}
        <span class="buttons">
          ${isReadable ? html`${actionButton(actions, 'copyToken', l10n.t('Copy'), run, { name: l10n.t('Copy Token') })} ${revealButton(revealed, shown)}` : nothing}
          ${actionButton(actions, 'rotateToken', l10n.t('Rotate…'), run, { name: l10n.t('Rotate Token') })}
          ${actionButton(actions, 'resolveRotation', l10n.t('Resolve Rotation…'), run)}
        </span>
        <span class="age quiet-words" title=${words}>${words}</span>
        ${nextStep === undefined ? nothing : nextStepOf(nextStep, actions, run)}
      </div>
      ${revealed === undefined ? nothing : html`<code class="secret">${revealed}</code>`}
    </section>
  `;
}

/** One button for both, so that it keeps the focus. */
function revealButton(revealed: string | undefined, { reveal, hide }: TokenActions): TemplateResult {
  return html`<button type="button" class="quiet small reveal" @click=${revealed === undefined ? reveal : hide}>
    ${revealed === undefined ? l10n.t('Reveal') : l10n.t('Hide')}
  </button>`;
}

/** What follows a rotation, until it is done. */
function nextStepOf(words: string, actions: FormState['actions'], run: Run): TemplateResult {
  return html`
    <span class="next-step">
      <span>${icon(STATUS_ICON.replaced)} ${words}</span>
      ${actionButton(actions, 'copyPreviousToken', l10n.t('Copy'), run, {
        name: l10n.t('Copy Previous Token'),
      })}
      ${actionButton(actions, 'markAsDeployed', l10n.t('Mark as Deployed…'), run, {
        tooltip: l10n.t('Deploy the new token first. The previous one is then deleted from this machine.'),
      })}
    </span>
  `;
}
