// How every page begins: with what the host sends it, or with why there is nothing to show.

import { useLanguage } from '../core/language.ts';

export function beginPage<Start>(received: Promise<Start>, begin: (start: Start, root: HTMLElement) => void): void {
  useLanguage(document.documentElement.lang, document.body.dataset.texts);
  const root = document.createElement('main');
  /** In the place of what was shown meanwhile. */
  const open = (): void => {
    document.querySelector('main')?.remove();
    document.body.append(root);
  };
  received.then(
    (start) => {
      open();
      begin(start, root);
    },
    (error: unknown) => {
      open();
      const notice = document.createElement('p');
      notice.className = 'notice';
      notice.setAttribute('role', 'alert');
      notice.textContent = error instanceof Error ? error.message : String(error);
      root.append(notice);
    },
  );
}
