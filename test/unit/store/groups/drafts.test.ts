// Drafts of groups, of those that do not exist yet as well: what the user saved, and the time that VS Code sees on the
// document.

import assert from 'node:assert/strict';

import { MAY_12, storeFixture } from '../storeFixture.ts';

const SENT = { text: 'sent', from: 'sent', mappingKnown: false, entries: {} } as const;

describe('A draft', () => {
  const fixture = storeFixture();

  it('lists a group that was not listed, under its id', () => {
    const { store, ref, find, clock } = fixture.open();
    const record = store.groups.saveDraft(ref('acme'), '{"name":"Acme"}', 7);
    assert.deepEqual([record.name, record.draft], ['acme', { text: '{"name":"Acme"}', at: 7 }]);
    const { base, answered, token, existedNotAppliedAt, goneAt, unknownOutcome, ...known } = find('acme')!;
    assert.deepEqual(known, record);
    for (const unknown of [base, answered, token, existedNotAppliedAt, goneAt, unknownOutcome])
      assert.equal(unknown, undefined);
    assert.equal(store.groups.summary(ref('acme'))?.mappingKnown, false);
    assert.ok(record.documentMtime >= clock.now);
  });

  it('is removed by saving the text of the base', () => {
    const { saveDraft, find, send } = fixture.open();
    send('acme', 'sent', { base: SENT });
    saveDraft('acme', 'typed');
    assert.equal(saveDraft('acme', 'sent').draft, undefined);
    assert.equal(find('acme')?.base?.text, 'sent');
  });

  it('keeps its time when the same text is saved again', () => {
    const { saveDraft, clock } = fixture.open();
    const first = saveDraft('acme', 'typed');
    clock.now += 1000;
    const second = saveDraft('acme', 'typed');
    assert.deepEqual([second.draft, second.documentMtime], [{ text: 'typed', at: MAY_12 }, first.documentMtime]);
  });

  it('loses the note that it was not applied when it is discarded', () => {
    const { store, ref, find, send } = fixture.open();
    const result = { outcome: 'existedNotApplied', existedNotApplied: true, draft: { text: 'typed' } } as const;
    send('acme', 'typed', result, 'getOrCreate');
    store.groups.discardDraft(ref('acme'));
    assert.deepEqual([find('acme')?.draft, find('acme')?.existedNotAppliedAt], [undefined, undefined]);
    store.groups.discardDraft(ref('globex'));
    assert.equal(find('globex'), undefined);
  });

  for (const text of ['', '\uFEFF{"name":"with a byte order mark"}', '{"name":"nul \0 inside"}', '{"name":"🦊"}\r\n']) {
    it(`comes back exactly as typed: ${JSON.stringify(text)}`, () => {
      const { saveDraft, find } = fixture.open();
      saveDraft('acme', text);
      assert.equal(find('acme')?.draft?.text, text);
    });
  }
});

describe('The time of a document', () => {
  const fixture = storeFixture();

  it('grows with every change of the text, be it back to the base, also while the clock goes back', () => {
    const { store, ref, saveDraft, find, send, clock } = fixture.open();
    send('acme', 'sent', { base: SENT });
    const times = ['one', 'two', 'three'].map((text) => {
      clock.now -= 1;
      return saveDraft('acme', text).documentMtime;
    });
    store.groups.discardDraft(ref('acme'));
    times.push(find('acme')!.documentMtime);
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    );
  });

  it('is the time of the change when the clock went on, and does not go back when the group is removed', () => {
    const { store, ref, saveDraft, clock } = fixture.open();
    saveDraft('acme', 'one');
    clock.now += 5000;
    assert.equal(saveDraft('acme', 'two').documentMtime, clock.now);
    store.groups.forget(ref('acme'));
    assert.ok(saveDraft('acme', 'two').documentMtime > clock.now);
  });

  it('stays the same when a draft becomes the base, and when only the answer changes', () => {
    const { saveDraft, find, send, clock } = fixture.open();
    const drafted = saveDraft('acme', 'sent').documentMtime;
    clock.now += 1000;
    send('acme', 'sent', { draft: 'clear', base: SENT });
    send('acme', '', { outcome: 'rotated', answer: { name: 'Acme' } }, 'rotate');
    assert.equal(find('acme')?.documentMtime, drafted);
  });
});

describe('The draft of a group that does not exist yet', () => {
  const fixture = storeFixture();

  it('has the next number of its connection, and never that of one that was removed', () => {
    const { store, connectionId, connect } = fixture.open();
    const add = (id: string): number => store.newDrafts.add(id, '{}', MAY_12).number;
    assert.deepEqual([connectionId, connectionId, connect('testing')].map(add), [1, 2, 1]);
    store.newDrafts.remove(connectionId, 2);
    assert.equal(store.newDrafts.find(connectionId, 2), undefined);
    assert.equal(add(connectionId), 3);
    assert.deepEqual(
      store.newDrafts.all(connectionId).map(({ number }) => number),
      [1, 3],
    );
  });

  it('holds the text as typed, with a time that grows with each change of it', () => {
    const { store, connectionId } = fixture.open();
    const { number, mtime } = store.newDrafts.add(connectionId, '', MAY_12);
    const changed = store.newDrafts.save(connectionId, number, 'nul \0 inside', MAY_12 - 5)!;
    assert.ok(changed.mtime > mtime);
    assert.deepEqual(store.newDrafts.find(connectionId, number), changed);
    assert.deepEqual(store.newDrafts.save(connectionId, number, 'nul \0 inside', MAY_12 + 5), changed);
    assert.equal(store.newDrafts.save(connectionId, number, 'later', MAY_12 + 9)?.mtime, MAY_12 + 9);
  });

  it('is not saved again after another window removed it', () => {
    const { store, connectionId } = fixture.open();
    const { number } = store.newDrafts.add(connectionId, 'one', MAY_12);
    store.newDrafts.remove(connectionId, number);
    assert.equal(store.newDrafts.save(connectionId, number, 'two', MAY_12), undefined);
    assert.deepEqual(store.newDrafts.all(connectionId), []);
  });
});
