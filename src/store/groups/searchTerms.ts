// Terms: numbers for what the facets of a group say, each leading to all groups that say it.

import { hash } from 'node:crypto';
import { facetAsked, statementsOf } from './facets.ts';

/** Of a group that says more than is indexed: it may say whatever is asked for. */
export const ANYTHING = 0;

/** A group with more of them would make every save of it write as many rows. */
const MOST = 200;

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

export function termAsked(asked: Parameters<typeof facetAsked>[0]): number {
  return termOf(facetAsked(asked));
}

/** 48 bits: a safe integer. */
function termOf(statement: string): number {
  return Number.parseInt(hash('sha256', statement).slice(0, 12), 16);
}
