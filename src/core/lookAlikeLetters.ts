// Finds characters in an id or name that look like others: a Cyrillic "а" in a Latin word, a full-width "ａ".

import * as l10n from '@vscode/l10n';
import { grouped } from './language.ts';

/** Letters of other scripts that are drawn like letters of ASCII. */
const DRAWN_LIKE_ASCII = new Set(
  Array.from(
    [
      'аеорсухѕіјһԁԛԝӏвАВЕКМНОРСТУХЅІЈҮԌԚԜӀ',
      'ονρυιαΑΒΕΖΗΙΚΜΝΟΡΤΥΧϳ',
      'օսոցհԼՏՕԱ',
      'ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ',
      'ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲞⲟⲣⲥ',
      'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ',
    ].join(''),
  ),
);

/**
 * Scripts that are written together every day are no mixture: Latin beside Chinese, Japanese or Korean. Scripts whose
 * letters look like Latin ones are.
 */
const LATIN = /\p{Script=Latin}/u;
const LIKE_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}\p{Script=Osage}]/u;

/**
 * Characters drawn like a hyphen, a slash, a quote, a dot or a space of ASCII, and Latin letters, small capitals among
 * them, that are drawn like others.
 */
const DRAWN_LIKE_A_SIGN =
  /[[\p{Pd}\p{Zs}]--[\- ]]|[\u2010-\u2015\u2018\u2019\u201A\u02BC\u02B9\u2032\u2024\u2044\u2212\u2215\u2236\u29F8\u0131\u0251\u0261\u01C0\u01C3\u0237\u0262\u026A\u0274\u0280\u028F\u0299\u029C\u029F\u1D00-\u1D2B\uA730\uA731]/v;

const WORD = /[\p{L}\p{M}]+/gu;
const WORD_WITH_DIGITS = /[\p{L}\p{M}\p{Nd}]+/gu;
/**
 * A letter with marks of its own, which one character could stand for: both are drawn alike, and are not the same id.
 */
const LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*/gu;
const MOST_NAMED = 5;

/** Each once, in order of appearance. */
export function lookAlikeLetters(text: string): string[] {
  const found = new Set<string>();
  const odd = lookAlikes(text);
  for (const character of text) {
    const isOfOddWord = odd.has(character);
    if (isOfOddWord || DRAWN_LIKE_A_SIGN.test(character) || isCompatible(character)) found.add(character);
  }
  for (const letter of text.match(LETTER) ?? []) {
    if (letter.normalize('NFC') !== letter) found.add(letter);
  }
  return [...found];
}

/** Words the warning for a place where the ID is shown. Empty when nothing looks alike. */
export function lookAlikeIdText(userGroupId: string): string[] {
  return texts(
    userGroupId,
    (shown) => l10n.t('The ID contains characters that look like others: {0}.', shown),
    (shown, more) =>
      l10n.t('The ID contains characters that look like others: {0} and {1} more.', shown, grouped(more)),
  );
}

/** Words the warning for a place directly below the box that holds the text, so the ID need not be named again. */
export function lookAlikeLetterText(text: string): string[] {
  return texts(
    text,
    (shown) => l10n.t('Contains characters that look like others: {0}', shown),
    (shown, more) => l10n.t('Contains characters that look like others: {0} and {1} more', shown, grouped(more)),
  );
}

function texts(text: string, all: (shown: string) => string, some: (shown: string, more: number) => string): string[] {
  const found = lookAlikeLetters(text);
  if (found.length === 0) return [];
  const named = found
    .slice(0, MOST_NAMED)
    .map((character) => `${character.trim() === '' ? '␠' : character} (${codePoints(character)})`);
  const more = found.length - MOST_NAMED;
  return [more > 0 ? some(named.join(', '), more) : all(named.join(', '))];
}

/**
 * What is out of place in its word: of another script beside Latin letters or ASCII digits, or all of it drawn like
 * ASCII.
 */
function lookAlikes(text: string): ReadonlySet<string> {
  const digits = (text.match(WORD_WITH_DIGITS) ?? [])
    .filter((word) => /[A-Za-z0-9]/.test(word))
    .flatMap((word) => word.match(/[\p{Nd}--[0-9]]/gv) ?? []);
  return new Set(
    digits.concat(
      (text.match(WORD) ?? []).flatMap((word) => {
        const letters = Array.from(word).filter((character) => LIKE_LATIN.test(character));
        const isMixed = letters.length > 0 && LATIN.test(word);
        const isDrawnLikeAscii = Array.from(word).every((character) => DRAWN_LIKE_ASCII.has(character));
        return isMixed || isDrawnLikeAscii ? letters : [];
      }),
    ),
  );
}

/** Of full width, mathematical, in a circle: another character, which a font draws like one of ASCII. */
function isCompatible(character: string): boolean {
  return character > '\u007F' && /^[\x21-\x7e]+$/.test(character.normalize('NFKC'));
}

function codePoints(characters: string): string {
  return Array.from(
    characters,
    (character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}`,
  ).join(' ');
}
