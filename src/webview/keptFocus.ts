// The focus within the page, which the browser forgets when another part of the editor takes it.

/**
 * Gives it back when the page gets the focus again with none in it: what is typed then must not fall on nothing.
 * @param otherwise id of what gets it where that is no more
 */
export function keepFocus(otherwise: string): void {
  let last: HTMLElement | undefined;
  window.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target !== document.body) last = target;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement !== document.body) return;
    const kept =
      last?.checkVisibility({ visibilityProperty: true }) === true ? last : document.getElementById(otherwise);
    kept?.focus({ preventScroll: true });
  });
}

/** Never taken from another part of the editor: only once the page is the one that has it. */
export function focusWhenAsked(id: string): void {
  const put = (): void => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
  };
  if (document.hasFocus()) put();
  else window.addEventListener('focus', put, { once: true });
}
