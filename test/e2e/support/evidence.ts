// What a failed test leaves: a screenshot of each window, and in words what stood in it and whether its extensions ran,
// for whoever has the output alone.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { cache } from '../../../scripts/editor/folders.ts';
import { RERUN } from '../../../scripts/test/rerun.ts';

const inSight = {
  question: '.monaco-dialog-box',
  box: '.quick-input-widget',
  notification: '.notification-list-item',
  tab: '.tab.active',
  unsaved: '.tab.dirty',
  row: '.part.sidebar [role=treeitem]',
  status: '.part.statusbar .statusbar-item',
};
const longest = 300;

export interface FailedTest {
  readonly title: string;
  readonly error?: Error;
}

export function failedTest(test: Mocha.Test | undefined): FailedTest | undefined {
  return test?.state === 'failed' ? { title: test.fullTitle(), ...(test.err && { error: test.err }) } : undefined;
}

/**
 * Keeps screenshots in a folder under .cache/failures, which it resolves with, and adds to the error what was in sight
 * and how busy these processes were.
 */
export async function keepEvidence(
  { title, error }: FailedTest,
  pages: readonly Page[],
  extensionHosts: readonly number[],
): Promise<string> {
  const folder = join(
    cache,
    'failures',
    title.replaceAll(/[^\w -]+/g, '_') + (process.env[RERUN] === undefined ? '' : ' (run again)'),
  );
  mkdirSync(folder, { recursive: true });
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: join(folder, `window-${index + 1}.png`) });
    if (error !== undefined) error.message += `\nIn sight in window ${index + 1}: ${await wordsIn(page)}`;
  }
  if (error !== undefined) for (const pid of extensionHosts) error.message += `\nExtension host: ${await stateOf(pid)}`;
  return folder;
}

/** Its state as the system calls it, and how much of a core it took: one that hangs takes all of it or nothing. */
async function stateOf(pid: number): Promise<string> {
  const TICKS_A_SECOND = 100;
  const look = (): { state: string | undefined; ticks: number } => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state: fields[0], ticks: Number(fields[11]) + Number(fields[12]) };
  };
  try {
    const before = look();
    await wait(1000);
    const { state, ticks } = look();
    return `${state}, ${Math.round(((ticks - before.ticks) / TICKS_A_SECOND) * 100)} % of a core`;
  } catch {
    return 'not known';
  }
}

async function wordsIn(page: Page): Promise<string> {
  const parts: string[] = [];
  for (const [name, selector] of Object.entries(inSight)) {
    const texts = (await page.locator(`${selector} >> visible=true`).allInnerTexts())
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== '');
    if (texts.length > 0) parts.push(`${name}: ${texts.join(' | ').slice(0, longest)}`);
  }
  return [...parts, `focus: ${await focusIn(page)}`].join('; ');
}

/** The element in the window that has the focus, and in turn within each frame that has it. */
async function focusIn(page: Page): Promise<string> {
  const focused = await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(() => {
          const { activeElement } = document;
          return document.hasFocus()
            ? `${activeElement?.tagName.toLowerCase() ?? 'nothing'}.${activeElement?.className ?? ''}#${activeElement?.id ?? ''}`
            : '';
        })
        .catch(() => ''),
    ),
  );
  return focused.filter((element) => element !== '').join(' > ') || 'nowhere';
}
