// Makes text from elsewhere (ids, names, the service's words) safe and visible where it is shown to the user.

import * as l10n from '@vscode/l10n';

const ZERO_WIDTH_SPACE = '\u200B';

/**
 * Controls, and what reorders text or is not drawn at all; but not U+FE0F where it makes an emoji of the character
 * before it.
 */
export const INVISIBLE =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800\u{1D159}]--\uFE0F]|(?<!\p{Extended_Pictographic})\uFE0F(?!\u20E3)/gv;

/**
 * A text that a notification, tree, quick pick or status bar shows as it is: control and invisible characters
 * are spelt out, link and codicon syntax is broken (platform: a notification runs `[x](command:…)`), and what is then
 * longer than `maxLength` characters is cut with an ellipsis. Made harmless again, it stays the same.
 */
export function foreignText(text: string, maxLength = 200): string {
  // Twice as much is enough to know that it is too long: every other character could be a break.
  const seen = withoutBreaks(text.slice(0, 2 * maxLength + 2))
    .toWellFormed()
    .replace(INVISIBLE, spelledOut);
  const cut = seen.length > maxLength ? `${seen.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : seen;
  return cut.replaceAll('](', `]${ZERO_WIDTH_SPACE}(`).replaceAll('$(', `$${ZERO_WIDTH_SPACE}(`);
}

/** A sentence may contain parts already made harmless: they must not be escaped twice. */
function withoutBreaks(text: string): string {
  return text.replaceAll(`]${ZERO_WIDTH_SPACE}(`, '](').replaceAll(`$${ZERO_WIDTH_SPACE}(`, '$(');
}

/** Whether a person would overlook part of it in an input. */
export function holdsInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0 || !text.isWellFormed();
}

/** A `user_group_id` or name as shown in sentences and lists: foreign text whose spaces at the edges can be seen. */
export function visibleId(id: string, maxLength = 80): string {
  const text = foreignText(id, maxLength);
  const fromFirst = text.trimStart();
  const inner = fromFirst.trimEnd();
  const shown = '␠'.repeat(text.length - fromFirst.length) + inner + '␠'.repeat(fromFirst.length - inner.length);
  return shown === '' ? l10n.t('(empty)') : shown;
}

/**
 * The same in quotation marks, so that its first letter at the start of a sentence stays unchanged. Its own do not seem
 * to end it.
 */
export function quotedId(id: string): `"${string}"` {
  return `"${visibleId(id).replaceAll('"', '\\"')}"`;
}

function spelledOut(character: string): string {
  if (character === '\n') return '⏎';
  if (character === '\t') return '⇥';
  return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}}`;
}
