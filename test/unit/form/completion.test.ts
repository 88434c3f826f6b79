// What an editor proposes: asked of the host, chosen by what is typed, and put in where it belongs.

import '../../support/page/dom.ts';
import assert from 'node:assert/strict';
import { CompletionContext, pickedCompletion, type Completion, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { completionFromHost } from '../../../src/form/completion.ts';
import type { Completion as Proposal } from '../../../src/protocol/formProtocol.ts';
import type { Ask } from '../../../src/webview/hostChannel.ts';

/** Where the editor's text begins in the document. */
const START = 100;

function proposal(label: string, from: number, to: number, more: Partial<Proposal> = {}): Proposal {
  return { label, from: START + from, to: START + to, insert: label, isSnippet: false, ...more };
}

/** What is proposed at a place of a text, and what the host was asked. */
async function proposed(
  text: string,
  pos: number,
  proposals: () => Promise<readonly Proposal[]>,
  { isExplicit = true, isAborted = false } = {},
): Promise<{ readonly result: CompletionResult | null; readonly asked: readonly unknown[] }> {
  const asked: unknown[] = [];
  const ask = (name: string, given: unknown): unknown => {
    asked.push([name, given]);
    return proposals();
  };
  const place = {
    toDocument: (shown: number) => shown + START,
    toShown: (offset: number) => offset - START,
    settled: () => Promise.resolve(),
  };
  const context = new CompletionContext(EditorState.create({ doc: text }), pos, isExplicit);
  Object.defineProperty(context, 'aborted', { value: isAborted });
  return { result: await completionFromHost(ask as Ask, place)(context), asked };
}

const labels = (result: CompletionResult | null): string[] | undefined => result?.options.map(({ label }) => label);

describe('The proposals of an editor', () => {
  it('are asked for at the place in the document, and shown as they come', async () => {
    const all = [proposal('b', 1, 1), proposal('a', 1, 1)];
    const { result, asked } = await proposed('{}', 1, () => Promise.resolve(all));
    assert.deepEqual(asked, [['complete', { offset: 101 }]]);
    assert.deepEqual([result?.from, result?.filter, labels(result)], [1, false, ['b', 'a']]);
  });

  for (const [text, isAsked] of [
    ['{"', true],
    ['{"r', true],
    ['{"r-', true],
    ['{', false],
    ['{"r" ', false],
  ] as const)
    it(`are ${isAsked ? '' : 'not '}asked for unasked behind ${text}`, async () => {
      const { asked } = await proposed(text, text.length, () => Promise.resolve([]), { isExplicit: false });
      assert.equal(asked.length, isAsked ? 1 : 0);
    });

  it('are not asked for when nobody waits for them any more', async () => {
    const { result, asked } = await proposed('{"', 2, () => Promise.resolve([]), { isAborted: true });
    assert.deepEqual([result, asked], [null, []]);
  });

  it('are none where the host has none, and where it fails', async () => {
    for (const answer of [() => Promise.resolve([]), () => Promise.reject(new Error('No.'))])
      assert.equal((await proposed('{"', 2, answer)).result, null);
  });

  for (const typed of ['re', '"RE', '"re"', ' re '])
    it(`are those in which ${JSON.stringify(typed)} is found, quotes and case aside`, async () => {
      const all = ['"Region"', 'spread', 'plan'].map((label) => proposal(label, 1, 1 + typed.length));
      const { result } = await proposed(`{${typed}`, 1 + typed.length, () => Promise.resolve(all));
      assert.deepEqual(labels(result), ['"Region"', 'spread']);
    });

  it('are three hundred at most', async () => {
    const all = Array.from({ length: 301 }, () => proposal('a', 1, 1));
    assert.equal((await proposed('{}', 1, () => Promise.resolve(all))).result?.options.length, 300);
  });

  it('say more of themselves where the host does', async () => {
    const all = [proposal('a', 1, 1, { detail: 'in 3 groups', documentation: 'The plan.' }), proposal('b', 1, 1)];
    const { result } = await proposed('{}', 1, () => Promise.resolve(all));
    const [more, bare] = result!.options;
    assert.deepEqual([Object.keys(bare!), more?.detail], [['label', 'apply'], 'in 3 groups']);
    const info = more?.info as () => HTMLElement;
    assert.equal(info().textContent, 'The plan.');
  });
});

describe('A proposal that is chosen', () => {
  const TEXT = '{"re"}';
  const ALL = [
    proposal('"region"', 1, 5, { insert: '"region": 1' }),
    proposal('rest', 2, 4),
    proposal('red', 1, 3),
    proposal('"ready"', 1, 5, { insert: '"ready": ${1:yes}', isSnippet: true }),
  ];

  /** The text after one of them was put in, and what the editor was told to have been picked. */
  async function chosen(index: number, { isShort = false } = {}): Promise<readonly [string, Completion | undefined]> {
    const { result } = await proposed(TEXT, 4, () => Promise.resolve(ALL));
    let picked: Completion | undefined;
    const view = new EditorView({
      doc: isShort ? TEXT.slice(0, 4) : TEXT,
      extensions: EditorView.updateListener.of(({ transactions }) => {
        picked = transactions.map((each) => each.annotation(pickedCompletion)).find((each) => each !== undefined);
      }),
    });
    const option = result!.options[index]!;
    const apply = option.apply as (view: EditorView, option: Completion, from: number, to: number) => void;
    apply(view, option, result!.from, 4);
    return [view.state.doc.toString(), picked === option ? option : undefined];
  }

  for (const [index, expected] of [
    [0, '{"region": 1}'],
    [1, '{"rest"}'],
    [2, '{red"}'],
    [3, '{"ready": yes}'],
  ] as const)
    it(`replaces its own part, and what was typed since: ${ALL[index]?.label}`, async () => {
      const [text, picked] = await chosen(index);
      assert.deepEqual([text, picked?.label], [expected, ALL[index]?.label]);
    });

  it('replaces no more than there still is', async () => {
    assert.equal((await chosen(0, { isShort: true }))[0], '{"region": 1');
  });
});
