// Where a command runs: what it prints to, the folder it starts in, and its environment.

import { foreignText } from '../core/foreignText.ts';

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
  /** A line that a person types. Absent where nobody sits. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/**
 * A line of texts from elsewhere. It holds no control characters, which a terminal would obey, and does not begin like
 * a command of GitHub Actions.
 */
export function lineOf(text: string): string {
  const line = foreignText(text, LONGEST_LINE);
  return `${line.startsWith('::') ? ' ' : ''}${line}\n`;
}

const LONGEST_LINE = 2000;
