// The mapping and the properties of a form: as a table, as JSON, or absent, and what each button does to the text.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { foldEffect } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { formPages, NEW, type FormPageInTest } from '../../support/page/formPage.ts';
import { parse } from '../../support/page/parsedEditor.ts';

const documentOf = (form: FormPageInTest): Record<string, unknown> => JSON.parse(form.text) as Record<string, unknown>;
const region = ({ page }: FormPageInTest, name: string): HTMLElement => page.screen.getByRole('region', { name });

/** The id of what has the focus. */
const focused = (): string | undefined => document.activeElement?.id;

function editorOf({ page }: FormPageInTest, name: string): EditorView {
  return EditorView.findFromDOM(page.screen.getByRole('textbox', { name }))!;
}

describe('A field that the document lacks', () => {
  const open = formPages();
  const NOTHING = { user_group_id: 'acme', name: 'Acme' };
  const [NONE, NOT_SENT] = ['Add a mapping, because none is set. Add', 'The properties are not sent.'];
  const UNKNOWN = "The mapping is unknown because the service doesn't return it. Set";
  const cases = [
    ['of a new group', NEW, NONE, 'Add properties to use them in dashboards and SQL.'],
    ['of a group that was created without one', { hasNoMapping: true }, NONE, NOT_SENT],
    ['of a group that has one', {}, 'The mapping is not sent. Add', NOT_SENT],
    ['of a group whose mapping nobody here knows', { isMappingUnknown: true }, UNKNOWN, NOT_SENT],
  ] as const;

  for (const [what, state, mapping, properties] of cases) {
    it(`${what} says so in one sentence, with one button`, async () => {
      const form = await open({ document: NOTHING, state });
      assert.deepEqual(
        ['Mapping', 'Properties'].map((name) => form.page.words(region(form, name))),
        [`Mapping ${mapping} Mapping`, `Properties ${properties} Add Properties`],
      );
    });
  }

  it('says on its button what is not known of the service', async () => {
    const form = await open({ document: NOTHING });
    const title = (name: string): string => form.page.screen.getByRole('button', { name }).title;
    assert.match(title('Add Mapping'), /The service may keep or clear it\.$/);
    assert.match(title('Add Properties'), /The service may keep or clear them\.$/);
    await form.becomes({ keepsOmitted: true });
    assert.match(title('Add Mapping'), /The service keeps it\.$/);
    await form.becomes({ isMappingUnknown: true });
    assert.equal(title('Set Mapping'), 'Setting one replaces the mapping on the service.');
  });

  it('is put in by its button, where typing goes on, and taken out again', async () => {
    const form = await open({ document: NOTHING });
    const { person, screen } = form.page;
    await person.click(screen.getByRole('button', { name: 'Add Properties' }));
    assert.deepEqual(documentOf(form), { ...NOTHING, properties: {} });
    assert.equal(focused(), 'properties-editor');
    assert.equal(editorOf(form, 'Properties').state.selection.main.head, 1);
    await person.click(screen.getByRole('button', { name: 'Add Mapping' }));
    assert.equal(focused(), 'add-row');
    await person.click(screen.getByRole('button', { name: 'Remove from Document: Mapping' }));
    assert.deepEqual(documentOf(form), { ...NOTHING, properties: {} });
    assert.equal(focused(), 'mapping-add');
  });

  it('is not put into a document that cannot be changed', async () => {
    const form = await open({ document: NOTHING, state: { isReadOnly: true } });
    const before = form.text;
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Add Mapping' }));
    assert.equal(form.text, before);
  });

  it('cannot be told where the text before it is broken, and leads to the place', async () => {
    const form = await open({ document: '{ "user_group_id": "acme", oops' });
    assert.equal(
      form.page.words(region(form, 'Mapping')),
      'Mapping Not readable until the JSON is valid. Open as JSON',
    );
    await form.page.person.click(form.page.screen.getAllByRole('button', { name: 'Open as JSON' })[1]!);
    await form.page.settled();
    assert.deepEqual(form.page.askedFor('run'), [{ action: 'openAsText', offset: 27 }]);
  });
});

