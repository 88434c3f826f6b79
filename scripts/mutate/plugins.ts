// What Stryker asks about each mistake it could make: whether it means anything, and whether it is in the sample.

import { createHash } from 'node:crypto';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { babel } from '@stryker-mutator/core';

/** Variables for a checker, which is a process of its own: how many mutants in a hundred it takes, and which. */
export const SAMPLE = 'MUTATE_SAMPLE';
export const SEED = 'MUTATE_SEED';

/** Rules, each with its reason; Stryker shows the reason beside what was left out. */
const rules: readonly [reason: string, applies: (path: babel.NodePath) => boolean][] = [
  ['a line of the log, on which nothing depends', (path) => isArgument(path, /log$/i, /^(warn|info|bug)$/)],
  [
    'a text for a person, which is worded anew at any time',
    (path) => isText(path) && isArgument(path, /^l10n$/, /^t$/),
  ],
  ['the text of an error that only a mistake in the code raises', (path) => isText(path) && isOfBug(path)],
  ['what a style sheet says, which only eyes can judge', isOfStyleSheet],
  ['what another thread is given as its text, in which no mutant can be switched on', isGivenAsText],
];

export function reasonToLeaveOut(path: babel.NodePath): string | undefined {
  return rules.find(([, applies]) => applies(path))?.[0];
}

/** Whether a mutant is among so many in a hundred: a matter of itself and the seed, whatever else is asked for. */
export function isInSample({ fileName, location, replacement }: Mutant, percent: number, seed: string): boolean {
  const file = fileName.replace(/^.*[\\/]src[\\/]/, '').replaceAll('\\', '/');
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, file, location, replacement]))
    .digest();
  return digest.readUInt32BE() < (percent / 100) * 2 ** 32;
}

function isArgument(path: babel.NodePath, object: RegExp, method: RegExp): boolean {
  const call = path.parent;
  if (call.type !== 'CallExpression' || path.listKey !== 'arguments') return false;
  const { callee } = call;
  return (
    callee.type === 'MemberExpression' && method.test(nameOf(callee.property)) && object.test(nameOf(callee.object))
  );
}

/** The last name of `log`, `this.#log` or `dependencies.log`. */
function nameOf(node: babel.NodePath['node']): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'PrivateName') return node.id.name;
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
}

function isOfStyleSheet(path: babel.NodePath): boolean {
  return isArgument(path, /^EditorView$/, /^theme$/) || isArgument(path, /^HighlightStyle$/, /^define$/);
}

/** Whatever can happen without one is a `UserGroupsError` or has a class of its own. */
function isOfBug({ parent, parentPath }: babel.NodePath): boolean {
  return (
    parent.type === 'NewExpression' &&
    /^(?:Range|Type)Error$/.test(nameOf(parent.callee)) &&
    parentPath.parent.type === 'ThrowStatement'
  );
}

/** `work.toString()` stands somewhere in the file. */
function isGivenAsText(path: babel.NodePath): boolean {
  if (!path.isFunctionDeclaration()) return false;
  const uses = path.parentPath.scope.getBinding(path.node.id?.name ?? '')?.referencePaths ?? [];
  return uses.some(({ parent }) => parent.type === 'MemberExpression' && nameOf(parent.property) === 'toString');
}

function isText(path: babel.NodePath): boolean {
  return path.isStringLiteral() || path.isTemplateLiteral();
}

/** Those left out count as mutants that could not be made. */
const sample: Checker = {
  init: () => Promise.resolve(),
  group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
  check: (mutants) => {
    const [percent, seed] = [Number(process.env[SAMPLE]), process.env[SEED] ?? ''];
    const leftOut: CheckResult = { status: CheckStatus.CompileError, reason: 'not in the sample' };
    return Promise.resolve(
      Object.fromEntries(
        mutants.map((each) => [each.id, isInSample(each, percent, seed) ? { status: CheckStatus.Passed } : leftOut]),
      ),
    );
  },
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'meaningless', { shouldIgnore: reasonToLeaveOut }),
  declareValuePlugin(PluginKind.Checker, 'sample', sample),
];
