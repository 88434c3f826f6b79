// What a page remembers of itself while its tab is hidden, when VS Code throws it away: how it looked, never what was
// typed.

import type { WebviewApi } from './hostChannel.ts';

/** Milliseconds between two keepings: scrolling tells of itself at every step. */
const PAUSE = 200;

/** What was kept last: of that page, so it knows which fields there may be. */
export function keptMemory(api: Pick<WebviewApi, 'getState'>): object {
  const kept = api.getState();
  return typeof kept === 'object' && kept !== null ? kept : {};
}

/** `now` says how the page looks. Kept soon after `touch`, and at once when the page is about to go. */
export function rememberPage(api: Pick<WebviewApi, 'setState'>, now: () => object): { readonly touch: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    api.setState(now());
  };
  document.addEventListener('visibilitychange', keep);
  window.addEventListener('pagehide', keep);
  return {
    touch: () => {
      timer ??= setTimeout(keep, PAUSE);
    },
  };
}
