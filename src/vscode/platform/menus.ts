// The menus of this extension's manifest, evaluated as VS Code does.

import { contributions, type MenuContribution } from './manifest.ts';

export type ContextValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** The items of a menu but its icons, in their order. */
export function menuItems(menu: string, context: ContextValues): MenuContribution[] {
  return (contributions().menus[menu] ?? [])
    .filter(({ when, group = '' }) => isTrueIn(when, context) && !/^(inline|navigation)/.test(group))
    .toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
}

/** VS Code sorts by group, then by number. */
function placeOf({ group = '' }: MenuContribution): string {
  const [name = '', number = ''] = group.split('@');
  return `${name} ${number.padStart(3, '0')}`;
}

/** As far as the manifest goes: `||` over `&&` over one comparison each, or `!(…)` of one. */
export function isTrueIn(when: string | undefined, context: ContextValues): boolean {
  if (when === undefined) return true;
  return when.split(' || ').some((all) => all.split(' && ').every((term) => isTermTrue(term, context)));
}

function isTermTrue(term: string, context: ContextValues): boolean {
  if (term.startsWith('!(')) return !isTermTrue(term.slice(2, -1), context);
  if (term === 'false') return false;
  const match = /^(!?)([\w.]+)(?: (==|!=|=~) (.+))?$/.exec(term);
  if (match === null) throw new Error(`The condition ${term} is not understood.`);
  const [, negated, key = '', operator, operand = ''] = match;
  const value = context[key];
  if (operator === '==') return String(value ?? '') === operand;
  if (operator === '!=') return String(value ?? '') !== operand;
  if (operator === '=~')
    return typeof value === 'string' && new RegExp(operand.slice(1, operand.lastIndexOf('/'))).test(value);
  return Boolean(value) !== (negated === '!');
}
