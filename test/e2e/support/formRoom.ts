// How much room the page of a form has: what the user sees at a zoom of 200 %, or on a phone.

import { comesToBe } from './comesToBe.ts';
import type { EditorWindow } from './editorWindow.ts';

/** Makes the window so wide that the page has this many pixels. */
export async function roomOf(window: EditorWindow, width: number, height = 720): Promise<void> {
  const { page, form } = window;
  const around = page.viewportSize()!.width - (await widths(window))[1];
  await page.setViewportSize({ width: width + around, height });
  await comesToBe(async () => (await widths(window))[1], width);
  await form.frame.locator('body').evaluate(() => new Promise(requestAnimationFrame));
}

/** Pixels that the page's content takes, and that it has. */
export function widths({ form }: EditorWindow): Promise<readonly [content: number, room: number]> {
  return form.frame
    .locator('body')
    .evaluate(({ ownerDocument: { documentElement } }) => [documentElement.scrollWidth, documentElement.clientWidth]);
}
