// Texts that are imported, and what becomes of them.

import type { ImportRow } from '../../../src/bulk/importRow.ts';
import { readImport, type ImportSource, type ImportedTable } from '../../../src/bulk/readImport.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const csv = (text: string, more: Partial<Extract<ImportSource, { kind: 'csv' }>> = {}): Promise<ImportedTable> =>
  readImport({ kind: 'csv', bytes: utf8(text), ...more });
export const json = (text: string): Promise<ImportedTable> => readImport({ kind: 'json', bytes: utf8(text) });
export const reasons = ({ rows }: ImportedTable): string[][] =>
  rows.map(({ problems }) => problems.map(({ severity, reason }) => `${severity}: ${reason}`));
export const fields = (row: ImportRow | undefined): unknown => JSON.parse(row?.text ?? '');
/** ID and name of each row. */
export const named = ({ rows }: Pick<ImportedTable, 'rows'>): string[] =>
  rows.map(({ userGroupId, name }) => `${userGroupId}: ${name}`);
