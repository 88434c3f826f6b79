// Makes the redactor know the tokens of this machine that texts hold, where somebody pasted one by mistake.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { fieldsToFlaw } from '../../document/jsonFields.ts';
import { tokensOf } from '../../document/shortJson.ts';
import type { AssistantContext } from './assistantContext.ts';

type Learning = Pick<AssistantContext, 'services' | 'redactor'>;

/** Words that are looked up at once, which takes a few seconds. */
const MOST_WORDS = 100_000;
const SHORTEST = 8;
const LONGEST = 4_096;

/** What may part a token from the text around it: from nearly every sign to few. */
const SEPARATORS = [/[^A-Za-z0-9]/, /[^\w-]/, /[^\w.~-]/, /[^\w.~+/=-]/, /[\s"'`<>(){}[\],;\\]/];

/**
 * API tokens are known then however they are written; those of groups where they stand by themselves.
 * @throws UserGroupsError `invalid` for more than can be looked up
 */
export async function learnTokens({ services, redactor }: Learning, texts: readonly string[]): Promise<void> {
  await services.apiTokens.learn(services.connections.list());
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
    documents.flatMap((text) => {
      const { type, flaw } = fieldsToFlaw(text);
      return type !== 'object' || flaw !== undefined ? [text] : tokensOf(text).map(decoded);
    }),
  );
}

function decoded(token: string): string {
  return token.startsWith('"') ? String(JSON.parse(token)) : token;
}

function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const separator of SEPARATORS)
      for (const word of text.split(separator))
        for (const piece of [word, withoutStop(word), ...word.split(/[=&?#:/]+/), word.slice(word.indexOf('=') + 1)])
          if (piece.length >= SHORTEST && piece.length <= LONGEST) words.add(piece);
  return words;
}

/** The end of a sentence is none of the word's. */
function withoutStop(word: string): string {
  return /[.:!?]$/.test(word) ? word.slice(0, -1) : word;
}
