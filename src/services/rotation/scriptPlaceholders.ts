// Finds placeholders of the hand-over command inside a script, where an ID could run commands.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../../core/foreignText.ts';

/** How a program uses its arguments. */
interface Interpreter {
  /** How many of them are options and scripts; the rest is only passed to the script. */
  readonly scriptEnd: (given: readonly string[]) => number;
  /** A command with a placeholder where it is safe. */
  readonly safe: readonly string[];
}

const ID = '${user_group_id}';

/** `-c` uses the first argument that is no option, at any position; without it, that is the script's file. */
const shell = (name: string, firstArgument: string): Interpreter => ({
  scriptEnd: (given) => scriptEnd(given, /^[-+][a-z]*[oO]$|^--(?:rcfile|init-file)$/),
  safe: [name, '-c', `deploy-token ${firstArgument}`, ...(name === 'fish' ? [] : [name]), ID],
});

/** `code`: options whose value is the script or names it. `valued`: others that take the next argument. */
const interpreter = (name: string, suffix: string, code: RegExp, valued: RegExp): Interpreter => ({
  scriptEnd: (given) => scriptEnd(given, valued, code),
  safe: [name, `/usr/local/lib/deploy-token.${suffix}`, ID],
});

const powershell = (name: string): Interpreter => ({
  scriptEnd: (given) => powershellEnd(name, given),
  safe: [name, '-File', 'C:\\deploy-token.ps1', ID],
});

const SH = shell('sh', '"$1"');

/** All its arguments are read as a script, by itself or by a shell that it starts. */
const READS_ALL: Interpreter = { scriptEnd: (given) => given.length, safe: ['/usr/local/bin/deploy-token', ID] };

const NODE_VALUES = /^-(?:r|C|-require|-import|-loader|-conditions|-env-file)$/;
const NODE = interpreter('node', 'mjs', /^-(?:e|p|pe|-eval|-print)$/, NODE_VALUES);

/** By the name of the program without a suffix (".exe", "3.12"). */
const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ...['sh', 'bash', 'rbash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'csh', 'tcsh', 'yash', 'nu'].map(
    (name) => [name, shell(name, '"$1"')] as const,
  ),
  ['fish', shell('fish', '$argv[1]')],
  ['pwsh', powershell('pwsh')],
  ['powershell', powershell('powershell')],
  ['node', NODE],
  ['nodejs', NODE],
  ['tsx', NODE],
  ['bun', NODE],
  ['python', interpreter('python3', 'py', /^-[bBdEiIOPqsSuvx]*[cm]$/, /^-[WX]$/)],
  ['pypy', interpreter('pypy3', 'py', /^-[bBdEiIOPqsSuvx]*[cm]$/, /^-[WX]$/)],
  ['lua', interpreter('lua', 'lua', /^-e$/, /^-l$/)],
  ['perl', interpreter('perl', 'pl', /^-[acflnpsStTuUvwWX\d]*[eE]$/, /^-I$/)],
  ['ruby', interpreter('ruby', 'rb', /^-[alnpsSvwW\d]*e$/, /^-[IrCE]$/)],
  ['php', interpreter('php', 'php', /^-(?:[rBRE]|-run)$/, /^-[dcz]$/)],
  ...['cmd', 'ssh', 'wsl', 'su', 'runuser', 'script', 'watch', 'osascript', 'make', 'gmake', 'nmake'].map(
    (name) => [name, READS_ALL] as const,
  ),
]);

/** Programs that start the one that is named among their arguments. */
const STARTERS = new Set([
  'env',
  'sudo',
  'doas',
  'gosu',
  'su-exec',
  'flock',
  'xargs',
  'ionice',
  'strace',
  'systemd-run',
  'nice',
  'nohup',
  'setsid',
  'stdbuf',
  'time',
  'timeout',
  'busybox',
  'toybox',
  'chroot',
  'unshare',
  'nsenter',
  'docker',
  'podman',
  'kubectl',
  'oc',
]);

interface ScriptTrouble {
  readonly happened: string;
  readonly next: string;
}

