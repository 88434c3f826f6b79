// Small pictures in the colour of their text. Each stands beside words that say the same, so that screen readers skip
// it.

import { svg, html, type TemplateResult } from 'lit-html';

const SHAPES = {
  error: svg`<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor"/><path d="M5.5 5.5l5 5m0-5l-5 5" stroke="currentColor" stroke-width="1.2"/>`,
  warning: svg`<path d="M8 1.8L15 14H1z" fill="none" stroke="currentColor" stroke-linejoin="round"/><path d="M8 6v4" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="12" r=".9" fill="currentColor"/>`,
  info: svg`<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor"/><path d="M8 7v4.5" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="4.8" r=".9" fill="currentColor"/>`,
  production: svg`<g fill="none" stroke="currentColor"><rect x="2" y="2" width="12" height="5" rx="1"/><rect x="2" y="9" width="12" height="5" rx="1"/></g><circle cx="4.8" cy="4.5" r=".9" fill="currentColor"/><circle cx="4.8" cy="11.5" r=".9" fill="currentColor"/>`,
  remove: svg`<path d="M3.5 3.5l9 9m0-9l-9 9" stroke="currentColor" stroke-width="1.2"/>`,
  more: svg`<path d="M4 6l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.3"/>`,
  question: svg`<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor"/><path d="M6.2 6.3a1.8 1.8 0 1 1 2.7 1.6c-.6.3-.9.7-.9 1.3" fill="none" stroke="currentColor" stroke-width="1.2"/><circle cx="8" cy="11.3" r=".8" fill="currentColor"/>`,
  refresh: svg`<path d="M13 8a5 5 0 1 1-1.6-3.7M13.2 1.8v3.4H9.8" fill="none" stroke="currentColor" stroke-width="1.2"/>`,
  unverified: svg`<path d="M8 1.5l1.9 1.2 2.2-.1 1 2 1.9 1.2-.1 2.2.1 2.2-1.9 1.2-1 2-2.2-.1L8 14.5l-1.9-1.2-2.2.1-1-2L1 10.2 1.1 8 1 5.8l1.9-1.2 1-2 2.2.1z" fill="none" stroke="currentColor" stroke-linejoin="round"/><path d="M6.4 6.5a1.6 1.6 0 1 1 2.4 1.4c-.5.3-.8.6-.8 1.1" fill="none" stroke="currentColor" stroke-width="1.1"/><circle cx="8" cy="10.9" r=".7" fill="currentColor"/>`,
  lock: svg`<rect x="3" y="7" width="10" height="7" rx="1" fill="none" stroke="currentColor"/><path d="M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7" fill="none" stroke="currentColor" stroke-width="1.2"/>`,
  edit: svg`<path d="M11 2.2l2.8 2.8L5.3 13.5l-3.5.7.7-3.5zM9.2 4l2.8 2.8" fill="none" stroke="currentColor" stroke-linejoin="round"/>`,
  organization: svg`<g fill="none" stroke="currentColor"><circle cx="8" cy="5" r="2"/><path d="M4.5 13.5v-2a3.5 3.5 0 0 1 7 0v2"/><circle cx="3.2" cy="5.8" r="1.3"/><path d="M3.6 9a2.4 2.4 0 0 0-3 2.3v1.2"/><circle cx="12.8" cy="5.8" r="1.3"/><path d="M12.4 9a2.4 2.4 0 0 1 3 2.3v1.2"/></g>`,
  versions: svg`<path d="M6.5 3.5h7v9h-7zM4 5v6M2 6.5v3" fill="none" stroke="currentColor"/>`,
  'circle-slash': svg`<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor"/><path d="M3.8 12.2l8.4-8.4" stroke="currentColor"/>`,
  'circle-outline': svg`<circle cx="8" cy="8" r="3" fill="none" stroke="currentColor" stroke-width="1.2"/>`,
  watch: svg`<g fill="none" stroke="currentColor"><circle cx="8" cy="8" r="4.5"/><path d="M6 3.8V1.5h4v2.3M6 12.2v2.3h4v-2.3M7.5 5.5v3h2.2"/></g>`,
  file: svg`<path d="M3.5 1.5h5.7l3.3 3.3v9.7h-9zM9 1.8v3.2h3.2" fill="none" stroke="currentColor"/>`,
  format: svg`<path d="M6 2.5H5.2c-1 0-1.4.5-1.4 1.4v2c0 1-.5 1.7-1.6 2.1 1.1.4 1.6 1.1 1.6 2.1v2c0 .9.4 1.4 1.4 1.4H6m4-11h.8c1 0 1.4.5 1.4 1.4v2c0 1 .5 1.7 1.6 2.1-1.1.4-1.6 1.1-1.6 2.1v2c0 .9-.4 1.4-1.4 1.4H10" fill="none" stroke="currentColor" stroke-width="1.2"/>`,
  trash: svg`<path d="M2.5 4.5h11M6 4.3V2.5h4v1.8M4 4.5l.6 9.5h6.8l.6-9.5M6.7 7v4.5m2.6-4.5v4.5" fill="none" stroke="currentColor"/>`,
  check: svg`<path d="M3 8.5l3.2 3.3L13 4.5" fill="none" stroke="currentColor" stroke-width="1.3"/>`,
  add: svg`<path d="M8 2.5v11M2.5 8h11" stroke="currentColor" stroke-width="1.2"/>`,
};

export type IconName = keyof typeof SHAPES;

export function icon(shape: IconName): TemplateResult {
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
