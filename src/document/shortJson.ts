// JSON text without the white space that means nothing, whole or cut for a line.

import { createScanner } from 'jsonc-parser';

/** The tokens of a JSON text, as typed, with nothing between them. */
export function compactJson(text: string): string {
  return tokensOf(text).join('');
}

/** The beginning of a JSON text on one line, cut with an ellipsis. Foreign text: not yet harmless. */
export function shortJson(text: string, maxLength = 80): string {
  return cut(tokensOf(text, maxLength).join(''), maxLength);
}

/** At most `maxLength` characters, the last of them an ellipsis where something is missing. */
export function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

/** What a token says: a string without its quotes and escapes, anything else as typed. Of text that is JSON. */
export function tokenValue(token: string): string {
  return token.startsWith('"') ? String(JSON.parse(token)) : token;
}

/** As typed, white space left out; those after so many characters are left out as well. */
export function tokensOf(text: string, enough = Infinity): string[] {
  const scanner = createScanner(text, true);
  const pieces: string[] = [];
  let length = 0;
  // Only the end of the text is a token without length.
  for (scanner.scan(); scanner.getTokenLength() > 0 && length <= enough; scanner.scan()) {
    const start = scanner.getTokenOffset();
    pieces.push(text.slice(start, start + scanner.getTokenLength()));
    length += scanner.getTokenLength();
  }
  return pieces;
}
