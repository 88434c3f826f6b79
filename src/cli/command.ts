// A command of the command line: its options, its help, and what it does.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as l10n from '@vscode/l10n';
import { quotedId } from '../core/foreignText.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { RequestOptions } from '../core/ports/client.ts';
import type { LargeFiles } from '../core/ports/files.ts';
import type { Redactor } from '../core/redactor.ts';
import { CONFIG_FILE } from '../services/files/groupsConfig.ts';
import type { Terminal } from './terminal.ts';

interface Option {
  readonly type: 'boolean' | 'string';
  /** It may be given several times. */
  readonly multiple?: true;
  /** What stands for its value in the help. */
  readonly value?: string;
  /** All that it may say. */
  readonly oneOf?: readonly string[];
  /** Another option of the command, without which it has no effect. */
  readonly needs?: string;
  /** Options of the command that it has no effect with. */
  readonly excludes?: readonly string[];
  readonly summary: () => string;
}

type Options = Readonly<Record<string, Option>>;

type Values<O extends Options> = {
  readonly [N in keyof O]?: O[N]['type'] extends 'boolean'
    ? boolean
    : O[N] extends { readonly multiple: true }
      ? readonly string[]
      : O[N] extends { readonly oneOf: readonly (infer V)[] }
        ? V
        : string;
};

interface Definition<O extends Options> {
  readonly name: string;
  readonly summary: () => string;
  /** As the help shows them: `[folder…]`. Absent: there are none. */
  readonly positionals?: string;
  readonly options: O;
  /** @returns the exit code */
  readonly run: (input: Input<O>) => Promise<ExitCode>;
}

export interface Input<O extends Options = Options> {
  readonly terminal: Terminal;
  readonly values: Values<O>;
  readonly positionals: readonly string[];
  /** Of this package. */
  readonly schemas: SchemaTexts;
  /** What `init` writes for GitHub, with places for the connections and the version of this package. */
  readonly workflow: string;
  readonly version: string;
  readonly files: Pick<LargeFiles, 'write'>;
  /** Knows the secrets of this run. What the terminal prints has gone through it. */
  readonly redactor: Redactor;
  /** From its first call on, an interruption ends the work in progress, and not the process. */
  readonly interruptible: () => Pick<RequestOptions, 'signal' | 'untilLeft'>;
  readonly now: () => number;
}

/** What every command is given. */
export type CliContext = Omit<Input, 'values' | 'positionals'>;

/** JSON texts of the schemas that the package publishes. */
export type SchemaTexts = Readonly<Record<'document' | 'config' | 'output', string>>;

/**
 * `DONE`: all was done, or nothing was to do. `FAILED`: nothing could be done. `CHANGES`: something is to do, and that
 * was the question. `UNFINISHED`: only a part could be done.
 */
export const DONE = 0;
export const FAILED = 1;
export const CHANGES = 2;
export const UNFINISHED = 3;
export type ExitCode = typeof DONE | typeof FAILED | typeof CHANGES | typeof UNFINISHED;

export interface Command {
  readonly name: string;
  readonly summary: () => string;
  readonly positionals: string;
  readonly help: () => string;
  /** Each option, and what it does. */
  readonly options: () => readonly (readonly [string, string])[];
  readonly run: (args: readonly string[], context: CliContext) => Promise<ExitCode>;
}

export function command<const O extends Options>(definition: Definition<O>): Command {
  const { name, summary, positionals = '', options } = definition;
  return {
    name,
    summary,
    positionals,
    help: () => helpOf(definition),
    options: () => optionRows(options),
    run: (args, context) => {
      const parsed = parsedArguments(name, args, { options, allowPositionals: positionals !== '' });
      const problem = optionProblem(options, parsed);
      if (problem !== undefined) throw misused(name, problem);
      return definition.run({ ...context, ...(parsed as Pick<Input<O>, 'values' | 'positionals'>) });
    },
  };
}

