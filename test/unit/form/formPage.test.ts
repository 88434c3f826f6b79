// The form's page in a document without layout: what it draws, what it asks of its host, and what becomes of the text.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { formPages, NEW, type FormPageInTest } from '../../support/page/formPage.ts';

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

  it('does what is asked of it when the document has all that was typed', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const form = await open();
    const { page } = form;
    const push = page.answers.push!;
    page.answers.push = async (update) => {
      await arrived.promise;
      return push(update);
    };
    await page.person.type(page.screen.getByRole('textbox', { name: 'Name' }), '!');
    await page.person.click(page.screen.getByRole('button', { name: 'Open as JSON' }));
    await page.report('flush', { flush: 7 });
    assert.deepEqual([page.askedFor('run'), page.askedFor('flushed')], [[], []]);
    arrived.resolve(undefined);
    await page.settled();
    assert.deepEqual([page.askedFor('run'), page.askedFor('flushed')], [[{ action: 'openAsText' }], [{ flush: 7 }]]);
  });

  it('does not send what is being sent, and can send again what failed', async () => {
    const form = await open({ state: { isBusy: true }, answers: { run: () => Promise.reject(new Error('Locked.')) } });
    const { page } = form;
    await page.person.keyboard('{Control>}{Enter}{/Control}');
    assert.deepEqual(page.askedFor('run'), []);
    await form.becomes({ isBusy: false });
    for (const times of [1, 2]) {
      await page.person.keyboard('{Control>}{Enter}{/Control}');
      await page.settled();
      assert.deepEqual([page.askedFor('run').length, page.words(page.screen.getByRole('alert'))], [times, 'Locked.']);
    }
  });

  it('comes back where it was scrolled to, in the view and with the focus that it had', async () => {
    const scrolled = mock.method(window, 'scrollTo', () => undefined);
    const memory = { mappingView: 'json', scrollTop: 120, focus: 'name', editors: {} };
    const { page } = await open({ memory });
    assert.deepEqual(scrolled.mock.calls[0]?.arguments, [0, 120]);
    scrolled.mock.restore();
    assert.equal(document.activeElement?.id, 'name');
    window.dispatchEvent(new window.Event('pagehide'));
    const { mappingView, scrollTop, focus } = page.memory as typeof memory;
    assert.deepEqual([mappingView, scrollTop, focus], ['json', 0, 'name']);
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

describe('The text of a form', () => {
  const open = formPages();

  it('is undone and redone by the host, and the focus goes to what changed', async () => {
    const form = await open();
    const { page } = form;
    const at = form.text.indexOf('trial');
    page.answers.undo = () => {
      void form.changesElsewhere({ from: at, to: at + 5, insert: 'team' });
      return undefined;
    };
    page.screen.getByRole('textbox', { name: 'Name' }).focus();
    await page.person.keyboard('{Control>}z{/Control}');
    await page.settled();
    assert.deepEqual([document.activeElement?.id, page.askedFor('undo').length], ['properties-editor', 1]);
    const name = form.text.indexOf('Acme"');
    page.answers.redo = () => {
      void form.changesElsewhere({ from: name, to: name, insert: 'The ' });
      return undefined;
    };
    await page.person.keyboard('{Control>}y{/Control}');
    await page.settled();
    assert.equal(document.activeElement?.id, 'name');
    await page.person.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await page.settled();
    assert.equal(page.askedFor('redo').length, 2);
  });

  it('is not undone while it is sent', async () => {
    const { page } = await open({ state: { isBusy: true } });
    page.screen.getByRole('textbox', { name: 'Name' }).focus();
    await page.person.keyboard('{Control>}z{/Control}');
    assert.deepEqual(page.askedFor('undo'), []);
  });

  it('is all there when the host asks for it, and when a user turns away', async () => {
    const { page } = await open();
    await page.report('flush', { flush: 7 });
    assert.deepEqual(page.askedFor('flushed'), [{ flush: 7 }]);
    window.dispatchEvent(new window.Event('blur'));
    await page.settled();
    assert.equal(page.askedFor('rest').length, 1);
  });

  it('has no problems of a new group in which nobody has typed, until it is sent', async () => {
    const problems = [{ severity: 'warning', message: 'The mapping is empty.', from: 10, to: 12 }] as const;
    const form = await open({
      state: { ...NEW, hasChanges: false },
      problems,
      document: { user_group_id: 'a', name: '' },
    });
    const count = (): number => form.page.screen.queryAllByText('The mapping is empty.').length;
    assert.equal(count(), 0);
    await form.page.person.keyboard('{Control>}{Enter}{/Control}');
    await form.page.settled();
    assert.equal(count(), 1);
  });

  it('is neither typed into nor undone while it moves to another connection', async () => {
    const over = Promise.withResolvers<undefined>();
    const form = await open({ state: NEW, answers: { chooseConnection: () => over.promise } });
    const isReadOnly = (): boolean => form.page.screen.getByRole('textbox', { name: 'Name' }).hasAttribute('readonly');
    await form.page.person.click(form.page.screen.getByRole('button', { name: /^Connection/ }));
    await form.page.person.click(form.page.screen.getByRole('menuitemradio', { name: /^production/ }));
    assert.equal(isReadOnly(), true);
    await form.page.person.keyboard('{Control>}z{/Control}');
    assert.deepEqual(form.page.askedFor('undo'), []);
    over.resolve(undefined);
    await form.page.settled();
    assert.equal(isReadOnly(), false);
  });
});

describe('What a form says of the last request', () => {
  const open = formPages();
  const region = ({ page }: FormPageInTest): HTMLElement | null =>
    page.screen.queryByRole('region', { name: 'Last request' });

  it('is what the service answered otherwise, with a way to compare', async () => {
    const form = await open({
      state: { lastRequest: { differences: ['name: "A" → "B"'] }, actions: ['send', 'compareWithAnswered'] },
    });
    assert.match(
      form.page.words(region(form)!),
      /The response differs from the request\. name: "A" → "B" Compare with/,
    );
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Compare with Service Response' }));
    await form.page.settled();
    assert.deepEqual(form.page.askedFor('run'), [{ action: 'compareWithAnswered' }]);
  });
});
