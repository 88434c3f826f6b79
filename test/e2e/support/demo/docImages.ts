// The pictures that documents show, taken from a demonstration: a moving one of the main job, and still ones.

import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../../../scripts/editor/folders.ts';
import { filmOf } from './film.ts';
import type { Size } from './room.ts';

const FOLDER = join(root, 'docs/images');
const FILM = join(FOLDER, 'main-job.png');
const MOST_FILM_BYTES = 2_000_000;

/** What each is called there → the picture of the demonstration. */
const STILLS = {
  list: 'list',
  form: 'overview',
  table: 'table',
  problems: 'problems',
  compare: 'difference',
  rotated: 'rotated',
  find: 'find',
  check: 'check',
  history: 'history',
  bulk: 'bulk',
  production: 'production-light',
  narrow: 'narrow',
  'high-contrast': 'high-contrast',
} as const;

/** `pictures`: the files of a demonstration by their names. `page`: one to draw on. */
export async function writeDocImages(pictures: ReadonlyMap<string, string>, page: Page, size: Size): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, shown] of Object.entries(STILLS)) {
    const picture = pictures.get(shown);
    if (picture === undefined) throw new Error(`The demonstration has no picture ${shown}.`);
    copyFileSync(picture, join(FOLDER, `${name}.png`));
  }
  writeFileSync(FILM, await filmOf(pictures, page, size));
  const { size: bytes } = statSync(FILM);
  console.log(`\n${relative(root, FILM)}: ${Math.round(bytes / 1000)} KB`);
  if (bytes > MOST_FILM_BYTES) throw new Error('The moving picture is too large for a page.');
}