describe('A field that the document has', () => {
  const open = formPages();

  it('has its buttons, each with its icon and one Tab stop for all, and none where it cannot be changed', async () => {
    const form = await open({ memory: { mappingView: 'json' } });
    const buttons = (name: string): unknown[] =>
      Array.from(region(form, name).querySelectorAll('.tools button'), (button) => [
        button.ariaLabel ?? form.page.words(button),
        button.querySelector('.icon')?.classList[1],
        button.getAttribute('tabindex'),
      ]);
    const remove = (name: string): unknown[] => [`Remove from Document: ${name}`, 'trash', '-1'];
    assert.deepEqual(buttons('Mapping'), [
      ['Format Mapping', 'format', '-1'],
      remove('Mapping'),
      ['JSON', undefined, null],
      ['Table', undefined, '-1'],
    ]);
    assert.deepEqual(buttons('Properties'), [['Format Properties', 'format', null], remove('Properties')]);
    assert.match(
      form.page.screen.getByRole('button', { name: 'Remove from Document: Mapping' }).title,
      /^Remove from Document\nThe mapping is not sent\./,
    );
    await form.becomes({ isReadOnly: true });
    assert.deepEqual(buttons('Mapping'), [
      ['JSON', undefined, null],
      ['Table', undefined, '-1'],
    ]);
    assert.deepEqual(buttons('Properties'), []);
    assert.equal(form.page.screen.queryByRole('toolbar', { name: 'Properties' }), null);
  });

  it('has below it what is to be known of a mapping that is there', async () => {
    const mappingText = 'Changes made elsewhere are not shown.';
    const form = await open({ state: { mappingText } });
    assert.equal(form.page.screen.getAllByText(mappingText).length, 1);
    assert.equal(
      form.page.screen.getByText(mappingText).closest('section')?.querySelector('h2')?.id,
      'mapping-heading',
    );
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Remove from Document: Mapping' }));
    assert.equal(form.page.screen.queryByText(mappingText), null);
  });

  const remembered = ({ page }: FormPageInTest): Readonly<Record<string, unknown>> => {
    window.dispatchEvent(new window.Event('pagehide'));
    return (page.memory as { readonly editors: Readonly<Record<string, unknown>> }).editors;
  };

  it('is remembered as it is looked at, until it goes', async () => {
    const form = await open({ memory: { mappingView: 'json' } });
    assert.deepEqual(Object.keys(remembered(form)), ['mapping', 'properties']);
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Remove from Document: Properties' }));
    await form.page.person.type(form.page.screen.getByRole('textbox', { name: 'Name' }), '!');
    assert.deepEqual(Object.keys(remembered(form)), ['mapping']);
  });

  it('has its editor once that is in sight, as it was left', async () => {
    const left = { anchor: 1, head: 2, scrollTop: 0, folded: [] };
    const form = await open({ memory: { editors: { mapping: left } } });
    assert.equal(document.querySelectorAll('.cm-editor').length, 1);
    assert.deepEqual(remembered(form).mapping, left);
    await form.page.person.click(form.page.screen.getByRole('radio', { name: 'JSON' }));
    const { anchor, head } = editorOf(form, 'Mapping').state.selection.main;
    assert.deepEqual([anchor, head], [1, 2]);
  });

  it('has its editor at its start, when its text has changed since it was left', async () => {
    const left = { anchor: 1, head: 2, scrollTop: 0, folded: [] };
    const form = await open({ memory: { editors: { mapping: left } } });
    await form.page.person.type(form.page.screen.getByRole('textbox', { name: 'Name' }), '!');
    await form.page.person.click(form.page.screen.getByRole('radio', { name: 'JSON' }));
    assert.equal(editorOf(form, 'Mapping').state.selection.main.head, 0);
  });
});

