// Makes the redactor know the group tokens of this machine that texts hold, where somebody pasted one by mistake.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { wholeFields } from '../../document/jsonFields.ts';
import { mappedSources } from '../../document/baseEntries.ts';
import { tokensOf, tokenValue } from '../../document/shortJson.ts';
import { LONGEST_TOKEN } from '../../document/toolText.ts';
import type { AssistantContext } from './assistantContext.ts';

type Learning = Pick<AssistantContext, 'services' | 'redactor'>;

/** Words that are looked up at once, which takes a few seconds. */
const MOST_WORDS = 100_000;
const SHORTEST = 8;

/** What may part a token from the text around it: from nearly every sign to few. */
const SEPARATORS = [/[^A-Za-z0-9]/, /[^\w-]/, /[^\w.~-]/, /[^\w.~+/=-]/, /[\s"'`<>(){}[\],;\\]/];

/**
 * API tokens, of removed connections as well: however they are written, in all that is said. @throws UserGroupsError
 * `unavailable` when one may be stored and cannot be read
 */
export async function learnApiTokens({ services }: Learning): Promise<void> {
  const { apiTokens, connections, removed } = services;
  if (!(await apiTokens.learn([...connections.list(), ...removed.tokenPlaces()]))) throw unreadable();
}

/** All of the group. */
export async function learnOwnTokens({ services: { tokens } }: Learning, ref: GroupRef): Promise<void> {
  await Promise.all([tokens.find(ref), tokens.replaced(ref)]);
}

/**
 * Those of groups, where they stand by themselves. @throws UserGroupsError `invalid` for more than can be looked up,
 * `unavailable` when one is stored that cannot be read
 */
export async function learnTokens({ services, redactor }: Learning, texts: readonly string[]): Promise<void> {
  if (!(await services.tokens.areAllReadable())) throw unreadable();
  const words = await wordsOf(texts);
  if (words.size > MOST_WORDS)
    throw new UserGroupsError(
      'invalid',
      l10n.t('The response is too long to be checked for tokens.'),
      l10n.t('Ask for less.'),
    );
  const slices = new WorkSlices();
  for (const word of words) {
    if (await services.tokens.isStored(word)) redactor.add(word);
    await slices.pause();
  }
}

function unreadable(): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t("The response can't be checked for tokens, because stored tokens can't be read."),
  );
}

/** Learns the tokens in names and IDs of other groups, which warnings shorten. */
export function learnNames(context: Learning, ref: GroupRef, mapping = '{}'): Promise<void> {
  const { groups, siblings } = context.services;
  const { schemaIds, propertyNames } = siblings.facts(ref);
  return learnTokens(context, [
    ...groups.lookAlikes(ref),
    ...groups.nearMisses(ref),
    ...mappedSources(mapping).flatMap(({ schemaId, dataSource }) => [
      schemaId,
      dataSource,
      siblings.onlyOther(ref, dataSource)?.name ?? '',
    ]),
    ...[...schemaIds, ...propertyNames].map(({ name }) => name),
  ]);
}

/** Learns the tokens in all values of documents, before any of these is shown shortened. */
export function learnFromDocuments(context: Learning, documents: readonly string[]): Promise<void> {
  return learnTokens(
    context,
    documents.flatMap((text) => (wholeFields(text) === undefined ? [text] : tokensOf(text).map(tokenValue))),
  );
}

/** A token may hold any of the signs that part words: it is the whole text then, or a whole part of an address. */
async function wordsOf(texts: readonly string[]): Promise<Set<string>> {
  const words = new Set<string>();
  const add = (...pieces: readonly string[]): void => {
    for (const piece of pieces) if (piece.length >= SHORTEST && piece.length <= LONGEST_TOKEN) words.add(piece);
  };
  const slices = new WorkSlices();
  for (const text of texts) {
    add(text, text.trim());
    for (const separator of SEPARATORS)
      for (const word of text.split(separator))
        add(
          word,
          withoutStop(word),
          ...word.split(/[=&?#:/]+/),
          ...word.split(/[=&?#/]+/),
          word.slice(word.indexOf('=') + 1),
        );
    await slices.pause();
  }
  return words;
}

/** The end of a sentence is none of the word's. */
function withoutStop(word: string): string {
  return /[.:!?]$/.test(word) ? word.slice(0, -1) : word;
}