/** The problem, and a safe form of the command. `undefined` when every placeholder stays an argument. */
export function scriptTrouble(program: string, given: readonly string[]): ScriptTrouble | undefined {
  const name = nameOf(program);
  const isSplit = (each: string, index: number): boolean => SPLITS.test(each) || SPLITS.test(given[index - 1] ?? '');
  const isScript = given.some((each, index) => hasPlaceholder(each) && isSplit(each, index));
  if (name === 'env' && isScript) return trouble('env', SH);
  // As `flock lock -c` does: the program has a shell run what follows.
  if (STARTERS.has(name) && given.some((each, index) => hasPlaceholder(each) && given[index - 1] === '-c'))
    return trouble(program, SH);
  for (const at of STARTERS.has(name) ? startedAt(given) : [-1]) {
    const runs = given[at] ?? program;
    const found = interpreterOf(runs);
    const rest = given.slice(at + 1);
    if (found !== undefined && rest.slice(0, found.scriptEnd(rest)).some(hasPlaceholder)) return trouble(runs, found);
  }
  return undefined;
}

/** Where the started program may stand: up to the first interpreter that cannot be the value of an option. */
function* startedAt(given: readonly string[]): Generator<number, void> {
  const isOption = (argument: string | undefined): boolean => argument?.startsWith('-') === true;
  for (const [index, argument] of given.entries()) {
    if (interpreterOf(argument) === undefined) continue;
    yield index;
    if (!isOption(given[index - 1]) || isOption(given[index + 1])) return;
  }
}

/** Of `env`: what follows is split into a command and its arguments. */
const SPLITS = /^(?:-[a-z0]*S|--split-string)/;

function trouble(runs: string, { safe }: Interpreter): ScriptTrouble {
  const happened = l10n.t(
    '"userGroups.handOverCommand" has a placeholder in a script of "{0}", where a group ID could run commands.',
    foreignText(runs),
  );
  return { happened, next: l10n.t('Pass it as an argument instead, for example {0}.', JSON.stringify(safe)) };
}

/** A batch file is run by cmd, which reads its arguments once more. */
function interpreterOf(program: string): Interpreter | undefined {
  if (hasPlaceholder(program)) return undefined;
  return /\.(?:bat|cmd)[. ]*$/i.test(program) ? READS_ALL : INTERPRETERS.get(nameOf(program));
}

function nameOf(program: string): string {
  const file = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  return file
    .toLowerCase()
    .trim()
    .replace(/\.(?:exe|com)$/, '')
    .replace(/[-.\d]{1,20}$/, '');
}

/** Until the first argument that is no option, or before it where the script came by an option. */
function scriptEnd(given: readonly string[], valued: RegExp, code?: RegExp): number {
  let hasCode = false;
  let isValue = false;
  for (const [index, argument] of given.entries()) {
    const isCode: boolean = !isValue && code?.test(argument) === true;
    hasCode ||= isCode;
    if (!isValue && !/^[-+]./.test(argument)) return hasCode ? index : index + 1;
    isValue = !isValue && (isCode || valued.test(argument));
  }
  return given.length;
}

const POWERSHELL_COMMAND = /^[-/–—―]+(?:co?|com|comm\w*|ec?|en\w*)$/i;
const POWERSHELL_FILE = /^[-/–—―]+(?:fi?|fil|file|cwa|commandwithargs)$/i;

/**
 * All behind a command is joined to it, behind a file it is its arguments. What comes first is a command, but for pwsh.
 */
function powershellEnd(name: string, given: readonly string[]): number {
  const file = given.findIndex((each) => POWERSHELL_FILE.test(each) || (name === 'pwsh' && /\.ps1$/i.test(each)));
  const command = given.findIndex((each) => POWERSHELL_COMMAND.test(each));
  if (file < 0 || (command >= 0 && command < file)) return given.length;
  return POWERSHELL_FILE.test(given[file] ?? '') ? file + 2 : file + 1;
}

function hasPlaceholder(argument: string): boolean {
  return /\$\{(?:user_group_id|connection)\}/.test(argument);
}
