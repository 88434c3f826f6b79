// What a query may become: filters with names in use, and the filters that words of a state mean.

import * as l10n from '@vscode/l10n';
import { fold } from '../../core/folding.ts';
import { stateMeaning, STATES } from './groupFilters.ts';
import { lastPart, quoted, readQuery, statesMeant } from './groupQuery.ts';
import { grouped, isOne } from '../../core/language.ts';
import type { NamesInUse } from './namesInUse.ts';

/** What a query may become. */
export interface QueryCompletion {
  /** The filter alone. */
  readonly insert: string;
  /** What it finds. */
  readonly about: string;
  /** The whole query then. */
  readonly completed: string;
}

/** With the last part of the text completed. Words that the list says of a state become its filter. */
export function completions(text: string, limit: number, names: NamesInUse): QueryCompletion[] {
  const { text: part, start } = lastPart(text);
  const states = readQuery(text).every(({ kind }) => kind === 'word') ? statesMeant(text) : [];
  return [
    ...states.map((state) => ({ insert: `is:${state}`, about: stateMeaning(state), completed: `is:${state}` })),
    ...(part === '' ? [] : completionsOf(part, names)).map(({ insert, about }) => ({
      insert,
      about: about(),
      completed: text.slice(0, start) + insert,
    })),
  ].slice(0, limit);
}

/** Of the part being typed, most used first. Empty when it is complete. */
function completionsOf(part: string, names: NamesInUse): { readonly insert: string; readonly about: () => string }[] {
  const offered = [
    ...STATES.map((state) => ({ insert: `is:${state}`, about: () => stateMeaning(state) })),
    { insert: 'older:90d', about: () => l10n.t('groups whose token was received over 90 days ago') },
    ...names.connections().map(({ name }) => ({
      insert: `connection:${quoted(name)}`,
      about: () => l10n.t('groups of this connection'),
    })),
    ...names.list('properties').flatMap(({ name, groups }) => [
      { insert: `${quoted(name)}=`, about: () => propertyText(groups) },
      { insert: `missing:${quoted(name)}`, about: () => missingText(groups) },
    ]),
    ...names.list('mapping').map(({ name, groups }) => ({
      insert: `mapping:${quoted(name)}`,
      about: () => schemaIdText(groups),
    })),
  ];
  const typed = fold(part);
  return [
    ...offered.filter(({ insert }) => fold(insert).startsWith(typed) && insert.length > part.length),
    ...sourcesMeant(typed, names),
  ];
}

const SOURCE = 'source:';
/** Fewer letters begin too many of them. */
const FEWEST_LETTERS = 2;

/** Also by its beginning alone: a word finds IDs and names only. */
function sourcesMeant(typed: string, names: NamesInUse): { readonly insert: string; readonly about: () => string }[] {
  const isFilter = typed.startsWith(fold(SOURCE));
  const beginning = (isFilter ? typed.slice(SOURCE.length) : typed).replaceAll('"', '');
  if (!isFilter && (typed.includes(':') || typed.includes('=') || beginning.length < FEWEST_LETTERS)) return [];
  return names
    .dataSources()
    .filter(({ name }) => fold(name).startsWith(beginning) && !(isFilter && fold(name) === beginning))
    .map(({ name, groups }) => ({ insert: `${SOURCE}${quoted(name)}`, about: () => dataSourceText(groups) }));
}

function dataSourceText(groups: number): string {
  return isOne(groups) ? l10n.t('data source of 1 group') : l10n.t('data source of {0} groups', grouped(groups));
}

function propertyText(groups: number): string {
  return isOne(groups)
    ? l10n.t('property of 1 group, then its value')
    : l10n.t('property of {0} groups, then its value', grouped(groups));
}

function missingText(groups: number): string {
  return isOne(groups)
    ? l10n.t('groups without the property (1 has it)')
    : l10n.t('groups without the property ({0} have it)', grouped(groups));
}

function schemaIdText(groups: number): string {
  return isOne(groups)
    ? l10n.t('schema ID of 1 group (=… adds the data source)')
    : l10n.t('schema ID of {0} groups (=… adds the data source)', grouped(groups));
}
