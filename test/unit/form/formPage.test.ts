// The form's page in a document without layout: what it draws, what it asks of its host, and what becomes of the text.

import assert from 'node:assert/strict';
import { formPages } from '../../support/page/formPage.ts';

const DOCUMENT =
  '{"user_group_id": "acme",   "name": "Acme",\n"mapping": {"40": 213}, "properties": {"plan": "trial"}}';

describe('The page of the form', () => {
  const open = formPages();

  it('changes the document by what is typed, and nothing else of it', async () => {
    const form = await open({ document: DOCUMENT });
    const { person, screen } = form.page;
    await person.type(screen.getByRole('textbox', { name: 'Name' }), ' Ltd');
    await person.type(screen.getByLabelText('Data source ID, row 1'), '4');
    assert.equal(form.text, DOCUMENT.replace('Acme"', 'Acme Ltd"').replace('213', '2134'));
  });

  it('sends by its button and its key, once until that is over', async () => {
    const over = Promise.withResolvers<undefined>();
    const { page } = await open({ answers: { run: () => over.promise } });
    await page.person.click(page.screen.getByRole('button', { name: 'Update on staging' }));
    await page.person.keyboard('{Control>}{Enter}{/Control}');
    await page.settled();
    assert.deepEqual(page.askedFor('run'), [{ action: 'send' }]);
    assert.equal(page.screen.getByRole('textbox', { name: 'Name' }).hasAttribute('readonly'), true);
    over.resolve(undefined);
    await page.settled();
    await page.person.keyboard('{Control>}{Enter}{/Control}');
    assert.equal(page.askedFor('run').length, 2);
  });

  it('shows a token for a while, and only where it is asked to', async () => {
    const { page } = await open({ answers: { revealToken: () => ({ token: 'a-secret' }) } });
    assert.doesNotMatch(page.words(), /a-secret/);
    await page.person.click(page.screen.getByRole('button', { name: 'Reveal' }));
    await page.settled();
    assert.match(page.words(), /Token •+ Copy Hide Rotate… Stored locally, received 12 May a-secret$/);
    window.dispatchEvent(new window.Event('blur'));
    await page.settled();
    assert.match(page.words(), /Token •+ Copy Reveal Rotate… Stored locally, received 12 May$/);
  });

  it('says what failed, until something is typed', async () => {
    const { page } = await open({ answers: { revealToken: () => Promise.reject(new Error('No token is known.')) } });
    await page.person.click(page.screen.getByRole('button', { name: 'Reveal' }));
    await page.settled();
    assert.equal(page.words(page.screen.getByRole('alert')), 'No token is known.');
    await page.person.type(page.screen.getByRole('textbox', { name: 'Name' }), '!');
    await page.settled();
    assert.equal(page.words(page.screen.getByRole('alert')), '');
  });
});
