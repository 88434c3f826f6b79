// Keys that mean the same anywhere in a page: one presses its primary button, one goes to its filter.

import * as l10n from '@vscode/l10n';

export const IS_MAC = navigator.userAgent.includes('Mac');

/** As tooltips name them. */
export function sendKeys(): string {
  return IS_MAC ? '⌘Enter' : l10n.t('Ctrl+Enter');
}

export const ARIA_SEND_KEYS = 'Control+Enter Meta+Enter';

export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && hasOnlyCommandKey(event);
}

export function isFindKey(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'f' && hasOnlyCommandKey(event);
}

function hasOnlyCommandKey({ ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && !isComposing;
}
