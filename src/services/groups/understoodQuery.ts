// Reads a query of words and filters into what the store is asked, with what is wrong or doubtful about it.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { fold } from '../../core/folding.ts';
import { visibleId, quotedId } from '../../core/foreignText.ts';
import { FILTERS, readQuery, STATES, type QueryPart } from './groupQuery.ts';
import type { GroupCondition, GroupQuestion } from '../../core/ports/groupSearch.ts';
import { sentences } from '../../core/sentences.ts';
import { sameName } from '../connections/connectionEntry.ts';
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
      const read = conditionOf(part, connections, ages);
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

function conditionOf(
  part: Exclude<QueryPart, { kind: 'word' | 'noFilter' }>,
  connections: readonly Connection[],
  ages: TokenAges,
): GroupCondition | string {
  if (part.kind === 'property') return part;
  const of = part.of;
  switch (part.kind) {
    case 'missing':
      return of === ''
        ? l10n.t('Which property is missing? Type missing:region, for example.')
        : { kind: 'missing', path: of };
    case 'mapping':
      return of === ''
        ? l10n.t('Which schema ID? Type mapping:40 or mapping:40=213, for example.')
        : { kind: 'mapping', schemaId: of, ...(part.value !== undefined && { dataSource: part.value }) };
    case 'source':
      return of === ''
        ? l10n.t('Which data source? Type source:213, for example.')
        : { kind: 'source', dataSource: of };
    case 'connection': {
      const connection = connections.find(({ name }) => sameName(name, of));
      const there = connections.map(({ name }) => quotedId(name)).join(', ');
      return connection === undefined
        ? l10n.t('There is no connection named {0}. Connections: {1}.', quotedId(of), there)
        : { kind: 'connection', connectionId: connection.id };
    }
    case 'older': {
      const [, days] = DAYS.exec(of) ?? [];
      return days === undefined
        ? l10n.t('How many days? Type {0}, for example.', 'older:90d')
        : { kind: 'older', before: ages.before(Number(days)) };
    }
    case 'is': {
      const state = STATES.find((each) => each === of.toLowerCase());
      if (state === 'old') return oldCondition(ages);
      return state === undefined
        ? l10n.t('{0} is not a state. States: {1}.', quotedId(of), STATES.map((each) => `is:${each}`).join(', '))
        : { kind: 'is', state };
    }
  }
}

/** `90d`, or `90`. */
const DAYS = /^(\d{1,5})d?$/i;

function oldCondition(ages: TokenAges): GroupCondition | string {
  if (ages.days > 0) return { kind: 'older', before: ages.before(ages.days) };
  return l10n.t('No token counts as old. Set {0}, or type {1}.', 'userGroups.rotateAfterDays', 'older:90d');
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
