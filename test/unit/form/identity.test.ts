// Name and id of a group: edited where they stand, and what is to be said of them.

import assert from 'node:assert/strict';
import { formPages, NEW, type FormPageInTest } from '../../support/page/formPage.ts';
import { endComposition } from '../../support/page/composition.ts';

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
    assert.equal(document.activeElement, box(form, 'ID'));
    assert.match(form.text, /"user_group_id": "acme-europe"/);
    assert.equal(form.page.screen.queryByRole('button', { name: /^Use/ }), null);
    await form.page.person.clear(box(form, 'ID'));
    await form.page.settled();
    endComposition(box(form, 'ID'));
    assert.match(form.text, /"user_group_id": ""/);
    await form.page.person.keyboard('{Enter}');
    assert.match(form.text, /"user_group_id": "acme-europe"/);
  });

  it('ask for an ID when a group without one is sent, and send nothing', async () => {
    const form = await open({ document: { user_group_id: '', name: 'Acme' }, state: NEW });
    assert.deepEqual(described(box(form, 'ID')), ['']);
    await form.page.person.keyboard('{Control>}{Enter}{/Control}');
    const id = box(form, 'ID');
    assert.deepEqual([document.activeElement === id, id.ariaInvalid, described(id)], [true, 'true', ['Enter an ID.']]);
    assert.deepEqual(form.page.askedFor('run'), []);
  });

  it('say in their place why there is nothing in them', async () => {
    const placeholders = async (text: string): Promise<unknown[]> => {
      const form = await open({ document: text });
      const shown = ['Name', 'ID'].map((name) => [box(form, name).placeholder, box(form, name).readOnly]);
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

describe('The box of a name or an ID', () => {
  const open = formPages();

  it('has its caption, and text, name and place of a text box', async () => {
    const form = await open({ state: NEW });
    const said = ['Name', 'ID'].map((name) => {
      const box = form.page.screen.getByRole<HTMLInputElement>('textbox', { name });
      return [box.id, box.labels?.[0]?.textContent, box.value, box.placeholder, box.title, box.readOnly];
    });
    assert.deepEqual(said, [
      ['name', 'Name', 'Acme', 'Name', '', false],
      ['user_group_id', 'ID', 'acme', 'ID', 'user_group_id', false],
    ]);
    assert.equal(document.querySelector('.identity.fixed'), null);
    await form.becomes({ isIdFixed: true });
    assert.notEqual(document.querySelector('.identity.fixed'), null);
  });

  it('says in its tooltip why nothing can be typed into it', async () => {
    const form = await open({ document: '{"user_group_id": 7, "name": 5}', state: NEW });
    assert.deepEqual(
      ['Name', 'ID'].map((name) => form.page.screen.getByRole('textbox', { name }).title),
      ['Unsupported value. Edit as JSON.', 'Unsupported value. Edit as JSON.'],
    );
  });

  it('shows a warning of its text in a mark, and in words', async () => {
    await open({ document: { user_group_id: 'acme', name: 'Acme\u200B' } });
    const box = document.getElementById('name')!.closest('.boxed')!;
    const words = 'Contains invisible characters: Acme\\u{200B}';
    assert.deepEqual(
      [box.querySelector('.mark')?.getAttribute('title'), box.querySelector('.remark')?.textContent],
      [words, words],
    );
    assert.notEqual(box.querySelector('.mark .icon.warning'), null);
  });

  it('has no ID proposed for a group that exists, for a file, for one that has an ID, or of a name without letters', async () => {
    const unsent = { user_group_id: '', name: 'Acme' };
    for (const [document_, state] of [
      [unsent, {}],
      [unsent, { ...NEW, kind: 'file' }],
      [unsent, { ...NEW, isReadOnly: true }],
      [{ user_group_id: 'a', name: 'Acme' }, NEW],
      [{ name: 'Acme' }, NEW],
      [{ ...unsent, name: '!' }, NEW],
    ] as const) {
      const form = await open({ document: document_, state });
      assert.equal(form.page.screen.queryByRole('button', { name: /^Use / }), null);
      form.page.close();
    }
  });

  it('asks for an ID that the document lacks, too, but not for that of a group that exists', async () => {
    const missing = { document: { name: 'Acme' } };
    const unsent = await open({ ...missing, state: { ...NEW, actions: ['send'] } });
    await unsent.page.person.keyboard('{Control>}{Enter}{/Control}');
    assert.deepEqual([unsent.page.askedFor('run'), unsent.page.words().includes('Enter an ID.')], [[], true]);
    unsent.page.close();
    const sent = await open({ document: { user_group_id: '', name: 'Acme' } });
    await sent.page.person.keyboard('{Control>}{Enter}{/Control}');
    assert.deepEqual([sent.page.askedFor('run').length, sent.page.words().includes('Enter an ID.')], [1, false]);
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
    assert.equal(await focusOf({ mapping: [] }), '');
  });
});
