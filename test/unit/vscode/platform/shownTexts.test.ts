// Read-only texts in tabs: comparisons, reports and responses, which are forgotten when their tab closes.

import assert from 'node:assert/strict';
import { Comparisons, Reports, UnrecognizedResponseTexts } from '../../../../src/vscode/platform/shownTexts.ts';
import { RUN_REPORT_STEP } from '../../../../src/vscode/platform/reportSteps.ts';
import {
  commands,
  contentProviders,
  documentClosed,
  type TabInputText,
  tabs,
  Uri,
} from '../../../support/editor/fakeVscode.ts';

const textAt = (uri: Uri): string | undefined => contentProviders.get(uri.scheme)?.provideTextDocumentContent(uri);
const shownUri = (): Uri => (tabs.active!.input as TabInputText).uri as Uri;

describe('A read-only text', () => {
  afterEach(() => {
    tabs.active = undefined;
  });

  it('of a response is forgotten when its tab closes, and when the window does', async () => {
    const texts = new UnrecognizedResponseTexts();
    await texts.show(7, 'the response');
    const uri = shownUri();
    assert.deepEqual([uri.path, textAt(uri)], ['/Unrecognized response 7.json', 'the response']);
    documentClosed.fire({ uri: Uri.from({ scheme: 'another', path: uri.path }) });
    assert.equal(textAt(uri), 'the response');
    documentClosed.fire({ uri });
    assert.equal(textAt(uri), '');
    const provider = contentProviders.get(uri.scheme);
    await texts.show(7, 'the response');
    texts.dispose();
    assert.deepEqual([provider?.provideTextDocumentContent(uri), contentProviders.has(uri.scheme)], ['', false]);
  });

  it('of a comparison is beside the other one, or a document that can be edited, each named by its side', async () => {
    const shown: [Uri, Uri, string, object][] = [];
    const diffing = commands.registerCommand('vscode.diff', (...given) => shown.push(given as (typeof shown)[0]));
    const comparisons = new Comparisons();
    await comparisons.show('a/b [x](y) ↔ now', 'before', 'after', { preserveFocus: true });
    const [left, right, title, options] = shown[0]!;
    assert.deepEqual(
      [left.path, textAt(left), right.path, textAt(right), title, options],
      [
        '/before/a∕b [x]\u200B(y) ↔ now/a∕b [x]\u200B(y).json',
        'before',
        '/after/a∕b [x]\u200B(y) ↔ now/now.json',
        'after',
        'a/b [x]\u200B(y) ↔ now',
        { override: false, preserveFocus: true },
      ],
    );
    const document = Uri.file('/a.json');
    await comparisons.show('both', 'before', document as never);
    await comparisons.show('both', 'before', 'after');
    assert.deepEqual(
      shown.slice(1).map(([before, after]) => [before.path, after.path]),
      [
        ['/before/both/both.json', document.path],
        ['/before/both/both.json', '/after/both/both.json'],
      ],
    );
    diffing.dispose();
    comparisons.dispose();
    assert.equal(contentProviders.size, 0);
  });

  describe('of a report', () => {
    let reports: Reports;
    beforeEach(() => {
      reports = new Reports();
    });
    afterEach(() => {
      reports.dispose();
    });

    const step = (line: number) => ({ line, title: `step ${line}`, run: () => Promise.resolve() });
    const lensesAt = (uri: Uri): unknown[] =>
      reports
        .provideCodeLenses({ uri: uri as never })
        .map(({ range, command }) => [range.start.line, range.end.line, command?.title, command?.command]);

    it('is named by its title, and has its steps above its lines', async () => {
      await reports.show('a/b\\c\uD800', 'the report', [step(3)]);
      const uri = shownUri();
      assert.deepEqual(
        [uri.path, textAt(uri), lensesAt(uri)],
        ['/a∕b∖c\uFFFD.txt', 'the report', [[3, 3, 'step 3', RUN_REPORT_STEP]]],
      );
      const [lens] = reports.provideCodeLenses({ uri: uri as never });
      assert.equal(typeof lens?.command?.arguments?.[0], 'function');
    });

    it('is brought up to date only while it is open', async () => {
      let redrawn = 0;
      reports.onDidChangeCodeLenses(() => (redrawn += 1));
      reports.update('report', 'newer', [step(1)]);
      assert.equal(redrawn, 0);
      await reports.show('report', 'the report', [step(3)]);
      const uri = shownUri();
      reports.update('report', 'newer', [step(1)]);
      assert.deepEqual([textAt(uri), lensesAt(uri).length, redrawn], ['newer', 1, 2]);
      documentClosed.fire({ uri: Uri.from({ scheme: 'another', path: uri.path }) });
      assert.equal(lensesAt(uri).length, 1);
      documentClosed.fire({ uri });
      reports.update('report', 'newest', [step(1)]);
      assert.deepEqual([textAt(uri), lensesAt(uri), redrawn], ['', [], 2]);
    });
  });
});
