// The names beside bare ids in an editor, as they stand in its text.

import '../../support/page/dom.ts';
import assert from 'node:assert/strict';
import { json } from '@codemirror/lang-json';
import { EditorView } from '@codemirror/view';
import { labelMarks, setLabels } from '../../../src/form/labelMarks.ts';
import type { Labels } from '../../../src/protocol/formProtocol.ts';
import { parse } from '../../support/page/parsedEditor.ts';

const LABELS: Labels = {
  schemas: [['40', 'Orders']],
  dataSources: [
    ['40', '213', 'acme-prod'],
    [undefined, '7', 'any'],
  ],
};

function editorOf(doc: string): EditorView {
  const view = new EditorView({ doc, extensions: [json(), labelMarks()] });
  view.dispatch({ effects: setLabels.of(LABELS) });
  parse(view);
  return view;
}

/** The text, each name in brackets where it is shown. */
function shown({ contentDOM }: EditorView): string {
  const copy = contentDOM.cloneNode(true) as HTMLElement;
  for (const label of copy.querySelectorAll('.cm-label')) label.textContent = `[${label.textContent}]`;
  return copy.textContent;
}

describe('The names in an editor', () => {
  for (const [what, doc, expected] of [
    ['behind an id', '{"40": "213"}', '{"40"[Orders]: "213"[acme-prod]}'],
    ['behind a number', '{"40": 213}', '{"40"[Orders]: 213[acme-prod]}'],
    ['of any schema', '{"41": "7"}', '{"41": "7"[any]}'],
    ['of each row', '{"41": "7", "40": 7}', '{"41": "7"[any], "40"[Orders]: 7[any]}'],
    [
      'of an id with escapes',
      String.raw`{"\u0034\u0030": "213"}`,
      String.raw`{"\u0034\u0030"[Orders]: "213"[acme-prod]}`,
    ],
    ['of a key without a value', '{"40": }', '{"40"[Orders]: }'],
    ['of no key within a value', '{"40": {"40": "213"}}', '{"40"[Orders]: {"40": "213"}}'],
    ['of no key within a list', '[{"40": "213"}]', '[{"40": "213"}]'],
    ['of no value that is no id', '{"40": true}', '{"40"[Orders]: true}'],
    ['of no id that cannot be read', String.raw`{"\q": "7"}`, String.raw`{"\q": "7"}`],
  ] as const)
    it(`stand ${what}`, () => {
      assert.equal(shown(editorOf(doc)), expected);
    });

  it('follow what is typed, and the rest stays as it is', () => {
    const view = editorOf('{"40": "213"}');
    const first = view.contentDOM.querySelector('.cm-label');
    view.dispatch({ changes: { from: 12, insert: ', "40": "7"' } });
    parse(view);
    assert.equal(shown(view), '{"40"[Orders]: "213"[acme-prod], "40"[Orders]: "7"[any]}');
    assert.equal(view.contentDOM.querySelector('.cm-label'), first);
  });

  it('are others when the host names others', () => {
    const view = editorOf('{"40": "213"}');
    view.dispatch({ effects: setLabels.of({ ...LABELS, schemas: [['40', 'Customers']] }) });
    assert.equal(shown(view), '{"40"[Customers]: "213"[acme-prod]}');
  });
});
