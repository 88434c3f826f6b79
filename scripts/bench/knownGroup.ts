// One group of many as it is after working with it, sent, answered and with a token; and the connection they all belong
// to.

import type { GroupRef, UserGroupRecord } from '../../src/core/userGroup.ts';

export const connectionEntry = {
  name: 'staging',
  baseUrl: 'https://dashboards.example',
  environment: 'Testing',
} as const;

export function idOf(number: number): string {
  return `acme-corp-${String(number).padStart(6, '0')}`;
}

export function recordOf(connectionId: string, number: number): UserGroupRecord {
  const ref: GroupRef = { connectionId, userGroupId: idOf(number) };
  const at = 1_750_000_000_000 + number;
  const name = `Acme Corporation, branch ${number % 977} of ${number % 31}`;
  const properties = { region: `eu-${number % 7}`, tier: 'gold', seats: number };
  const mapping = { schema_main: `source_${number}`, schema_archive: `archive_${number}` };
  const text = `${JSON.stringify({ user_group_id: ref.userGroupId, name, mapping, properties }, undefined, 2)}\n`;
  return {
    ref,
    name,
    base: { text, from: 'sent', at },
    answered: {
      at,
      operation: 'getOrCreate',
      teamId: String(number),
      name,
      providedId: ref.userGroupId,
      properties: JSON.stringify(properties),
      environmentTag: 'Testing',
    },
    token: {
      sealed: { keyId: 'key', box: new Uint8Array(76).fill(number % 256), fingerprint: `fingerprint-${number}` },
      at,
    },
    mappingKnown: true,
    documentMtime: at,
  };
}
