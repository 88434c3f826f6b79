// What stays in sight of a form: in its order, with the keys of each part, and each state in its icon, colour and
// sentence.

import assert from 'node:assert/strict';
import { ALL_STATUSES, STATUS_COLOR, STATUS_ICON, statusSentence } from '../../../src/core/groupStatus.ts';
import { formPages, NEW } from '../../support/page/formPage.ts';

const DRAFT = { hasChanges: true, actions: ['send', 'openAsText', 'compareWithSent', 'discardDraft'] as const };

describe('The header of a form', () => {
  const open = formPages();

  it('names the group, its connection and environment, its state, and sends: in this order', async () => {
    const { page } = await open();
    const { screen } = page;
    const parts = [
      screen.getByRole('textbox', { name: 'Name' }),
      screen.getByRole('textbox', { name: 'ID' }),
      screen.getByText('staging'),
      screen.getByText('Testing'),
      screen.getByRole('status'),
      screen.getByRole('button', { name: 'Update on staging' }),
      screen.getByRole('region', { name: 'Mapping' }),
      screen.getByRole('region', { name: 'Properties' }),
      screen.getByRole('region', { name: 'Token' }),
    ];
    const order = parts.toSorted((one, other) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1,
    );
    assert.deepEqual(
      order.map((each) => parts.indexOf(each)),
      [...parts.keys()],
    );
  });

  it('leads into the mapping by six Tab stops', async () => {
    const { page } = await open({ state: DRAFT });
    const stops: string[] = [];
    for (; stops.length < 8 && !(document.activeElement?.id ?? '').startsWith('key-');) {
      await page.person.tab();
      const focused = document.activeElement as HTMLElement;
      const label = (focused as HTMLInputElement).labels?.[0];
      stops.push(focused.ariaLabel ?? page.words(label ?? focused));
    }
    assert.deepEqual(stops, ['Name', 'ID', 'Compare', 'Update on staging', 'Table', 'Schema ID, row 1']);
  });

  it('says of an ID that it cannot be changed, in its tooltip', async () => {
    const form = await open();
    const id = form.page.screen.getByRole('textbox', { name: 'ID' });
    assert.deepEqual([id.title, id.hasAttribute('readonly')], ["acme\nThe ID can't be changed after creation.", true]);
    await form.becomes({ names: { id: 'provided_id', newId: 'new_provided_id' } });
    assert.equal(id.title, 'acme\nTo change the ID, use "Change ID…".');
  });

  it('offers to compare and to discard only what has changed, in places that are kept', async () => {
    const form = await open({ state: { ...DRAFT, hasChanges: false } });
    const { screen } = form.page;
    const places = (): number => screen.getByRole('toolbar', { name: 'Draft' }).querySelectorAll('button').length;
    assert.deepEqual([screen.queryByRole('button', { name: 'Compare' }), places()], [null, 3]);
    const send = screen.getByRole('button', { name: 'Update on staging' });
    assert.equal(send.closest('.primary'), null);
    await form.becomes({ hasChanges: true });
    for (const name of ['Compare', 'Discard…']) assert.ok(screen.getByRole('button', { name }));
    assert.deepEqual([places(), send.closest('.primary') === null], [3, false]);
  });

  it('counts the problems of the text, and leads to them', async () => {
    const { page } = await open({
      problems: [
        { severity: 'warning', message: 'Only Beta uses 213.', from: 72, to: 77 },
        { severity: 'error', message: 'Value expected', from: 72, to: 73 },
      ],
    });
    const count = page.screen.getByRole('button', { name: '2 problems' });
    assert.notEqual(count.querySelector('.icon.error'), null);
    await page.person.click(count);
    assert.equal(page.words(document.activeElement!), 'Only Beta uses 213. Mapping, line 2');
  });

  it('has one Tab stop for what can be done about the draft, and each button does its own', async () => {
    const actions = ['openAsText', 'compareWithSent', 'discardDraft', 'openKnown'] as const;
    const { page } = await open({ state: { actions, hasChanges: true } });
    const buttons = [...page.screen.getByRole('toolbar', { name: 'Draft' }).querySelectorAll('button')];
    assert.deepEqual(
      buttons.map((button) => [page.words(button), button.getAttribute('tabindex'), button.className]),
      [
        ['Open Group', null, 'quiet small'],
        ['Compare', '-1', 'quiet small'],
        ['Discard…', '-1', 'quiet small'],
        ['Open as JSON', '-1', 'quiet small'],
      ],
    );
    for (const button of buttons) await page.person.click(button);
    await page.settled();
    assert.deepEqual(
      page.askedFor('run').map(({ action }) => action),
      ['openKnown', 'compareWithSent', 'discardDraft', 'openAsText'],
    );
  });
});

