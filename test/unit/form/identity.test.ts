// Name and id of a group: edited where they stand, and what is to be said of them.

import assert from 'node:assert/strict';
import { formPages, NEW, type FormPageInTest } from '../../support/page/formPage.ts';

describe('The name and the ID of a form', () => {
  const open = formPages();
  const box = ({ page }: FormPageInTest, name: string): HTMLInputElement => page.screen.getByRole('textbox', { name });
  const described = (input: HTMLInputElement): string[] =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent.trim() ?? '');

  it('are edited where they stand, and follow what changes elsewhere with the cursor in place', async () => {
    const form = await open({ document: '{"user_group_id": "acme", "name": "Acme"}' });
    const name = box(form, 'Name');
    name.focus();
    name.setSelectionRange(4, 4);
    await form.changesElsewhere({ from: 35, to: 35, insert: 'The ' });
    assert.deepEqual([name.value, name.selectionStart], ['The Acme', 8]);
    await form.page.person.keyboard('!');
    assert.equal(form.text, '{"user_group_id": "acme", "name": "The Acme!"}');
  });

  it('propose an ID made of the name, which Enter takes, as long as there is none', async () => {
    const form = await open({ document: { user_group_id: '', name: '' }, state: NEW });
    await form.page.person.type(box(form, 'Name'), 'Acme Europe');
    await form.page.settled();
    const use = form.page.screen.getByRole('button', { name: 'Use "acme-europe"' });
    await form.page.person.click(use);
    await form.page.settled();
    assert.equal(document.activeElement, box(form, 'User group ID'));
    assert.match(form.text, /"user_group_id": "acme-europe"/);
    assert.equal(form.page.screen.queryByRole('button', { name: /^Use/ }), null);
    await form.page.person.clear(box(form, 'User group ID'));
    await form.page.settled();
    await form.page.person.keyboard('{Enter}');
    assert.match(form.text, /"user_group_id": "acme-europe"/);
  });

  it('ask for an ID when a group without one is sent, and send nothing', async () => {
    const form = await open({ document: { user_group_id: '', name: 'Acme' }, state: NEW });
    assert.deepEqual(described(box(form, 'User group ID')), ['']);
    await form.page.person.keyboard('{Control>}{Enter}{/Control}');
    const id = box(form, 'User group ID');
    assert.deepEqual([document.activeElement === id, id.ariaInvalid, described(id)], [true, 'true', ['Enter an ID.']]);
    assert.deepEqual(form.page.askedFor('run'), []);
  });

  it('say what cannot be seen in them, and what looks like something else', async () => {
    const form = await open({ document: { user_group_id: 'acme\u200B', name: 'Аcme' } });
    assert.deepEqual(
      ['Name', 'User group ID'].map((name) => described(box(form, name))),
      [['Contains characters that look like others: А (U+0410)'], ['Contains invisible characters: acme\\u{200B}']],
    );
  });

  it('say in their place why there is nothing in them', async () => {
    const placeholders = async (text: string): Promise<unknown[]> => {
      const form = await open({ document: text });
      const shown = ['Name', 'User group ID'].map((name) => [box(form, name).placeholder, box(form, name).readOnly]);
      form.page.close();
      return shown;
    };
    assert.deepEqual(await placeholders('{"user_group_id": ""}'), [
      ['Name is not in the document and is not sent.', false],
      ['ID', true],
    ]);
    assert.deepEqual(await placeholders('{"user_group_id": "acme", "name": 5}'), [
      ['Unsupported value. Edit as JSON.', true],
      ['ID', true],
    ]);
    assert.deepEqual(await placeholders('{"user_group_id": "acme", oops'), [
      ['Not readable until the JSON is valid.', true],
      ['ID', true],
    ]);
  });
});

describe('The focus of a form that opens', () => {
  const open = formPages();
  const focusOf = async (document_: Readonly<Record<string, unknown>>, view?: 'json'): Promise<string | undefined> => {
    const form = await open({
      document: { user_group_id: 'acme', name: 'Acme', ...document_ },
      hasArrived: true,
      memory: view && { mappingView: view },
    });
    const { activeElement } = document;
    const found = activeElement?.ariaLabel ?? activeElement?.id;
    form.page.close();
    return found;
  };

  it('is where the mapping of a group that was just created begins', async () => {
    assert.equal(await focusOf({ mapping: { 40: '213' } }), 'Schema ID, row 1');
    assert.equal(await focusOf({ mapping: {} }), 'add-row');
    assert.equal(await focusOf({}), 'mapping-add');
    assert.equal(await focusOf({ mapping: {} }, 'json'), 'Mapping');
  });

  it('is nowhere in a group that is only looked at', async () => {
    await open();
    assert.equal(document.activeElement, document.body);
  });
});