describe('The mapping of a form', () => {
  const open = formPages();

  it('is a table at first, and JSON where a user says so, then and when the page comes back', async () => {
    const form = await open();
    const { person, screen } = form.page;
    assert.ok(screen.getByRole('table', { name: 'Mapping' }));
    assert.equal(screen.queryByRole('textbox', { name: 'Mapping' }), null);
    await person.click(screen.getByRole('radio', { name: 'JSON' }));
    assert.ok(screen.getByRole('textbox', { name: 'Mapping' }));
    assert.equal(screen.queryByRole('table'), null);
    assert.equal(screen.getByRole('radio', { name: 'JSON' }).ariaChecked, 'true');
    window.dispatchEvent(new window.Event('pagehide'));
    const { memory } = form.page;
    form.page.close();
    const again = await open({ memory });
    assert.ok(again.page.screen.getByRole('textbox', { name: 'Mapping' }));
  });

  it('has rows that are added, typed and removed, and the focus where a user goes on', async () => {
    const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping: { 40: 213 } } });
    const { person, screen } = form.page;
    await person.click(screen.getByRole('button', { name: 'Add Row' }));
    const added = screen.getByRole('combobox', { name: 'Schema ID, row 2' });
    assert.equal(document.activeElement, added);
    await person.type(added, '41');
    await person.type(screen.getByRole('combobox', { name: 'Data source ID, row 2' }), '7');
    assert.deepEqual(documentOf(form).mapping, { 40: 213, 41: 7 });
    await person.click(screen.getByRole('button', { name: 'Remove row 1' }));
    assert.deepEqual(documentOf(form).mapping, { 41: 7 });
    assert.equal((document.activeElement as HTMLInputElement).value, '41');
    await person.click(screen.getByRole('button', { name: 'Remove row 1' }));
    assert.equal(focused(), 'add-row');
    assert.match(form.page.words(region(form, 'Mapping')), /Add a row for each schema\. Add Row$/);
  });

  describe('into which cells of a spreadsheet are pasted', () => {
    const paste = async (form: FormPageInTest, cell: string, text: string): Promise<void> => {
      await form.page.person.click(form.page.screen.getByRole('combobox', { name: cell }));
      await form.page.person.paste(text);
      await form.page.settled();
    };

    it('fills them down and across, adds rows, and changes the text once', async () => {
      const form = await open({
        document: { user_group_id: 'acme', name: 'Acme', mapping: { 40: 213, 41: '7', 42: [1], 43: 'x' } },
      });
      form.page.asked.length = 0;
      await paste(form, 'Schema ID, row 2', '134\t386\r\n135\t387\r\n136\t388\n137\t389\n\n138\n');
      assert.deepEqual(documentOf(form).mapping, { 40: 213, 134: '386', 135: '387', 136: '388', 137: '389', 138: '' });
      assert.equal(form.page.askedFor('push').length, 1);
      assert.equal((document.activeElement as HTMLInputElement).value, '138');
      await paste(form, 'Data source ID, row 1', '1\n2');
      assert.deepEqual(documentOf(form).mapping, { 40: 1, 134: '2', 135: '387', 136: '388', 137: '389', 138: '' });
    });

    it('takes one cell into the text that stands there, without the line end behind it', async () => {
      const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' } } });
      await paste(form, 'Data source ID, row 1', '386\r\n');
      assert.deepEqual(documentOf(form).mapping, { 40: '213386' });
      await paste(form, 'Data source ID, row 1', '7');
      assert.deepEqual(documentOf(form).mapping, { 40: '2133867' });
    });

    it('takes none of more columns than it has, and says so', async () => {
      for (const [cell, cells] of [
        ['Schema ID, row 1', '40\t213\n41\t214\tEU\n'],
        ['Data source ID, row 1', '40\t213\n'],
      ] as const) {
        const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping: { 7: '8' } } });
        const { text } = form;
        await paste(form, cell, cells);
        assert.equal(form.text, text);
        assert.match(form.page.words(), /The clipboard has more cells than fit here\./);
        await paste(form, cell, '9\t\n');
        assert.notEqual(form.text, text);
        form.page.close();
      }
    });

    it('takes none where it cannot be changed', async () => {
      const form = await open({ state: { isReadOnly: true } });
      const { text } = form;
      await paste(form, 'Schema ID, row 1', '1\t2\n3\t4\n');
      assert.equal(form.text, text);
    });

    it('takes a quoted cell with a line break as one, and other quotes as they are', async () => {
      const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' } } });
      await paste(form, 'Schema ID, row 1', '40\t"a\n""b"""\r\r\n41\t"c\td"\r42\t"e"\n43\t"f\n44\t5" x\n');
      const mapping = { 40: 'a\n"b"', 41: 'c\td', 42: '"e"', 43: '"f', 44: '5" x' };
      assert.deepEqual(documentOf(form).mapping, mapping);
      await paste(form, 'Data source ID, row 1', '"7\n8"\n');
      assert.deepEqual(documentOf(form).mapping, { ...mapping, 40: '7\n8' });
    });
  });

  it('has no row added, removed or typed into where it cannot be changed', async () => {
    const form = await open({ state: { isReadOnly: true } });
    const { text } = form;
    for (const name of ['Add Row', 'Remove row 1']) {
      const button = form.page.screen.getByRole('button', { name });
      assert.equal(button.ariaDisabled, 'true');
      await form.page.person.click(button);
    }
    assert.equal(form.page.screen.getByRole('combobox', { name: 'Schema ID, row 1' }).hasAttribute('readonly'), true);
    assert.equal(form.text, text);
  });

  it('has the focus put into the cell that an undo changed', async () => {
    const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213', 41: '386' } } });
    for (const [before, insert, cell] of [
      ['"41": "', '1', 'Data source ID, row 2'],
      ['"213",\n    "', '1', 'Schema ID, row 2'],
      ['"40": "', '1', 'Data source ID, row 1'],
      ['"mapping": {\n    "', '1', 'Schema ID, row 1'],
      ['"140"', ' ', 'Data source ID, row 1'],
      ['"mapping": {', ' ', 'Schema ID, row 1'],
    ] as const) {
      const at = form.text.indexOf(before) + before.length;
      form.page.answers.undo = () => {
        void form.changesElsewhere({ from: at, to: at, insert });
        return undefined;
      };
      await form.page.person.keyboard('{Control>}z{/Control}');
      await form.page.settled();
      assert.equal(document.activeElement?.ariaLabel, cell);
    }
  });

  it('keeps a number that is cleared and typed again a number', async () => {
    const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping: { 40: 213 } } });
    const cell = form.page.screen.getByRole('combobox', { name: 'Data source ID, row 1' });
    await form.page.person.clear(cell);
    await form.page.person.type(cell, '386');
    assert.deepEqual(documentOf(form).mapping, { 40: 386 });
  });

  it('names bare ids beside them, in the cells and in its text', async () => {
    const labels = { schemas: [['40', 'Orders']], dataSources: [['40', '213', 'acme-prod']] } as const;
    const form = await open({ labels });
    assert.deepEqual(
      Array.from(document.querySelectorAll('.label'), (label) => label.textContent),
      ['Orders', 'acme-prod'],
    );
    await form.page.person.click(form.page.screen.getByRole('radio', { name: 'JSON' }));
    parse(editorOf(form, 'Mapping'));
    assert.deepEqual(
      Array.from(document.querySelectorAll('.cm-label'), (label) => label.textContent),
      ['Orders', 'acme-prod'],
    );
    await form.page.report('labels', { schemas: [], dataSources: [] });
    assert.equal(document.querySelectorAll('.cm-label, .label').length, 0);
  });

  it('says below a cell what is to be said of it', async () => {
    const mapping = '{"": "", " 41": "7", "40": "213", "40": [1]}';
    const text = `{"user_group_id": "acme", "name": "Acme", "mapping": ${mapping}}`;
    const at = text.indexOf('"213"');
    const form = await open({
      document: text,
      problems: [{ severity: 'warning', message: 'Only Beta uses 213.', from: at, to: at + 5 }],
    });
    const said = (name: string): string | undefined => {
      const id = form.page.screen.getByRole('combobox', { name }).getAttribute('aria-describedby');
      return id === null ? undefined : (document.getElementById(id)?.textContent ?? 'nothing');
    };
    const rows = [1, 2, 3, 4].map((row) => [said(`Schema ID, row ${row}`), said(`Data source ID, row ${row}`)]);
    assert.deepEqual(rows, [
      ['Schema ID missing', undefined],
      ['Leading or trailing spaces', undefined],
      ['Duplicate key', 'Only Beta uses 213.'],
      ['Duplicate key', 'Unsupported value. Edit as JSON.'],
    ]);
    const last = form.page.screen.getByRole('combobox', { name: 'Data source ID, row 4' });
    assert.deepEqual([last.hasAttribute('readonly'), last.ariaInvalid], [true, null]);
  });

  it('has a thousand rows in its table, and the rest as JSON', async () => {
    const mapping = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`s${at}`, String(at)]));
    const form = await open({ document: { user_group_id: 'acme', name: 'Acme', mapping } });
    assert.equal(document.querySelectorAll('table.mapping tbody tr').length, 1000);
    const more = document.querySelector('.empty')!;
    assert.equal(form.page.words(more), '1 more row Show as JSON');
    more.querySelector('button')!.click();
    assert.equal(document.querySelector('table.mapping'), null);
  });

  it('shows no table of what is none, and leads to its text', async () => {
    const form = await open({ memory: { mappingView: 'json' } });
    editorOf(form, 'Mapping').dispatch({ changes: { from: 1, insert: 'oops' } });
    await form.page.person.click(form.page.screen.getByRole('radio', { name: 'Table' }));
    assert.match(
      form.page.words(region(form, 'Mapping')),
      /The table can't be shown until the mapping is a valid JSON object\. Show as JSON$/,
    );
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Show as JSON' }));
    assert.ok(form.page.screen.getByRole('textbox', { name: 'Mapping' }));
  });
});

