// The moving picture of the main job: some pictures of a demonstration, each for a while, with a line below it.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { animatedPng, type Frame } from './animatedPng.ts';
import type { Size } from './room.ts';

/** In their order: a picture of the demonstration, how long it is shown, the line below it. */
const SCENES = [
  ['list', 2_000, 'Each customer has a user group'],
  ['new-name', 1_500, 'Create one with a name, an ID …'],
  ['new', 2_500, '… a mapping and properties'],
  ['created', 2_500, 'Ctrl+Enter creates it. Its token is saved'],
  ['overview', 3_000, 'Save a change to keep it as a draft'],
  ['updated', 2_500, 'Update sends the draft'],
  ['rotation-question', 2_500, 'Rotate its token'],
  ['rotated', 2_500, 'The new token is saved. You can still copy the previous one'],
  ['copied', 3_500, 'Copy the token into your product'],
] as const;

const LINE_HEIGHT = 48;

/** `pictures`: the files of a demonstration by their names, each of this size. `page`: one to draw on. */
export async function filmOf(pictures: ReadonlyMap<string, string>, page: Page, size: Size): Promise<Buffer> {
  await page.setViewportSize({ width: size.width, height: size.height + LINE_HEIGHT });
  const frames: Frame[] = [];
  let before: string | undefined;
  for (const [name, milliseconds, line] of SCENES) {
    const picture = pictures.get(name);
    if (picture === undefined) throw new Error(`The demonstration has no picture ${name}.`);
    await page.setContent(scene(readFileSync(picture).toString('base64'), line));
    const whole = await page.screenshot();
    const after = whole.toString('base64');
    const clip = before === undefined ? undefined : await page.evaluate(changedPart, [before, after] as const);
    frames.push({
      picture: clip === undefined ? whole : await page.screenshot({ clip }),
      x: clip?.x ?? 0,
      y: clip?.y ?? 0,
      milliseconds,
    });
    before = after;
  }
  return animatedPng(frames);
}

function scene(picture: string, line: string): string {
  const style = `margin: 0; background: #12343b; color: #fff; font: 20px/${LINE_HEIGHT}px sans-serif; text-align: center`;
  return `<body style="${style}"><img src="data:image/png;base64,${picture}" style="display: block">${line}</body>`;
}

/** Runs in a page. The smallest rectangle that holds all pixels in which two PNGs of the same size differ. */
async function changedPart(pictures: readonly string[]): Promise<Size & { readonly x: number; readonly y: number }> {
  const pixelsOf = async (picture: string): Promise<ImageData> => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${picture}` });
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (context === null) throw new Error('The page cannot draw.');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [before, after] = await Promise.all(pictures.map(pixelsOf));
  if (before === undefined || after === undefined) throw new Error('Two pictures are compared.');
  const { width, height } = after;
  const [old, now] = [before, after].map(({ data }) => new Uint32Array(data.buffer));
  let [left, top, right, bottom] = [width - 1, height - 1, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if (old?.[at] === now?.[at]) continue;
    left = Math.min(left, at % width);
    right = Math.max(right, at % width);
    top = Math.min(top, Math.floor(at / width));
    bottom = Math.max(bottom, Math.floor(at / width));
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
