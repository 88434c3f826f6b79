// What makes a document unreadable here although VS Code finds nothing wrong with it, such as a comment.

import { parse, type ParseError, type ParseOptions } from 'jsonc-parser';
import { readToFlaw, type Flaw } from './walkJson.ts';

/** How VS Code reads the languages that it validates. A trailing comma is no more than a warning in the second one. */
const READINGS: Readonly<Record<string, ParseOptions>> = {
  json: { disallowComments: true },
  jsonc: { allowTrailingComma: true },
};

/** @param language as VS Code reads the text; `undefined` where it does not validate it */
export function unreportedFlaw(text: string, language: string | undefined): Flaw | undefined {
  const flaw = readToFlaw(text, {});
  return flaw !== undefined && errorsOf(text, READINGS[language ?? '']).includes(flaw.offset) ? undefined : flaw;
}

/** The offsets of the errors. What nests too deep to be read is not reported by VS Code either. */
function errorsOf(text: string, options: ParseOptions | undefined): number[] {
  const errors: ParseError[] = [];
  try {
    if (options !== undefined) parse(text, errors, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return errors.map(({ offset }) => offset);
}
