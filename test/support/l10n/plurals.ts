// Messages with a number and a plural noun, and no singular: "1 groups"; and singulars that the rules of the language
// do not choose.

import ts from '@typescript/typescript6';
import type { Message } from '../../../scripts/l10n/messages.ts';

const NOUNS =
  'bytes|cells|changes|characters|columns|connections|days|digits|drafts|errors|files|fields|groups|IDs|items|levels|' +
  'lines|operations|outcomes|problems|properties|requests|rotations|rows|schemas|seconds|tokens|versions|warnings|words';
const ADJECTIVES = 'invalid|more|new|other|previous|remaining|removed|schema|selected|unchanged|user';
const COUNTED = new RegExp(`\\{(\\w+)\\}(?: (?:${ADJECTIVES}))? (?:${NOUNS})\\b`, 'g');

/** There are never fewer than five of them (`ENOUGH_SIBLINGS`). */
const OF_MANY = / of \{\w+\} groups on this connection (?:have|map) it\.$/;

/** The places of a message that may say "1 groups". */
export function lonePlurals({ call, text = '' }: Message): string[] {
  if (OF_MANY.test(text)) return [];
  return Array.from(text.matchAll(COUNTED), ([, place = '']) => place).filter(
    (place) => !isNeverOne(call, Number(place)) && !hasSingular(call),
  );
}

/** A constant of the code, such as `MOST_ROWS`. */
function isNeverOne({ arguments: given }: ts.CallExpression, place: number): boolean {
  return /^(?:grouped\()?[A-Z][A-Z_]+\)?$/.test(given[place + 1]?.getText() ?? '');
}

/** What holds it treats one in another way. */
function hasSingular(call: ts.Node): boolean {
  let node: ts.Node = call;
  while (!ts.isFunctionLike(node) && !ts.isSourceFile(node)) node = node.parent;
  // A table of functions, one for each number.
  const holder = ts.isArrowFunction(node) && ts.isArrayLiteralExpression(node.parent) ? node.parent : node;
  return /\bisOne\(|=== 1\b|rest\.length === 0|\bothers\.length\b|'1 |"1 /.test(holder.getText());
}

/** Whether it is the message for one, and the code that holds it asks for exactly one, as English does. */
export function isEnglishSingular({ call, text = '' }: Message): boolean {
  if (!/(?:^|[\s:(])1 \p{Ll}/u.test(text)) return false;
  for (let node: ts.Node = call; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent)
    if (ts.isConditionalExpression(node.parent) || ts.isIfStatement(node.parent)) {
      const condition = ts.isIfStatement(node.parent) ? node.parent.expression : node.parent.condition;
      if (node !== condition && /\bisOne\(/.test(condition.getText())) return false;
    }
  return true;
}
