// Keys and focus in a form: a key does one thing, and nobody types on nothing.

import assert from 'node:assert/strict';
import type { Problem } from '../../../src/protocol/formProtocol.ts';
import { formPages, NEW } from '../../support/page/formPage.ts';

/** What VS Code would get to hear of a key. */
function pressed(key: string, more: KeyboardEventInit = {}): { readonly isTaken: boolean; readonly isHeard: boolean } {
  const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  let isHeard = false;
  const listen = (): void => {
    isHeard = true;
  };
  document.addEventListener('keydown', listen);
  document.activeElement?.dispatchEvent(event);
  document.removeEventListener('keydown', listen);
  return { isTaken: event.defaultPrevented, isHeard };
}

describe('A key in a form', () => {
  const open = formPages();
  const TAKEN = { isTaken: true, isHeard: false };
  const LEFT = { isTaken: false, isHeard: true };

  for (const [what, key, more, expected] of [
    ['that undoes', 'z', { ctrlKey: true }, TAKEN],
    ['that redoes', 'y', { ctrlKey: true }, TAKEN],
    ['that redoes in another way', 'Z', { metaKey: true, shiftKey: true }, TAKEN],
    ['that sends', 'Enter', { ctrlKey: true }, TAKEN],
    ['that selects all of a box', 'a', { ctrlKey: true }, { isTaken: false, isHeard: false }],
    ['that saves', 's', { ctrlKey: true }, LEFT],
    ['that is typed', 'a', {}, LEFT],
    ['of another command', 'z', { ctrlKey: true, altKey: true }, LEFT],
    ['of another command still', 'y', { ctrlKey: true, shiftKey: true }, LEFT],
    ['of an input method', 'Enter', { ctrlKey: true, isComposing: true }, LEFT],
  ] as const) {
    it(`${what} is ${expected.isTaken ? 'taken from' : 'left to'} the browser and ${expected.isHeard ? 'left to' : 'taken from'} VS Code: ${key}`, async () => {
      const { page } = await open();
      page.screen.getByRole('textbox', { name: 'Name' }).focus();
      assert.deepEqual(pressed(key, more), expected);
    });
  }

  it('that is held down sends once', async () => {
    const { page } = await open();
    pressed('Enter', { ctrlKey: true, repeat: true });
    await page.settled();
    assert.deepEqual(page.askedFor('run'), []);
  });

  it('that undoes is the same from the menu of the editor', async () => {
    const { page } = await open();
    for (const inputType of ['historyUndo', 'historyRedo', 'insertText']) {
      const event = new window.InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true });
      page.screen.getByRole('textbox', { name: 'Name' }).dispatchEvent(event);
      assert.equal(event.defaultPrevented, inputType !== 'insertText', inputType);
    }
    await page.settled();
    assert.deepEqual([page.askedFor('undo').length, page.askedFor('redo').length], [1, 1]);
  });

  it('leaves a list of proposals to its cell, and nothing else', async () => {
    const suggestion = { value: '40', title: 'Orders · 40', isOfOne: false };
    const form = await open({
      document: { user_group_id: 'acme', name: 'Acme', mapping: { '': '' } },
      answers: { schemaIds: () => [suggestion] },
    });
    form.page.screen.getByRole('combobox', { name: 'Schema ID, row 1' }).focus();
    await form.page.settled();
    for (const [key, more, expected] of [
      ['Enter', {}, LEFT],
      ['ArrowDown', { altKey: true }, LEFT],
      ['Escape', { ctrlKey: true }, LEFT],
      ['ArrowDown', {}, TAKEN],
      ['Escape', {}, TAKEN],
      ['Escape', {}, LEFT],
    ] as const)
      assert.deepEqual(pressed(key, more), expected);
  });
});

