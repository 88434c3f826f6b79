// The display language, in which texts, numbers, dates, lists and plurals are written.

import * as l10n from '@vscode/l10n';

let language = 'en';
/** English where the texts are: the plurals are theirs. */
let textLanguage = 'en';
let formats: Partial<Record<DateForm, Intl.DateTimeFormat>> = {};
let plurals: Intl.PluralRules | undefined;

const DATE_FORMS = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  longDate: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** "12 May", "12 May 2025", "Monday, 12 May 2025". */
export type DateForm = keyof typeof DATE_FORMS;

/** Texts by their English, as an object or its JSON. */
export type Translation = Readonly<Record<string, string>> | string;

/** `tag` as VS Code names it: `en`, `pt-br`. Absent: nobody has translated the texts into it. */
export function useLanguage(tag: string, translation: Translation | undefined): void {
  l10n.config({ contents: translation ?? {} });
  language = tag;
  textLanguage = translation === undefined ? 'en' : tag;
  formats = {};
  plurals = undefined;
}

/** `en`, `pt-br`. */
export function displayLanguage(): string {
  return language;
}

/** "10,000". */
export function grouped(count: number): string {
  return count.toLocaleString(language);
}

/** Whether the language of the texts has its singular for this many: never in Japanese. */
export function isOne(count: number): boolean {
  plurals ??= new Intl.PluralRules(textLanguage);
  return plurals.select(count) === 'one';
}

/** "one, two, three": what stands beside each other, without an "and". */
export function listed(texts: readonly string[]): string {
  return texts.join(textLanguage === 'ja' ? '、' : ', ');
}

/** At the end of a sentence. */
export function fullStop(): string {
  return textLanguage === 'ja' ? '。' : '.';
}

/** "one, two, and three", or with "or". */
export function listText(texts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(language, { type }).format(texts);
}

/** In local time. English has the day first, which cannot be taken for a month. */
export function dateText(at: Date, form: DateForm): string {
  return (formats[form] ??= new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, DATE_FORMS[form])).format(
    at,
  );
}
