// Comments in an English of our own, which an engineer from elsewhere has to read twice: those of the left column of
// the glossary.

import ts from '@typescript/typescript6';
import { type SourceFile } from './sourceFile.ts';

const clipped = [
  /\b(?:brought|bring) in\b/,
  /\bblot(?:s|ted)?\b/,
  /\bby now\b/,
  /\bto its end\b/,
  /\bin stretches\b/,
  /\ba person\b/,
  // Words that begin half a sentence.
  /^(?:The same\b|What of\b|Of (?:an?|the)\b)/,
];

/** Each place of such words, once for each kind. */
export function clippedComments(file: SourceFile): string[] {
  return comments(file.text).flatMap(({ start, words }) =>
    clipped.flatMap((pattern) => {
      const [found] = pattern.exec(words) ?? [];
      return found === undefined ? [] : [`“${found}” ${file.path}:${file.text.slice(0, start).split('\n').length}`];
    }),
  );
}

/** Comments of one line each that follow one another are one text. */
function comments(text: string): { readonly start: number; readonly words: string }[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const found: { start: number; end: number; isLine: boolean; words: string }[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind !== ts.SyntaxKind.SingleLineCommentTrivia && kind !== ts.SyntaxKind.MultiLineCommentTrivia) continue;
    const [start, end] = [scanner.getTokenStart(), scanner.getTokenEnd()];
    const words = scanner
      .getTokenText()
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/^(?:\/\/+|\/\*\*?|\*\/?)|\*\/$/g, '')
          .trim(),
      )
      .join(' ')
      .trim();
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const last = found.at(-1);
    if (isLine && last?.isLine === true && /^\s*$/.test(text.slice(last.end, start)))
      Object.assign(last, { end, words: `${last.words} ${words}` });
    else found.push({ start, end, isLine, words });
  }
  return found;
}
