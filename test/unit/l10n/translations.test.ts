// The translations are complete, and name what the program and the person type as the English does.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/editor/folders.ts';
import { messagesOf, placeholdersOf } from '../../../scripts/l10n/messages.ts';
import { sourceFiles } from '../../../scripts/metrics/sourceFile.ts';
import { manifestTexts } from '../../support/manifestTexts.ts';

type Texts = Readonly<Record<string, string>>;

const read = (path: string): Texts => JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts;

const manifest = manifestTexts();
const messages = Object.fromEntries(
  sourceFiles('src')
    .flatMap(messagesOf)
    .flatMap(({ key, text }) => (key === undefined || text === undefined ? [] : [[key, text] as const])),
);

/** What stands in a translation as it does in English, in any order. */
const KEPT = [
  /\{[^{}]+\}/g,
  /\$\([a-z~-]+\)/g,
  /\((?:command|https?):[^)\s]*\)/g,
  /`[^`]+`/g,
  /#[\w.]+#/g,
  /\buserGroups\.\w+/g,
  /\b(?:connection|is|mapping|missing|older):[\w.-]+/g,
  /(?<![\w-])--[a-z][a-z-]+/g,
  /https?:\/\/[\w:-]+(?:\.[\w:-]+)*/g,
];

/** The editor of JSON puts what they are about behind them. */
const BEFORE_VALUES = ['Folded lines', 'Unfolded lines', 'on line'];

/** Titles of commands with more than one word, each in both languages. */
function titlesIn(translated: Texts): [english: string, translated: string | undefined][] {
  return Object.entries(manifest)
    .filter(([key, title]) => key.startsWith('command.') && title.includes(' '))
    .map(([key, title]) => [title, translated[key]]);
}

describe('The translations', () => {
  it('are German and Japanese, of the manifest and of all other texts', () => {
    const languagesIn = (folder: string, name: RegExp): string[] =>
      readdirSync(join(root, folder)).flatMap((file) => name.exec(file)?.[1] ?? []);
    assert.deepEqual(languagesIn('.', /^package\.nls\.(.+)\.json$/).sort(), ['de', 'ja']);
    assert.deepEqual(languagesIn('l10n', /^bundle\.l10n\.(.+)\.json$/).sort(), ['de', 'ja']);
  });

  for (const language of ['de', 'ja']) {
    const parts: readonly [english: Texts, translated: Texts][] = [
      [manifest, manifestTexts(language)],
      [messages, read(`l10n/bundle.l10n.${language}.json`)],
    ];
    const pairs = parts.flatMap(([english, translated]) =>
      Object.entries(translated).map(([key, text]) => [english[key] ?? '', text] as const),
    );

    it(`lack nothing and have nothing left over: ${language}`, () => {
      for (const [english, translated] of parts) {
        const [needed, given] = [new Set(Object.keys(english)), new Set(Object.keys(translated))];
        assert.deepEqual(
          [...needed].filter((key) => !given.has(key)),
          [],
          'missing',
        );
        assert.deepEqual(
          [...given].filter((key) => !needed.has(key)),
          [],
          'left over',
        );
      }
    });

    it(`have the same values, icons, links and typed words: ${language}`, () => {
      const sorted = (text: string, kept: RegExp): string => (text.match(kept) ?? []).sort().join();
      const wrong = pairs.filter(([english, text]) =>
        KEPT.some((kept) => sorted(english, kept) !== sorted(text, kept)),
      );
      assert.deepEqual(wrong, []);
      assert.ok(pairs.some(([, text]) => placeholdersOf(text).size > 1));
    });

    it(`end where the English ends, and begin with a letter or a value: ${language}`, () => {
      const end = (text: string): string => /([.:?!…。？！]?)["“”」)]?$/.exec(text)?.[1]?.replace('。', '.') ?? '';
      const alike: Readonly<Record<string, string>> = { '？': '?', '！': '!' };
      const wrong = pairs.filter(
        ([english, text]) =>
          text.trim() !== text ||
          (end(english) !== (alike[end(text)] ?? end(text)) && !BEFORE_VALUES.includes(english)),
      );
      assert.deepEqual(wrong, []);
    });

    it(`name a command by its title there: ${language}`, () => {
      const [[, translated] = [{}, {}]] = parts;
      const wrong = titlesIn(translated).flatMap(([english, title = '']) =>
        pairs.filter(([message, text]) => message.includes(`"${english}"`) && !text.includes(title)),
      );
      assert.deepEqual(wrong, []);
    });
  }

  it('are no English', () => {
    const [german, japanese] = ['de', 'ja'].map((language) => read(`l10n/bundle.l10n.${language}.json`));
    const same = Object.entries(german ?? {}).filter(
      ([english, text]) => text === english && (english.match(/\p{L}{2,}/gu)?.length ?? 0) > 2,
    );
    assert.deepEqual(same, []);
    const words = Object.entries(japanese ?? {}).filter(
      ([, text]) =>
        !text.startsWith('Ctrl+') &&
        !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) &&
        /\p{Ll}{2}/u.test(text.replaceAll(/\{\w+\}/g, '')),
    );
    assert.deepEqual(words, []);
  });
});
