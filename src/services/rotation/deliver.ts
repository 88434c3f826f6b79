// Delivers a new token to a command of the person's own, only on its standard input.

import * as l10n from '@vscode/l10n';
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId, visibleId } from '../../core/foreignText.ts';
import type { Log } from '../../core/ports/log.ts';
import { Redactor } from '../../core/redactor.ts';
import { cleanEnvironment, type EnvironmentDependencies } from './cleanEnvironment.ts';

/** Whose token it is. */
export interface DeliveredToken {
  readonly userGroupId: string;
  /** Name of the connection. */
  readonly connection: string;
}

/** Resolves when the token is delivered. @throws UserGroupsError when it was not, or that is uncertain */
export type Deliver = (token: string, about: DeliveredToken, signal?: AbortSignal) => Promise<void>;

export interface DeliveryCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

export interface DeliveryDependencies extends EnvironmentDependencies {
  readonly log: Log;
  /** Milliseconds. */
  readonly now: () => number;
  /** Where the command runs: the person's own folder, where no workspace can put a program. */
  readonly folder: string;
  /** Milliseconds; `TIME_LIMIT_MS` unless given. */
  readonly timeLimitMs?: number | undefined;
}

const TIME_LIMIT_MS = 60_000;

/** Characters of each output stream that are kept, and that the log shows. */
const MOST_KEPT = 64_000;
const MOST_SHOWN = 4_000;

/**
 * For how long output is read after the end, and a command that was asked to end may take to do so; milliseconds.
 */
const GRACE_MS = 1_000;

interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  /** Of each stream, redacted. */
  readonly output: readonly string[];
  readonly why: 'itself' | 'time' | 'cancelled';
}

/** Environment variables that say whose token it is: unlike an argument, never read as a script or an option. */
const ID_VARIABLE = 'USER_GROUP_ID';
const CONNECTION_VARIABLE = 'USER_GROUP_CONNECTION';

/**
 * The program and its arguments. `undefined` when none is set.
 * @param place where it is set
 * @throws UserGroupsError `invalid` when it cannot run as written
 */
export function readDeliveryCommand(
  setting: readonly unknown[],
  place = 'userGroups.deliveryCommand',
): DeliveryCommand | undefined {
  const [program, ...rest] = setting;
  if (program === undefined) return undefined;
  const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
  if (!isText(program) || program.trim() === '' || !rest.every(isText))
    throw unusable(l10n.t('"{0}" must be a list of strings that begins with a program.', place));
  // The working folder would decide which program runs.
  if (/[\\/]/.test(program) && !isAbsolute(program))
    throw unusable(l10n.t('"{0}" names the program by a relative path.', place));
  const placeholder = /\$\{(?:user_group_id|connection)\}/.exec([program, ...rest].join(' '))?.[0];
  if (placeholder !== undefined)
    throw unusable(
      l10n.t('"{0}" has the placeholder {1}, which is not replaced.', place, placeholder),
      l10n.t('Let the command read the environment variables {0} and {1} instead.', ID_VARIABLE, CONNECTION_VARIABLE),
    );
  return { program, arguments: rest };
}

/**
 * Runs the command once for each token; each run has a line in the log. Exit status 0 means that the token was
 * delivered.
 */
export function deliverByCommand(dependencies: DeliveryDependencies, command: DeliveryCommand): Deliver {
  return async (token, about, signal) => {
    const doing = l10n.t(
      "Couldn't deliver the token of {0} on {1}.",
      quotedId(about.userGroupId),
      foreignText(about.connection),
    );
    const variables = variablesFor(about, doing);
    const began = dependencies.now();
    const log = (end: string): void => {
      dependencies.log.info(
        `Delivery of the token of ${visibleId(about.userGroupId)} on ${foreignText(about.connection)} ` +
          `by ${foreignText(command.program)}, ended by ${end}, ${Math.round(dependencies.now() - began)} ms`,
      );
    };
    const redactor = new Redactor([dependencies.redactor]);
    redactor.add(token);
    const ended = await run({ ...dependencies, redactor }, command, variables, token, signal).catch(
      (error: unknown) => {
        log(codeOf(error));
        throw failure(doing, notStarted(error, command.program));
      },
    );
    log(`${ended.why}: ${ended.signal ?? String(ended.status)}`);
    const output = ended.output.filter((text) => text !== '').join('\n');
    if (output !== '') dependencies.log.info(foreignText(output.slice(0, MOST_SHOWN), MOST_SHOWN));
    if (ended.why === 'itself' && ended.status === 0) return;
    throw failure(doing, endText(foreignText(command.program), ended));
  };
}

/** Copies each token, and waits until the person confirms that it was delivered. */
export function deliverByClipboard(
  copy: (token: string) => Promise<unknown>,
  isDelivered: (about: DeliveredToken) => Promise<boolean>,
): Deliver {
  return async (token, about, signal) => {
    if (signal?.aborted !== true) {
      await copy(token);
      if (await isDelivered(about)) return;
    }
    throw new UserGroupsError('cancelled', l10n.t('The delivery was not confirmed.'));
  };
}

