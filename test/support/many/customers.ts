// A made-up customer base: what its CSV file says of each, and what the service has of some of them already.

import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** What a group has, read from whichever text. */
export interface GroupState {
  readonly name?: string | undefined;
  readonly mapping?: Fields | undefined;
  readonly properties?: Fields | undefined;
}

export interface Customer {
  readonly userGroupId: string;
  /** What the file says. */
  readonly given: GroupState;
  /** What the service has before anything is imported; absent: it has no such group. */
  readonly there: GroupState | undefined;
}

const REGIONS = ['EU', 'US', 'APAC', 'LATAM'];
/** Of so many, one is there already. */
const THERE = 4;
/** A cell that a spreadsheet has spoilt: it cannot be sent. */
const SPOILT = '1.2E+15';

export function customers(count: number): Customer[] {
  return Array.from({ length: count }, (_, index): Customer => {
    const number = String(index + 1).padStart(6, '0');
    const given = {
      name: `Customer ${number}`,
      mapping: { 40: `source_${index % 50}`, schema_main: `own_${number}` },
      properties: { region: REGIONS[index % REGIONS.length], segment: `s${index % 7}` },
    };
    const isOther = index % (2 * THERE) === 0;
    return {
      userGroupId: index % 50 === 7 ? `Müller & "Söhne" ${number}, $HOME` : number,
      given,
      there:
        index % THERE !== 0
          ? undefined
          : isOther
            ? { ...given, name: `Formerly ${number}`, properties: { region: 'EU', since: 2019 } }
            : given,
    };
  });
}

/** As a spreadsheet writes it, with one row more that is spoilt. */
export function csvOf(base: readonly Customer[]): string {
  const rows = base.map(({ userGroupId, given: { name = '', mapping = {}, properties = {} } }) =>
    [userGroupId, name, ...Object.values(mapping), ...Object.values(properties)].map(cell),
  );
  return [
    ['user_group_id', 'name', 'mapping.40', 'mapping.schema_main', 'region', 'segment'],
    ...rows,
    [SPOILT, 'Spoilt'],
  ]
    .map((cells) => cells.join(','))
    .join('\r\n');
}

export function isSame(one: GroupState | undefined, other: GroupState | undefined): boolean {
  return isDeepStrictEqual(one, other);
}

function cell(value: unknown): string {
  return `"${String(value).replaceAll('"', '""')}"`;
}
