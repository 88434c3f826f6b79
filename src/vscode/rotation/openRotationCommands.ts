// Commands about unresolved rotations.

import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { Connection } from '../../core/connection.ts';
import { withProgress } from '../platform/progress.ts';
import { askChoice, askText } from '../command/ask.ts';
import { confirm } from '../command/confirm.ts';
import { required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ResolveRotationResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { acceptedBy, ASKED, confirmAsking, findOut, notTaken } from './resolveRotation.ts';

/** An open rotation and where it was sent. */
interface Open {
  readonly rotation: OpenRotation;
  readonly connection: Connection;
}

export async function resolveRotation(context: CommandContext, invocation: Invocation): Promise<ResolveRotationResult> {
  const { rotation, connection } = await pickOpen(context, invocation, 'Resolve Rotation');
  if (rotation.userGroupId === undefined) return findOutLeaked(context, { rotation, connection });
  const { kind } = await findOut(context, { connection, userGroupId: rotation.userGroupId });
  return { outcome: kind };
}

/** The stored answer may hold the new token: shown only after a confirmation. */
export async function showKeptAnswer(context: CommandContext, invocation: Invocation): Promise<void> {
  const { rotation, connection } = await pickOpen(context, invocation, 'Show Unrecognized Response', (open) =>
    context.services.rotation.hasKeptAnswer(open),
  );
  const answer = await context.services.rotation.keptAnswer(rotation);
  await confirm(context, {
    title: `Show the kept answer to ${wordsFor({ rotation, connection })}?`,
    detail: [
      'It may hold a user group token in plain text. It is shown read-only, is written nowhere, and is forgotten when its tab closes.',
    ],
    answer: 'Show It',
  });
  await context.keptAnswers.show(rotation.id, answer);
}

/** The person knows its outcome, or that it stays unknown. */
export async function letGoOfRotation(context: CommandContext, invocation: Invocation): Promise<void> {
  const open = await pickOpen(context, invocation, 'Dismiss Unresolved Rotation');
  const { rotation } = open;
  await confirm(context, {
    title: `Let go of ${wordsFor(open)}?`,
    detail: [
      'Nobody will be reminded any more that its outcome is not known. The token kept here may be dead; Resolve Rotation… would tell, if the service can be asked.',
      ...(context.services.rotation.hasKeptAnswer(rotation)
        ? ['What came as its answer is removed as well: it may hold the new token (Show Unrecognized Response…).']
        : []),
    ],
    answer: 'Let Go',
  });
  context.services.rotation.drop(rotation);
  context.messages.status(`Let go of ${wordsFor(open)}`);
}

/** Without a group there is nothing to ask for: the person may know whose token it is. */
async function findOutLeaked(context: CommandContext, { rotation, connection }: Open): Promise<ResolveRotationResult> {
  const userGroupId = required(
    await askText({
      title: `Resolve Rotation: token of no listed group on ${connection.name}`,
      field: 'user_group_id',
      prompt: 'Whose token was it? Asking is get-or-create: a group that the service does not have would be created',
      check: (value) => ({ problem: value === '' ? 'Type the id.' : undefined }),
    }),
  );
  const target = { connection, userGroupId };
  await confirmAsking(context, target);
  const group = groupText(userGroupId, connection);
  const found = await withProgress(`Finding out about the token of ${group}`, (options) =>
    context.services.rotation.findOutLeaked(connection, rotation, userGroupId, acceptedBy(context, target), {
      ...options,
      ...ASKED,
    }),
  );
  switch (found) {
    case 'same':
      void context.messages.info(
        `${group} still has that token: it was probably not rotated ${momentText(rotation.at, Date.now())}. Use Rotate User Group Token… to rotate it.`,
      );
      return { outcome: 'probablyNot' };
    case 'another':
      await closeIfOwner(context, { rotation, connection }, group);
      return { outcome: 'rotated' };
    case 'recreated':
      void context.messages.warn(
        `${group} did not exist, and asking has created it: this extension cannot delete it. Nothing is known of the token yet; use Resolve Rotation… with the id of its own group.`,
      );
      return { outcome: 'recreated' };
    case 'notComparable':
      throw new UserGroupsError({
        kind: 'invalid',
        doing: `Couldn't resolve a rotation on ${connection.name}.`,
        happened: 'It is not readable here any more: the key that sealed it is gone.',
        next: 'Use "Add Existing User Group…" for its group, then "Dismiss Unresolved Rotation…".',
      });
    case 'notAccepted':
      throw notTaken(group);
  }
}

/** Another token proves something only if the rotated one was this group's. */
async function closeIfOwner(context: CommandContext, { rotation }: Open, group: string): Promise<void> {
  await confirm(context, {
    title: `Was it the token of ${group}?`,
    detail: [
      `${group} has another token now, which is stored. If the rotated one was its token, it has been rotated. If it was another group's, nothing is known yet.`,
    ],
    answer: 'It Was Its Token',
  });
  context.services.rotation.drop(rotation);
}

/** The one in the invocation, the only one there is, or the person's choice. */
async function pickOpen(
  context: CommandContext,
  invocation: Invocation,
  title: string,
  fits: (rotation: OpenRotation) => boolean = () => true,
): Promise<Open> {
  const all = openIn(context).filter(({ rotation }) => fits(rotation));
  const meant = all.filter((open) => isMeant(context, invocation, open));
  // The active document may belong to another group.
  const open = meant.length === 0 && invocation.origin === 'document' ? all : meant;
  const [only, ...others] = open;
  if (only === undefined) throw nothingOpen(title);
  if (others.length === 0) return only;
  return required(
    await askChoice({
      title,
      placeholder: 'Which rotation?',
      choices: open.map((each) => ({
        label: wordsFor(each),
        description: each.rotation.askedAt === undefined ? 'outcome unknown' : 'probably not rotated',
        value: each,
      })),
    }),
  );
}

/** Of a group the last one, which reports the earlier ones as well. */
function openIn({ services }: CommandContext): Open[] {
  const connections = new Map(services.connections.list().map((connection) => [connection.id, connection]));
  const found = services.rotation.open().flatMap((rotation): Open[] => {
    const connection = connections.get(rotation.connectionId);
    return connection === undefined ? [] : [{ rotation, connection }];
  });
  return found.filter(
    ({ rotation }, index) =>
      rotation.userGroupId === undefined || index === found.findIndex((other) => isSameGroup(other.rotation, rotation)),
  );
}

function isMeant(
  { services }: CommandContext,
  { input, rotation: id }: Invocation,
  { rotation, connection }: Open,
): boolean {
  return (
    (id === undefined || rotation.id === id) &&
    (typeof input.connection !== 'string' || connection.name === services.connections.named(input.connection).name) &&
    (typeof input.user_group_id !== 'string' || rotation.userGroupId === input.user_group_id)
  );
}

function isSameGroup(one: OpenRotation, other: OpenRotation): boolean {
  return one.connectionId === other.connectionId && one.userGroupId === other.userGroupId;
}

function wordsFor({ rotation, connection }: Open): string {
  const whose =
    rotation.userGroupId === undefined
      ? `a token of no listed group on ${connection.name}`
      : groupText(rotation.userGroupId, connection);
  return `the rotation of ${whose}, ${momentText(rotation.at, Date.now())}`;
}

function nothingOpen(title: string): UserGroupsError {
  return new UserGroupsError({
    kind: 'notFound',
    happened:
      title === 'Show Unrecognized Response'
        ? 'No answer of a rotation is kept here.'
        : 'No such rotation waits to be found out about.',
  });
}
