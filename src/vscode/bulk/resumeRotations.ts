// Continues a run of rotations that waits, was paused or interrupted: the button of its table, or of its notice.

import type { RunSummary } from '../../core/runs.ts';
import { lastPlaces, requireWritable } from './lastDestinations.ts';
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
  const counts = services.runs.counts(id);
  const due = (await services.runs.handOversDue(id)).map(({ userGroupId }) => userGroupId);
  const ids = method.kind === 'last' ? [...due, ...(await idsWaiting(context, run))] : [];
  const places = lastPlaces(context, connection, ids);
  // Never started, or failed ones are retried.
  if (state === 'waiting') {
    await requireWritable(context, connection, ids);
    await confirmTyped(connection, counts.waiting, method, places);
    return rotateThese(context, connection, id, method);
  }
  const { wasHandedOver } = await askToGoOn(context, { connection, counts, due, method, places });
  const handedOver = wasHandedOver ? due : [];
  await requireWritable(
    context,
    connection,
    ids.filter((each) => !handedOver.includes(each)),
  );
  return rotateThese(context, connection, id, method, wasHandedOver ? { handedOver } : {});
}

async function idsWaiting(context: BulkContext, run: RunSummary): Promise<string[]> {
  const ids: string[] = [];
  for await (const { userGroupId } of runItems(context, run, 'waiting')) ids.push(userGroupId);
  return ids;
}
