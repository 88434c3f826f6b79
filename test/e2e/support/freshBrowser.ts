// The browser of a run: each editor finds it as new, but for what the browser has loaded and compiled.

import type { BrowserContext, Page } from 'playwright-core';

export class FreshBrowser {
  readonly #context: BrowserContext;
  /** Stays open, and empty: the browser ends with its last page. */
  readonly #own: Page;

  /** @param context with a profile on the disk, just started. */
  constructor(context: BrowserContext) {
    const [own] = context.pages();
    if (own === undefined) throw new Error('The browser came without a page.');
    this.#context = context;
    this.#own = own;
  }

  get tracing(): BrowserContext['tracing'] {
    return this.#context.tracing;
  }

  /** The pages of the editor. */
  pages(): Page[] {
    return this.#context.pages().filter((page) => page !== this.#own);
  }

  async openPage(): Promise<Page> {
    return this.#context.newPage();
  }

  /** Closes all pages of the editor and forgets what they stored, secrets included. */
  async forget(origin: string): Promise<void> {
    await Promise.all(this.pages().map((page) => page.close()));
    const session = await this.#context.newCDPSession(this.#own);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
