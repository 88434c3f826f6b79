// The command Rotate Many…: what comes first, which groups, how tokens are handed over, and one typed consent; or it
// goes on with a run.

import { UserGroupsError } from '../../core/errors.ts';
import { pickGroups } from '../prompts/pickGroups.ts';
import { newRotations, rotateThese } from '../runs/rotations.ts';
import { openRunTable } from '../runs/runTable.ts';
import type { Call } from './call.ts';
import type { RotatedMany } from './commandMap.ts';
import type { Desk } from './desk.ts';
import { resumeRotations } from './resumeRotations.ts';
import { confirmTyped, givenWay, pickWay, ROTATE_MANY, tellFirst } from './rotationQuestions.ts';

interface AtWork {
  readonly runId: number;
  readonly left: Promise<void>;
}

/**
 * With an argument object it ends when this window has let go of the run: at its end, or where it stopped. Otherwise as
 * soon as it is at work.
 */
export async function rotateMany(desk: Desk, call: Call): Promise<RotatedMany> {
  const { runId, left } =
    call.given.run === undefined ? await begin(desk, call) : await goOn(desk, call, Number(call.given.run));
  if (call.origin === 'argument') await left;
  else
    void left.catch((error: unknown) => {
      desk.log.bug(error);
    });
  const { rotated, notApplied } = desk.services.runs.counts(runId);
  return { run: runId, groups: desk.services.runs.progress(runId).total, rotated, handedOver: rotated - notApplied };
}

async function begin(desk: Desk, call: Call): Promise<AtWork> {
  const { services } = desk;
  const named =
    typeof call.given.connection === 'string' ? services.connections.named(call.given.connection) : undefined;
  if (named !== undefined) await services.rotation.requireRotatable(named);
  const given = givenWay(desk, call.given.handOver);
  await tellFirst(desk, named, given);
  const groups = await pickGroups(desk, call, ROTATE_MANY);
  const { connection } = groups;
  await services.rotation.requireRotatable(connection);
  const ids: string[] = [];
  for await (const { userGroupId } of groups.refs()) ids.push(userGroupId);
  const way = given ?? (await pickWay(desk, connection));
  const { id } = await newRotations(desk, connection, ids, (count) => confirmTyped(connection, count, way));
  openRunTable(desk, id);
  return { runId: id, ...rotateThese(desk, connection, id, way) };
}

async function goOn(desk: Desk, call: Call, runId: number): Promise<AtWork> {
  const run = desk.services.runs.find(runId);
  if (run?.kind !== 'rotate')
    throw new UserGroupsError({
      kind: 'notFound',
      happened: 'there is no such run of rotations',
      next: 'Show Bulk Runs lists those that are kept',
    });
  return { runId, left: (await resumeRotations(desk, run, givenWay(desk, call.given.handOver))).left };
}
