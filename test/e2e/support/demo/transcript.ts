// What a demonstration tells while it goes on: each step in a sentence, its picture, and every request with its answer.

import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../../../scripts/editor/folders.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange.ts';

export class Transcript {
  readonly #pictures: string;
  readonly #exchanges: readonly SandboxExchange[];
  #steps = 0;
  #told = 0;

  /** Pictures go into `folder`, which is emptied first; `exchanges` grows while the demonstration goes on. */
  constructor(folder: string, exchanges: readonly SandboxExchange[]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.#pictures = folder;
    this.#exchanges = exchanges;
  }

  /** Tells that `what` was done, then what went over the wire for it, and keeps the page as a picture of this name. */
  async step(what: string, page: Page, picture: string): Promise<void> {
    this.#steps += 1;
    const number = String(this.#steps).padStart(2, '0');
    const file = join(this.#pictures, `${number}-${picture}.png`);
    console.log(`\n${number}  ${what}`);
    for (const exchange of this.#exchanges.slice(this.#told)) console.log(indented(told(exchange)));
    this.#told = this.#exchanges.length;
    // Out of the way, so that no hover hides what the picture is for.
    await page.mouse.move(0, 0);
    await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
    await page.screenshot({ path: file });
    console.log(`    ${relative(root, file)}`);
  }
}

/** Secrets are masked by the sandbox already. */
function told({ method, path, headers, requestBody, status, answerBody }: SandboxExchange): string {
  return [
    `→ ${method} ${path}   Authorization: ${headers.authorization ?? 'none'}`, indented(requestBody),
    `← ${status ?? 'no answer'}`, indented(answerBody ?? ''),
  ].join('\n');
}

function indented(text: string): string {
  return text.trimEnd().split('\n').map((line) => `    ${line}`).join('\n');
}
