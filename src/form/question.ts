// A question asked in the page, in a dialog of the browser's own: focus stays in it, Escape declines, and focus
// returns.

import * as l10n from '@vscode/l10n';
import { html, render } from 'lit-html';

export interface PageQuestion {
  /** Paragraphs. */
  readonly words: readonly string[];
  /** What agreeing does: "Set Mapping". */
  readonly agree: string;
}

/** Whether the person agreed. */
export function askInPage({ words, agree }: PageQuestion): Promise<boolean> {
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  dialog.className = 'question';
  dialog.setAttribute('aria-labelledby', 'question-words');
  render(
    html`
      <div id="question-words">${words.map((paragraph) => html`<p>${paragraph}</p>`)}</div>
      <div class="buttons">
        <button type="button" @click=${() => dialog.close('agreed')}>${agree}</button>
        <button type="button" autofocus @click=${() => dialog.close('')}>${l10n.t('Cancel')}</button>
      </div>
    `,
    dialog,
  );
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(dialog.returnValue === 'agreed');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
