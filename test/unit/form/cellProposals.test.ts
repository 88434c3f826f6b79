// What the cells of the mapping propose, and that nothing of it is put in unless the user says so.

import assert from 'node:assert/strict';
import type { Suggestion } from '../../../src/protocol/formProtocol.ts';
import { formPages, type FormPageInTest } from '../../support/page/formPage.ts';
import { endComposition } from '../../support/page/composition.ts';

const SOURCES: readonly Suggestion[] = [
  { value: '213', title: 'acme-prod · 213', isOfOne: false },
  { value: '386', title: 'beta-prod · 386', detail: 'in 3 groups', isOfOne: false },
  { value: '999', title: '999', detail: 'used by Gamma only', isOfOne: true },
];
const IDS: readonly Suggestion[] = [
  { value: '40', title: 'Orders · 40', isOfOne: false },
  { value: '41', title: 'Customers · 41', isOfOne: false },
];

describe('The proposals of a cell', () => {
  const open = formPages();

  async function openTable(mapping: Readonly<Record<string, unknown>>): Promise<FormPageInTest> {
    return open({
      document: { user_group_id: 'acme', name: 'Acme', mapping },
      answers: { schemaIds: () => IDS, dataSources: () => SOURCES },
    });
  }

  const cellOf = ({ page }: FormPageInTest, name: string): HTMLElement => page.screen.getByRole('combobox', { name });
  const listed = ({ page }: FormPageInTest): string[] =>
    page.screen.queryAllByRole('option').map((option) => page.words(option));
  const mappingOf = (form: FormPageInTest): unknown => (JSON.parse(form.text) as { mapping: unknown }).mapping;

  it('are shown at once in an empty cell, in their order, and the one of a single customer is marked', async () => {
    const form = await openTable({ 40: '' });
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.settled();
    assert.deepEqual(listed(form), ['acme-prod · 213', 'beta-prod · 386 in 3 groups', '999 used by Gamma only']);
    assert.deepEqual(form.page.askedFor('dataSources'), [{ schemaId: '40' }]);
    const marked = form.page.screen
      .getAllByRole('option')
      .map((option) => option.querySelector('.icon.warning') !== null);
    assert.deepEqual(marked, [false, false, true]);
  });

  it('wait for an arrow key or a letter in a cell that has something', async () => {
    const form = await openTable({ 40: '7' });
    const cell = cellOf(form, 'Data source ID, row 1');
    cell.focus();
    await form.page.settled();
    assert.deepEqual([listed(form), cell.ariaExpanded], [[], 'false']);
    await form.page.person.keyboard('{ArrowDown}');
    assert.deepEqual(
      [listed(form).length, cell.ariaExpanded, cell.getAttribute('aria-controls')],
      [3, 'true', 'proposals'],
    );
    await form.page.person.keyboard('{Escape}');
    assert.deepEqual(listed(form), []);
    await form.page.person.clear(cell);
    await form.page.person.type(cell, 'BETA');
    await form.page.settled();
    assert.deepEqual(listed(form), ['beta-prod · 386 in 3 groups']);
  });

  it('open as soon as they are known when the arrow key was faster', async () => {
    const answer = Promise.withResolvers<readonly Suggestion[]>();
    const form = await open({ answers: { dataSources: () => answer.promise } });
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.person.keyboard('{ArrowDown}');
    assert.deepEqual(listed(form), []);
    answer.resolve(SOURCES);
    await form.page.settled();
    assert.equal(listed(form).length, 3);
  });

  it('are chosen by arrows and taken by Enter, and by a click', async () => {
    const form = await openTable({ 40: '7' });
    const cell = cellOf(form, 'Data source ID, row 1');
    cell.focus();
    await form.page.settled();
    await form.page.person.keyboard('{ArrowDown}{ArrowDown}');
    assert.equal(document.getElementById(cell.getAttribute('aria-activedescendant') ?? '')?.ariaSelected, 'true');
    await form.page.person.keyboard('{Enter}');
    await form.page.settled();
    assert.deepEqual([mappingOf(form), listed(form)], [{ 40: '386' }, []]);
    await form.page.person.keyboard('{ArrowUp}');
    await form.page.person.click(form.page.screen.getByRole('option', { name: /^acme-prod/ }));
    await form.page.settled();
    assert.deepEqual([mappingOf(form), listed(form), document.activeElement], [{ 40: '213' }, [], cell]);
  });

  it('are not taken by Tab, nor by Enter before one is chosen', async () => {
    const form = await openTable({ 40: '' });
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.settled();
    await form.page.person.keyboard('{Enter}');
    await form.page.person.keyboard('{ArrowDown}');
    await form.page.person.tab();
    await form.page.settled();
    assert.deepEqual([mappingOf(form), listed(form)], [{ 40: '' }, []]);
  });

  it('are not taken by the Enter that ends the composition of a word', async () => {
    const form = await openTable({ 40: '' });
    const cell = cellOf(form, 'Data source ID, row 1');
    cell.focus();
    await form.page.settled();
    await form.page.person.keyboard('{ArrowDown}');
    endComposition(cell);
    await form.page.settled();
    assert.deepEqual(mappingOf(form), { 40: '' });
  });

  it('are no schema ids that other rows have', async () => {
    const form = await openTable({ 40: '213', '': '' });
    cellOf(form, 'Schema ID, row 2').focus();
    await form.page.settled();
    assert.deepEqual(listed(form), ['Customers · 41']);
  });

  it('are none in a document that cannot be changed', async () => {
    const form = await openTable({ 40: '' });
    await form.becomes({ isReadOnly: true });
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.settled();
    await form.page.person.keyboard('{ArrowDown}{Enter}');
    assert.deepEqual([listed(form), mappingOf(form)], [[], { 40: '' }]);
  });

  it('are found by what stands in them, not by what is typed whole', async () => {
    const form = await openTable({ 40: '7' });
    const cell = cellOf(form, 'Data source ID, row 1');
    const found: string[][] = [];
    for (const typed of ['38', ' Beta ', '386', 'nothing']) {
      await form.page.person.clear(cell);
      await form.page.person.type(cell, typed);
      await form.page.settled();
      found.push(listed(form));
    }
    const beta = ['beta-prod · 386 in 3 groups'];
    assert.deepEqual(found, [beta, beta, [], []]);
    const event = new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
    cell.dispatchEvent(event);
    assert.deepEqual([event.defaultPrevented, cell.ariaExpanded], [false, 'false']);
  });

  it('are a hundred at most, and the last one is above the first', async () => {
    const ids = Array.from({ length: 101 }, (_, at) => ({ value: `s${at}`, title: `Schema ${at}`, isOfOne: false }));
    const form = await open({
      document: { user_group_id: 'acme', name: 'Acme', mapping: { '': '' } },
      answers: { schemaIds: () => ids },
    });
    const cell = cellOf(form, 'Schema ID, row 1');
    cell.focus();
    await form.page.settled();
    assert.equal(listed(form).length, 100);
    const reached: (string | null)[] = [];
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown']) {
      await form.page.person.keyboard(`{${key}}`);
      reached.push(cell.getAttribute('aria-activedescendant'));
    }
    assert.deepEqual(reached, ['proposal-99', 'proposal-0', 'proposal-1']);
    await form.page.person.keyboard('{Escape}{ArrowDown}');
    assert.equal(cell.getAttribute('aria-activedescendant'), 'proposal-0');
    await form.page.person.type(cell, 's');
    await form.page.settled();
    assert.equal(cell.getAttribute('aria-activedescendant'), null);
  });

  it('are those of the cell that has the focus, whatever comes late', async () => {
    const late = Promise.withResolvers<readonly Suggestion[]>();
    const form = await open({
      document: { user_group_id: 'acme', name: 'Acme', mapping: { '': '' } },
      answers: { schemaIds: () => late.promise, dataSources: () => SOURCES.slice(0, 1) },
    });
    cellOf(form, 'Schema ID, row 1').focus();
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.settled();
    late.resolve(IDS);
    await form.page.settled();
    assert.deepEqual(listed(form), ['acme-prod · 213']);
    assert.deepEqual(
      ['Schema ID, row 1', 'Data source ID, row 1'].map((name) => cellOf(form, name).getAttribute('aria-controls')),
      [null, 'proposals'],
    );
  });

  it('are none where the host has failed, and go with the focus', async () => {
    const form = await openTable({ 40: '', 41: '' });
    form.page.answers.schemaIds = () => Promise.reject(new Error('No.'));
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.settled();
    assert.equal(listed(form).length, 3);
    cellOf(form, 'Schema ID, row 1').focus();
    await form.page.settled();
    await form.page.person.keyboard('{ArrowDown}');
    assert.deepEqual(listed(form), []);
    cellOf(form, 'Data source ID, row 2').focus();
    await form.page.settled();
    form.page.screen.getByRole('textbox', { name: 'Name' }).focus();
    await form.page.settled();
    assert.deepEqual(listed(form), []);
  });

  it('leave the focus in their cell when they are pressed', async () => {
    const form = await openTable({ 40: '' });
    cellOf(form, 'Data source ID, row 1').focus();
    await form.page.settled();
    const event = new window.MouseEvent('pointerdown', { bubbles: true, cancelable: true });
    form.page.screen.getAllByRole('option')[0]!.dispatchEvent(event);
    assert.equal(event.defaultPrevented, true);
  });
});
