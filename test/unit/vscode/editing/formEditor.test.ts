// The form as an editor of VS Code: its pages, and which documents have one.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ChangeSet } from '@codemirror/state';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/emitter.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import { FormEditor } from '../../../../src/vscode/editing/form/formEditor.ts';
import type { SessionDependencies } from '../../../../src/vscode/editing/form/formSession.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { fileUri } from '../../../support/editor/fakeFiles.ts';
import {
  customEditors,
  documentWillSave,
  Uri,
  workspace,
  type WorkspaceEdit,
} from '../../../support/editor/fakeVscode.ts';
import { noAppliedStates } from '../../../support/editor/noAppliedStates.ts';
import { FakePanel } from '../../../support/editor/fakePanel.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = groupUri('staging', 'acme');

describe('The editor of forms', () => {
  const { applyEdit } = workspace;
  const document = { uri: ACME, text: '{}', isDirty: false, isClosed: false, getText: () => document.text };
  let editor: FormEditor;
  let disposed = 0;
  let asked: Emitter<void>;

  beforeEach(() => {
    document.text = '{}';
    disposed = 0;
    asked = new Emitter();
    workspace.applyEdit = ({ edits: [edit] }: WorkspaceEdit) => {
      document.text = edit?.text ?? '';
      return Promise.resolve(true);
    };
    const never = { onDidChange: () => ({ dispose: () => undefined }) };
    const counted = () => ({ dispose: () => void (disposed += 1) });
    editor = new FormEditor(fileUri('/extension'), standIn<Log>({ bug: assert.ifError, warn: assert.ifError }), () =>
      Promise.resolve(
        standIn<SessionDependencies>({
          services: standIn({
            siblings: standIn({}),
            groups: standIn({ onDidChange: counted, find: () => undefined }),
            connections: standIn({
              ...never,
              list: () => {
                asked.fire();
                return [];
              },
            }),
          }),
          fileConnections: standIn({ ...never, of: () => Promise.resolve(undefined) }),
          appliedStates: noAppliedStates,
          sendings: standIn({ ...never, isBusy: () => false, isSending: () => false }),
          trust: standIn({ ...never, isTrusted: () => true }),
          schemas: standIn({ ...never, labels: () => Promise.resolve({ schemas: [], dataSources: [] }) }),
          files: standIn({ takeArrival: () => false }),
          documents: standIn({ noteFile: () => undefined }),
          log: standIn({ bug: assert.ifError }),
        }),
      ),
    );
  });
  afterEach(() => {
    editor.dispose();
    workspace.applyEdit = applyEdit;
  });

  /** A tab that VS Code has just made for the form. */
  function resolved(): FakePanel {
    const panel = new FakePanel('userGroups.form', '', 1, {});
    editor.resolveCustomTextEditor(document as never, panel as unknown as vscode.WebviewPanel);
    return panel;
  }

  /** A tab of the form, whose page asks what it opens with. */
  async function open(): Promise<FakePanel> {
    const panel = resolved();
    panel.receive({ request: 'open', call: 1, with: undefined });
    // Loaded after the same by the product: what that waits for has come.
    await import('../../../../src/vscode/editing/form/formSession.ts');
    for (let turns = 0; turns < 5; turns += 1) await setImmediate();
    return panel;
  }
  const type = (panel: FakePanel): void => {
    const changes = ChangeSet.of([{ from: 0, to: 2, insert: 'typed' }], 2).toJSON() as unknown;
    panel.receive({ request: 'push', call: 2, with: { own: 0, seen: 0, changes } });
  };

  it('is that of its own kind, of which a document may have several', () => {
    assert.deepEqual(customEditors.get('userGroups.form'), [editor, { supportsMultipleEditorsPerDocument: true }]);
    editor.dispose();
    assert.equal(customEditors.size, 0);
  });

  it('shows a page that loads nothing but what the extension has for it', async () => {
    const { webview } = await open();
    assert.deepEqual(webview.options, {
      enableScripts: true,
      localResourceRoots: [Uri.file('/extension/dist/form'), Uri.file('/extension/media')],
    });
    assert.match(webview.html, /src="page:\/extension\/dist\/form\/form\.js"/);
    assert.match(webview.html, /href="page:\/extension\/media\/form\.css"/);
  });

  it('has a document until the last of its tabs closes', async () => {
    const panels = [await open(), await open()];
    assert.equal(editor.has(groupUri('staging', 'beta')), false);
    panels[0]?.dispose();
    await setImmediate();
    assert.deepEqual([editor.has(ACME), disposed], [true, 1]);
    panels[1]?.dispose();
    await setImmediate();
    assert.deepEqual([editor.has(ACME), disposed], [false, 2]);
  });

  it('has no document whose tab closed while its page was made', async () => {
    resolved().dispose();
    await import('../../../../src/vscode/editing/form/formSession.ts');
    for (let turns = 0; turns < 5; turns += 1) await setImmediate();
    assert.deepEqual([editor.has(ACME), disposed], [false, 1]);
  });

  it('puts what is typed into its document when that is flushed', async () => {
    const panel = await open();
    panel.visible = false;
    document.isDirty = true;
    type(panel);
    await editor.flush(groupUri('staging', 'beta'));
    assert.equal(document.text, '{}');
    await editor.flush(ACME);
    assert.equal(document.text, 'typed');
    document.isDirty = false;
  });

  it('is asked before its document is saved, unless that has just been flushed', async () => {
    await open();
    const waits: unknown[] = [];
    const save = (): Promise<boolean> => {
      documentWillSave.fire({ document, waitUntil: (work: unknown) => waits.push(work) });
      return Promise.resolve(true);
    };
    assert.equal(await editor.saveFlushed(standIn<vscode.TextDocument>({ uri: ACME, save })), true);
    assert.equal(waits.length, 0);
    await save();
    assert.equal(waits.length, 1);
    editor.dispose();
    await save();
    assert.equal(waits.length, 1);
  });

  it('looks again at its document when its tab is shown', async () => {
    const panel = await open();
    const looked = new Promise<void>((resolve) => {
      asked.event(resolve);
    });
    panel.changeViewState();
    await looked;
  });
});
