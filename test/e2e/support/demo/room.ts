// The window in another size for a while, without its side bar: two columns in a wide one, one in a narrow one.

import type { EditorWindow } from '../editorWindow.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const usual: Size = { width: 1280, height: 800 };
export const wide: Size = { width: 1280, height: 740 };
export const narrow: Size = { width: 480, height: 1120 };

/** All is as before when `show` is done. */
export async function withRoom({ palette, page }: EditorWindow, size: Size, show: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  await palette.run('View: Toggle Primary Side Bar Visibility');
  await page.setViewportSize(size);
  await show();
  if (before !== null) await page.setViewportSize(before);
  await palette.run('View: Toggle Primary Side Bar Visibility');
}
