// What groups can be filtered by, one row each, and the states that the filter `is:` asks for. How the store searches
// for them is in store/search/groupConditions.ts.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { GroupCondition, StoredState } from '../../core/ports/groupSearch.ts';
import { existedNotAppliedText } from '../../core/stateText.ts';
import { sameName } from '../connections/connectionEntry.ts';
import type { TokenAges } from './tokenAges.ts';

/** What `is:` can ask for. */
export const STATES = [
  'draft',
  'unknown',
  'gone',
  'deleted',
  'absent',
  'changed',
  'not-applied',
  'no-mapping',
  'replaced',
  'old',
] as const satisfies readonly (StoredState | 'old')[];
export type State = (typeof STATES)[number];

/** The words that a group in this state shows. */
export function stateMeaning(state: State): string {
  switch (state) {
    case 'draft':
      return l10n.t('Unsent changes');
    case 'unknown':
      return l10n.t('Rotation, update, get or create or delete: outcome unknown');
    case 'gone':
      return l10n.t('Recreated, new token');
    case 'deleted':
      return l10n.t('Deleted');
    case 'absent':
      return l10n.t("Not in the service's list");
    case 'changed':
      return l10n.t('Changed elsewhere');
    case 'not-applied':
      return existedNotAppliedText();
    case 'no-mapping':
      return l10n.t('No mapping set, or mapping unknown');
    case 'replaced':
      return l10n.t('Previous token kept');
    case 'old':
      return l10n.t('Token older than {0}', 'userGroups.rotateAfterDays');
  }
}

/** Each begins with its name and a colon. Everything with an equals sign is one about a property. */
export type FilterName = Exclude<GroupCondition['kind'], 'property'>;

interface FilterRow {
  /** What it finds. */
  readonly meaning: () => string;
  /** What the store is asked, or a sentence where nothing can be asked. `value`: the text after an equals sign. */
  readonly condition: (
    typed: { readonly of: string; readonly value?: string },
    known: { readonly connections: readonly Connection[]; readonly ages: TokenAges },
  ) => GroupCondition | string;
}

export const GROUP_FILTERS: Readonly<Record<FilterName, FilterRow>> = {
  missing: {
    meaning: () => l10n.t('groups without a property: {0}', 'missing:region'),
    condition: ({ of }) =>
      of === ''
        ? l10n.t('Which property is missing? Type missing:region, for example.')
        : { kind: 'missing', path: of },
  },
  mapping: {
    meaning: () =>
      l10n.t('groups that map a schema ID, to any data source or to this one: {0}', 'mapping:40, mapping:40=213'),
    condition: ({ of, value }) =>
      of === ''
        ? l10n.t('Which schema ID? Type mapping:40 or mapping:40=213, for example.')
        : { kind: 'mapping', schemaId: of, ...(value !== undefined && { dataSource: value }) },
  },
  source: {
    meaning: () => l10n.t('groups that have this data source, for any schema ID: {0}', 'source:213'),
    condition: ({ of }) =>
      of === '' ? l10n.t('Which data source? Type source:213, for example.') : { kind: 'source', dataSource: of },
  },
  connection: {
    meaning: () => l10n.t('groups of one connection: {0}', 'connection:staging'),
    condition: ({ of }, { connections }) => {
      const connection = connections.find(({ name }) => sameName(name, of));
      const there = connections.map(({ name }) => quotedId(name)).join(', ');
      return connection === undefined
        ? l10n.t('There is no connection named {0}. Connections: {1}.', quotedId(of), there)
        : { kind: 'connection', connectionId: connection.id };
    },
  },
  older: {
    meaning: () => l10n.t('groups whose token was received longer ago: {0}', 'older:90d'),
    condition: ({ of }, { ages }) => {
      const [, days] = DAYS.exec(of) ?? [];
      return days === undefined
        ? l10n.t('How many days? Type {0}, for example.', 'older:90d')
        : { kind: 'older', before: ages.before(Number(days)) };
    },
  },
  is: {
    meaning: () => l10n.t('groups in a state: {0}', STATES.map((state) => `is:${state}`).join(', ')),
    condition: ({ of }, { ages }) => {
      const state = STATES.find((each) => each === of.toLowerCase());
      if (state === 'old') return oldCondition(ages);
      return state === undefined
        ? l10n.t('{0} is not a state. States: {1}.', quotedId(of), STATES.map((each) => `is:${each}`).join(', '))
        : { kind: 'is', state };
    },
  },
};

export const isFilterName = (name: string): name is FilterName => Object.hasOwn(GROUP_FILTERS, name);
export const FILTERS = Object.keys(GROUP_FILTERS).filter(isFilterName);

/** What it finds. */
export function filterMeaning(filter: FilterName | 'property'): string {
  return filter === 'property'
    ? l10n.t('groups whose property has this value: {0}', 'region=EU, region="two words", address.country=DE')
    : GROUP_FILTERS[filter].meaning();
}

/** `90d`, or `90`. */
const DAYS = /^(\d{1,5})d?$/i;

function oldCondition(ages: TokenAges): GroupCondition | string {
  if (ages.days > 0) return { kind: 'older', before: ages.before(ages.days) };
  return l10n.t('No token counts as old. Set {0}, or type {1}.', 'userGroups.rotateAfterDays', 'older:90d');
}
