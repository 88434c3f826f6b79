// The log of the command line: lines behind its findings, where they are wanted.

import type { Log } from '../core/ports/log.ts';
import type { Redactor } from '../core/redactor.ts';
import { requestText } from '../core/requestText.ts';
import { lineOf, type Terminal } from './terminal.ts';

/** Warnings come in any case. Nobody learns of a bug here: it ends the command. */
export function terminalLog({ err }: Pick<Terminal, 'err'>, redactor: Redactor, isVerbose: boolean): Log {
  const info = (message: string): void => {
    if (isVerbose) err(lineOf(redactor.redact(message)));
  };
  return {
    info,
    warn: (message) => {
      err(lineOf(redactor.redact(message)));
    },
    request: (line) => {
      info(requestText(line, redactor));
    },
    bug: () => undefined,
  };
}
