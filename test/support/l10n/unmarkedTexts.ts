// Texts of the source that look as if users read them, and that no translation reaches.

import ts from '@typescript/typescript6';
import { isMessage } from '../../../scripts/l10n/messages.ts';
import { placeOf, type SourceFile } from '../../../scripts/metrics/sourceFile.ts';

export interface UnmarkedText {
  readonly place: string;
  /** With `{}` for each value. */
  readonly text: string;
}

export function unmarkedTexts(file: SourceFile): UnmarkedText[] {
  const found: UnmarkedText[] = [];
  const visit = (node: ts.Node): void => {
    if (ALLOWED.some(({ is }) => is(node, file.path))) return;
    for (const text of textsOf(node)) found.push({ place: placeOf(file, node), text });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file.tree, visit);
  return found;
}

/** What needs no translation, with all that it holds. */
const ALLOWED: readonly { readonly why: string; readonly is: (node: ts.Node, path: string) => boolean }[] = [
  { why: 'It is translated.', is: isOfMessage },
  { why: 'Lines of the log are English.', is: (node) => isCallOf(node, /\blog\.(?:info|warn|error|bug|request)$/) },
  {
    why: 'A bug is logged; a person reads one plain sentence.',
    is: (node) => ts.isNewExpression(node) && /^(?:Type|Range)?Error$/.test(node.expression.getText()),
  },
  { why: 'A type.', is: (node) => ts.isTypeNode(node) },
  { why: 'A module.', is: (node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node) },
  { why: 'The name of a property.', is: (node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node },
  { why: 'Compared with something, or looked for.', is: isCompared },
  { why: 'A class of CSS.', is: isClassName },
  {
    why: 'A header of a request.',
    is: (node) =>
      ts.isPropertyAssignment(node) && /^(?:Authorization|'[A-Z][a-z]+-[A-Z][a-z]+')$/.test(node.name.getText()),
  },
  {
    why: 'An answer of the sandbox, as the service gives it.',
    is: (node, path) => path.startsWith('src/sandbox/') && textOf(node) !== undefined && !isOfFailure(node),
  },
  { why: 'CSS.', is: (node) => /\dpx\b/.test(textOf(node) ?? '') },
  {
    why: 'Names in the code, one after another.',
    is: (node) => (textOf(node)?.match(/\w+/g) ?? ['']).every((word) => /^[a-z]+[A-Z]/.test(word)),
  },
  { why: 'SQL.', is: (node, path) => path.startsWith('src/store/') && SQL.test(textOf(node) ?? '') },
];

const SQL =
  /\b(?:ALTER|AND|BEGIN|CREATE|DELETE|DROP|FROM|IN|INSERT|LIMIT|NOT|NULL|ORDER BY|PRAGMA|RELEASE|SAVEPOINT|SELECT|SET|TRUE|UPDATE|VACUUM|WHERE)\b|\b\w+\([^)]*\{\}|_at, /;
const COMPARING = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);
const LOOKING_FOR = /\.(?:closest|endsWith|get|has|header|includes|indexOf|querySelector|startsWith)$/;
/** Properties that are shown whatever they hold. */
const SHOWN = /^(?:description|detail|hint|label|placeholder|prompt|title|tooltip)$/;
const SHOWN_BY_HTML = /\s(?:alt|aria-description|aria-label|aria-roledescription|placeholder|title)="([^"]*)"/g;

function isOfMessage(node: ts.Node): boolean {
  if (isMessage(node.parent)) return node.parent.arguments[0] === node && ts.isStringLiteralLike(node);
  const { parent } = node;
  return (
    ts.isPropertyAssignment(parent) &&
    isMessage(parent.parent.parent) &&
    parent.parent.parent.arguments[0] === parent.parent &&
    /^(?:message|comment)$/.test(parent.name.getText())
  );
}

function isCallOf(node: ts.Node, name: RegExp): boolean {
  return ts.isCallExpression(node) && name.test(node.expression.getText());
}

function isCompared(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node)) return false;
  const { parent } = node;
  return (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isBinaryExpression(parent) && COMPARING.has(parent.operatorToken.kind)) ||
    isCallOf(parent, LOOKING_FOR)
  );
}

function isOfFailure(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'UserGroupsError';
  return !ts.isSourceFile(node.parent) && isOfFailure(node.parent);
}

function isClassName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.right === node && parent.left.getText().endsWith('.className');
  if (!ts.isTemplateSpan(parent) || parent.expression !== node) return false;
  const { templateSpans, head } = parent.parent;
  const before = templateSpans[templateSpans.indexOf(parent) - 1]?.literal ?? head;
  return /\sclass="?[^">]*$/.test(before.text);
}

function textsOf(node: ts.Node): string[] {
  const text = textOf(node);
  if (text === undefined) return [];
  if (ts.isTaggedTemplateExpression(node.parent) || /^<[!a-z]/.test(text)) return shownByHtml(text);
  return isForPerson(words(text)) || (isShown(node) && hasWord(words(text))) ? [text] : [];
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** Without the names of icons, and addresses. */
function words(text: string): string {
  return text.replaceAll(/\$\([a-z~-]+\)|https?:\/\/\S+/g, '');
}

/** Its texts, and those of attributes that are shown or read aloud. */
function shownByHtml(html: string): string[] {
  const texts = html.replaceAll(/<[^<>]*>/g, '\n').split('\n');
  return [...Array.from(html.matchAll(SHOWN_BY_HTML), ([, value = '']) => value), ...texts]
    .map((text) => text.trim())
    .filter(hasWord);
}

function isShown({ parent }: ts.Node): boolean {
  return ts.isPropertyAssignment(parent) && SHOWN.test(parent.name.getText());
}

/** Two words in a row, a word beside a value, or a single word as on a button. */
function isForPerson(text: string): boolean {
  return (
    /\p{L}{2}[,.:;]? +(?:\p{L}|\{\})/u.test(text) ||
    /\p{L}[,.:;]? +\p{L}{2}/u.test(text) ||
    /\{\}[,.:;]? +\p{L}{2}/u.test(text) ||
    /^\p{Lu}\p{Ll}+[…:.]?$/u.test(text)
  );
}

function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
