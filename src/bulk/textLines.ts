// The lines of a file that is read in pieces: never more of it in memory than a line and a piece.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { LINE_END } from '../document/lineBreaks.ts';

/** In characters: more is no line of a list. */
const LONGEST = 64 * 1024 * 1024;

/** Without their ends; the last one may lack it. @throws UserGroupsError `invalid` for what is not UTF-8 */
export async function* textLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const piece of pieces) {
    const read = rest + decoded(() => decoder.decode(piece, { stream: true }));
    // What follows a carriage return may belong to its line end.
    const whole = read.replace(/\r{1,2}$/, '');
    const lines = whole.split(LINE_END);
    rest = (lines.pop() ?? '') + read.slice(whole.length);
    if (rest.length > LONGEST) throw notAList();
    yield* lines;
  }
  rest += decoded(() => decoder.decode());
  yield* rest.split(LINE_END).filter((line) => line !== '');
}

/** Lines of a text in memory. A file that was joined to another leaves a byte order mark, or the mark of its end. */
export function* linesOf(text: string): Generator<string> {
  const end = new RegExp(LINE_END, 'g');
  for (let from = 0; from < text.length; from = end.lastIndex) {
    const to = end.exec(text)?.index ?? text.length;
    yield text.slice(from, to).replace(/^[\uFEFF\u001A]+/, '');
    if (end.lastIndex === 0) return;
  }
}

/** As editors count them. */
export function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
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
  return new UserGroupsError(
    'invalid',
    l10n.t('The file is not a list exported by this extension.'),
    l10n.t('Choose a file of "Export List…", or use "Import Groups from File…" for CSV or JSON.'),
  );
}
