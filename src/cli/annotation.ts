// What is wrong, as GitHub shows it beside the changed lines of a pull request: a command in the log of the job.

import { relative, resolve, sep } from 'node:path';
import { lineText, withoutJobCommands, type Annotation, type Terminal } from './terminal.ts';

/** `undefined` outside of GitHub Actions. @param redact removes the secrets before anything is escaped */
export function annotationLine(
  { severity, message, file, line = 1, column = 1 }: Annotation,
  { env, cwd }: Pick<Terminal, 'env' | 'cwd'>,
  redact: (text: string) => string,
): string | undefined {
  if ((env.GITHUB_ACTIONS ?? '') === '') return undefined;
  const shown = (text: string): string => withoutJobCommands(lineText(redact(text)));
  // GitHub knows files by their paths in the repository.
  const path =
    file &&
    relative(env.GITHUB_WORKSPACE ?? cwd, resolve(cwd, file))
      .split(sep)
      .join('/');
  const place = path && ` file=${escapedProperty(shown(path))},line=${line},col=${column}`;
  return `::${severity}${place ?? ''}::${escaped(shown(message))}\n`;
}

/** As GitHub asks, so that no text ends the command or begins another one. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