describe('The focus in a form', () => {
  const open = formPages();
  const focused = (): string => document.activeElement?.textContent.trim() ?? '';

  it('goes to a button beside the one that goes', async () => {
    const actions = ['send', 'openAsText', 'compareWithSent', 'discardDraft'] as const;
    const form = await open({ state: { actions, hasChanges: true } });
    form.page.screen.getByRole('button', { name: 'Compare' }).focus();
    await form.becomes({ hasChanges: false });
    assert.equal(focused(), 'Open as JSON');
  });

  it('goes along a toolbar in a circle, past what is not seen', async () => {
    const actions = ['send', 'openAsText', 'compareWithSent', 'discardDraft'] as const;
    const { page } = await open({ state: { ...NEW, actions, hasChanges: false } });
    page.screen.getByRole('button', { name: 'Discard…' }).focus();
    const reached: string[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await page.person.keyboard(`{${key}}`);
      reached.push(focused());
    }
    assert.deepEqual(reached, ['Open as JSON', 'Discard…', 'Open as JSON', 'Discard…', 'Open as JSON']);
  });
});

describe('The list of problems', () => {
  const open = formPages();

  it('lists two hundred and counts the rest', async () => {
    const problems = Array(203).fill({ severity: 'info', message: 'Problem', from: 0, to: 0 }) as readonly Problem[];
    const { page } = await open({ problems });
    const list = page.screen.getByRole('list', { name: 'Problems' });
    assert.deepEqual([list.querySelectorAll('button').length, page.words(list.lastElementChild!)], [200, '3 more']);
    assert.notEqual(page.screen.getByRole('button', { name: '203 problems' }).querySelector('.icon.info'), null);
  });

  it('names the place of each, and leads to a box or to the text where it is in no editor', async () => {
    const text = '{"user_group_id": "acme", "name": "Acme", "x": 1, "mapping": {\n  "40": 1}}';
    const problems = ['"acme"', '"Acme"', '"x"', '"40"'].map((message) => {
      const from = text.indexOf(message);
      return { severity: 'warning' as const, message, from, to: from + 1 };
    });
    const form = await open({ document: text, problems });
    const rows = form.page.screen.getAllByRole('listitem').map((row) => form.page.words(row));
    assert.deepEqual(rows, ['"acme" ID', '"Acme" Name', '"x" JSON, line 1', '"40" Mapping, line 2']);
    await form.page.person.click(form.page.screen.getByRole('button', { name: /"Acme"/ }));
    assert.equal(document.activeElement?.id, 'name');
    await form.page.person.click(form.page.screen.getByRole('button', { name: /"x"/ }));
    await form.page.settled();
    assert.deepEqual(form.page.askedFor('run'), [{ action: 'openAsText', offset: text.indexOf('"x"') }]);
  });

  it('counts the ends of a name to it, and what is behind to no field', async () => {
    const text = '{ "name": "Acme" , "mapping": {"40": "1"} }';
    const at = (part: string, by = 0): number => text.indexOf(part) + by;
    const [name, mapping] = ['"name"', '"mapping"'];
    const around = [at(name, -1), at(name), at(' ,'), at(' ,', 1), at(mapping, -1), at(mapping), at(' }'), at(' }', 1)];
    const offsets = [...around, 999];
    const { page } = await open({
      document: text,
      problems: offsets.map((from) => ({ severity: 'info', message: 'x', from, to: from })),
    });
    assert.equal(
      page.screen
        .getAllByRole('listitem')
        .map((row) => page.words(row.querySelector('.place')!).split(',')[0])
        .join(' '),
      'JSON Name Name JSON JSON Mapping Mapping JSON JSON',
    );
  });

  it('says how bad each is', async () => {
    const { page } = await open({
      problems: (['error', 'warning', 'info'] as const).map((severity) => ({ severity, message: 'x', from: 0, to: 1 })),
    });
    assert.deepEqual(
      page.screen
        .getAllByRole('listitem')
        .map((row) => [row.querySelector('.icon')?.classList[1], row.querySelector('.unseen')?.textContent]),
      [
        ['error', 'Error: '],
        ['warning', 'Warning: '],
        ['info', 'Information: '],
      ],
    );
  });

  it('moves along with the text until it is looked at again', async () => {
    const form = await open({ problems: [{ severity: 'error', message: 'Wrong', from: 72, to: 77 }] });
    await form.changesElsewhere({ from: 0, to: 0, insert: '  ' });
    await form.page.person.click(form.page.screen.getByRole('button', { name: /Wrong/ }));
    assert.equal(document.getSelection()?.toString(), '"213"');
  });
});
