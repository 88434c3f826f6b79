// Makes the redactor know every token of this machine that a text holds, where somebody pasted one by mistake.

import type { Redactor } from '../../core/redactor.ts';
import type { Services } from '../../services/services.ts';
import { textsIn, type Data } from '../../document/toolText.ts';

/** Words of one answer that are looked up. What is longer than a token can be is none. */
const MOST_WORDS = 2_000;
const SHORTEST = 8;
const LONGEST = 4_096;

export async function learnTokens(
  { apiTokens, connections, tokens }: Pick<Services, 'apiTokens' | 'connections' | 'tokens'>,
  redactor: Redactor,
  data: Data,
): Promise<void> {
  // Those of the connections are known to the redactor once they were read.
  await Promise.all(
    connections.list().flatMap((connection) => (connection.kind === 'service' ? [apiTokens.find(connection)] : [])),
  );
  for (const word of wordsOf(textsIn(data))) if ((await tokens.ownersOf(word)).length > 0) redactor.add(word);
}

/** Between spaces and signs of JSON, and the pieces of what may be an address or an assignment. */
function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.match(/[^\s"'`<>(){}[\],;\\]+/g) ?? []);
  const pieces = words.flatMap((word) => [word, ...word.split(/[=&?#:/]+/), word.slice(word.indexOf('=') + 1)]);
  const distinct = new Set(pieces.filter(({ length }) => length >= SHORTEST && length <= LONGEST));
  return [...distinct].slice(0, MOST_WORDS);
}
