// The commands, and what is done with the arguments of the command line.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { FAILED, DONE, helpHint, table, usageOf, type Command, type CommandContext, type ExitCode } from './command.ts';
import { exportSchema } from './exportSchema.ts';
import { importGroups } from './importGroups.ts';
import { lineOf } from './terminal.ts';
import { validate } from './validate.ts';

export const COMMANDS: readonly Command[] = [validate, importGroups, exportSchema];

/** @param version of the package. Never rejects but for a bug. */
export async function runCommandLine(
  args: readonly string[],
  context: CommandContext & { readonly version: string },
): Promise<ExitCode> {
  const { terminal, version } = context;
  const [first, ...rest] = args;
  if (first === '--version') return printed(context, version);
  if (first === undefined || first === '--help' || first === 'help') return printed(context, usage());
  try {
    const command = COMMANDS.find(({ name }) => name === first);
    if (command === undefined) throw unknownCommand(first);
    return rest.includes('--help') ? printed(context, command.help()) : await command.run(rest, context);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    if (rest.includes('--json')) terminal.out(`${JSON.stringify(failureOf(first, error), undefined, 2)}\n`);
    else terminal.err(lineOf(error.message));
    return FAILED;
  }
}

/** By the schema of outputs. */
function failureOf(command: string, { kind, message }: UserGroupsError): object {
  return { command, error: { kind, message } };
}

function printed({ terminal }: CommandContext, text: string): ExitCode {
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

function unknownCommand(name: string): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('There is no command {0}.', quotedId(name)),
    next: helpHint(''),
  });
}
