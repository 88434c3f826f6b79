// Small pictures before the words of a state, which say the same: screen readers skip them.

import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { Mark } from '../protocol/tableProtocol.ts';

const ring = svg`<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor"/>`;

const SHAPES: Readonly<Record<Mark, unknown>> = {
  done: svg`<path d="M3 8.5l3.2 3.2L13 4.8" fill="none" stroke="currentColor" stroke-width="1.6"/>`,
  error: svg`${ring}<path d="M5.7 5.7l4.6 4.6m0-4.6l-4.6 4.6" stroke="currentColor" stroke-width="1.3"/>`,
  warning: svg`<path d="M8 2L14.5 13.5h-13z" fill="none" stroke="currentColor" stroke-linejoin="round"/><path d="M8 6v3.6" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="11.6" r=".9" fill="currentColor"/>`,
  info: svg`${ring}<path d="M8 7.2v4" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="5" r=".9" fill="currentColor"/>`,
  waiting: svg`${ring}<path d="M8 4.5V8l2.3 1.6" fill="none" stroke="currentColor" stroke-width="1.2"/>`,
  busy: svg`<path d="M8 2v9.5M4 7.8l4 4 4-4M3 14h10" fill="none" stroke="currentColor" stroke-width="1.3" transform="rotate(180 8 8)"/>`,
  unknown: svg`${ring}<path d="M6.2 6.3a1.8 1.8 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2" fill="none" stroke="currentColor" stroke-width="1.2"/><circle cx="8" cy="11.2" r=".8" fill="currentColor"/>`,
  skipped: svg`${ring}<path d="M5 8h6" stroke="currentColor" stroke-width="1.4"/>`,
};

export function markOf(mark: Mark | undefined): TemplateResult | typeof nothing {
  return mark === undefined
    ? nothing
    : html`<svg class="mark is-${mark}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        ${SHAPES[mark]}
      </svg>`;
}
