// The command Rotate Multiple Tokens…: what comes first, which groups, how tokens are delivered, and one typed
// confirmation; or it continues a run.

import * as l10n from '@vscode/l10n';
import { pickGroups } from '../groups/pickGroups.ts';
import { newRotations, rotateThese, type DeliveryMethod } from './runs/rotations.ts';
import { noSuchRun, openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { RotatedMany } from '../command/commandMap.ts';
import { inOneBox } from '../platform/oneBox.ts';
import type { BulkContext } from './bulkContext.ts';
import { confirmWritable, lastPlaces, requireWritable } from './lastDestinations.ts';
import { confirmTyped, inputMethod, pickMethod, reportFirst, askToGoOn } from './rotationQuestions.ts';
import type { RunSummary } from '../../core/runs.ts';
import { connectionOfRun } from './runs/runKinds.ts';

interface AtWork {
  readonly runId: number;
  readonly left: Promise<void>;
}

/**
 * With an argument object it ends when this window has released the run: at its end, or where it stopped. Otherwise as
 * soon as the run has started.
 */
export async function rotateMany(context: BulkContext, invocation: Invocation): Promise<RotatedMany> {
  const { runId, left } = await inOneBox(() =>
    invocation.input.run === undefined
      ? begin(context, invocation)
      : goOn(context, invocation, Number(invocation.input.run)),
  );
  if (invocation.origin === 'argument') await left;
  else
    void left.catch((error: unknown) => {
      context.log.bug(error);
    });
  const { rotated, notApplied } = context.services.runs.counts(runId);
  return { run: runId, groups: context.services.runs.progress(runId).total, rotated, delivered: rotated - notApplied };
}

async function begin(context: BulkContext, invocation: Invocation): Promise<AtWork> {
  const { services } = context;
  const named =
    typeof invocation.input.connection === 'string'
      ? services.connections.named(invocation.input.connection)
      : undefined;
  if (named !== undefined) await services.rotation.requireRotatable(named);
  const input = inputMethod(context, invocation.input.deliver);
  await reportFirst(context, named, input);
  const groups = await pickGroups(context, invocation, l10n.t('Rotate Multiple Tokens'));
  const { connection } = groups;
  await services.rotation.requireRotatable(connection);
  const ids: string[] = [];
  for await (const { userGroupId } of groups.refs()) ids.push(userGroupId);
  const method = input ?? (await pickMethod(context, connection));
  const those = method.kind === 'last' ? await confirmWritable(context, connection, ids) : ids;
  const places = method.kind === 'last' ? lastPlaces(context, connection, those) : [];
  await confirmTyped(connection, those.length, method, places);
  const { id } = await newRotations(context, connection, those);
  openRunTable(context, id);
  return { runId: id, ...rotateThese(context, connection, id, method) };
}

async function goOn(context: BulkContext, invocation: Invocation, runId: number): Promise<AtWork> {
  const run = context.services.runs.find(runId);
  if (run?.kind !== 'rotate') throw noSuchRun();
  return { runId, left: (await resumeRotations(context, run, inputMethod(context, invocation.input.deliver))).left };
}

/** Always asks first; returns as soon as it continues. @throws UserGroupsError `cancelled` */
export async function resumeRotations(
  context: BulkContext,
  run: RunSummary,
  input: DeliveryMethod | undefined,
): Promise<{ readonly left: Promise<void> }> {
  const { services } = context;
  const { id, state } = run;
  const connection = connectionOfRun(context, run);
  await services.rotation.requireRotatable(connection);
  const method = input ?? (await pickMethod(context, connection));
  const counts = services.runs.counts(id);
  const due = (await services.runs.deliveriesDue(id)).map(({ userGroupId }) => userGroupId);
  const ids = method.kind === 'last' ? [...due, ...(await idsWaiting(context, run))] : [];
  const places = lastPlaces(context, connection, ids);
  // Never started, or failed ones are retried.
  if (state === 'waiting') {
    await requireWritable(context, connection, ids);
    await confirmTyped(connection, counts.waiting, method, places);
    return rotateThese(context, connection, id, method);
  }
  const { wasDelivered } = await askToGoOn(context, { connection, counts, due, method, places });
  const delivered = wasDelivered ? due : [];
  await requireWritable(
    context,
    connection,
    ids.filter((each) => !delivered.includes(each)),
  );
  return rotateThese(context, connection, id, method, wasDelivered ? { delivered } : {});
}

async function idsWaiting(context: BulkContext, run: RunSummary): Promise<string[]> {
  const ids: string[] = [];
  for await (const { userGroupId } of context.services.runs.items(run.id, 'waiting')) ids.push(userGroupId);
  return ids;
}
