// Where a command runs: what it prints to, the folder it starts in, and its environment.

import { foreignText } from '../core/foreignText.ts';

/** What is wrong, and where. */
export interface Annotation {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Relative to the current folder. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whole texts, with their line ends. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** For `out`: unchanged where nobody sees colors. */
  readonly paint: (color: 'red' | 'yellow' | 'green' | 'dim', text: string) => string;
  /** Replaces the last one, and is gone with the next line; `undefined` removes it. Nothing where nobody sees it. */
  readonly progress: (text: string | undefined) => void;
  /** For the page of the job beside its log. Nothing where the job has none. */
  readonly annotate: (annotation: Annotation) => void;
  /** Asks the user for a line, which is empty when they interrupt. Absent where nobody can be asked. */
  readonly ask?: ((question: string, signal?: AbortSignal) => Promise<string>) | undefined;
}

/** A line of texts from elsewhere. It holds no control characters, which a terminal would obey. */
export function lineOf(text: string): string {
  return `${lineText(text)}\n`;
}

/** The same without its end. */
export function lineText(text: string): string {
  return foreignText(text, LONGEST_LINE);
}

/**
 * Without what the log of a job takes for a command of its own: GitHub Actions at the start of a line (`::add-mask::`)
 * and anywhere (`##[group]`); Azure Pipelines, TeamCity, Octopus Deploy and others anywhere (`##vso[…]`,
 * `##teamcity[…]`); Buildkite at the start of a line (`--- `). JSON says the same as before.
 */
export function withoutJobCommands(text: string): string {
  return text
    .replaceAll(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, String.raw`$1\u003A`)
    .replaceAll(/^([-+~^])(?=\1\1 )/gm, (mark) => String.raw`\u00${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/##(?=[\w.-]*\[)/g, String.raw`#\u0023`);
}

const LONGEST_LINE = 2000;
