// A document's text and its page's: what the document refuses is not lost, and nothing waits for it forever.

import assert from 'node:assert/strict';
import { ChangeSet } from '@codemirror/state';
import type * as vscode from 'vscode';

import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { FormText } from '../../../../src/vscode/editing/form/formText.ts';
import { workspace, type WorkspaceEdit } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

describe('The text of a form', () => {
  const { applyEdit } = workspace;
  let text = '';
  let reported: unknown[] = [];
  let form: FormText;

  beforeEach(() => {
    text = '{}';
    reported = [];
    const document = standIn<vscode.TextDocument>({
      uri: groupUri('staging', 'acme'),
      isDirty: true,
      getText: () => text,
    });
    const log = {
      show: () => undefined,
      request: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      bug: (error: unknown) => {
        reported.push(error);
      },
    };
    form = new FormText(document, log, (update) => {
      reported.push(update);
    });
  });

  afterEach(() => {
    form.dispose();
    workspace.applyEdit = applyEdit;
  });

  const takesEdits = (): void => {
    workspace.applyEdit = ({ edits }: WorkspaceEdit) => {
      for (const edit of edits)
        text = `${text.slice(0, edit.range.start.character)}${edit.text}${text.slice(edit.range.end.character)}`;
      return Promise.resolve(true);
    };
  };
  const type = (): number =>
    form.push({ own: 0, seen: 0, changes: ChangeSet.of([{ from: 1, insert: '"a": 1' }], 2).toJSON() });
  /** Somewhere else, so that it is a unit of its own. */
  const typeBefore = (): number =>
    form.push({ own: 1, seen: 0, changes: ChangeSet.of([{ from: 0, insert: ' ' }], 8).toJSON() });

  it('is in the document when it was waited for', async () => {
    takesEdits();
    assert.equal(type(), 1);
    await form.flush();
    assert.equal(text, '{"a": 1}');
    assert.deepEqual(reported, []);
  });

  it('waits for the document that refuses it, says so, and is there when it accepts it after all', async () => {
    type();
    await assert.rejects(form.flush(), {
      name: 'conflict',
      message: "The document didn't accept what was typed into the form. Open it as JSON.",
    });
    takesEdits();
    await form.flush();
    assert.equal(text, '{"a": 1}');
  });

  it('waits for the editor that fails to apply it, says so each time, and is there when it does', async () => {
    workspace.applyEdit = () => Promise.reject(new Error('the editor is just closing'));
    type();
    await assert.rejects(form.flush(), /just closing/);
    await assert.rejects(form.flush(), /just closing/);
    takesEdits();
    await form.flush();
    assert.equal(text, '{"a": 1}');
  });

  it('is not asked of an editor without pause that fails to apply it', async () => {
    let tries = 0;
    workspace.applyEdit = () => {
      tries += 1;
      return Promise.reject(new Error('the editor is just closing'));
    };
    type();
    typeBefore();
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
    assert.ok(tries <= 2, `${tries} times`);
  });

  it('is asked of a closed document no more', async () => {
    let tries = 0;
    workspace.applyEdit = () => {
      tries += 1;
      form.dispose();
      return Promise.resolve(false);
    };
    type();
    await form.flush();
    assert.deepEqual([tries, text, reported], [1, '{}', []]);
  });
});
