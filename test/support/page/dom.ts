// A window for pages in unit tests: everything of a browser but layout. There is one in the process, since libraries
// keep it.

import { JSDOM } from 'jsdom';

const { window: made } = new JSDOM('<!DOCTYPE html><html lang="en"><head></head><body></body></html>', {
  url: 'https://page.test/',
  pretendToBeVisual: true,
});

/** Functions of a window that pages call by their bare names. */
const FUNCTIONS = ['getComputedStyle', 'getSelection', 'requestAnimationFrame', 'cancelAnimationFrame'] as const;

const known = {
  // What Node has of its own stays: code that is no page's must not notice.
  ...Object.fromEntries(
    Object.getOwnPropertyNames(made)
      .filter((name) => /^[A-Z]/.test(name) && !(name in globalThis))
      .map((name) => [name, made[name] as unknown]),
  ),
  ...Object.fromEntries(FUNCTIONS.map((name) => [name, made[name].bind(made)])),
  window: made,
  document: made.document,
};
for (const [name, value] of Object.entries(known))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

// What jsdom lacks and pages use. Nothing has a place or a size.
Object.assign(made, { scrollTo: () => undefined });
Object.assign(made.Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
Object.assign(made.HTMLCanvasElement.prototype, { getContext: () => null });
Object.assign(made.Element.prototype, {
  scrollIntoView: () => undefined,
  checkVisibility(this: Element): boolean {
    return this.isConnected && isDrawn(this) && getComputedStyle(this).visibility !== 'hidden';
  },
});
Object.assign(made.HTMLElement.prototype, {
  showPopover(this: HTMLElement): void {
    toggle(this, 'open');
  },
  hidePopover(this: HTMLElement): void {
    toggle(this, 'closed');
  },
});
made.document.addEventListener('click', ({ target }) => {
  const pressed = target as Element;
  const id = pressed.closest('[popovertarget]')?.getAttribute('popovertarget');
  for (const menu of made.document.querySelectorAll<HTMLElement>('[popover]')) {
    const isOpen = menu.style.display !== '';
    if (menu.id === id) toggle(menu, isOpen ? 'closed' : 'open');
    else if (isOpen && !menu.contains(pressed)) toggle(menu, 'closed');
  }
});

function isDrawn(element: Element): boolean {
  const { parentElement } = element;
  return getComputedStyle(element).display !== 'none' && (parentElement === null || isDrawn(parentElement));
}

/** A popover is hidden until it is shown; pages hear of both a little later. */
function toggle(menu: HTMLElement, newState: 'open' | 'closed'): void {
  menu.style.display = newState === 'open' ? 'grid' : '';
  setTimeout(() => menu.dispatchEvent(Object.assign(new made.Event('toggle'), { newState })));
}
