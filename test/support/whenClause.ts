// Evaluates a `when` of the manifest as VS Code does, as far as ours go: `||` over `&&` over one comparison each,
// or `!(…)` of one.

import assert from 'node:assert/strict';

export type ContextValues = Readonly<Record<string, string | number | boolean | undefined>>;

export function isTrueIn(when: string | undefined, context: ContextValues): boolean {
  if (when === undefined) return true;
  return when.split(' || ').some((all) => all.split(' && ').every((term) => isTermTrue(term, context)));
}

function isTermTrue(term: string, context: ContextValues): boolean {
  if (term.startsWith('!(')) return !isTermTrue(term.slice(2, -1), context);
  const match = /^(!?)([\w.]+)(?: (==|!=|=~) (.+))?$/.exec(term);
  if (term === 'false') return false;
  assert.ok(match, `${term} is understood`);
  const [, negated, key = '', operator, operand = ''] = match;
  const value = context[key];
  if (operator === '==') return String(value ?? '') === operand;
  if (operator === '!=') return String(value ?? '') !== operand;
  if (operator === '=~')
    return typeof value === 'string' && new RegExp(operand.slice(1, operand.lastIndexOf('/'))).test(value);
  return Boolean(value) !== (negated === '!');
}
