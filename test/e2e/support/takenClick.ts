// A click that reaches somebody: what is drawn anew between the button's going down and its coming up takes none.

import type { Locator } from 'playwright-core';

/** Clicks, and again as long as the click reached nothing of this kind (a selector): a person presses once more, too. */
export async function clickUntilTaken(target: Locator, kind: string, modifiers: 'Control'[] = []): Promise<void> {
  let isTaken = false;
  while (!isTaken) {
    const click = await target.page().evaluateHandle((takers) => {
      const watched = { isTaken: false, stop: (): void => { removeEventListener('click', watch, true); } };
      const watch = ({ target: reached }: Event): void => {
        watched.isTaken = (reached as Element).closest(takers) !== null;
      };
      addEventListener('click', watch, true);
      return watched;
    }, kind);
    await target.click({ modifiers });
    isTaken = await click.evaluate((watched) => {
      watched.stop();
      return watched.isTaken;
    });
    await click.dispose();
  }
}
