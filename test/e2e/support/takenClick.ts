// A click that reaches somebody: what is drawn again between the button's going down and its coming up takes none.

import type { Locator } from 'playwright-core';

interface How {
  readonly modifiers?: 'Control'[];
  /** Milliseconds for each step of it. */
  readonly timeout?: number;
}

/**
 * Clicks, and again as long as the click reached nothing of this kind (a selector): the user presses once more, too. A
 * page that is gone after the click has taken it.
 */
export async function clickUntilTaken(
  target: Locator,
  kind: string,
  { modifiers = [], timeout }: How = {},
): Promise<void> {
  const limit = timeout === undefined ? {} : { timeout };
  let isTaken = false;
  while (!isTaken) {
    const click = await target.evaluateHandle(
      ({ ownerDocument: { defaultView } }, takers) => {
        const watched = {
          isTaken: false,
          stop: (): void => {
            defaultView?.removeEventListener('click', watch, true);
          },
        };
        const watch = ({ target: reached }: Event): void => {
          watched.isTaken = (reached as Element).closest(takers) !== null;
        };
        defaultView?.addEventListener('click', watch, true);
        return watched;
      },
      kind,
      limit,
    );
    await target.click({ modifiers, ...limit });
    isTaken = await click
      .evaluate((watched) => {
        watched.stop();
        return watched.isTaken;
      })
      .catch(() => true);
    await click.dispose().catch(() => undefined);
  }
}
