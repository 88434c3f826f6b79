// Every text that the user reads can be translated, and each is whole: a sentence with places for values.

import assert from 'node:assert/strict';
import ts from '@typescript/typescript6';
import { messagesOf, placeholdersOf, type Message } from '../../../scripts/l10n/messages.ts';
import { nodesOf, parsed, placeOf, sourceFiles, type SourceFile } from '../../../scripts/metrics/sourceFile.ts';
import { filledTexts, programOf } from '../../support/l10n/filledTexts.ts';
import { unmarkedTexts } from '../../support/l10n/unmarkedTexts.ts';
import { NOT_SHOWN } from '../../support/l10n/notShown.ts';
import { isEnglishSingular, lonePlurals } from '../../support/l10n/plurals.ts';
import { isGlued, VALUES } from '../../support/l10n/values.ts';

const files = sourceFiles('src');

describe('A text', () => {
  it('that a person reads is translated', () => {
    const found = files.flatMap((file) =>
      unmarkedTexts(file)
        .filter(({ text }) => NOT_SHOWN[file.path]?.[text] === undefined)
        .map(({ place, text }) => `${place}: ${text}`),
    );
    assert.deepEqual(found, []);
  });

  it('that is excused is there, and looks like one that a person reads', () => {
    const stale = Object.entries(NOT_SHOWN).flatMap(([path, excused]) => {
      const file = files.find((each) => each.path === path);
      const texts = new Set(file === undefined ? [] : unmarkedTexts(file).map(({ text }) => text));
      return Object.keys(excused)
        .filter((text) => !texts.has(text))
        .map((text) => `${path}: ${text}`);
    });
    assert.deepEqual(stale, []);
  });

  const finds: Readonly<Record<string, readonly string[]>> = {
    "ask({ title: 'Update' }, `Sent ${day}`)": ['Update', 'Sent {}'],
    'l10n.t("Send {0}?", isAll ? "all groups" : name)': ['all groups'],
    'html`<p class="two words" title="Rows">${count} left<br>Show <b>it</b></p>`': ['Rows', '{} left', 'Show', 'it'],
    "({ label: 'update', kind: 'update' })": ['update'],
    'l10n.t({ message: "All of it", comment: ["To translators"] })': [],
    "log.info(`Sent to ${name}`); throw new Error('No such row');": [],
    "if (kind === 'Not sent') element.className = `row odd`;": [],
    "const [a, b]: 'A type'[] = ['acme-1', '$(sync~spin) {}', 'https://host/two'];": [],
  };
  for (const [source, texts] of Object.entries(finds))
    it(`is found, or is none: ${source}`, () => {
      assert.deepEqual(
        unmarkedTexts(parsed('src/a.ts', source)).map(({ text }) => text),
        texts,
      );
    });
});

describe('A message', () => {
  it('is known before the program runs', () => {
    assert.deepEqual(
      wrong(({ text }) => text === undefined),
      [],
    );
  });

  it('has a place for each value, and a value for each place', () => {
    assert.deepEqual(
      wrong(({ text = '', args }) => args === undefined || !isSame(placeholdersOf(text), args)),
      [],
    );
  });

  it('is written when it is shown, not when its file is read: the language is not known then', () => {
    assert.deepEqual(
      wrong(({ call }) => isReadWithItsFile(call)),
      [],
    );
  });

  it('is whole: no space at its edge, no ending glued on', () => {
    assert.deepEqual(
      wrong(({ text = '' }) => /^\s|\s$|\}s\b|\(s\)/.test(text)),
      [],
    );
    assert.deepEqual(files.flatMap(gluedPlurals), []);
  });

  it('has values in its places: no clause, and no other sentence', () => {
    const program = programOf(files);
    const glued = filledTexts(program, (name) => Object.hasOwn(VALUES, name)).filter(isGlued);
    assert.deepEqual(
      glued.map(({ at, text, by }) => `${at}: ${text} ← ${by.join(' | ')}`),
      [],
    );
  }).timeout(180_000);

  it('with a number and a plural has a singular beside it', () => {
    assert.deepEqual(
      wrong((message) => lonePlurals(message).length > 0),
      [],
    );
  });

  it('for one is chosen by the rules of the language', () => {
    assert.deepEqual(wrong(isEnglishSingular), []);
  });

  it('is translated by the one function that works in pages, too', () => {
    const found = files.flatMap(({ path, text }) =>
      /vscode\.l10n\.t\b|import (?!\* as l10n).*'@vscode\/l10n'/.test(text) ? [path] : [],
    );
    assert.deepEqual(found, []);
  });

  const rules: Readonly<Record<string, (file: SourceFile) => boolean>> = {
    "const a = l10n.t('Now');": (file) => messagesOf(file).some(({ call }) => isReadWithItsFile(call)),
    "class A { static a = l10n.t('Now'); }": (file) => messagesOf(file).some(({ call }) => isReadWithItsFile(call)),
    "`${count} row${count === 1 ? '' : 's'}`": (file) => gluedPlurals(file).length === 1,
    "const a = () => l10n.t('{0} new groups', count)": (file) =>
      messagesOf(file).some((each) => lonePlurals(each).length === 1),
    "const a = () => l10n.t('More than {0} rows', grouped(MOST_ROWS))": (file) =>
      messagesOf(file).every((each) => lonePlurals(each).length === 0),
    "const a = () => count === 1 ? l10n.t('1 row') : l10n.t('{0} rows', count)": (file) =>
      messagesOf(file).every((each) => lonePlurals(each).length === 0),
    "const a = () => count === 1 ? l10n.t('1 row') : l10n.t('{0} rows', count);": (file) =>
      messagesOf(file).filter(isEnglishSingular).length === 1,
    "const a = () => isOne(count) ? l10n.t('1 row') : l10n.t('{0} rows', count);": (file) =>
      !messagesOf(file).some(isEnglishSingular),
    "const a = () => l10n.t('Now');": (file) => !messagesOf(file).some(({ call }) => isReadWithItsFile(call)),
    "class A { a = l10n.t('Now'); }": (file) => !messagesOf(file).some(({ call }) => isReadWithItsFile(call)),
    "l10n.t('{0} of {1}', a)": (file) => messagesOf(file).some(({ args }) => args?.size === 1),
    "l10n.t('{all}', { all })": (file) => messagesOf(file).some(({ args }) => args?.has('all') === true),
    'l10n.t(`Not ${this}`)': (file) => messagesOf(file).some(({ text }) => text === undefined),
  };
  for (const [source, notices] of Object.entries(rules))
    it(`is read as it stands: ${source}`, () => {
      assert.ok(notices(parsed('src/a.ts', source)));
    });
});

function wrong(isWrong: (message: Message) => boolean): string[] {
  return files
    .flatMap(messagesOf)
    .filter(isWrong)
    .map(({ place, call }) => `${place}: ${call.getText()}`);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

/** At the top of its file, or as a static member. */
function isReadWithItsFile(call: ts.Node): boolean {
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isPropertyDeclaration(node))
      return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
  }
  return true;
}

/** `'s'` or nothing, as it depends. */
function gluedPlurals(file: SourceFile): string[] {
  if (!/['"`]e?s['"`]/.test(file.text)) return [];
  return Array.from(nodesOf(file.tree))
    .filter(ts.isConditionalExpression)
    .filter(({ whenTrue, whenFalse }) => [whenTrue, whenFalse].some(isEnding))
    .map((node) => placeOf(file, node));
}

function isEnding(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && /^e?s$/.test(node.text);
}
