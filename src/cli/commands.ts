// The commands, and what is done with the arguments of the command line.

import { relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { bugText } from '../core/bugText.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { Redactor } from '../core/redactor.ts';
import {
  FAILED,
  DONE,
  helpHint,
  misused,
  table,
  usageOf,
  type Command,
  type CliContext,
  type ExitCode,
} from './command.ts';
import { apply } from './apply.ts';
import { exportSchema } from './exportSchema.ts';
import { importDocuments } from './importDocuments.ts';
import { init } from './init.ts';
import { lineOf, lineText, withoutJobCommands, type Annotation, type Terminal } from './terminal.ts';
import { plan } from './plan.ts';
import { state } from './state.ts';
import { validate } from './validate.ts';

export const COMMANDS: readonly Command[] = [init, validate, plan, apply, importDocuments, state, exportSchema];

const HELP: readonly string[] = ['--help', '-h'];

/** What the process gives. */
export type CommandLineProcess = Omit<CliContext, 'redactor' | 'terminal'> & { readonly terminal: ProcessTerminal };

type ProcessTerminal = Omit<Terminal, 'annotate'>;

/** Never rejects. No secret that it has come to know is printed. */
export async function runCommandLine(args: readonly string[], process: CommandLineProcess): Promise<ExitCode> {
  const redactor = new Redactor();
  const terminal = redacted(process.terminal, redactor);
  const context: CliContext = { ...process, terminal, redactor };
  // "help plan" is "plan --help".
  const [first, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const has = (...options: readonly string[]): boolean => {
    const end = rest.indexOf('--');
    return rest.slice(0, end < 0 ? undefined : end).some((each) => options.includes(each));
  };
  if (first === '--version') return printed(context, process.version);
  if (first === undefined || HELP.includes(first)) return printed(context, usage());
  try {
    const command = COMMANDS.find(({ name }) => name === first);
    if (command === undefined) throw misused('', l10n.t('There is no command {0}.', quotedId(first)));
    return has(...HELP) ? printed(context, command.help()) : await command.run(rest, context);
  } catch (error) {
    const { kind, message } = error instanceof UserGroupsError ? error : bug(error, terminal, redactor);
    // By the schema of outputs.
    const failure = { command: first, error: { kind, message } };
    if (has('--json')) terminal.out(`${JSON.stringify(failure, undefined, 2)}\n`);
    else terminal.err(lineOf(message));
    terminal.annotate({ severity: 'error', message });
    return FAILED;
  }
}

function redacted(terminal: ProcessTerminal, redactor: Redactor): Terminal {
  return {
    ...terminal,
    annotate: (annotation) => {
      const line = annotationLine(annotation, terminal, (text) => redactor.redact(text));
      // What is printed for a program is nothing else.
      if (line !== undefined) terminal.err(line);
    },
    out: (text) => {
      terminal.progress(undefined);
      terminal.out(withoutJobCommands(redactor.redact(text)));
    },
    err: (text) => {
      terminal.progress(undefined);
      terminal.err(withoutJobCommands(redactor.redact(text)));
    },
  };
}

function bug(error: unknown, { err }: Terminal, redactor: Redactor): UserGroupsError {
  for (const line of bugText(error, (text) => redactor.redact(text)).split('\n')) err(lineOf(line));
  return new UserGroupsError('unavailable', l10n.t('User Groups has an internal error.'));
}

function printed({ terminal }: CliContext, text: string): ExitCode {
  terminal.out(`${text.trimEnd()}\n`);
  return DONE;
}

function usage(): string {
  return [
    l10n.t('Keep the groups of an embedded dashboard service in a repository.'),
    '',
    usageOf('<command> [options]'),
    '',
    table(COMMANDS.map(({ name, summary }) => [name, summary()] as const)),
    helpHint('<command>'),
  ].join('\n');
}

/**
 * What is wrong, as GitHub shows it beside the changed lines of a pull request: a command in the log of the job.
 * `undefined` outside of GitHub Actions. @param redact removes the secrets before anything is escaped
 */
function annotationLine(
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
