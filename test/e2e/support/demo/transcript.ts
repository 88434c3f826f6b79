// What a demonstration prints: each step in a sentence, its picture, and every request with its answer.

import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../../../scripts/editor/folders.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange.ts';
import type { Service } from '../service.ts';

export interface TranscriptOptions {
  /** Where pictures go; emptied first. */
  readonly folder: string;
  /** Notified of by what was asked of them. */
  readonly services: readonly Pick<Service, 'exchanges'>[];
}

export class Transcript {
  readonly #options: TranscriptOptions;
  readonly #exchangeText = new Map<Pick<Service, 'exchanges'>, number>();
  /** Their files by their names. */
  readonly pictures = new Map<string, string>();

  constructor(options: TranscriptOptions) {
    this.#options = options;
    rmSync(options.folder, { recursive: true, force: true });
    mkdirSync(options.folder, { recursive: true });
  }

  /** Says that `what` was done, then what went over the wire for it, and keeps the page as a picture of this name. */
  async step(what: string, page: Page, picture: string): Promise<void> {
    const number = String(this.pictures.size + 1).padStart(2, '0');
    const file = join(this.#options.folder, `${number}-${picture}.png`);
    console.log(`\n${number}  ${what}`);
    for (const exchange of this.#untold()) console.log(indented(exchangeText(exchange)));
    await takePicture(page, file);
    this.pictures.set(picture, file);
    console.log(`    ${relative(root, file)}`);
  }

  #untold(): SandboxExchange[] {
    return this.#options.services.flatMap((service) => {
      const { exchanges } = service;
      const from = this.#exchangeText.get(service) ?? 0;
      this.#exchangeText.set(service, exchanges.length);
      return exchanges.slice(from);
    });
  }
}

/**
 * Without what passes by: hovers, toasts that fade in and out, bars of progress, boxes that are still being moved to
 * their place.
 */
async function takePicture(page: Page, path: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
  await page.locator('.monaco-progress-container.active:visible').first().waitFor({ state: 'hidden' });
  await page.screenshot({ path, animations: 'disabled', style: '.notifications-toasts { display: none !important; }' });
}

/** Secrets are masked by the sandbox already. */
function exchangeText({ method, path, headers, requestBody, status, answerBody }: SandboxExchange): string {
  return [
    `→ ${method} ${path}   Authorization: ${headers.authorization ?? 'none'}`,
    indented(requestBody),
    `← ${status ?? 'no answer'}`,
    indented(answerBody ?? ''),
  ].join('\n');
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