describe('The state in a form', () => {
  const open = formPages();
  for (const status of ALL_STATUSES) {
    it(`has the icon, the colour and the sentence of "${status}", and says all that applies`, async () => {
      const sentence = statusSentence(status);
      const { page } = await open({ state: { status, sentence, words: ['First', 'Second'] } });
      const shown = page.screen.getByRole('status').querySelector('span')!;
      assert.deepEqual(
        [page.words(shown), shown.querySelector('.icon')?.classList.contains(STATUS_ICON[status]), shown.className],
        ['First', true, STATUS_COLOR[status] ?? ''],
      );
      assert.equal(shown.title, `First\nSecond\n${sentence}`);
      assert.match(shown.textContent, /First\s*\. Second\. /);
    });
  }

  it('has the icon of a file where that is in no list, and no sentence', async () => {
    const form = await open({ state: NEW });
    const shown = (): unknown[] => {
      const element = form.page.screen.getByRole('status').querySelector('span')!;
      return [form.page.words(element), element.title, element.querySelector('.icon')?.classList[1]];
    };
    assert.deepEqual(shown(), ['Not sent', 'Not sent\nNothing was sent yet.', 'circle-outline']);
    await form.becomes({ kind: 'file', status: undefined, sentence: undefined, words: ['Not in the list'] });
    assert.deepEqual(shown(), ['Not in the list', 'Not in the list', 'file']);
  });

  it('gives way to an ID in use, to why nothing can be sent, and to what is being sent', async () => {
    const form = await open({ state: NEW });
    const { page } = form;
    const said = (): string => page.words(page.screen.getByRole('status'));
    await form.becomes({ isSending: true });
    assert.equal(said(), 'Sending…');
    const actions = ['setApiToken', 'reviewApiToken', 'resolveConnection'] as const;
    await form.becomes({ isSending: false, sendProblem: 'No API token is set.', actions });
    assert.equal(said(), 'No API token is set.');
    const send = page.screen.getByRole('button', { name: /^Get or Create on/ });
    assert.equal(document.getElementById(send.getAttribute('aria-describedby')!)?.title, 'No API token is set.');
    assert.ok(page.screen.getByRole('button', { name: 'Set API Token…' }));
    assert.ok(page.screen.getByRole('button', { name: 'Review API Token…' }));
    assert.ok(page.screen.getByRole('button', { name: 'Resolve Connection Change…' }));
    await form.becomes({ isIdKnown: true });
    assert.equal(said(), 'ID in use');
    const id = page.screen.getByRole('textbox', { name: 'ID' });
    assert.equal(page.words(document.getElementById(id.getAttribute('aria-describedby')!)!), 'ID in use');
    assert.equal(id.ariaInvalid, 'true');
  });
});

describe('A form of what VS Code never writes', () => {
  const open = formPages();

  it('says so before its state, and has a way to go on', async () => {
    const readOnlyText = "Read-only: VS Code doesn't save changes.";
    const actions = ['send', 'makeWriteable', 'openFile'] as const;
    const form = await open({ state: { isReadOnly: true, readOnlyText, actions } });
    const { page } = form;
    const status = page.screen.getByRole('status');
    assert.equal(page.words(status), `${readOnlyText} Sent 12 May`);
    assert.notEqual(status.querySelector('.icon.lock'), null);
    await page.person.click(page.screen.getByRole('button', { name: 'Make Writeable' }));
    await page.person.click(page.screen.getByRole('button', { name: 'Open File' }));
    await page.settled();
    assert.deepEqual(
      page.askedFor('run').map(({ action }) => action),
      ['makeWriteable', 'openFile'],
    );
    await form.becomes({ sendProblem: 'Not a file.' });
    assert.equal(page.screen.getByText(readOnlyText).title, `${readOnlyText}\nNot a file.`);
  });

  it('is not undone', async () => {
    const { page } = await open({ state: { isReadOnly: true } });
    page.screen.getByRole('textbox', { name: 'Name' }).focus();
    await page.person.keyboard('{Control>}z{/Control}');
    assert.deepEqual(page.askedFor('undo'), []);
  });
});

