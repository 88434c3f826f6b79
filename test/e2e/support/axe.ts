// What axe finds in the page of the visible tab.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { EditorWindow } from './editorWindow.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };

export interface Asked {
  /** Of several pages in sight, the last one. */
  readonly page?: 'last';
  /** Of all rules, those about colours. */
  readonly about?: 'colours';
}

/** A line each. */
export async function violations({ page }: EditorWindow, { page: which, about }: Asked = {}): Promise<string[]> {
  const pages = page.locator('iframe.webview.ready >> visible=true');
  const element = await (which === undefined ? pages : pages.last()).elementHandle();
  const frame = (await (await element.contentFrame())!.waitForSelector('#active-frame')).contentFrame();
  const content = (await frame)!;
  // The page's own policy lets no script in: by the debugger it is no part of the page.
  await content.evaluate(axeSource);
  const { violations: found } = await content.evaluate((options) => axe.run(document, options), {
    resultTypes: ['violations'],
    ...(about && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
  } satisfies RunOptions);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
  );
}
