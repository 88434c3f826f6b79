// The group's token: masked, shown for a short while on demand, and what can be done with it.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormState } from '../protocol/formProtocol.ts';
import { actionButton, type Run } from './actionButtons.ts';

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
  { run, reveal, hide }: TokenActions,
): TemplateResult | typeof nothing {
  if (token === undefined) return nothing;
  // One button for both, so that it keeps the focus.
  const look = html`<button type="button" class="quiet" @click=${revealed === undefined ? reveal : hide}>
    ${revealed === undefined ? 'Reveal' : 'Hide'}
  </button>`;
  return html`
    <section class="token" aria-label="Token">
      <span class="caption">Token</span>
      ${token.isReadable ? html`<code class="secret">${revealed ?? html`<span aria-hidden="true">••••••••••••</span><span class="unseen">hidden</span>`}</code>` : nothing}
      <span class="quiet-words">${token.words}</span>
      <span class="buttons">
        ${token.isReadable ? html`${actionButton(actions, 'copyToken', 'Copy Token', run)} ${look}` : nothing}
        ${actionButton(actions, 'rotateToken', 'Rotate Token', run)}
        ${actionButton(actions, 'resolveRotation', 'Resolve Rotation…', run)}
      </span>
    </section>
  `;
}
