// A document's text and its page's: what the document refuses is not lost, and nothing waits for it forever.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ChangeSet, Text } from '@codemirror/state';
import type * as vscode from 'vscode';
import type { Log } from '../../../../src/core/ports/log.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { FormText } from '../../../../src/vscode/editing/form/formText.ts';
import { documentsChanged, Position, workspace, type WorkspaceEdit } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

describe('The text of a form', () => {
  const { applyEdit } = workspace;
  let text = '';
  let reported: unknown[] = [];
  let form: FormText;
  let document: vscode.TextDocument & { isDirty: boolean };

  beforeEach(() => {
    text = '{}';
    reported = [];
    document = Object.assign(
      standIn<vscode.TextDocument>({
        uri: groupUri('staging', 'acme'),
        getText: () => text,
        isUntitled: false,
      }),
      { isDirty: true },
    );
    const log = standIn<Log>({ bug: (error) => void reported.push(error) });
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
      document.isDirty = true;
      return Promise.resolve(true);
    };
  };
  const type = (): number =>
    form.push({ own: 0, seen: 0, changes: ChangeSet.of([{ from: 1, insert: '"a": 1' }], 2).toJSON() });
  /** Somewhere else, so that it is a unit of its own. */
  const typeBefore = (): number =>
    form.push({ own: 1, seen: 0, changes: ChangeSet.of([{ from: 0, insert: ' ' }], 8).toJSON() });

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

  describe('of a document that VS Code never writes', () => {
    beforeEach(() => {
      takesEdits();
      const { applyEdit: apply } = workspace;
      workspace.applyEdit = async (edit) => {
        const isApplied = await apply(edit);
        document.isDirty = false;
        return isApplied;
      };
      document.isDirty = false;
    });

    it('is taken back with all that waits, and the page is told', async () => {
      type();
      typeBefore();
      await form.flush();
      assert.deepEqual([text, form.start, form.isReadOnly], ['{}', { text: '{}', own: 2, seen: 1 }, true]);
      const [update] = reported as { changes: unknown }[];
      assert.equal(
        ChangeSet.fromJSON(update?.changes)
          .apply(Text.of([' {"a": 1}']))
          .toString(),
        '{}',
      );
    });

    it('is used for nothing before the user was told, once', async () => {
      type();
      await form.flush();
      assert.throws(
        () => {
          form.requireKept();
        },
        {
          kind: 'forbidden',
          message:
            "VS Code doesn't save this document, so what you typed was taken back. Check the form and try again.",
        },
      );
      form.requireKept();
    });

    it('stays once VS Code calls the document unsaved, by whatever input', async () => {
      type();
      await form.flush();
      document.isDirty = true;
      documentsChanged.fire({ document, contentChanges: [] });
      assert.equal(form.isReadOnly, false);
    });

    for (const [words, while_] of [
      ['a save has ended that already', { isDirty: true }],
      ['there is no file yet', { isUntitled: true }],
    ] as const)
      it(`stays where ${words}`, async () => {
        const { applyEdit: apply } = workspace;
        workspace.applyEdit = async (edit) => {
          Object.assign(document, while_);
          documentsChanged.fire({ document, contentChanges: [] });
          return apply(edit);
        };
        type();
        await form.flush();
        assert.deepEqual([text, form.isReadOnly], ['{"a": 1}', false]);
      });

    it('stays in a document that was closed meanwhile, of which nothing is kept anyway', async () => {
      const { applyEdit: apply } = workspace;
      workspace.applyEdit = (edit) => {
        form.dispose();
        return apply(edit);
      };
      type();
      for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
      assert.deepEqual([text, reported], ['{"a": 1}', []]);
    });
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

  describe('is applied', () => {
    beforeEach(() => {
      takesEdits();
      mock.timers.enable({ apis: ['setTimeout'] });
    });
    afterEach(() => {
      mock.timers.reset();
    });

    const settled = (): Promise<unknown> => new Promise(setImmediate);
    const typeOn = (own: number): number =>
      form.push({ own, seen: 0, changes: ChangeSet.of([{ from: 7, insert: '2' }], 8).toJSON() });

    it('at once where the document has no unsaved changes yet', async () => {
      document.isDirty = false;
      type();
      await settled();
      assert.equal(text, '{"a": 1}');
    });

    it('in units: each at once when another has begun, the last one after a pause', async () => {
      type();
      typeBefore();
      await settled();
      assert.equal(text, '{"a": 1}');
      mock.timers.tick(250);
      await settled();
      assert.equal(text, ' {"a": 1}');
    });

    it('unit after unit where several wait', async () => {
      type();
      typeBefore();
      form.push({ own: 2, seen: 0, changes: ChangeSet.of([{ from: 9, insert: ' ' }], 9).toJSON() });
      await settled();
      assert.equal(text, ' {"a": 1}');
    });

    it('not after its tab was closed', async () => {
      type();
      form.dispose();
      mock.timers.tick(250);
      await settled();
      assert.equal(text, '{}');
    });

    it('not if it was made in another text, which the page is told by the count alone', async () => {
      assert.equal(typeOn(3), 0);
      mock.timers.tick(250);
      await settled();
      assert.equal(text, '{}');
    });

    it('and a failure in the background is logged', async () => {
      workspace.applyEdit = () => Promise.reject(new Error('the editor is just closing'));
      type();
      mock.timers.tick(250);
      await settled();
      assert.match(String(reported[0]), /just closing/);
    });

    it('and the page is told where the document holds something else then', async () => {
      workspace.applyEdit = () => {
        text = '{"a": 1}\n';
        return Promise.resolve(true);
      };
      type();
      await form.flush();
      assert.deepEqual(reported.length, 1);
      assert.equal(form.start.text, '{"a": 1}\n');
    });
  });

  it('is refused where it does not fit', () => {
    assert.throws(() => form.push({ own: 0, seen: 0, changes: ChangeSet.of([{ from: 9, insert: ' ' }], 9).toJSON() }), {
      kind: 'invalid',
      message: "The form sent changes that don't fit the document. Close and reopen the form.",
    });
  });

  describe('follows what changes elsewhere', () => {
    const range = { start: new Position(0, 1), end: new Position(0, 1) };
    const changed = (of: object, contentChanges: readonly object[]): void => {
      documentsChanged.fire({ document: of, contentChanges });
    };

    it('and the page is told', () => {
      changed(document, [{ range, text: '"b": 2' }]);
      assert.deepEqual(
        [form.start, reported],
        [
          { text: '{"b": 2}', own: 0, seen: 1 },
          [{ own: 0, seen: 0, changes: ChangeSet.of([{ from: 1, insert: '"b": 2' }], 2).toJSON() as unknown }],
        ],
      );
    });

    it('but not in another document, nor where nothing changes but whether it is saved', () => {
      changed({}, [{ range, text: '"b": 2' }]);
      changed(document, []);
      assert.deepEqual([form.start, reported], [{ text: '{}', own: 0, seen: 0 }, []]);
    });

    it('and what the page has typed is carried along', async () => {
      takesEdits();
      type();
      text = '  {}';
      changed(document, [{ range: { start: new Position(0, 0), end: new Position(0, 0) }, text: '  ' }]);
      await form.flush();
      assert.equal(text, '  {"a": 1}');
    });
  });

  it('knows the places of the document, also of what is not applied yet', () => {
    type();
    assert.deepEqual([form.offsetOf(form.positionOf(2)), form.positionOf(1)], [8, new Position(0, 1)]);
  });
});