describe('An editor of a form', () => {
  const open = formPages();

  it('puts what is typed into the document, and what changes there into its text', async () => {
    const form = await open();
    const editor = editorOf(form, 'Properties');
    editor.dispatch({ changes: { from: 1, insert: '\n  "seats": 5,' } });
    assert.deepEqual(documentOf(form).properties, { seats: 5, plan: 'trial' });
    const at = form.text.indexOf('trial');
    await form.changesElsewhere({ from: at, to: at + 5, insert: 'team' });
    assert.match(editor.state.doc.toString(), /"plan": "team"/);
  });

  it('formats its field by its button and by its key, unless it cannot be changed', async () => {
    const text = '{"user_group_id": "acme", "properties": {"a":1,"b":[1,2]}}';
    const form = await open({ document: text });
    await form.becomes({ isReadOnly: true });
    editorOf(form, 'Properties').focus();
    await form.page.person.keyboard('{Shift>}{Alt>}f{/Alt}{/Shift}');
    assert.equal(form.text, text);
    assert.equal(form.page.screen.queryByRole('button', { name: 'Format Properties' }), null);
    await form.becomes({ isReadOnly: false });
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Format Properties' }));
    assert.match(form.text, /"a": 1,\n\s+"b": \[/);
  });

  it('marks no problem of another field, and those at its edges', async () => {
    const text = '{"user_group_id": "acme", "mapping": {}, "properties": {"plan": "trial"}, "name": "Acme"}';
    const form = await open({ document: text });
    const [from, to] = [text.indexOf('{"plan'), text.indexOf(', "name"')];
    const marked = async (first: number, last: number): Promise<unknown> => {
      await form.page.report('problems', [{ severity: 'error', message: 'Wrong', from: first, to: last }]);
      return document.querySelector('#properties-editor .cm-lintRange-error')?.textContent;
    };
    assert.deepEqual(
      [await marked(from - 2, from + 1), await marked(to - 1, to + 3), await marked(0, text.length)],
      ['{', '}', '{"plan": "trial"}'],
    );
    assert.deepEqual([await marked(0, from - 1), await marked(to + 1, to + 3)], [undefined, undefined]);
  });

  it('says its keys, and which of them leaves it', async () => {
    const { page } = await open();
    const editor = page.screen.getByRole('textbox', { name: 'Properties' });
    assert.equal(
      document.getElementById(editor.getAttribute('aria-describedby')!)?.textContent,
      'Tab moves focus, Ctrl+] indents, Ctrl+[ outdents.',
    );
    assert.deepEqual([editor.getAttribute('spellcheck'), editor.getAttribute('tabindex')], ['false', '0']);
  });

  it('has the words of VS Code, and styles that the page may have', async () => {
    document.body.dataset.nonce = 'of-this-page';
    const form = await open();
    delete document.body.dataset.nonce;
    const { state } = editorOf(form, 'Properties');
    assert.deepEqual([state.phrase('replace all'), state.facet(EditorView.cspNonce)], ['Replace All', 'of-this-page']);
  });

  it('leaves out of its memory what its text has no more', async () => {
    const memory = (editor: object): object => ({ editors: { properties: editor } });
    const document_ = { user_group_id: 'acme', name: 'A', properties: { a: { b: 1 } } };
    const form = await open({
      document: document_,
      memory: memory({ anchor: -5, head: 999, scrollTop: 0, folded: [[3, 999]] }),
    });
    const { state } = editorOf(form, 'Properties');
    const { anchor, head } = state.selection.main;
    assert.deepEqual([anchor, head], [0, state.doc.length]);
    assert.equal(document.querySelectorAll('.cm-foldPlaceholder').length, 0);
  });

  it('proposes what the host does, and puts in what is chosen', async () => {
    const form = await open({
      answers: {
        complete: ({ offset }) => [
          { label: 'region', from: offset, to: offset, insert: '"region": ${1:"EU"},', isSnippet: true },
          { label: 'other', from: offset, to: offset, insert: 'other', isSnippet: false },
        ],
      },
    });
    const editor = editorOf(form, 'Properties');
    editor.focus();
    editor.dispatch({ selection: { anchor: 1 } });
    await form.page.person.keyboard('{Control>} {/Control}');
    await form.page.person.click(await form.page.screen.findByRole('option', { name: /^region/ }));
    assert.deepEqual(documentOf(form).properties, { region: 'EU', plan: 'trial' });
  });

  it('keeps its cursor and what is folded while its page is away, however slow the machine is', async () => {
    const form = await open({ document: { user_group_id: 'acme', name: 'A', properties: { a: { b: 1 }, c: 2 } } });
    const editor = editorOf(form, 'Properties');
    editor.focus();
    editor.dispatch({ selection: { anchor: 8 } });
    editor.dispatch({ effects: foldEffect.of({ from: 10, to: 20 }) });
    assert.equal(document.querySelectorAll('.cm-foldPlaceholder').length, 1);
    window.dispatchEvent(new window.Event('pagehide'));
    const { memory } = form.page;
    form.page.close();
    // CodeMirror sets right where the browser puts the cursor, but only within 200 ms.
    let time = Date.now();
    const slow = mock.method(Date, 'now', () => (time += 1000));
    const again = await open({ document: form.text, memory });
    slow.mock.restore();
    assert.equal(document.querySelectorAll('.cm-foldPlaceholder').length, 1);
    assert.equal(focused(), 'properties-editor');
    assert.equal(editorOf(again, 'Properties').state.selection.main.head, 8);
  });
});

describe('What its folder adds to a file', () => {
  const open = formPages();

  it('stands closed below what the file says, whether it says anything or not', async () => {
    const inherited = { properties: '{\n  "tier": "gold"\n}' };
    for (const properties of [undefined, { region: 'EU' }]) {
      const form = await open({
        document: { user_group_id: 'acme', mapping: {}, properties },
        state: { kind: 'file', inherited },
      });
      const { screen } = form.page;
      const text = screen.getByLabelText('Inherited properties');
      assert.equal(region(form, 'Properties').contains(text), true);
      assert.equal(text.textContent, inherited.properties);
      assert.match(
        text.closest('details')?.querySelector('summary')?.title ?? '',
        /^From usergroups\.preset\.json of the/,
      );
      assert.equal(screen.queryByText('The file has none of its own.') === null, properties !== undefined);
      assert.equal(screen.queryByText('Inherited mapping'), null);
    }
  });
});

describe('What a parent adds to a field', () => {
  const open = formPages();

  it('stands closed below what is set, whether that is in the text or not, and can be read alone', async () => {
    const computed = { mapping: { name: 'computed_mapping', json: '{\n  "41": "<b>"\n}' } };
    for (const mapping of [undefined, { 40: '213' }]) {
      const form = await open({ document: { user_group_id: 'acme', mapping, properties: {} }, state: { computed } });
      const { screen, person } = form.page;
      const text = screen.getByLabelText('Computed mapping');
      assert.equal(region(form, 'Mapping').contains(text), true);
      assert.equal(text.textContent, computed.mapping.json);
      const details = text.closest('details')!;
      assert.equal(details.open, false);
      const summary = details.querySelector('summary')!;
      assert.equal(summary.title, 'With what the parent adds. It is never sent.\ncomputed_mapping');
      await person.click(summary);
      assert.equal(details.open, true);
      assert.equal(screen.queryByText('Computed properties'), null);
    }
  });
});
