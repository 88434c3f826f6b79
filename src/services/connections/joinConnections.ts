// Joins the entries of the settings with the rows of the store: which connection each is, and whether it can be used.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import { isGuarded, type Connection, type ConnectionConfig } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { ConnectionRow } from '../../core/ports/connectionStore.ts';
import { sameName, type ConnectionEntry, type UsableEntry } from './connectionEntry.ts';

/**
 * The sandbox first, then Testing connections, then guarded ones, then those only in the store.
 * @param notKept why an entry that is certainly new has no row
 */
export function joinConnections(
  entries: readonly ConnectionEntry[],
  rows: readonly ConnectionRow[],
  notKept = notYetKept(),
): Connection[] {
  const named = entries.map(({ config }) => config.name);
  const unnamed = rows.filter((row) => row.kind === 'service' && !named.some((name) => sameName(name, row.name)));
  const configured = entries.map((entry, index): Connection => {
    // An entry with a repeated name must not be mistaken for the one that has the groups.
    const isRepeated = named.slice(0, index).some((name) => sameName(name, entry.config.name));
    const row = isRepeated ? undefined : serviceRow(rows, entry.config.name);
    if (entry.problem === undefined)
      return row === undefined ? joinUnknown(entry, unnamed, notKept) : joinKnown(entry, row);
    const { config, problem, problemIn } = entry;
    return { ...config, id: row?.id ?? '', kind: 'service', status: 'invalid', problem, problemIn };
  });
  const left = unnamed.map(({ id, kind, name, baseUrl }) => ({
    ...{ id, kind, name, baseUrl },
    status: 'notInSettings' as const,
  }));
  const sandboxes = rows.filter((row) => row.kind === 'sandbox').map((row) => sandboxConnection(row));
  return [...sandboxes, ...configured.filter((c) => !isGuarded(c)), ...configured.filter(isGuarded), ...left];
}

/** The row of a connection of this name that is not the sandbox. */
export function serviceRow(rows: readonly ConnectionRow[], name: string): ConnectionRow | undefined {
  return rows.find((row) => row.kind === 'service' && sameName(row.name, name));
}

function joinUnknown(
  { config, serviceApi }: UsableEntry,
  unnamed: readonly ConnectionRow[],
  notKept: UserGroupsError,
): Connection {
  const { origin } = parseBaseUrl(config.baseUrl);
  const mayBe = unnamed.filter((row) => parseBaseUrl(row.baseUrl).origin === origin);
  if (mayBe.length > 0) return { ...config, id: '', kind: 'service', serviceApi, status: 'renamedOrNew', mayBe };
  return { ...config, id: '', kind: 'service', status: 'invalid', problem: notKept.failure.happened, notKept };
}

/** Another path at the same origin is the same service, to whom the same token belongs. */
function joinKnown({ config, serviceApi }: UsableEntry, row: ConnectionRow): Connection {
  const { origin } = parseBaseUrl(config.baseUrl);
  const { mismatch } = row;
  return {
    ...config,
    id: row.id,
    kind: 'service',
    serviceApi,
    status: parseBaseUrl(row.baseUrl).origin === origin ? 'ready' : 'moved',
    recordedBaseUrl: row.baseUrl,
    ...(mismatch?.origin === origin && { mismatch: { about: mismatch.about, reason: mismatch.reason } }),
  };
}

function sandboxConnection({ id, kind, name, baseUrl }: ConnectionRow): Connection {
  return { id, kind, name, baseUrl, environment: 'Testing', status: 'ready', recordedBaseUrl: baseUrl };
}

function notYetKept(): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t('The connection is new in the settings and not stored yet.'),
    l10n.t('Try again.'),
  );
}

/** Whether an entry, as it was typed, has this name. */
export function isNamed(typed: unknown, name: string): boolean {
  const typedName = (typed as Partial<ConnectionConfig> | null)?.name;
  return typeof typedName === 'string' && sameName(typedName, name);
}
