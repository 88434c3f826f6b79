// Reads a query of words and filters into what the store is asked, with what is wrong or doubtful about it.

import * as l10n from '@vscode/l10n';
import { fold } from '../../core/folding.ts';
import { visibleId, quotedId } from '../../core/foreignText.ts';
import { FILTERS, GROUP_FILTERS } from './groupFilters.ts';
import { readQuery } from './groupQuery.ts';
import type { GroupCondition, GroupQuestion } from '../../core/ports/groupSearch.ts';
import { sentences } from '../../core/sentences.ts';
import type { NamesInUse } from './namesInUse.ts';
import type { TokenAges } from './tokenAges.ts';
import { MOST_SLIPS, slipsWithin } from './nearMisses.ts';

/** A parsed query. */
export interface UnderstoodQuery {
  readonly text: string;
  readonly question: GroupQuestion;
  readonly hasFilters: boolean;
  /** Why it cannot be searched, as sentences. A part of the query finds nothing. */
  readonly problems: readonly string[];
  /** Hints about a valid query, as sentences. */
  readonly notes: readonly string[];
}

/** Each is a condition of one statement. Pasting a column of ids is not searching. */
const MOST_PARTS = 100;

/** `names`: those that a filter can be about. */
export function understand(text: string, names: NamesInUse, ages: TokenAges): UnderstoodQuery {
  const words: string[] = [];
  const conditions: GroupCondition[] = [];
  const problems: string[] = [];
  const notes: string[] = [];
  const parts = readQuery(text);
  if (parts.length > MOST_PARTS)
    return {
      text,
      question: { words, conditions },
      hasFilters: true,
      problems: [l10n.t('Use at most {0} words and filters.', MOST_PARTS)],
      notes,
    };
  const connections = names.connections();
  for (const part of parts) {
    if (part.kind === 'word' || part.kind === 'noFilter') {
      words.push(part.text);
      if (part.kind === 'noFilter') notes.push(noFilterText(part.name));
    } else {
      const read = part.kind === 'property' ? part : GROUP_FILTERS[part.kind].condition(part, { connections, ages });
      if (typeof read === 'string') problems.push(read);
      else {
        conditions.push(read);
        notes.push(...unknownNames(read, names));
      }
    }
  }
  return {
    text,
    question: { words: words.filter((word) => word !== ''), conditions },
    hasFilters: conditions.length + problems.length > 0,
    problems,
    notes,
  };
}

/** A name that no group has is most likely a typing error. */
function unknownNames(condition: GroupCondition, names: NamesInUse): string[] {
  if (condition.kind === 'source') return unknownSource(condition.dataSource, names);
  if (condition.kind !== 'property' && condition.kind !== 'missing' && condition.kind !== 'mapping') return [];
  const field = condition.kind === 'mapping' ? 'mapping' : 'properties';
  const name = condition.kind === 'mapping' ? condition.schemaId : condition.path;
  // A path with dots begins with the name of a property, which may be known alone.
  if ([name, name.split('.')[0] ?? name].some((each) => names.has(field, each))) return [];
  const near = nearest(
    name,
    names.list(field).map((use) => use.name),
  );
  const what =
    field === 'mapping'
      ? l10n.t('No group in the list maps {0}.', quotedId(name))
      : l10n.t('No group in the list has a property {0}.', quotedId(name));
  return [sentences([what, near === undefined ? undefined : l10n.t('Did you mean {0}?', quotedId(near))])];
}

function unknownSource(dataSource: string, names: NamesInUse): string[] {
  const known = names.dataSources().map(({ name }) => name);
  if (known.some((name) => fold(name) === fold(dataSource))) return [];
  const near = nearest(dataSource, known);
  return near === undefined ? [] : [l10n.t('Did you mean {0}?', quotedId(near))];
}

function noFilterText(name: string): string {
  const near = nearest(name, FILTERS);
  const said = l10n.t('"{0}:" is not a filter, so IDs and names are searched for it.', visibleId(name));
  return sentences([said, near === undefined ? undefined : l10n.t('Did you mean "{0}:"?', near)]);
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const typed = fold(name);
  const slips = known
    .map((each) => ({ each, slips: slipsWithin(MOST_SLIPS, typed, fold(each)) }))
    .filter(({ each, slips: count }) => count < each.length);
  return slips.sort((a, b) => a.slips - b.slips)[0]?.each;
}
