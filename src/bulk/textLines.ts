// The lines of a file that is read in pieces: never more of it in memory than a line and a piece.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';

/** In characters: more is no line of a list. */
const LONGEST = 64 * 1024 * 1024;

/** Without their ends; the last one may lack it. @throws UserGroupsError `invalid` for what is not UTF-8 */
export async function* textLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoded(() => decoder.decode(piece, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw notAList();
    yield* lines;
  }
  rest += decoded(() => decoder.decode());
  if (rest !== '') yield rest;
}

function decoded(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw notAList();
    throw error;
  }
}

export function notAList(): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('The file is not a list exported by this extension.'),
    next: l10n.t('Choose a file of "Export List…", or use "Import Groups from File…" for CSV or JSON.'),
  });
}
