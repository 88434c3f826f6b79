// A language that nobody speaks: each message with the marks ⟦ and ⟧ around what is not a value.

import { messagesOf } from '../../../scripts/l10n/messages.ts';
import { sourceFiles } from '../../../scripts/metrics/sourceFile.ts';
import { useLanguage } from '../../../src/core/language.ts';

export function speakPseudoLanguage(): void {
  useLanguage('en', pseudoTexts());
}

/** All messages by their keys, as a translator would write them. */
export function pseudoTexts(): Readonly<Record<string, string>> {
  const messages = sourceFiles('src').flatMap(messagesOf);
  const contents = messages.flatMap(({ key, text }) =>
    key === undefined || text === undefined ? [] : [[key, marked(text)] as const],
  );
  return Object.fromEntries(contents);
}

export function speakEnglish(): void {
  useLanguage('en', undefined);
}

/** As it is in English. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[⟦⟧]/g, '');
}

/** Icons, dates, settings, codes, addresses, files, fields, filters, a command, and what the service answered. */
const NOT_TRANSLATED =
  /\$\([a-z~-]+\)|\b\d{1,2} [A-Z][a-z]{2,3}\b(?: \d{4})?|\buserGroups\.\w+|\bE[A-Z]{5,}\b|https?:\/\/\S+|“[^“”]*”|\b(?:mapping|properties|user_group)\.\w+|\b(?:new_)?user_group\b|\b(?:connection|is|mapping|missing|older|source):\S*|\bapplication\/json\b|\butf-8\b|\b(?:groups\.csv|list\.usergroups\.jsonl)\b|\.usergroup\.json\b|\b(?:name|mapping|properties)\b(?=$|[\s:·])|\["[^\]]*"\]/g;

/** The part of a text that has no marks and is none of the given values. Empty where it has no letters. */
export function unmarkedPart(text: string, given: readonly string[]): string {
  const rest = [...given]
    .sort((one, other) => other.length - one.length)
    .reduce(
      (left, value) => left.replaceAll(value, '·'),
      text
        .replaceAll(/⟦[^⟦⟧]*⟧/g, '·')
        // Cut off where a text is too long.
        .replace(/⟦[^⟦⟧]*$/, '')
        .replaceAll(NOT_TRANSLATED, ''),
    );
  return /\p{L}{2}/u.test(rest) ? rest : '';
}

/** The end of a sentence stays its end. Quotes are those of what the service said. */
function marked(text: string): string {
  if (text === '“{0}”') return text;
  return text
    .split(/(\{[^{}]+\})/)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : `⟦${part.replace(/[.?!…:]?$/, '⟧$&')}`))
    .join('');
}
