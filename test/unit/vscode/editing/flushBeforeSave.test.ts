// Pending input of a form is in its document before that is saved, and the page is asked for it once.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../../src/core/ports/log.ts';
import { OpenDocuments } from '../../../../src/vscode/editing/documents/openDocuments.ts';
import { FlushBeforeSave } from '../../../../src/vscode/editing/form/formEditor.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { documentSaved, documentWillSave, workspace } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

/** A document that a form shows, in which something is typed and still on its way. */
class ShownDocument {
  readonly uri = groupUri('staging', 'acme');
  isClosed = false;
  isDirty = true;
  text = 'old';
  saved = '';

  getText(): string {
    return this.text;
  }

  async save(): Promise<boolean> {
    const waits: Promise<unknown>[] = [];
    documentWillSave.fire({ document: this, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
    this.saved = this.text;
    this.isDirty = false;
    documentSaved.fire(this);
    return true;
  }
}

describe('What was typed into a form', () => {
  let document: ShownDocument;
  let flushes = 0;
  /** Input that is on its way until this is resolved. */
  let arriving: Promise<void>;
  let bugs: unknown[];
  let saving: FlushBeforeSave;
  let documents: OpenDocuments;

  beforeEach(() => {
    document = new ShownDocument();
    flushes = 0;
    arriving = Promise.resolve();
    bugs = [];
    workspace.textDocuments = [document];
    const flush = async (): Promise<void> => {
      flushes += 1;
      await arriving;
      document.text = 'typed';
    };
    saving = new FlushBeforeSave(
      { has: ({ path }) => path === document.uri.path, flush },
      standIn<Log>({ bug: (error) => void bugs.push(error) }),
    );
    documents = new OpenDocuments({ flush, saveFlushed: (shown) => saving.saveFlushed(shown) });
  });

  afterEach(() => {
    saving.dispose();
    mock.timers.reset();
    workspace.textDocuments = [];
    assert.deepEqual(bugs, []);
  });

  it('is saved by the key, too, also after it was sent', async () => {
    await document.save();
    assert.deepEqual([document.text, flushes], ['typed', 1]);
    document.isDirty = true;
    await documents.savedText(document.uri);
    document.isDirty = true;
    await document.save();
    assert.equal(flushes, 3);
  });

  it('is asked for and saved no more once this is disposed of', async () => {
    const arrival = Promise.withResolvers<void>();
    arriving = arrival.promise;
    documentWillSave.fire({ document, waitUntil: () => undefined });
    saving.dispose();
    documentSaved.fire(document);
    arrival.resolve();
    await setImmediate();
    assert.equal(document.saved, '');
    await document.save();
    assert.equal(flushes, 1);
  });

  it('is saved afterwards where it comes too late for the save, and its page asked for it once', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const arrival = Promise.withResolvers<void>();
    arriving = arrival.promise;
    const saved = document.save();
    mock.timers.tick(1000);
    await saved;
    assert.deepEqual([document.saved, document.isDirty], ['old', false]);
    arrival.resolve();
    await setImmediate();
    assert.deepEqual([document.saved, flushes], ['typed', 1]);
  });

  it('is saved afterwards where VS Code did not wait so long, and never into a document that is closed', async () => {
    for (const isClosed of [false, true]) {
      const arrival = Promise.withResolvers<void>();
      arriving = arrival.promise;
      document.saved = document.text = 'old';
      documentWillSave.fire({ document, waitUntil: () => undefined });
      documentSaved.fire(document);
      document.isClosed = isClosed;
      arrival.resolve();
      await setImmediate();
      assert.equal(document.saved, isClosed ? 'old' : 'typed');
    }
  });

  it('that cannot be saved afterwards is logged', async () => {
    const error = new Error('closed');
    const arrival = Promise.withResolvers<void>();
    arriving = arrival.promise;
    documentWillSave.fire({ document, waitUntil: () => undefined });
    documentSaved.fire(document);
    document.save = () => Promise.reject(error);
    arrival.resolve();
    await setImmediate();
    assert.deepEqual(bugs.splice(0), [error]);
  });

  it('is left out of a save where the document refuses it', async () => {
    const error = new Error('refused');
    arriving = Promise.reject(error);
    await document.save();
    assert.deepEqual([document.saved, bugs.splice(0)], ['old', [error]]);
  });
});
