// What a group is found by, as one text: its schema ids with their data sources, and the values of its properties. And
// terms: numbers for what that says, each leading to all groups that say it.

import { hash } from 'node:crypto';
import { fold } from '../../core/folding.ts';
import type { GroupCondition } from '../../core/ports/groupSearch.ts';
import type { BaseEntries } from '../../core/ports/userGroupStore.ts';

type FacetCondition = Extract<GroupCondition, { kind: 'property' | 'missing' | 'mapping' | 'source' }>;

/** Around each of them. No name and no value holds one of these. */
const [BEGIN, VALUE, END, NO_VALUE] = ['\u0002', '\u0003', '\u0004', '\u0005'];
const OURS = /[\0-\u0005]/g;

const SOURCE = `${BEGIN}S`;

/** There is more than is kept. */
export const CUT = `${BEGIN}C${END}`;

/** In characters: one that is longer would make every search read it through. */
const LONGEST = 20_000;

/** Of a group that says more than is indexed: it may say whatever is asked for. */
export const ANYTHING = 0;

/** A group with more of them would make every save of it write as many rows. */
const MOST = 200;

export function facetsOf({ mapping = [], values = [], hasMoreValues = false }: BaseEntries): string {
  const facets = [
    ...mapping.map(({ schemaId, dataSource }) => facet('M', schemaId, dataSource)),
    ...values.map(({ path, value }) => facet('P', path, value)),
    ...new Set(mapping.flatMap(({ dataSource }) => (dataSource === undefined ? [] : [sourceFacet(dataSource)]))),
  ];
  const whole = facets.join('');
  if (whole.length <= LONGEST) return hasMoreValues ? whole + CUT : whole;
  return whole.slice(0, whole.lastIndexOf(END, LONGEST - 1) + 1) + CUT;
}

/** What the facets of a group hold that is as asked. */
export function facetAsked(asked: FacetCondition): string {
  if (asked.kind === 'mapping')
    return asked.dataSource === undefined
      ? beginning('M', asked.schemaId)
      : facet('M', asked.schemaId, asked.dataSource);
  if (asked.kind === 'source') return sourceFacet(asked.dataSource);
  const value = asked.kind === 'property' ? asked.value : undefined;
  return value === undefined ? beginning('P', asked.path) : facet('P', asked.path, value);
}

/** What can be asked of these facets with the answer yes: of each that it is there, and that its name is. */
export function statementsOf(facets: string): string[] {
  return facets.split(END).flatMap((each) => {
    const [named, value] = each.split(VALUE);
    if (value === undefined) return [];
    return named?.startsWith(SOURCE) === true ? [each + END] : [`${named}${VALUE}`, each + END];
  });
}

/** Of any schema ID: people know the name of a data source, in whatever letter case. */
function sourceFacet(dataSource: string): string {
  return `${SOURCE}${clean(fold(dataSource))}${VALUE}${END}`;
}

function facet(kind: 'M' | 'P', name: string, value: string | undefined): string {
  return `${beginning(kind, name)}${value === undefined ? NO_VALUE : clean(value)}${END}`;
}

function beginning(kind: 'M' | 'P', name: string): string {
  return `${BEGIN}${kind}${clean(name)}${VALUE}`;
}

function clean(text: string): string {
  return text.toWellFormed().replace(OURS, '\uFFFD');
}

/**
 * Two different statements share a term less often than once in 100 million searches among 100,000 groups; what a term
 * leads to is compared with the facets themselves.
 */
export function termsOf(facets: string): number[] {
  const terms = new Set(statementsOf(facets).map(termOf));
  // Too long for any to be kept whole, or too many.
  const hasNoTerm = facets !== '' && terms.size === 0;
  return hasNoTerm || terms.size > MOST ? [ANYTHING] : [...terms];
}

export function termAsked(asked: FacetCondition): number {
  return termOf(facetAsked(asked));
}

/** 48 bits: a safe integer. */
function termOf(statement: string): number {
  return Number.parseInt(hash('sha256', statement).slice(0, 12), 16);
}
