// The display language, by which numbers, lists and days of the week are written. Texts are translated by l10n.

let language = 'en';
let longDate: Intl.DateTimeFormat | undefined;

/** `tag` as VS Code names it: `en`, `pt-br`. */
export function useLanguage(tag: string): void {
  language = tag;
  longDate = undefined;
}

/** "10,000". */
export function grouped(count: number): string {
  return count.toLocaleString(language);
}

/** "one, two, and three", or with "or". */
export function listText(texts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(language, { type }).format(texts);
}

/** "Saturday, November 21, 2026", in local time. */
export function longDateText(at: Date): string {
  longDate ??= new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return longDate.format(at);
}
