// A button for something that the host can do, where it offers it.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Action } from '../protocol/formProtocol.ts';

export type Run = (action: Action, offset?: number) => void;

interface Words {
  /** Its accessible name, which begins with its title. */
  readonly name?: string;
  /** Without one, the name. */
  readonly tooltip?: string;
}

/** Nothing where the host does not offer it. */
export function actionButton(
  offered: readonly Action[],
  action: Action,
  title: string,
  run: Run,
  { name, tooltip = name }: Words = {},
): TemplateResult | typeof nothing {
  return offered.includes(action)
    ? html`<button
        type="button"
        class="quiet small"
        aria-label=${name ?? nothing}
        title=${tooltip ?? nothing}
        @click=${() => run(action)}
      >
        ${title}
      </button>`
    : nothing;
}
