// What could stand in a mapping, in one order for the table's cells and for editors: what the user's schema names,
// then what other groups have, and last what one of them alone uses.

import * as l10n from '@vscode/l10n';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import type { DataSourceUse, NamedGroup } from '../../core/ports/groupSearch.ts';
import { grouped, isOne } from '../../core/language.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { labelsOf, type SchemaChoices } from '../../document/schemaChoices.ts';
import type { Siblings } from './siblings.ts';

export interface MappingProposal {
  readonly id: string;
  /** As it is written in JSON. */
  readonly json: string;
  /** By the user's schema; foreign text. */
  readonly name?: string | undefined;
  readonly isInSchema: boolean;
  /** How many other groups have it. */
  readonly groups: number;
  /** The one other group that uses it: its data would be seen. */
  readonly onlyBy?: NamedGroup | undefined;
}

/** `acme-prod · 213`; the id alone where it has no name. */
export function proposalTitle({ id, name }: Pick<MappingProposal, 'id' | 'name'>): string {
  return name === undefined ? visibleId(id) : `${foreignText(name)} · ${visibleId(id)}`;
}

/** Who has it. */
export function proposalDetail({ groups, onlyBy }: MappingProposal): string | undefined {
  if (onlyBy !== undefined) return l10n.t('used by {0} only', visibleId(onlyBy.name));
  return groups === 0 ? undefined : usedInText(groups);
}

export function usedInText(groups: number): string {
  return isOne(groups) ? l10n.t('in 1 group') : l10n.t('in {0} groups', grouped(groups));
}

export class MappingProposals {
  readonly #siblings: Siblings;
  readonly #choices: SchemaChoices;
  readonly #limit: number;

  constructor(siblings: Siblings, choices: SchemaChoices, limit: number) {
    this.#siblings = siblings;
    this.#choices = choices;
    this.#limit = limit;
  }

  /** Without a group, those of the schema alone. */
  schemaIds(ref: GroupRef | undefined): MappingProposal[] {
    const uses = ref === undefined ? [] : this.#siblings.schemaIds(ref, this.#limit);
    const groupsOf = new Map(uses.map(({ schemaId, groups }) => [schemaId, groups]));
    const names = new Map(labelsOf(this.#choices).schemas);
    const inSchema = new Set(this.#choices.schemaIds.map(({ id }) => id));
    return [...new Set([...inSchema, ...groupsOf.keys()])].slice(0, this.#limit).map((id) => ({
      id,
      json: JSON.stringify(id),
      name: names.get(id),
      isInSchema: inSchema.has(id),
      groups: groupsOf.get(id) ?? 0,
    }));
  }

  /** The schema's own for this id; where it has none, those for any id. */
  dataSources(ref: GroupRef | undefined, schemaId: string): MappingProposal[] {
    const uses = ref === undefined ? [] : this.#siblings.dataSources(ref, schemaId, this.#limit);
    const useOf = new Map(uses.map((use) => [use.dataSource, use]));
    const inSchema = this.#valuesFor(schemaId);
    const names = this.#namesFor(schemaId);
    const all = [...new Set([...inSchema.keys(), ...useOf.keys()])].map((id): MappingProposal => {
      const { groups, onlyBy } = useOf.get(id) ?? this.#useBeyond(ref, id, uses.length);
      return {
        id,
        json: inSchema.get(id) ?? JSON.stringify(id),
        name: names.get(id),
        isInSchema: inSchema.has(id),
        groups,
        onlyBy,
      };
    });
    // Sorting keeps the order of what is equal.
    return all
      .toSorted((a, b) => Number(a.onlyBy !== undefined) - Number(b.onlyBy !== undefined))
      .slice(0, this.#limit);
  }

  /** By id, as JSON. */
  #valuesFor(wanted: string): Map<string, string> {
    const own = this.#choices.schemaIds.some(({ id }) => id === wanted) ? wanted : undefined;
    const values = new Map<string, string>();
    for (const { schemaId, value } of this.#choices.dataSources)
      if (schemaId === own && !values.has(String(value))) values.set(String(value), JSON.stringify(value));
    return values;
  }

  /** Names within the schema id come before those for any. */
  #namesFor(wanted: string): Map<string, string> {
    const { dataSources } = labelsOf(this.#choices);
    return new Map(
      [undefined, wanted].flatMap((of) =>
        dataSources.flatMap(([schemaId, id, name]) => (schemaId === of ? [[id, name] as const] : [])),
      ),
    );
  }

  /** Of one that is not among the most used, when there are more than could be asked for. */
  #useBeyond(ref: GroupRef | undefined, id: string, asked: number): Pick<DataSourceUse, 'groups' | 'onlyBy'> {
    const onlyBy = ref === undefined || asked < this.#limit ? undefined : this.#siblings.onlyOther(ref, id);
    return { groups: onlyBy === undefined ? 0 : 1, onlyBy };
  }
}
