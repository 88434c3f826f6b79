// Starts or continues a run of updates, once the person has confirmed the rest of it.

import * as l10n from '@vscode/l10n';
import type { RunSummary } from '../../../core/runs.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { confirmMany, viewersText } from '../confirmMany.ts';
import type { BulkContext } from '../bulkContext.ts';
import { connectionOfRun } from './runItems.ts';

/** @throws UserGroupsError `cancelled`; `notFound` when its connection was removed; as the run service */
export async function beginUpdate(context: BulkContext, run: RunSummary): Promise<void> {
  const { runs } = context.services;
  const connection = connectionOfRun(context, run);
  const { waiting } = runs.counts(run.id);
  if (waiting > 0) {
    await confirmMany(context, connection, {
      title: isOne(waiting)
        ? l10n.t('Update the remaining group on {0}?', connection.name)
        : l10n.t('Update the remaining {0} groups on {1}?', grouped(waiting), connection.name),
      detail: [l10n.t('Each group is fetched before it is updated.'), viewersText()],
      answer: l10n.t('Update'),
    });
  }
  runs.start(run.id);
}
