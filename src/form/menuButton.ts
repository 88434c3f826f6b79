// A button that opens a menu below it, with the keys of menus.

import { html, type TemplateResult } from 'lit-html';
import { icon } from '../webview/icons.ts';
import { targetOf, UP_AND_DOWN } from './toolbarKeys.ts';

export interface MenuItem {
  readonly title: string;
  readonly isOff: boolean;
  readonly run: () => void;
}

/** `id` is the menu's. */
export function menuButton(id: string, label: string, items: readonly MenuItem[]): TemplateResult {
  return html`
    <button
      type="button"
      class="open-menu"
      id="${id}-button"
      tabindex="-1"
      popovertarget=${id}
      aria-haspopup="menu"
      aria-label=${label}
      title=${label}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open(id, event);
      }}
    >
      ${icon('more')}
    </button>
    <div role="menu" class="menu" id=${id} popover aria-label=${label} @toggle=${focusFirst} @keydown=${menuKeys}>
      ${items.map(({ title, isOff, run }) => html`<button type="button" role="menuitem" tabindex="-1" aria-disabled=${isOff} @click=${() => choose(id, isOff, run)}>${title}</button>`)}
    </div>
  `;
}

function open(id: string, event: Event): void {
  event.preventDefault();
  document.getElementById(id)?.showPopover();
}

function focusFirst({ target, newState }: ToggleEvent): void {
  if (newState === 'open' && target instanceof HTMLElement) target.querySelector('button')?.focus();
}

/** Escape gives the focus back to the button, Tab goes on from there. */
function menuKeys(event: KeyboardEvent): void {
  const { currentTarget: menu, key } = event;
  if (!(menu instanceof HTMLElement)) return;
  event.stopPropagation();
  if (key === 'Escape' || key === 'Tab') {
    close(menu.id);
    if (key === 'Escape') event.preventDefault();
    return;
  }
  const items = [...menu.querySelectorAll('button')];
  const to = targetOf(
    key,
    items.findIndex((item) => item === document.activeElement),
    items.length,
    UP_AND_DOWN,
  );
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

function choose(id: string, isOff: boolean, run: () => void): void {
  if (isOff) return;
  close(id);
  run();
}

function close(id: string): void {
  document.getElementById(id)?.hidePopover();
  document.getElementById(`${id}-button`)?.focus();
}
