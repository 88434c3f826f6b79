// How a page begins: in the place of what was shown meanwhile, and with why there is nothing where that is so.

import '../../support/page/dom.ts';
import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { useLanguage } from '../../../src/core/language.ts';
import { beginPage } from '../../../src/webview/beginPage.ts';

describe('A page that begins', () => {
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  beforeEach(() => {
    document.body.innerHTML = '<main class="waiting">Loading…</main>';
  });
  afterEach(() => {
    document.body.replaceChildren();
    delete document.body.dataset.texts;
    useLanguage('en', undefined);
  });

  it('takes the place of what was shown, and not before it has come', async () => {
    const start = Promise.withResolvers<string>();
    beginPage(start.promise, (text, root) => {
      root.textContent = text;
    });
    assert.equal(document.body.innerHTML, '<main class="waiting">Loading…</main>');
    start.resolve('Here it is.');
    await settled();
    assert.equal(document.body.innerHTML, '<main>Here it is.</main>');
  });

  for (const [what, failure] of [
    ['a failure', new Error('No such group.')],
    ['anything else', 'No such group.'],
  ] as const)
    it(`says that it cannot, of ${what}`, async () => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      beginPage(Promise.reject(failure), () => assert.fail('There is nothing to begin with'));
      await settled();
      assert.equal(document.body.innerHTML, '<main><p class="notice" role="alert">No such group.</p></main>');
    });

  it('speaks the language of its host', async () => {
    document.body.dataset.texts = JSON.stringify({ Name: 'Bezeichnung' });
    beginPage(Promise.resolve(), (_start, root) => {
      root.textContent = l10n.t('Name');
    });
    await settled();
    assert.equal(document.body.textContent, 'Bezeichnung');
  });
});