/** Marks options that have no effect without another one. */
export function needing<const O extends Options>(needs: string, options: O): O {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, needs }])) as O;
}

/** @param name of the command @param happened why its arguments are refused */
export function misused(name: string, happened: string): UserGroupsError {
  return new UserGroupsError('invalid', happened, helpHint(name));
}

interface Parsed extends Pick<Input, 'values' | 'positionals'> {
  readonly tokens: readonly { readonly kind: string; readonly name?: string }[];
}

function parsedArguments(name: string, args: readonly string[], config: ParseArgsConfig): Parsed {
  try {
    return parseArgs({ ...config, args: [...args], tokens: true }) as Parsed;
  } catch (error) {
    throw misused(name, parsingText(error as NodeJS.ErrnoException));
  }
}

/** Why a value is wrong, or what an option says has no effect. */
function optionProblem(options: Options, { values, tokens }: Parsed): string | undefined {
  for (const [name, { type, multiple, oneOf, needs, excludes = [] }] of Object.entries(options)) {
    const [value, shown] = [values[name], `--${name}`];
    if (value === undefined) continue;
    if ([value].flat().includes('')) return l10n.t('The option {0} needs a value.', quotedId(shown));
    if (type === 'string' && multiple !== true && tokens.filter((each) => each.name === name).length > 1)
      return l10n.t('Use the option {0} only once.', quotedId(shown));
    if (oneOf?.includes(value) === false) return l10n.t('"{0}" must be one of these: {1}.', shown, oneOf.join(', '));
    if (needs !== undefined && values[needs] === undefined)
      return l10n.t('The option {0} has no effect without {1}.', quotedId(shown), `--${needs}`);
    const other = excludes.find((each) => values[each] !== undefined);
    if (other !== undefined) return l10n.t('{0} and {1} contradict each other.', shown, `--${other}`);
  }
  return undefined;
}

/** Node names what it is about in single quotes: `'--config <value>'`. */
function parsingText({ code, message }: NodeJS.ErrnoException): string {
  const about = quotedId(/'([^']*)'/.exec(message)?.[1] ?? '');
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return l10n.t('There is no option {0}.', about);
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return l10n.t('{0} is one argument too many.', about);
  return message.includes('does not take')
    ? l10n.t('The option {0} takes no value.', about)
    : l10n.t('The option {0} needs a value.', about);
}

function helpOf({ name, summary, positionals, options }: Omit<Definition<Options>, 'run'>): string {
  return [
    `${summary()}\n`,
    `${usageOf([name, positionals ?? [], '[options]'].flat().join(' '))}\n`,
    table(optionRows({ ...options, ...HELP })),
  ].join('\n');
}

const HELP: Options = { help: { type: 'boolean', summary: () => l10n.t('Show this help.') } };

function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { oneOf, value = oneOf?.join(' | '), summary }]) => [
    `--${name}${value === undefined ? '' : ` <${value}>`}`,
    summary(),
  ]);
}

export function usageOf(rest: string): string {
  return l10n.t('Usage: {0}', `${PROGRAM} ${rest}`);
}

/** @param rest of the command line, before its option */
export function helpHint(rest: string): string {
  return l10n.t('See "{0} --help".', [PROGRAM, ...(rest === '' ? [] : [rest])].join(' '));
}

export const PROGRAM = 'user-groups';

/** In two columns. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join('');
}

// Options that several commands have.

export const CONFIG_OPTION = {
  config: {
    type: 'string',
    value: 'file',
    summary: () => l10n.t('The configuration, instead of {0} in the current folder or above it.', CONFIG_FILE),
  },
} as const;

export const CONNECTION_OPTION = {
  connection: {
    type: 'string',
    value: 'name',
    summary: () => l10n.t('The connection, where the configuration has several.'),
  },
} as const;

export const JSON_OPTION = {
  json: { type: 'boolean', summary: () => l10n.t('Print JSON, by the schema that "export-schema output" prints.') },
} as const;
