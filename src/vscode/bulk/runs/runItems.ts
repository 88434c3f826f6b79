// What a run is about: its connection, and all its items.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { ItemOutcome, RunItem, RunSummary } from '../../../core/runs.ts';
import type { ResultPage } from '../../../services/bulk/runService.ts';
import type { BulkContext } from '../bulkContext.ts';

type RunContext = Pick<BulkContext, 'services'>;

/** Items that are read at once. */
const SLICE = 200;

/** In their order, never all in memory; those with the outcome, or all. */
export async function* runItems(
  { services: { runs } }: RunContext,
  { id }: Pick<RunSummary, 'id'>,
  outcome?: ItemOutcome,
): AsyncGenerator<RunItem, void, void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: ResultPage = await runs.results(id, { outcome, after, limit: SLICE });
    yield* page.items;
    after = page.next;
  }
}

/** @throws UserGroupsError `notFound` */
export function connectionOfRun(
  { services: { connections } }: RunContext,
  { connectionId }: Pick<RunSummary, 'connectionId'>,
): Connection {
  const connection = connections.withId(connectionId);
  if (connection === undefined) throw new UserGroupsError('notFound', l10n.t('Its connection was removed.'));
  return connection;
}
