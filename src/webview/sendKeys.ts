// The keys that send, in both pages: they press the primary button from anywhere.

export const SEND_KEYS = navigator.userAgent.includes('Mac') ? '⌘Enter' : 'Ctrl+Enter';
export const ARIA_SEND_KEYS = 'Control+Enter Meta+Enter';

export function isSendKey({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey && !isComposing;
}
