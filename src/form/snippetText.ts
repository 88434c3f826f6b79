// Snippets: the host gives them in VS Code's syntax, the editor takes its own.

/** `$1`, `${1:text}`, `${1|a,b|}`, `$0` and escapes; a variable (`$NAME`, `${NAME:text}`) becomes its text. */
const PARTS =
  /\\([\\$}])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+):([^{}]*)\}|\$\{(\d+)\|((?:[^|\\]|\\.)*)\|\}|\$\{?[A-Za-z_]\w*(?::([^{}]*))?\}?|[{}]/gu;

export function toEditorSnippet(text: string): string {
  return text.replace(PARTS, (...match: (string | undefined)[]) => {
    const [whole, escaped, bare, braced, numbered, given, choice, choices, variable] = match;
    if (escaped !== undefined) return literal(escaped);
    const number = bare ?? braced ?? numbered ?? choice;
    if (number !== undefined) return `\${${number}${placeholder(given ?? firstOf(choices))}}`;
    return whole === '{' || whole === '}' ? literal(whole) : literal(variable ?? '');
  });
}

function firstOf(choices: string | undefined): string | undefined {
  return choices === undefined ? undefined : (/^(?:[^,\\]|\\.)*/u.exec(choices)?.[0] ?? '').replace(/\\(.)/gu, '$1');
}

function placeholder(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `:${literal(text)}`;
}

/** Braces are the editor's own syntax. */
function literal(text: string): string {
  return text.replace(/[{}]/gu, '\\$&');
}
