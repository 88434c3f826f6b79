// The focus within the page, which the browser forgets when another part of the editor takes it.

/**
 * Gives it back when the page gets the focus again with none in it: what is typed then must not fall on nothing.
 * @param otherwise id of what gets it where that is no more, and nothing beside it
 * @returns call it after a drawing, which may have hidden what had the focus
 */
export function keepFocus(otherwise: string): () => void {
  let last: HTMLElement | undefined;
  let around: Element | null = null;
  const give = (): void => {
    if (isSeen(last)) last.focus({ preventScroll: true });
    else ([...(around?.querySelectorAll('button') ?? [])].find(isSeen) ?? document.getElementById(otherwise))?.focus();
  };
  window.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    around = target.closest('[role="toolbar"], section');
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) give();
  });
  return () => {
    if (document.hasFocus() && last !== undefined && !isSeen(last)) give();
  };
}

function isSeen(element: HTMLElement | undefined): element is HTMLElement {
  return element?.checkVisibility({ visibilityProperty: true }) === true;
}

/** Never taken from another part of the editor: only once the page is the one that has it. */
export function focusWhenAsked(id: string): void {
  const put = (): void => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
  };
  if (document.hasFocus()) put();
  else window.addEventListener('focus', put, { once: true });
}
