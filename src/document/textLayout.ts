// How a text is laid out: its line break, its indentation, that of one of its lines.

/** For what is put into an object that has no members yet. */
export interface Layout {
  /** Absent where the text stands on one line. */
  readonly lineBreak?: string | undefined;
  /** The indentation of the line on which the object's key stands. */
  readonly indent: string;
  /** What one more level of nesting adds to it. */
  readonly level: string;
  /** With the white space around it. */
  readonly colon: string;
}

/** What is used where a text shows no style of its own. */
export const USUAL = { lineBreak: '\n', level: '  ', colon: ': ' } as const;

/** How the text is laid out around the value that begins at `from`. */
export function layoutAround(text: string, from: number): Layout {
  const keyEnd = keyEndBefore(text, from);
  const colon = keyEnd === undefined ? '' : text.slice(keyEnd, from);
  return {
    lineBreak: lineBreakOf(text),
    indent: keyLineIndent(text, from),
    level: levelOf(text),
    colon: colon === '' || isMultiline(colon) ? USUAL.colon : colon,
  };
}

/** The first one; `undefined` when the text stands on one line. */
export function lineBreakOf(text: string): string | undefined {
  return /\r\n|\r|\n/.exec(text)?.[0];
}

export function isMultiline(text: string): boolean {
  return lineBreakOf(text) !== undefined;
}

/**
 * What one level of nesting is indented by: a tab or spaces, as the first line shows that is indented more than the one
 * before.
 */
export function levelOf(text: string): string {
  let before: string | undefined;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    if (!isBlank(line)) {
      const indent = leadingSpace(line);
      const added = before !== undefined && indent.startsWith(before) ? indent.slice(before.length) : '';
      if (added !== '') return added.includes('\t') ? '\t' : added;
      before = indent;
    }
    start = end + 1;
  }
  return USUAL.level;
}

/** The indentation of the line on which the key of the value at `from` stands, or the value itself when it has none. */
export function keyLineIndent(text: string, from: number): string {
  const at = keyEndBefore(text, from) ?? from;
  return at === 0 ? '' : leadingSpace(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
}

/** Spaces and tabs at most; the `\r` of a `\r\n` is no part of its line. */
export function isBlank(line: string): boolean {
  return !/[^ \t\r]/.test(line);
}

function keyEndBefore(text: string, from: number): number | undefined {
  const colonEnd = spaceStart(text, from);
  return text[colonEnd - 1] === ':' ? spaceStart(text, colonEnd - 1) : undefined;
}

/** Where the white space begins that ends at a place. */
function spaceStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && ' \t\r\n'.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function leadingSpace(line: string): string {
  return line.replace(/[^ \t][^]*/, '');
}
