// Continues a run of rotations that waits, was paused or interrupted: the button of its table, or of its notice.

import type { RunSummary } from '../../core/runs.ts';
import { requireWritable } from './lastDestinations.ts';
import { connectionOfRun, runItems } from './runs/runItems.ts';
import { rotateThese, type HandOverMethod } from './runs/rotations.ts';
import type { BulkContext } from './bulkContext.ts';
import { askToGoOn, confirmTyped, pickMethod } from './rotationQuestions.ts';

/** Always asks first; returns as soon as it continues. @throws UserGroupsError `cancelled` */
export async function resumeRotations(
  context: BulkContext,
  run: RunSummary,
  input: HandOverMethod | undefined,
): Promise<{ readonly left: Promise<void> }> {
  const { services } = context;
  const { id, state } = run;
  const connection = connectionOfRun(context, run);
  await services.rotation.requireRotatable(connection);
  const method = input ?? (await pickMethod(context, connection));
  if (method.kind === 'last') await requireWritable(context, connection, await idsLeft(context, run));
  const counts = services.runs.counts(id);
  // Never started, or failed ones are retried.
  if (state === 'waiting') {
    await confirmTyped(connection, counts.waiting, method);
    return rotateThese(context, connection, id, method);
  }
  const due = (await services.runs.handOversDue(id)).map(({ userGroupId }) => userGroupId);
  const { wasHandedOver } = await askToGoOn(context, { connection, counts, due, method });
  return rotateThese(context, connection, id, method, wasHandedOver ? { handedOver: due } : {});
}

/** Groups whose token is to be delivered yet. */
async function idsLeft(context: BulkContext, run: RunSummary): Promise<string[]> {
  const ids = (await context.services.runs.handOversDue(run.id)).map(({ userGroupId }) => userGroupId);
  for await (const { userGroupId } of runItems(context, run, 'waiting')) ids.push(userGroupId);
  return ids;
}