describe('The connection in a form', () => {
  const open = formPages();
  const CHOOSE = { name: /^Connection: / };

  it('is chosen from a menu that opens before anything changes, whatever key is pressed', async () => {
    const { page } = await open({ state: NEW });
    const button = page.screen.getByRole('button', CHOOSE);
    assert.equal(button.ariaLabel, 'Connection: staging');
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter', ' ']) {
      button.focus();
      await page.person.keyboard(`[${key === ' ' ? 'Space' : key}]`);
      await page.settled();
      const chosen = page.screen.getByRole('menuitemradio', { checked: true });
      assert.deepEqual([page.words(chosen), document.activeElement === chosen], ['staging (Testing)', true], key);
      await page.person.keyboard('{Escape}');
      assert.equal(document.activeElement, button, key);
    }
    for (const key of ['p', 'Home', 'End', 'PageDown']) await page.person.keyboard(`{${key}}`);
    assert.deepEqual(page.askedFor('chooseConnection'), []);
  });

  it('is to be chosen for a file that has none, if there is any', async () => {
    const form = await open({ state: { ...NEW, kind: 'file', connection: undefined } });
    const button = form.page.screen.getByRole('button', CHOOSE);
    assert.equal(form.page.words(button), 'Choose…');
    button.focus();
    await form.page.person.keyboard('{ArrowDown}');
    assert.equal(form.page.words(document.activeElement!), 'staging (Testing)');
    await form.becomes({ connections: NEW.connections.map((each) => ({ ...each, hasGroup: true })) });
    assert.equal(form.page.words(document.activeElement!), 'staging (Testing) · has this group');
    await form.becomes({ connections: [] });
    assert.equal(form.page.words(document.querySelector('.connection')!), 'No connection');
    assert.equal(form.page.screen.getByText('No connection').title, 'Connection: No connection');
  });

  it('has a menu that Tab leaves, that keeps its other keys to itself, and that ticks what is chosen', async () => {
    const { page } = await open({ state: NEW });
    const button = page.screen.getByRole('button', CHOOSE);
    button.focus();
    await page.person.keyboard('{ArrowDown}');
    const pressed = (key: string): boolean => {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      let isHeard = false;
      const listen = (): void => {
        isHeard = true;
      };
      document.addEventListener('keydown', listen, { once: true });
      document.activeElement!.dispatchEvent(event);
      document.removeEventListener('keydown', listen);
      assert.equal(isHeard, false, key);
      return event.defaultPrevented;
    };
    assert.deepEqual(
      page.screen.getAllByRole('menuitemradio').map((item) => item.querySelector('.icon.check') !== null),
      [true, false],
    );
    assert.deepEqual([pressed('x'), pressed('ArrowDown'), pressed('Tab')], [false, true, false]);
    assert.deepEqual([document.activeElement, page.screen.queryByRole('menu')], [button, null]);
    await page.person.keyboard('{ArrowDown}');
    assert.equal(pressed('Escape'), true);
  });

  it('is marked where it is production, and cannot be chosen for a group that exists', async () => {
    const connection = { name: 'live', environment: 'PRODUCTION', isGuarded: true };
    const { page } = await open({ state: { connection } });
    assert.equal(page.screen.queryByRole('button', CHOOSE), null);
    assert.equal(page.screen.getByText('PRODUCTION').parentElement?.className, 'guarded');
    assert.notEqual(document.querySelector('header.of-guarded'), null);
  });
});

describe('The sending button of a form', () => {
  const open = formPages();

  it('has a menu of two, with the keys of menus', async () => {
    const { page } = await open();
    const { person, screen } = page;
    screen.getByRole('button', { name: 'Update on staging' }).focus();
    await person.keyboard('{ArrowRight}');
    assert.equal(document.activeElement, screen.getByRole('button', { name: 'More Ways to Send' }));
    await person.keyboard('{ArrowDown}');
    const items = screen.getAllByRole('menuitem');
    assert.deepEqual(
      items.map((item) => page.words(item)),
      ['Send Anyway', 'Copy as cURL'],
    );
    const reached: (string | undefined)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await person.keyboard(`{${key}}`);
      reached.push(page.words(document.activeElement));
    }
    assert.deepEqual(reached, ['Copy as cURL', 'Send Anyway', 'Copy as cURL', 'Send Anyway', 'Copy as cURL']);
    await person.keyboard('{Enter}');
    assert.deepEqual(page.askedFor('run'), [{ action: 'copyAsCurl' }]);
    assert.deepEqual(screen.queryAllByRole('menuitem'), []);
  });

  it('sends anyway by that menu, but not while nothing can be sent', async () => {
    const form = await open({ state: { sendProblem: 'No API token is set.' } });
    const sendAnyway = async (): Promise<void> => {
      await form.page.person.click(form.page.screen.getByRole('button', { name: 'More Ways to Send' }));
      await form.page.person.click(form.page.screen.getByRole('menuitem', { name: 'Send Anyway' }));
      await form.page.settled();
    };
    await sendAnyway();
    await form.page.person.click(form.page.screen.getByRole('button', { name: 'Update on staging' }));
    assert.deepEqual(form.page.askedFor('run'), []);
    await form.becomes({ sendProblem: undefined });
    await sendAnyway();
    assert.deepEqual(form.page.askedFor('run'), [{ action: 'sendAnyway' }]);
  });

  it('says its keys, and whether it is at work', async () => {
    const form = await open();
    const said = (): unknown[] => {
      const send = form.page.screen.getByRole('button', { name: 'Update on staging' });
      const attributes = ['title', 'aria-keyshortcuts', 'aria-disabled', 'aria-busy', 'aria-describedby'];
      return [...attributes.map((name) => send.getAttribute(name)), send.querySelector('.busy') !== null];
    };
    const title = 'Update on staging (Ctrl+Enter)';
    assert.deepEqual(said(), [title, 'Control+Enter Meta+Enter', 'false', 'false', null, false]);
    await form.becomes({ isBusy: true, isSending: true });
    assert.deepEqual(said(), [title, 'Control+Enter Meta+Enter', 'true', 'true', null, true]);
    await form.becomes({ actions: ['send'] });
    assert.equal(form.page.screen.queryByRole('button', { name: 'More Ways to Send' }), null);
  });
});
