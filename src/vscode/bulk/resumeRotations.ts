// Continues a run of rotations that waits, was paused or interrupted: the button of its table, or of its notice.

import { environmentText } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import type { RunSummary } from '../../core/runs.ts';
import { counted } from '../../core/stateText.ts';
import { rotateThese, type HandOverMethod } from './runs/rotations.ts';
import type { BulkContext } from './bulkContext.ts';
import { confirmTyped, GO_ON, pickMethod, methodItems } from './rotationQuestions.ts';

const WAS_HANDED_OVER = 'It Was Handed Over: Go On';

/** Always asks first; returns as soon as it continues. @throws UserGroupsError `cancelled` */
export async function resumeRotations(
  context: BulkContext,
  { id, state, connectionId }: RunSummary,
  input: HandOverMethod | undefined,
): Promise<{ readonly left: Promise<void> }> {
  const { services } = context;
  const connection = services.connections.withId(connectionId);
  if (connection === undefined)
    throw new UserGroupsError({ kind: 'notFound', happened: 'Its connection was removed.' });
  await services.rotation.requireRotatable(connection);
  const method = input ?? (await pickMethod(context, connection));
  const { waiting, unknown } = services.runs.counts(id);
  // Never started, or failed ones are retried.
  if (state === 'waiting') await confirmTyped(connection, waiting, method);
  const due = (await services.runs.handOversDue(id)).map(({ userGroupId }) => userGroupId);
  const answer =
    state === 'waiting'
      ? GO_ON
      : await context.messages.ask({
          title: `Go on rotating tokens on ${connection.name}?`,
          detail: [
            `Environment: ${environmentText(connection)}. ${counted(waiting, 'group')} ${waiting === 1 ? 'waits' : 'wait'}.`,
            ...(state === 'interrupted'
              ? [
                  'The window that worked on it is gone. What it was rotating is not rotated again: if nobody knows what became of it, Resolve Rotation… asks the service.',
                ]
              : []),
            ...(due.length > 0
              ? [
                  `The new token of ${due.map((each) => visibleId(each)).join(', ')} was not handed over, as far as is known: that comes first.`,
                ]
              : []),
            ...(unknown > 0
              ? [
                  `Of ${counted(unknown, 'group')} nobody knows the outcome: use Resolve Rotation…. They are not rotated again.`,
                ]
              : []),
            ...methodItems(method),
          ],
          answers: due.length > 0 ? [GO_ON, WAS_HANDED_OVER] : [GO_ON],
        });
  if (answer === undefined) throw cancelled();
  return rotateThese(context, connection, id, method, { handedOver: answer === WAS_HANDED_OVER ? due : [] });
}
