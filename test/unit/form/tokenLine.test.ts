// The token of a form: hidden but for a while, and what is done with it on one line.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { SENT, formPages } from '../../support/page/formPage.ts';

describe('The token of a form', () => {
  const open = formPages();
  const token = SENT.token!;

  it('has its next step until it is deployed', async () => {
    const form = await open({
      state: {
        token: { ...token, nextStep: 'Previous token kept' },
        actions: ['send', 'copyToken', 'rotateToken', 'copyPreviousToken', 'markAsDeployed'],
      },
    });
    const { page } = form;
    const region = page.screen.getByRole('region', { name: 'Token' });
    assert.equal(
      page.words(region),
      'Token •••••• Copy Reveal Rotate… Received 12 May Previous token kept Copy Mark as Deployed…',
    );
    const buttons = ['Copy Token', 'Rotate Token', 'Copy Previous Token', 'Mark as Deployed…'].map((name) =>
      page.screen.getByRole('button', { name }),
    );
    for (const { ariaLabel, title } of buttons.slice(0, 3)) assert.equal(ariaLabel, title);
    assert.equal(buttons[3]?.title, 'Deploy the new token first. The previous one is then deleted from this machine.');
    for (const button of buttons) await page.person.click(button);
    await page.settled();
    assert.deepEqual(
      page.askedFor('run').map(({ action }) => action),
      ['copyToken', 'rotateToken', 'copyPreviousToken', 'markAsDeployed'],
    );
    await form.becomes({ token, actions: ['send', 'copyToken', 'rotateToken'] });
    assert.equal(page.words(region), 'Token •••••• Copy Reveal Rotate… Received 12 May');
  });

  it('that cannot be read can be neither copied nor shown, and one that is not there has no line', async () => {
    const form = await open({
      state: { token: { words: 'Not fetched', isReadable: false }, actions: ['resolveRotation'] },
    });
    const region = form.page.screen.getByRole('region', { name: 'Token' });
    assert.equal(form.page.words(region), 'Token Resolve Rotation… Not fetched');
    await form.becomes({ token: undefined });
    assert.equal(form.page.screen.queryByRole('region', { name: 'Token' }), null);
  });

  it('is hidden again after half a minute, and by whatever turns away from it', async () => {
    const { page } = await open({ answers: { revealToken: () => ({ token: 'a-secret' }) } });
    const isShown = (): boolean => page.words().includes('a-secret');
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      await page.person.click(page.screen.getByRole('button', { name: 'Reveal' }));
      await page.settled();
      assert.equal(isShown(), true);
      mock.timers.tick(29_999);
      await page.settled();
      assert.equal(isShown(), true);
      mock.timers.tick(1);
      await page.settled();
      assert.equal(isShown(), false);
    } finally {
      mock.timers.reset();
    }
    const turns: readonly (() => void)[] = [
      () => window.dispatchEvent(new window.Event('blur')),
      () => window.dispatchEvent(new window.Event('pagehide')),
      () => document.dispatchEvent(new window.Event('visibilitychange')),
    ];
    for (const turn of turns) {
      await page.person.click(page.screen.getByRole('button', { name: 'Reveal' }));
      await page.settled();
      assert.equal(isShown(), true);
      turn();
      await page.settled();
      assert.equal(isShown(), false);
    }
  });

  it('stays hidden when it was hidden before it came, and when its group has none any more', async () => {
    const answer = Promise.withResolvers<{ readonly token: string }>();
    const form = await open({ answers: { revealToken: () => answer.promise } });
    const { page } = form;
    await page.person.click(page.screen.getByRole('button', { name: 'Reveal' }));
    window.dispatchEvent(new window.Event('blur'));
    answer.resolve({ token: 'a-secret' });
    await page.settled();
    assert.doesNotMatch(page.words(), /a-secret/);
    await page.person.click(page.screen.getByRole('button', { name: 'Reveal' }));
    await page.settled();
    assert.match(page.words(), /a-secret/);
    await form.becomes({ token: undefined });
    await form.becomes({ token });
    assert.doesNotMatch(page.words(), /a-secret/);
  });
});
