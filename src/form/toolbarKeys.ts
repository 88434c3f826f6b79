// The keys of a toolbar: one Tab stop, and arrows from button to button.

/** For `@keydown` of a toolbar. A text box in it keeps its own keys. */
export function toolbarKeys(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event;
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...currentTarget.querySelectorAll('button')].filter(isSeen);
  const to = focusTarget(key, buttons.indexOf(target), buttons.length);
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

/** Of menus and lists, in place of left and right. */
export const UP_AND_DOWN = ['ArrowUp', 'ArrowDown'] as const;

/** Where a key leads among so many, in a circle. `undefined` for any other key. */
export function focusTarget(
  key: string,
  from: number,
  count: number,
  [back, on]: readonly [string, string] = ['ArrowLeft', 'ArrowRight'],
): number | undefined {
  if (key === back) return (Math.max(from, 0) - 1 + count) % count;
  if (key === on) return (from + 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function isSeen(button: HTMLElement): boolean {
  return button.checkVisibility({ visibilityProperty: true });
}
