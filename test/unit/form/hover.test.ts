// What an editor says of the place under the pointer.

import '../../support/page/dom.ts';
import assert from 'node:assert/strict';
import { EditorView, type Tooltip } from '@codemirror/view';
import { hoverFromHost } from '../../../src/form/jsonEditor.ts';
import type { Ask } from '../../../src/webview/hostChannel.ts';

describe('What an editor says of a place', () => {
  const view = new EditorView({ doc: '{"plan": "trial"}' });
  const asked: unknown[] = [];
  const said = async (answer: () => Promise<readonly string[]>): Promise<Tooltip | null> => {
    const ask = (name: string, given: unknown): unknown => {
      asked.push([name, given]);
      return answer();
    };
    const place = { toDocument: (shown: number) => shown + 100, toShown: () => 0, settled: () => Promise.resolve() };
    return (await hoverFromHost(ask as Ask, place)(view, 4, 1)) as Tooltip | null;
  };

  it('is what the host says of it, a line for each paragraph', async () => {
    const tooltip = await said(() => Promise.resolve(['The plan.', '<b>trial</b>']));
    assert.deepEqual(asked, [['hover', { offset: 104 }]]);
    assert.equal(tooltip?.pos, 4);
    assert.equal(
      tooltip.create(view).dom.outerHTML,
      '<div class="hover"><p>The plan.</p><p>&lt;b&gt;trial&lt;/b&gt;</p></div>',
    );
  });

  for (const [what, answer] of [
    ['of which the host has nothing to say', () => Promise.resolve([])],
    ['of which the host fails to say anything', () => Promise.reject(new Error('No.'))],
    [
      'that has moved since',
      () => {
        view.dispatch({ changes: { from: 0, insert: ' ' } });
        return Promise.resolve(['The plan.']);
      },
    ],
  ] as const)
    it(`is nothing ${what}`, async () => {
      assert.equal(await said(answer), null);
    });
});
