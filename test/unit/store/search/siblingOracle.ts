// What siblings have, counted again from what each group was last sent with: nothing shared with the store's own
// counting.

import type { BaseEntries } from '../../../../src/core/ports/userGroupStore.ts';
import type { DataSourceUse } from '../../../../src/core/ports/groupSearch.ts';

export type KnownGroups = ReadonlyMap<string, BaseEntries>;

export interface ExpectedSource {
  readonly dataSource: string;
  readonly groups: number;
  /** How many others map the schema id in question to it. */
  readonly mappedBy: number;
  readonly onlyBy: string | undefined;
}

export function expectedUses(
  known: KnownGroups,
  asking: string,
  field: 'mapping' | 'properties',
): { readonly whole: number; readonly names: ReadonlyMap<string, number> } {
  const fields = [...known]
    .filter(([group]) => group !== asking)
    .flatMap(([, has]) =>
      has[field] === undefined
        ? []
        : [new Set<string>(field === 'mapping' ? has.mapping?.map(({ schemaId }) => schemaId) : has.properties)],
    );
  const names = new Set(fields.flatMap((of) => [...of]));
  return {
    whole: fields.length,
    names: new Map([...names].map((name) => [name, fields.filter((of) => of.has(name)).length])),
  };
}

/** In the order wanted; where several rank the same, in any. */
export function expectedSources(known: KnownGroups, asking: string, schemaId: string): ExpectedSource[] {
  const mappings = [...known].map(([group, { mapping }]) => ({
    group,
    of: new Map(mapping?.map((entry) => [entry.schemaId, entry.dataSource])),
  }));
  const all = new Set(mappings.flatMap(({ of }) => [...of.values()]).filter((dataSource) => dataSource !== undefined));
  return [...all]
    .map((dataSource) => {
      const users = mappings.filter(({ of }) => [...of.values()].includes(dataSource)).map(({ group }) => group);
      const others = users.filter((group) => group !== asking);
      const mappedBy = mappings.filter(({ group, of }) => group !== asking && of.get(schemaId) === dataSource).length;
      return { dataSource, groups: others.length, mappedBy, onlyBy: users.length === 1 ? others[0] : undefined };
    })
    .filter(({ groups }) => groups > 0)
    .sort((a, b) => rank(a) - rank(b));
}

/** Equal for those that can replace each other. */
export function sourceOrder(
  expected: readonly ExpectedSource[],
  { dataSource }: Pick<DataSourceUse, 'dataSource'>,
): number | undefined {
  const use = expected.find((each) => each.dataSource === dataSource);
  return use && rank(use);
}

function rank({ groups, mappedBy, onlyBy }: ExpectedSource): number {
  const tier = (onlyBy === undefined ? 0 : 2) + (mappedBy > 0 ? 0 : 1);
  return 1000 * tier - (mappedBy > 0 ? mappedBy : groups);
}
