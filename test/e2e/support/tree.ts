// The list of user groups in the side bar.

import type { Locator, Page } from 'playwright-core';
import type { Palette } from './palette.ts';
import { comesToBe } from './comesToBe.ts';
import { clickUntilTaken } from './takenClick.ts';

/** Longer than the extension waits before it draws again what changed meanwhile. */
const REST_MS = 500;

export class Tree {
  readonly #page: Page;
  readonly #palette: Palette;
  readonly #viewTitle: string;
  readonly #sideBar: Locator;
  /** The icon in the activity bar. */
  readonly tab: Locator;
  /** What an empty list says, its buttons included. */
  readonly welcome: Locator;
  readonly title: Locator;

  constructor(page: Page, palette: Palette, viewTitle: string) {
    this.#page = page;
    this.#viewTitle = viewTitle;
    this.#palette = palette;
    this.#sideBar = page.locator('.part.sidebar');
    this.tab = page.locator('.part.activitybar').getByRole('tab', { name: viewTitle });
    this.welcome = this.#sideBar.locator('.welcome-view-content');
    this.title = this.#sideBar.locator('.composite.title');
  }

  /** What stands on the icon. */
  badge(words: string): Locator {
    return this.tab
      .locator('xpath=ancestor-or-self::*[contains(@class, "action-item")]')
      .locator('.badge')
      .getByText(words, { exact: true });
  }

  /**
   * Shows the list, by its command: a click on the icon would hide one that is just being restored. Resolves when
   * something stands in it: while the extension starts, its title line is drawn again, which loses a click.
   */
  async show(): Promise<void> {
    await this.#palette.run(`View: Show ${this.#viewTitle}`);
    await this.#isShown();
  }

  /** Waits until the list, which is being shown, has no groups: rows that offer an action may stay. */
  async isEmptied(): Promise<void> {
    await this.#isShown();
    const groups = this.#sideBar
      .locator('.monaco-list-row[role=treeitem][aria-level="2"]')
      .filter({ hasNotText: /User Group…|Refresh List/ });
    await comesToBe(() => groups.count(), 0);
  }

  async #isShown(): Promise<void> {
    await this.title.getByText(this.#viewTitle).first().waitFor();
    await this.#sideBar
      .locator('.monaco-list-row[role=treeitem], .welcome-view-content')
      .locator('visible=true')
      .first()
      .waitFor();
  }

  /** A row by words of its name; a regular expression where these are not enough. */
  row(name: string | RegExp): Locator {
    return this.#sideBar.getByRole('treeitem', { name });
  }

  /** Puts the keys into the list, by its command. */
  async focus(): Promise<void> {
    await this.#palette.run('User Groups: Focus on User Groups View');
    await this.hasFocus();
  }

  /** Waits until keys go into the list: a box that has closed gives them back a moment later. */
  async hasFocus(): Promise<void> {
    await this.#sideBar.locator('.monaco-list:focus').waitFor();
  }

