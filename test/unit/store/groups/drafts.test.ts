// Drafts: what the person saved, and the time that VS Code sees on the document.

import assert from 'node:assert/strict';

import { storeFixture } from '../storeFixture.ts';

describe('A draft', () => {
  const fixture = storeFixture();

  it('lists a group that was not listed, under its id', () => {
    const { store, ref, clock } = fixture.open();
    const record = store.groups.saveDraft(ref('acme'), '{"name":"Acme"}', 7);
    assert.equal(record.name, 'acme');
    assert.deepEqual(record.draft, { text: '{"name":"Acme"}', at: 7 });
    assert.deepEqual(store.groups.find(ref('acme')), { ...record, ...everythingElseUnknown });
    assert.equal(store.groups.summary(ref('acme'))?.mappingKnown, false);
    assert.ok(record.documentMtime >= clock.now);
  });

  it('is removed by saving the text of the base', () => {
    const { store, ref, send } = fixture.open();
    send('acme', 'sent', { base: { text: 'sent', from: 'sent', mappingKnown: true, entries: {} } });
    store.groups.saveDraft(ref('acme'), 'typed', 1);
    assert.equal(store.groups.saveDraft(ref('acme'), 'sent', 2).draft, undefined);
    assert.equal(store.groups.find(ref('acme'))?.base?.text, 'sent');
  });

  it('keeps its time when the same text is saved again', () => {
    const { store, ref, clock } = fixture.open();
    const first = store.groups.saveDraft(ref('acme'), 'typed', 1);
    clock.now += 1000;
    const second = store.groups.saveDraft(ref('acme'), 'typed', 2);
    assert.deepEqual(second.draft, { text: 'typed', at: 1 });
    assert.equal(second.documentMtime, first.documentMtime);
  });

  it('loses the note that it was not applied when it is discarded', () => {
    const { store, ref, send } = fixture.open();
    send(
      'acme',
      'typed',
      { outcome: 'existedNotApplied', existedNotApplied: true, draft: { text: 'typed' } },
      'getOrCreate',
    );
    assert.ok(store.groups.find(ref('acme'))?.existedNotAppliedAt);
    store.groups.discardDraft(ref('acme'));
    assert.equal(store.groups.find(ref('acme'))?.draft, undefined);
    assert.equal(store.groups.find(ref('acme'))?.existedNotAppliedAt, undefined);
  });

  it('of a group that is not listed cannot be discarded, and nothing happens', () => {
    const { store, ref } = fixture.open();
    store.groups.discardDraft(ref('acme'));
    assert.equal(store.groups.find(ref('acme')), undefined);
  });

  for (const text of ['', '\uFEFF{"name":"with a byte order mark"}', '{"name":"nul \0 inside"}', '{"name":"🦊"}\r\n']) {
    it(`comes back exactly as typed: ${JSON.stringify(text)}`, () => {
      const { store, ref } = fixture.open();
      store.groups.saveDraft(ref('acme'), text, 1);
      assert.equal(store.groups.find(ref('acme'))?.draft?.text, text);
    });
  }
});

describe('The time of a document', () => {
  const fixture = storeFixture();

  it('grows with every change of the text, even when the clock stops or goes back', () => {
    const { store, ref, clock } = fixture.open();
    const mtimes = ['one', 'two', 'three'].map((text, index) => {
      clock.now -= index;
      return store.groups.saveDraft(ref('acme'), text, 1).documentMtime;
    });
    assert.deepEqual(
      mtimes,
      [...new Set(mtimes)].sort((a, b) => a - b),
    );
  });

  it('is the time of the change when the clock went on', () => {
    const { store, ref, clock } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'one', 1);
    clock.now += 5000;
    assert.equal(store.groups.saveDraft(ref('acme'), 'two', 1).documentMtime, clock.now);
  });

  it('moves when a draft is discarded and another base text shows', () => {
    const { store, ref, send, clock } = fixture.open();
    send('acme', 'sent', { base: { text: 'sent', from: 'sent', mappingKnown: false, entries: {} } });
    const drafted = store.groups.saveDraft(ref('acme'), 'typed', 1).documentMtime;
    clock.now += 1000;
    store.groups.discardDraft(ref('acme'));
    assert.ok(store.groups.find(ref('acme'))!.documentMtime > drafted);
  });

  it('stays the same when a draft becomes the base, and when only the answer changes', () => {
    const { store, ref, send, clock } = fixture.open();
    const drafted = store.groups.saveDraft(ref('acme'), 'typed', 1).documentMtime;
    clock.now += 1000;
    send('acme', 'typed', { draft: 'clear', base: { text: 'typed', from: 'sent', mappingKnown: false, entries: {} } });
    send('acme', '', { outcome: 'rotated', answer: { name: 'Acme' } }, 'rotate');
    assert.equal(store.groups.find(ref('acme'))?.documentMtime, drafted);
  });

  it('does not go back when a group is forgotten and listed again', () => {
    const { store, ref, clock } = fixture.open();
    const before = store.groups.saveDraft(ref('acme'), 'typed', 1).documentMtime;
    clock.now += 1000;
    store.groups.forget(ref('acme'));
    assert.ok(store.groups.saveDraft(ref('acme'), 'typed', 1).documentMtime > before);
  });
});

const everythingElseUnknown = {
  base: undefined,
  answered: undefined,
  token: undefined,
  existedNotAppliedAt: undefined,
  goneAt: undefined,
  unknownOutcome: undefined,
};
