// What Stryker asks about each mistake it could make: whether it means anything, and whether it is in the sample.

import { createHash } from 'node:crypto';
import { type Checker, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { babel } from '@stryker-mutator/core';

/** The variables that tell a checker, which is a process of its own, how many mutants to take, and which. */
export const SAMPLE = 'MUTATE_SAMPLE';
export const SEED = 'MUTATE_SEED';

/** Rules, each with its reason; Stryker shows the reason beside what was left out. */
const rules: readonly [reason: string, applies: (path: babel.NodePath) => boolean][] = [
  ['a line of the log, on which nothing depends', (path) => isArgument(path, /log$/i, /^(warn|info|bug)$/)],
  [
    'a text for a person, which is worded anew at any time',
    (path) => isText(path) && isArgument(path, /^l10n$/, /^t$/),
  ],
  ['a text for the log: the report of a bug', (path) => isText(path) && path.parent.type === 'NewExpression'],
];

export function reasonToLeaveOut(path: babel.NodePath): string | undefined {
  return rules.find(([, applies]) => applies(path))?.[0];
}

/** The `count` that come first in the order that the seed gives them; the same ones wherever they are asked for. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: string): Set<string> {
  const place = ({ fileName, location, replacement }: Mutant): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, fileName.replace(/^.*[\\/]src[\\/]/, ''), location, replacement]))
      .digest('hex');
  const ordered = mutants.map((mutant): [string, string] => [place(mutant), mutant.id]).toSorted();
  return new Set(ordered.slice(0, count).map(([, id]) => id));
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

function isText(path: babel.NodePath): boolean {
  return path.isStringLiteral() || path.isTemplateLiteral();
}

/** Asked for all mutants at once, so that it can choose; those left out count as ones that could not be made. */
class Sample implements Checker {
  #chosen = new Set<string>();

  init(): Promise<void> {
    return Promise.resolve();
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    this.#chosen = sampleOf(mutants, Number(process.env[SAMPLE]), process.env[SEED] ?? '');
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants: Mutant[]): ReturnType<Checker['check']> {
    const answer = (id: string): Awaited<ReturnType<Checker['check']>>[string] =>
      this.#chosen.has(id)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' };
    return Promise.resolve(Object.fromEntries(mutants.map(({ id }) => [id, answer(id)])));
  }
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'meaningless', { shouldIgnore: reasonToLeaveOut }),
  declareValuePlugin(PluginKind.Checker, 'sample', new Sample()),
];