  /** Goes to the first row by keyboard, and down from there to this one. */
  async walkTo(name: string | RegExp): Promise<void> {
    await this.focus();
    await this.#pressUntil(
      'Home',
      this.#sideBar.locator('.monaco-list:focus .monaco-list-row.focused[data-index="0"]'),
    );
    await this.#pressUntil(
      'ArrowDown',
      this.row(name).and(this.#sideBar.locator('.monaco-list:focus .monaco-list-row.focused')),
    );
  }

  /** Waits until a key acts on the row: one that comes while the list is drawn again reaches nobody. */
  async isStill(name: string | RegExp): Promise<void> {
    await this.#standsStill(this.row(name));
  }

  /** Presses a button of the view's own title line. */
  async pressTitleAction(label: string): Promise<void> {
    await this.#click(this.#titleAction(label));
  }

  /** Clicks on a row, with these keys held. */
  async click(name: string | RegExp, modifiers: 'Control'[] = []): Promise<void> {
    await this.#click(this.row(name), modifiers);
  }

  async expand(name: string | RegExp): Promise<void> {
    const row = this.row(name);
    if ((await row.getAttribute('aria-expanded')) === 'false') await this.#click(row.locator('.monaco-tl-twistie'));
    await this.#sideBar.locator('[role=treeitem][aria-expanded=true]').and(row).waitFor();
  }

  /** Opens a row, or runs what it stands for, by a click on its name. */
  async open(name: string | RegExp): Promise<void> {
    await this.#click(this.row(name).locator('.monaco-icon-label'));
  }

  /** Chooses from a row's context menu: the action, after the submenus that lead to it. */
  async choose(name: string | RegExp, ...path: readonly string[]): Promise<void> {
    await this.#standsStill(this.row(name));
    await this.row(name).click({ button: 'right' });
    await this.#chooseInMenu(path);
  }

  /** Chooses from what the view's own title line has no room for. */
  async chooseInTitle(...path: readonly string[]): Promise<void> {
    const more = this.#titleAction('Views and More Actions');
    await this.#standsStill(more);
    // Opened by the button's going down: what comes up again is over the menu already.
    await more.click();
    await this.#chooseInMenu(path);
  }

  /** Presses a button on the row itself. */
  async press(name: string | RegExp, action: string): Promise<void> {
    const row = this.row(name);
    const button = row.locator(`.action-label[aria-label^=${JSON.stringify(action)}]`);
    // The list may be drawn again under the pointer while it is still loading: a person's hand follows it.
    const isInReach = (): Promise<boolean> =>
      button.click({ trial: true, timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    do {
      await this.#standsStill(row);
      await row.hover();
    } while (!(await isInReach()));
    await clickUntilTaken(button, '.action-label');
  }

  #titleAction(label: string): Locator {
    return this.#sideBar.locator(`.composite.title .action-label[aria-label^=${JSON.stringify(label)}]`);
  }

  /** By Enter, because a menu that has just opened takes no click. */
  async #chooseInMenu(path: readonly string[]): Promise<void> {
    const menu = this.#page.locator('.monaco-menu');
    for (const label of path) {
      const item = this.#page.getByRole('menuitem', { name: label, exact: true });
      await menu.locator('.action-item').filter({ has: item }).last().hover();
      await menu.locator('.action-item.focused').filter({ has: item }).last().waitFor();
      await this.#page.keyboard.press('Enter');
    }
    await menu.first().waitFor({ state: 'hidden' });
  }

  /** A list that is drawn again within a click even forgets its selection by it. */
  async #click(target: Locator, modifiers: 'Control'[] = []): Promise<void> {
    await this.#standsStill(target);
    await clickUntilTaken(target, '.monaco-list-row, .action-label', { modifiers });
  }

  /**
   * Waits until the list is not being drawn again, as a person does: VS Code forgets then what the rows are, and an
   * action on one reaches nobody.
   */
  async #standsStill(target: Locator): Promise<void> {
    await target.waitFor();
    await this.#sideBar.evaluate(
      (sideBar, milliseconds) =>
        new Promise<void>((resolve) => {
          let rest: NodeJS.Timeout;
          const observer = new MutationObserver(() => {
            wait();
          });
          const wait = (): void => {
            clearTimeout(rest);
            rest = setTimeout(() => {
              observer.disconnect();
              resolve();
            }, milliseconds);
          };
          observer.observe(sideBar, { subtree: true, childList: true, characterData: true });
          wait();
        }),
      REST_MS,
    );
  }

  /** The rows in view as text, one a line, indented by level: what a person reads, without the icons. */
  async outline(): Promise<string> {
    const rows = this.#sideBar.getByRole('treeitem');
    await rows.first().waitFor();
    return rows.evaluateAll((found) =>
      found
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((row) => {
          const level = Number(row.getAttribute('aria-level') ?? '1');
          const label = row.querySelector('.label-name')?.textContent ?? '';
          const description = row.querySelector('.label-description')?.textContent ?? '';
          return '  '.repeat(level - 1) + [label, description].filter((part) => part !== '').join('  ');
        })
        .join('\n'),
    );
  }

  /** As a person does who looks: a list that is just drawn again loses a key. */
  async #pressUntil(key: string, seen: Locator): Promise<void> {
    while (!(await seen.isVisible())) {
      await this.#page.keyboard.press(key);
      await this.#page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
}
