// Text from elsewhere (ids, names, the service's words) made safe and visible wherever a person reads it.

const ZERO_WIDTH_SPACE = '\u200B';

/** C0, DEL, C1, and what reorders or hides text: bidi controls, zero-width characters, line separators, tags, BOM. */
const INVISIBLE = /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

/**
 * A text that a notification, tree, quick pick or status bar shows as it is: control and invisible characters
 * are spelt out, link and codicon syntax is broken (platform: a notification runs `[x](command:…)`), and what is
 * longer than `maxLength` characters is cut with an ellipsis.
 */
export function foreignText(text: string, maxLength = 200): string {
  const raw = withoutBreaks(text);
  const cut = raw.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text.toWellFormed();
  return cut
    .replace(INVISIBLE, spelledOut)
    .replaceAll('](', `]${ZERO_WIDTH_SPACE}(`)
    .replaceAll('$(', `$${ZERO_WIDTH_SPACE}(`);
}

/** A sentence is made of parts that went through here already: breaking them again must not spell out the breaks. */
function withoutBreaks(text: string): string {
  return text.replaceAll(`]${ZERO_WIDTH_SPACE}(`, '](').replaceAll(`$${ZERO_WIDTH_SPACE}(`, '$(');
}

/** A `user_group_id` or name as shown in sentences and lists: foreign text whose spaces at the edges can be seen. */
export function visibleId(id: string, maxLength = 80): string {
  const shown = foreignText(id, maxLength).replace(/^ +| +$/g, (spaces) => '␠'.repeat(spaces.length));
  return shown === '' ? '(empty)' : shown;
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '⏎';
  if (character === '\t') return ' ';
  return `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`;
}
