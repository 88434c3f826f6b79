import assert from 'node:assert/strict';
import { ChangeSet } from '@codemirror/state';
import type { BodyField } from '../../../src/contract/fields.ts';
import { DocumentFields, trackedFields } from '../../../src/form/documentFields.ts';
import { SyncedDocument } from '../../../src/form/syncedDocument.ts';

const TEXT = '{"user_group_id":"acme","name":"Acme","mapping":{"40":"213"},"properties":{"a":1}}';

class Page {
  readonly synced: SyncedDocument;
  readonly fields: DocumentFields;
  readonly refused: string[] = [];
  #own = 0;
  #seen = 0;

  constructor(text: string) {
    this.synced = new SyncedDocument({
      text,
      own: 0,
      seen: 0,
      push: () => this.#accept(),
      reportFailure: () => undefined,
      extensions: trackedFields,
    });
    this.fields = new DocumentFields(this.synced, ({ message }) => {
      this.refused.push(message);
    });
  }

  get text(): string {
    return this.synced.wholeText;
  }

  valueOf(name: BodyField): string | undefined {
    const range = this.fields.range(name);
    return range && this.text.slice(range.from, range.to);
  }

  typeAt(before: string, insert: string): void {
    this.synced.edit({ from: this.text.indexOf(before), insert });
  }

  async changeElsewhere(before: string, drop: string, insert: string): Promise<void> {
    await this.synced.settled();
    const from = this.text.indexOf(before);
    const changes = ChangeSet.of({ from, to: from + drop.length, insert }, this.text.length);
    this.synced.receive({ own: this.#own, seen: this.#seen, changes: changes.toJSON() as unknown });
    this.#seen += 1;
  }

  #accept(): Promise<{ readonly own: number }> {
    this.#own += 1;
    return Promise.resolve({ own: this.#own });
  }
}

describe('the fields of the document in the page', () => {
  it('keep their places while another is not valid', () => {
    const page = new Page(TEXT);
    page.typeAt('"213"', ',,{');
    page.typeAt('"a"', '"b":2,');
    assert.equal(page.valueOf('mapping'), '{"40":,,{"213"}');
    assert.equal(page.valueOf('properties'), '{"b":2,"a":1}');
  });

  it('keep them when the text changes elsewhere meanwhile', async () => {
    const page = new Page(TEXT);
    page.typeAt('"213"', '{');
    await page.changeElsewhere('"name"', '', '"$schema":"x",');
    assert.deepEqual(
      [page.fields.text('name'), page.valueOf('mapping'), page.valueOf('properties')],
      ['Acme', '{"40":{"213"}', '{"a":1}'],
    );
  });

  it('have what is typed at their edges, until the text is read again', async () => {
    const page = new Page(TEXT);
    page.typeAt(',"properties"', ' ');
    assert.equal(page.valueOf('mapping'), '{"40":"213"} ');
    await page.changeElsewhere('Acme', '', 'New ');
    assert.equal(page.valueOf('mapping'), '{"40":"213"}');
  });

  it('are those before the error when opened on text that is not valid, and all when that is over', async () => {
    const page = new Page(TEXT.replace('"213"', ''));
    assert.deepEqual(
      [page.fields.text('name'), page.valueOf('mapping'), page.fields.isAbsent('mapping')],
      ['Acme', undefined, false],
    );
    await page.changeElsewhere('},"properties"', '', '1');
    assert.deepEqual([page.valueOf('mapping'), page.valueOf('properties')], ['{"40":1}', '{"a":1}']);
  });

  it('say what is typed into them, and nothing else changes', () => {
    const page = new Page(TEXT);
    page.fields.setText('name', 'Acme "2"');
    assert.equal(page.text, TEXT.replace('Acme', 'Acme \\"2\\"'));
    assert.equal(page.fields.text('name'), 'Acme "2"');
  });

  it('stay as they are, with the reason, where the text is not valid', () => {
    const page = new Page(TEXT);
    page.typeAt('"213"', '{');
    const before = page.text;
    page.fields.omit('properties');
    assert.equal(page.text, before);
    assert.match(page.refused.join('\n'), /because the document is not valid JSON/);
  });

  it('are none where the text is no document, which is not the same as absent', () => {
    const page = new Page('[1]');
    assert.deepEqual(
      [page.fields.range('mapping'), page.fields.isAbsent('mapping'), typeof page.fields.tracked.trouble],
      [undefined, false, 'string'],
    );
  });

  it('are found under the name that the service gives the ID, and put in under it', () => {
    const page = new Page('{"tenant_key":"acme"}');
    assert.equal(page.fields.isAbsent('user_group_id'), true);
    page.fields.setNames({ id: 'tenant_key' });
    assert.equal(page.fields.text('user_group_id'), 'acme');
    page.fields.omit('user_group_id');
    page.fields.setText('user_group_id', 'beta');
    assert.deepEqual(JSON.parse(page.text), { tenant_key: 'beta' });
  });

  it('are found under the name of the contract as well, and once alone', () => {
    const page = new Page('{"user_group_id":"acme"}');
    page.fields.setNames({ id: 'tenant_key' });
    assert.equal(page.fields.text('user_group_id'), 'acme');
    page.typeAt('}', ',"tenant_key":"beta"');
    page.fields.add('name', '"A"');
    assert.deepEqual(
      [page.fields.text('user_group_id'), page.fields.tracked.trouble],
      [undefined, 'Duplicate field "tenant_key".'],
    );
  });
});
