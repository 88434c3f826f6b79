// Pending input of a form is in its document before that is saved, and the page is asked for it once.

import assert from 'node:assert/strict';
import type { Log } from '../../../../src/core/ports/log.ts';
import { OpenDocuments } from '../../../../src/vscode/editing/documents/openDocuments.ts';
import { FlushBeforeSave } from '../../../../src/vscode/editing/form/flushBeforeSave.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { documentWillSave, workspace } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

/** A document that a form shows, in which something is typed and still on its way. */
class ShownDocument {
  readonly uri = groupUri('staging', 'acme');
  readonly isClosed = false;
  isDirty = true;
  text = 'old';

  getText(): string {
    return this.text;
  }

  async save(): Promise<boolean> {
    const waits: Promise<unknown>[] = [];
    documentWillSave.fire({ document: this, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
    this.isDirty = false;
    return true;
  }
}

describe('What was typed into a form', () => {
  let document: ShownDocument;
  let flushes = 0;
  let saving: FlushBeforeSave;
  let documents: OpenDocuments;

  beforeEach(() => {
    document = new ShownDocument();
    flushes = 0;
    workspace.textDocuments = [document];
    const flush = (): Promise<void> => {
      flushes += 1;
      document.text = 'typed';
      return Promise.resolve();
    };
    saving = new FlushBeforeSave(
      { has: ({ path }) => path === document.uri.path, flush },
      standIn<Log>({ bug: assert.ifError }),
    );
    documents = new OpenDocuments({ flush, saveFlushed: (shown) => saving.saveFlushed(shown) });
  });

  afterEach(() => {
    saving.dispose();
    workspace.textDocuments = [];
  });

  it('is sent, and its page asked for it once', async () => {
    assert.deepEqual([await documents.savedText(document.uri), flushes], ['typed', 1]);
    assert.equal(document.isDirty, false);
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

  it('is asked for by no save of another document', async () => {
    const other = Object.assign(new ShownDocument(), { uri: groupUri('staging', 'other') });
    await other.save();
    assert.equal(flushes, 0);
  });
});
