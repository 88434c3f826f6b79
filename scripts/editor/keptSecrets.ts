// Secrets that outlive a window's reload, for the bare server: it gives out no key for them.

import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * The key of one editor, for all its windows: in the page, because a window whose requests are intercepted keeps no
 * cache.
 */
export function keptSecrets(): (page: Page) => Promise<void> {
  const key = [...randomBytes(32)];
  return async (page) => {
    await page.addInitScript((bytes) => {
      const { fetch } = globalThis;
      globalThis.fetch = (resource, options) =>
        typeof resource === 'string' && resource.endsWith('/mint-key')
          ? Promise.resolve(new Response(Uint8Array.from(bytes)))
          : fetch(resource, options);
    }, key);
  };
}
