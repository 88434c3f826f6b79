// A button that opens a menu below it, with the keys of menus.

import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../webview/icons.ts';
import { focusTarget, UP_AND_DOWN } from './toolbarKeys.ts';

export interface MenuItem {
  readonly title: string;
  readonly isOff: boolean;
  /** Set in a menu in which one of several items is chosen. */
  readonly isChosen?: boolean;
  readonly run: () => void;
}

export interface MenuButton {
  /** The id of the menu, from which the id of its button is derived. */
  readonly id: string;
  readonly label: string;
  readonly content: unknown;
  readonly items: readonly MenuItem[];
  /** The Tab key stops at it, because it is not part of a toolbar. */
  readonly isStop?: boolean;
}

export function menuButton({ id, label, content, items, isStop = true }: MenuButton): TemplateResult {
  return html`
    <button
      type="button"
      class="open-menu"
      id="${id}-button"
      tabindex=${isStop ? nothing : '-1'}
      popovertarget=${id}
      aria-haspopup="menu"
      aria-label=${label}
      title=${label}
      @keydown=${(event: KeyboardEvent) => {
        if (UP_AND_DOWN.some((key) => key === event.key)) open(id, event);
      }}
    >
      ${content}
    </button>
    <div role="menu" class="menu" id=${id} popover aria-label=${label} @toggle=${afterToggle} @keydown=${menuKeys}>
      ${items.map((item) => menuItem(id, item))}
    </div>
  `;
}

function menuItem(id: string, { title, isOff, isChosen, run }: MenuItem): TemplateResult {
  return html`<button
    type="button"
    role=${isChosen === undefined ? 'menuitem' : 'menuitemradio'}
    tabindex="-1"
    aria-checked=${isChosen ?? nothing}
    aria-disabled=${isOff}
    @click=${() => {
      choose(id, isOff, run);
    }}
  >
    ${isChosen === undefined ? nothing : html`<span class="tick">${isChosen ? icon('check') : nothing}</span>`}
    <span>${title}</span>
  </button>`;
}

function open(id: string, event: Event): void {
  event.preventDefault();
  const menu = document.getElementById(id);
  menu?.showPopover();
  // At once: the next key may come before the event that tells of the open menu.
  if (menu) focusFirst(menu);
}

/** The one that is chosen, else the first. */
function focusFirst(menu: HTMLElement): void {
  const chosen = menu.querySelector<HTMLElement>('[aria-checked="true"]');
  (chosen ?? menu.querySelector('button'))?.focus();
}

/** Opened by the mouse. By a key, the focus is there already, and may have moved on. */
function afterToggle({ target, newState }: ToggleEvent): void {
  if (newState !== 'open' || !(target instanceof HTMLElement) || target.contains(document.activeElement)) return;
  focusFirst(target);
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
  const to = focusTarget(
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
