// Commands about unresolved rotations.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { Connection } from '../../core/connection.ts';
import { withProgress } from '../platform/progress.ts';
import { askChoice, askText } from '../command/ask.ts';
import { confirm } from '../command/confirm.ts';
import { showNotice } from '../command/showNotice.ts';
import { required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandId, ResolveRotationResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { acceptedBy, ASKED, confirmAsking, resolveOpenRotation, responseRejected } from './resolveRotation.ts';
import { commandName } from '../platform/manifest.ts';

/** An open rotation and where it was sent. */
interface Open {
  readonly rotation: OpenRotation;
  readonly connection: Connection;
}

export async function resolveRotation(context: CommandContext, invocation: Invocation): Promise<ResolveRotationResult> {
  const { rotation, connection } = await pickOpen(context, invocation, {
    title: l10n.t('Resolve Rotation'),
    none: noneText(),
  });
  if (rotation.userGroupId === undefined) return resolveLeaked(context, { rotation, connection });
  const { kind } = await resolveOpenRotation(context, { connection, userGroupId: rotation.userGroupId });
  return { outcome: kind };
}

/** The stored answer may hold the new token: shown only after a confirmation. */
export async function showUnrecognizedResponse(context: CommandContext, invocation: Invocation): Promise<void> {
  const { rotation, connection } = await pickOpen(
    context,
    invocation,
    { title: commandName('userGroups.showUnrecognizedResponse'), none: l10n.t('No unrecognized responses.') },
    (open) => context.services.rotation.hasUnrecognizedResponse(open),
  );
  const answer = await context.services.rotation.unrecognizedResponse(rotation);
  await confirm(context, {
    title: l10n.t('Show the unrecognized response for {0}?', subjectOf({ rotation, connection })),
    detail: [l10n.t('It may contain a token in plain text. It is not written to disk.')],
    answer: l10n.t('Show'),
  });
  await context.unrecognizedResponses.show(rotation.id, answer);
}

/** The person knows its outcome, or that it stays unknown. */
export async function dismissRotation(context: CommandContext, invocation: Invocation): Promise<void> {
  const open = await pickOpen(context, invocation, { title: l10n.t('Dismiss Unresolved Rotation'), none: noneText() });
  const { rotation } = open;
  await confirm(context, {
    title: l10n.t('Dismiss the unresolved rotation of {0}?', subjectOf(open)),
    detail: [
      l10n.t('The stored token may no longer work. "Resolve Rotation…" asks the service.'),
      ...(context.services.rotation.hasUnrecognizedResponse(rotation)
        ? [l10n.t('The unrecognized response is deleted too. It may contain the new token.')]
        : []),
    ],
    answer: l10n.t('Dismiss'),
  });
  context.services.rotation.drop(rotation);
  context.messages.status(l10n.t('Rotation of {0} dismissed.', subjectOf(open)));
}

/** Without a group there is nothing to ask for: the person may know whose token it is. */
async function resolveLeaked(context: CommandContext, { rotation, connection }: Open): Promise<ResolveRotationResult> {
  const userGroupId = required(
    await askText({
      title: l10n.t('Resolve Rotation: unlisted group on {0}', connection.name),
      field: l10n.t('ID'),
      prompt: l10n.t("ID of the token's group. The service creates the group if it doesn't exist."),
      check: (value) => ({ problem: value === '' ? l10n.t('Type the ID.') : undefined }),
    }),
  );
  const target = { connection, userGroupId };
  await confirmAsking(context, target);
  const group = groupText(userGroupId, connection);
  const found = await withProgress(l10n.t('Resolving the rotation of {0}', group), (options) =>
    context.services.rotation.findOutLeaked(connection, rotation, userGroupId, acceptedBy(context, target), {
      ...options,
      ...ASKED,
    }),
  );
  switch (found) {
    case 'same':
      void offerRun(
        context,
        'info',
        l10n.t(
          '{0} still has that token. It was probably not rotated {1}.',
          group,
          momentText(rotation.at, Date.now()),
        ),
        [
          l10n.t('Rotate Token…'),
          'userGroups.rotateToken',
          { connection: connection.name, user_group_id: userGroupId },
        ],
      );
      return { outcome: 'probablyNot' };
    case 'another':
      await closeIfOwner(context, { rotation, connection }, group);
      return { outcome: 'rotated' };
    case 'recreated':
      void offerRun(
        context,
        'warn',
        l10n.t("{0} didn't exist and was created. The rotation is still unresolved.", group),
        [l10n.t('Try Another ID…'), 'userGroups.resolveRotation', { connection: connection.name }],
      );
      return { outcome: 'recreated' };
    case 'notComparable':
      throw new UserGroupsError(
        'invalid',
        l10n.t("The rotated token can't be read, because its key is gone."),
        l10n.t('Use "Add Existing User Group…" for its group, then "Dismiss Unresolved Rotation…".'),
        { doing: l10n.t("Couldn't resolve a rotation on {0}.", connection.name) },
      );
    case 'notAccepted':
      throw responseRejected(group);
  }
}

function offerRun(
  { messages, run }: CommandContext,
  how: 'info' | 'warn',
  text: string,
  [label, command, about]: readonly [string, CommandId, Readonly<Record<string, string>>],
): Promise<void> {
  return showNotice(messages, how, text, { label, run: () => run(command, about) });
}

/** Another token proves something only if the rotated one was this group's. */
async function closeIfOwner(context: CommandContext, { rotation }: Open, group: string): Promise<void> {
  await confirm(context, {
    title: l10n.t('Did the rotated token belong to {0}?', group),
    detail: [l10n.t('{0} has another token now. If so, the rotation is resolved.', group)],
    answer: l10n.t('Mark as Resolved'),
  });
  context.services.rotation.drop(rotation);
}

function noneText(): string {
  return l10n.t('No unresolved rotations.');
}

/** The one in the invocation, the only one there is, or the person's choice. */
async function pickOpen(
  context: CommandContext,
  invocation: Invocation,
  { title, none }: { readonly title: string; readonly none: string },
  fits: (rotation: OpenRotation) => boolean = () => true,
): Promise<Open> {
  const all = openIn(context).filter(({ rotation }) => fits(rotation));
  const meant = all.filter((open) => isMeant(context, invocation, open));
  // The active document may belong to another group.
  const open = meant.length === 0 && invocation.origin === 'document' ? all : meant;
  const [only, ...others] = open;
  if (only === undefined) throw new UserGroupsError('notFound', none);
  if (others.length === 0) return only;
  return required(
    await askChoice({
      title,
      placeholder: l10n.t('Select a rotation'),
      choices: open.map((each) => ({
        label: subjectOf(each),
        description: each.rotation.askedAt === undefined ? l10n.t('outcome unknown') : l10n.t('probably not rotated'),
        value: each,
      })),
    }),
  );
}

/** The open rotations, one for each group: its last, which reports the earlier ones as well. */
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

/** `"acme" on production (today 14:02)`. */
function subjectOf({ rotation, connection }: Open): string {
  const moment = momentText(rotation.at, Date.now());
  return rotation.userGroupId === undefined
    ? l10n.t('an unlisted group on {0} ({1})', connection.name, moment)
    : `${groupText(rotation.userGroupId, connection)} (${moment})`;
}
