// Small pictures in the colour of their text. Each stands beside words that say the same, so that screen readers skip
// it.

import { svg, html, type TemplateResult } from 'lit-html';

const SHAPES = {
  error: svg`<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor"/><path d="M5.5 5.5l5 5m0-5l-5 5" stroke="currentColor" stroke-width="1.2"/>`,
  warning: svg`<path d="M8 1.8L15 14H1z" fill="none" stroke="currentColor" stroke-linejoin="round"/><path d="M8 6v4" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="12" r=".9" fill="currentColor"/>`,
  info: svg`<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor"/><path d="M8 7v4.5" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="4.8" r=".9" fill="currentColor"/>`,
  production: svg`<path d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z" fill="none" stroke="currentColor" stroke-width="1.2"/><path d="M8 4.5V9" stroke="currentColor" stroke-width="1.6"/><circle cx="8" cy="11.3" r="1" fill="currentColor"/>`,
  remove: svg`<path d="M3.5 3.5l9 9m0-9l-9 9" stroke="currentColor" stroke-width="1.2"/>`,
  more: svg`<path d="M4 6l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.3"/>`,
  add: svg`<path d="M8 2.5v11M2.5 8h11" stroke="currentColor" stroke-width="1.2"/>`,
};

export function icon(shape: keyof typeof SHAPES): TemplateResult {
  return html`<svg
    class="icon ${shape}"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    focusable="false"
  >
    ${SHAPES[shape]}
  </svg>`;
}
