// The focus of a page: kept where it was, given to what is beside it where that goes, and never taken from the editor.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { focusWhenAsked, keepFocus } from '../../../src/webview/keptFocus.ts';
import { trackListeners } from '../../support/page/listeners.ts';

describe('The focus of a page', () => {
  const focused = (): string => document.activeElement?.id ?? '';
  const comesBack = (): void => {
    (document.activeElement as HTMLElement).blur();
    window.dispatchEvent(new window.Event('focus'));
  };
  const get = (id: string): HTMLElement => document.getElementById(id)!;
  let hasPage = true;
  let removeListeners: () => void;

  before(() => {
    mock.method(document, 'hasFocus', () => hasPage);
  });
  after(() => {
    mock.restoreAll();
  });
  beforeEach(() => {
    hasPage = true;
    removeListeners = trackListeners();
    document.body.innerHTML = `
      <input id="name">
      <div role="toolbar"><button id="one"></button><button id="two" style="visibility: hidden"></button>
      <button id="three"></button></div>
      <section><input id="box"><button id="beside"></button></section>`;
  });
  afterEach(() => {
    removeListeners();
    document.body.replaceChildren();
  });

  it('comes back to where it was, and is left where it is', () => {
    keepFocus('name');
    get('three').focus();
    comesBack();
    assert.equal(focused(), 'three');
    window.dispatchEvent(new window.Event('focus'));
    assert.equal(focused(), 'three');
  });

  it('goes to the first button beside what is gone', () => {
    keepFocus('name');
    for (const [id, beside] of [
      ['one', 'three'],
      ['box', 'beside'],
    ] as const) {
      get(id).focus();
      get(id).style.display = 'none';
      comesBack();
      assert.equal(focused(), beside);
    }
  });

  it('goes where it was told to when nothing is left beside what is gone', () => {
    keepFocus('name');
    comesBack();
    assert.equal(focused(), 'name');
    get('box').focus();
    document.querySelector('section')!.remove();
    comesBack();
    assert.equal(focused(), 'name');
  });

  it('is given back after a drawing that hid what had it, and else left alone', () => {
    const giveBack = keepFocus('name');
    giveBack();
    assert.equal(focused(), '');
    get('one').focus();
    giveBack();
    assert.equal(focused(), 'one');
    get('one').style.display = 'none';
    hasPage = false;
    giveBack();
    assert.equal(focused(), 'one');
    hasPage = true;
    giveBack();
    assert.equal(focused(), 'three');
  });

  it('is put where it is asked for, unless it is somewhere already', () => {
    focusWhenAsked('box');
    assert.equal(focused(), 'box');
    focusWhenAsked('name');
    assert.equal(focused(), 'box');
  });

  it('waits until the page has it, and then is put once', () => {
    hasPage = false;
    focusWhenAsked('box');
    assert.equal(focused(), '');
    window.dispatchEvent(new window.Event('focus'));
    assert.equal(focused(), 'box');
    comesBack();
    assert.notEqual(focused(), 'box');
  });
});