/** @throws UserGroupsError `invalid` where the command would see another ID than this one */
function variablesFor({ userGroupId, connection }: DeliveredToken, doing: string): Record<string, string> {
  if (!userGroupId.includes('\0') && userGroupId.isWellFormed())
    return { [ID_VARIABLE]: userGroupId, [CONNECTION_VARIABLE]: connection };
  throw new UserGroupsError(
    'invalid',
    l10n.t("Its ID contains a character that can't be in an environment variable."),
    l10n.t('Deliver it by the clipboard.'),
    { doing },
  );
}

/** Without a shell, so that the setting is read as it is written. */
async function run(
  dependencies: DeliveryDependencies,
  command: DeliveryCommand,
  variables: Readonly<Record<string, string>>,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Ended> {
  // A command that was started could read its input before the signal that ends it arrives.
  if (signal?.aborted === true) return { status: null, signal: null, output: [], why: 'cancelled' };
  // A process group of its own, so that its children end with it.
  const child = spawn(command.program, command.arguments, {
    shell: false,
    windowsHide: true,
    detached: process.platform !== 'win32',
    cwd: dependencies.folder,
    env: { ...cleanEnvironment(dependencies), ...variables },
  });
  const output = [child.stdout, child.stderr].map((stream) => kept(stream, dependencies.redactor));
  // A command that does not read its input closes it; its exit status still decides.
  child.stdin.on('error', () => undefined);
  let why: Ended['why'] = 'itself';
  let killing: NodeJS.Timeout | undefined;
  const stop = (reason: Ended['why']): void => {
    why = reason;
    end(child, 'SIGTERM');
    killing = setTimeout(() => {
      end(child, 'SIGKILL');
    }, GRACE_MS);
  };
  const limit = setTimeout(() => {
    stop('time');
  }, dependencies.timeLimitMs ?? TIME_LIMIT_MS);
  const onAbort = (): void => {
    stop('cancelled');
  };
  signal?.addEventListener('abort', onAbort);
  child.stdin.end(token);
  try {
    const [status, by] = await exitOf(child);
    return { status, signal: by, output: output.map((text) => text()), why };
  } finally {
    clearTimeout(limit);
    clearTimeout(killing);
    // Its children may outlive it.
    if (killing !== undefined) end(child, 'SIGKILL');
    signal?.removeEventListener('abort', onAbort);
  }
}

/** When it has exited and its output is read, or waiting for the rest is pointless: its children may keep it open. */
function exitOf(child: ChildProcessWithoutNullStreams): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, by) => {
      resolve([status, by]);
    });
    child.once('exit', (status, by) => {
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve([status, by]);
      }, GRACE_MS).unref();
    });
  });
}

/** The kept part of it, redacted. */
function kept(stream: NodeJS.ReadableStream, redactor: Redactor): () => string {
  let text = '';
  let isCut = false;
  // The output was cut off, so it may stop anywhere.
  let isWhole = false;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
    isCut ||= text.length > MOST_KEPT;
    text = text.slice(0, MOST_KEPT);
  });
  stream.on('end', () => {
    isWhole = true;
  });
  return () => (isCut || !isWhole ? redactor.redactCut(text) : redactor.redact(text)).trim();
}

function end(child: ChildProcess, how: NodeJS.Signals): void {
  try {
    if (process.platform !== 'win32' && child.pid !== undefined) process.kill(-child.pid, how);
    else child.kill(how);
  } catch {
    // It has ended by itself, with all its children.
  }
}

function endText(program: string, { why, status, signal }: Ended): string {
  if (why === 'time') return l10n.t('"{0}" was stopped because it took too long.', program);
  if (why === 'cancelled') return l10n.t('"{0}" was canceled.', program);
  return status === null
    ? l10n.t('"{0}" ended with signal {1}.', program, String(signal))
    : l10n.t('"{0}" ended with exit code {1}.', program, status);
}

function notStarted(error: unknown, program: string): string {
  const [code, shown] = [codeOf(error), foreignText(program)];
  if (code === 'ENOENT') return l10n.t('There is no program "{0}".', shown);
  // Windows runs these only in its shell.
  if (code === 'EINVAL' && /\.(?:cmd|bat)$/i.test(program))
    return l10n.t('"{0}" is a batch file, which only a shell can run.', shown);
  return l10n.t('"{0}" couldn\'t be started ({1}).', shown, foreignText(code, 40));
}

/** Node gives a code to whatever keeps a process from starting. */
function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

function failure(doing: string, happened: string): UserGroupsError {
  return new UserGroupsError(
    'unexpectedResponse',
    happened,
    l10n.t('Copy the token, which is stored locally, and deliver it yourself.'),
    { doing },
  );
}

function unusable(happened: string, next = l10n.t('Correct it there.')): UserGroupsError {
  return new UserGroupsError('invalid', happened, next);
}
