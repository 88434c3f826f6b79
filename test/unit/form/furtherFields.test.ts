// The fields that a service has beside those of the contract, in the form: each with the control of its type, and what
// that does to the text.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { formPages, type FormPageInTest } from '../../support/page/formPage.ts';
import { endComposition } from '../../support/page/composition.ts';

const CUSTOMER = { names: CUSTOMER_API.request, keepsOmitted: true };
const documentOf = (form: FormPageInTest): Record<string, unknown> => JSON.parse(form.text) as Record<string, unknown>;
const DOCUMENT = { provided_id: 'acme', name: 'Acme' };

describe('The further fields of a form', () => {
  const open = formPages();
  const box = ({ page }: FormPageInTest, name: string): HTMLInputElement =>
    page.screen.getByLabelText(name, { selector: 'input' });
  const press = async ({ page }: FormPageInTest, name: string): Promise<void> => {
    await page.person.click(page.screen.getByRole('button', { name }));
    await page.settled();
  };
  async function type(form: FormPageInTest, name: string, keys: string): Promise<void> {
    await form.page.person.type(box(form, name), keys);
    await form.page.settled();
  }

  it('stand there in their order, and say what is not sent', async () => {
    const form = await open({ document: DOCUMENT, state: CUSTOMER });
    assert.equal(
      form.page.words(form.page.screen.getByRole('region', { name: 'Other Fields' })),
      'Other Fields emails group_tags is_demo_group Not sent access_group hierarchy_level_name parent_provided_id',
    );
    assert.deepEqual(
      ['emails', 'access_group'].map((name) => box(form, name).placeholder),
      ['Not sent', 'Not sent'],
    );
    assert.equal(box(form, 'is_demo_group').indeterminate, true);
  });

  it('are put into the text, changed there, and taken out of it', async () => {
    const form = await open({ document: DOCUMENT, state: CUSTOMER });
    await type(form, 'access_group', 'Production');
    await form.page.person.click(box(form, 'is_demo_group'));
    assert.deepEqual(documentOf(form), { ...DOCUMENT, is_demo_group: true, access_group: 'Production' });
    assert.deepEqual(Object.keys(documentOf(form)), ['provided_id', 'name', 'is_demo_group', 'access_group']);
    await form.page.person.clear(box(form, 'access_group'));
    await type(form, 'access_group', 'Development');
    await form.page.person.click(box(form, 'is_demo_group'));
    assert.deepEqual(documentOf(form), { ...DOCUMENT, is_demo_group: false, access_group: 'Development' });
    await press(form, 'Remove from Document: is_demo_group');
    assert.deepEqual(documentOf(form), { ...DOCUMENT, access_group: 'Development' });
    assert.equal(document.activeElement?.id, 'further-is_demo_group');
  });

  it('take each pasted cell as an item of a list, and into a text one cell alone', async () => {
    const form = await open({ document: { ...DOCUMENT, emails: ['x'] }, state: CUSTOMER });
    const paste = async (name: string, text: string): Promise<void> => {
      await form.page.person.click(box(form, name));
      await form.page.person.paste(text);
      await form.page.settled();
    };
    await paste('emails', 'a\tb\n\nc\n');
    await paste('access_group', 'Production\n');
    assert.deepEqual(documentOf(form), { ...DOCUMENT, emails: ['x', 'a', 'b', 'c'], access_group: 'Production' });
    const { text } = form;
    for (const name of ['access_group', 'Name']) await paste(name, '386\n387\n');
    assert.equal(form.text, text);
    assert.match(form.page.words(), /The clipboard has more cells than fit here\. Copy only those that belong here\./);
  });

  it('take the items of a list one by one', async () => {
    const form = await open({ document: DOCUMENT, state: CUSTOMER });
    for (const email of ['a@acme.example', ' b"c@acme.example ']) {
      await type(form, 'emails', email);
      endComposition(box(form, 'emails'));
      assert.equal(box(form, 'emails').value, email);
      await type(form, 'emails', '{Enter}');
      assert.equal(box(form, 'emails').value, '');
    }
    assert.deepEqual(documentOf(form).emails, ['a@acme.example', ' b"c@acme.example ']);
    assert.deepEqual(
      form.page.screen.getAllByRole('listitem').map((item) => form.page.words(item)),
      ['a@acme.example', 'b"c@acme.example'],
    );
    await press(form, 'Remove "a@acme.example" from emails');
    assert.deepEqual(documentOf(form).emails, [' b"c@acme.example ']);
    await type(form, 'emails', '{Backspace}');
    assert.deepEqual(documentOf(form).emails, []);
    await type(form, 'emails', '{Enter}');
    assert.deepEqual(documentOf(form).emails, []);
  });

  it('take items faster than they are drawn, and leave those that nobody touches as they were typed', async () => {
    const text = '{\n  "provided_id": "acme",\n  "emails": [\n    "a\\u0040b",\n    "\\/x"\n  ]\n}\n';
    const form = await open({ document: text, state: CUSTOMER });
    await form.page.person.type(box(form, 'emails'), 'c{Enter}d{Enter}e{Enter}{Backspace}');
    await form.page.settled();
    assert.equal(form.text, text.replace('\\/x"', '\\/x",\n    "c",\n    "d"'));
  });

  it('do not lose all by a key that is held', async () => {
    const form = await open({ document: { ...DOCUMENT, emails: ['a', 'b'] }, state: CUSTOMER });
    box(form, 'emails').focus();
    await form.page.person.keyboard('{Backspace>3/}');
    assert.deepEqual(documentOf(form).emails, ['a']);
  });

  it('send what still stands in the box of a list', async () => {
    const form = await open({ document: { ...DOCUMENT, emails: [] }, state: CUSTOMER });
    await form.page.person.type(box(form, 'emails'), 'a@acme.example{Control>}{Enter}{/Control}');
    await form.page.settled();
    assert.deepEqual(documentOf(form).emails, ['a@acme.example']);
    assert.equal(form.page.askedFor('run').length, 1);
  });

  it('keep what is typed to their own', async () => {
    const form = await open({ document: DOCUMENT, state: CUSTOMER });
    await type(form, 'group_tags', 'vip');
    await form.becomes({
      names: { id: 'provided_id', fields: { emails: { type: 'strings' }, secrets: { type: 'strings' } } },
    });
    assert.equal(box(form, 'secrets').value, '');
  });

  it('leave a text of several lines to the text', async () => {
    const form = await open({ document: { ...DOCUMENT, access_group: 'one\ntwo' }, state: CUSTOMER });
    assert.equal(form.page.screen.queryByLabelText('access_group', { selector: 'input' }), null);
  });

  it('leave what is of another type to the text', async () => {
    const odd = { ...DOCUMENT, emails: 'a', group_tags: [1], is_demo_group: null, access_group: 5 };
    const form = await open({ document: odd, state: CUSTOMER });
    for (const name of ['emails', 'group_tags', 'is_demo_group', 'access_group'])
      assert.equal(form.page.screen.queryByLabelText(name, { selector: 'input' }), null, name);
    assert.equal(form.page.screen.getAllByText('Unsupported value. Edit as JSON.').length, 4);
    await press(form, 'Remove from Document: access_group');
    assert.equal('access_group' in documentOf(form), false);
  });

  it('cannot be changed where nothing can', async () => {
    const form = await open({
      document: { ...DOCUMENT, emails: ['a'], is_demo_group: true },
      state: { ...CUSTOMER, isReadOnly: true },
    });
    assert.deepEqual(
      [box(form, 'emails').readOnly, box(form, 'access_group').readOnly, box(form, 'is_demo_group').disabled],
      [true, true, true],
    );
    assert.equal(form.page.screen.queryByRole('button', { name: /^Remove/ }), null);
    await type(form, 'emails', 'b{Enter}{Backspace}');
    assert.deepEqual(documentOf(form).emails, ['a']);
  });
});
