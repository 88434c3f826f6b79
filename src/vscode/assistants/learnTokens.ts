// Makes the redactor know the group tokens of this machine that texts hold, where somebody pasted one by mistake.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { wholeFields } from '../../document/jsonFields.ts';
import { tokensOf, tokenValue } from '../../document/shortJson.ts';
import { LONGEST_TOKEN } from '../../document/toolText.ts';
import type { AssistantContext } from './assistantContext.ts';

type Learning = Pick<AssistantContext, 'services' | 'redactor'>;

/** Words that are looked up at once, which takes a few seconds. */
const MOST_WORDS = 100_000;
const SHORTEST = 8;

/** What may part a token from the text around it: from nearly every sign to few. */
const SEPARATORS = [/[^A-Za-z0-9]/, /[^\w-]/, /[^\w.~-]/, /[^\w.~+/=-]/, /[\s"'`<>(){}[\],;\\]/];

/** Those of groups, where they stand by themselves. @throws UserGroupsError `invalid` for more than can be looked up */
export async function learnTokens({ services, redactor }: Learning, texts: readonly string[]): Promise<void> {
  const words = wordsOf(texts);
  if (words.size > MOST_WORDS)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The response is too long to be checked for tokens.'),
      next: l10n.t('Ask for less.'),
    });
  for (const word of words) if ((await services.tokens.ownersOf(word)).length > 0) redactor.add(word);
}

/** The same of all values in documents, before anything of them is shown cut. */
export function learnFromDocuments(context: Learning, documents: readonly string[]): Promise<void> {
  return learnTokens(
    context,
    documents.flatMap((text) => (wholeFields(text) === undefined ? [text] : tokensOf(text).map(tokenValue))),
  );
}

function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const separator of SEPARATORS)
      for (const word of text.split(separator))
        for (const piece of [word, withoutStop(word), ...word.split(/[=&?#:/]+/), word.slice(word.indexOf('=') + 1)])
          if (piece.length >= SHORTEST && piece.length <= LONGEST_TOKEN) words.add(piece);
  return words;
}

/** The end of a sentence is none of the word's. */
function withoutStop(word: string): string {
  return /[.:!?]$/.test(word) ? word.slice(0, -1) : word;
}
