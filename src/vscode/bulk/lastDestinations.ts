// Tokens of many groups, each written to the file that the group's token was written to last.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { grouped, isOne } from '../../core/language.ts';
import { sentences } from '../../core/sentences.ts';
import type { EnvFileDestination } from '../../core/tokenDestination.ts';
import { confirmOn } from '../command/confirm.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import type { DialogLine } from '../platform/messages.ts';
import { writeToEnvFile, type FileDelivery } from '../rotation/destinations.ts';
import { envPlace } from '../rotation/envPlaces.ts';
import type { BulkContext } from './bulkContext.ts';

type Writing = FileDelivery & {
  readonly services: Pick<BulkContext['services'], 'destinations'>;
};

interface Unable {
  readonly userGroupId: string;
  readonly reason: string;
}

const MOST_NAMED = 5;

/** @throws UserGroupsError when it was not written */
export async function writeWhereLast(context: Writing, target: GroupTarget, token: string): Promise<void> {
  await writeToEnvFile(context, target, requireLastFile(context, target), token);
}

/**
 * Those of the groups whose tokens can be written; the others are named first. @throws UserGroupsError `cancelled`;
 * `conflict` where there is none
 */
export async function confirmWritable(
  context: BulkContext,
  connection: Connection,
  userGroupIds: readonly string[],
): Promise<readonly string[]> {
  const { able, unable } = await split(context, connection, userGroupIds);
  if (able.length === 0) throw noneWritable(unable);
  if (unable.length > 0)
    await confirmOn(context, connection, {
      title: isOne(able.length)
        ? l10n.t('Rotate 1 of {0} tokens on {1}?', grouped(userGroupIds.length), connection.name)
        : l10n.t(
            'Rotate {0} of {1} tokens on {2}?',
            grouped(able.length),
            grouped(userGroupIds.length),
            connection.name,
          ),
      detail: [named(unable)],
      answer: l10n.t('Continue'),
    });
  return able;
}

/** Of a run that was begun: none of its groups can be left out any more. @throws UserGroupsError `conflict` */
export async function requireWritable(
  context: BulkContext,
  connection: Connection,
  userGroupIds: readonly string[],
): Promise<void> {
  const { unable } = await split(context, connection, userGroupIds);
  if (unable.length > 0) throw noneWritable(unable);
}

async function split(
  context: Writing,
  connection: Connection,
  userGroupIds: readonly string[],
): Promise<{ readonly able: readonly string[]; readonly unable: readonly Unable[] }> {
  const able: string[] = [];
  const unable: Unable[] = [];
  /** Many groups may share a file: it is looked at once. */
  const looked = new Map<string, Promise<string | undefined>>();
  for (const userGroupId of userGroupIds) {
    const reason = await reasonAgainst(context, { connection, userGroupId }, looked);
    if (reason === undefined) able.push(userGroupId);
    else unable.push({ userGroupId, reason });
  }
  return { able, unable };
}

async function reasonAgainst(
  context: Writing,
  target: GroupTarget,
  looked: Map<string, Promise<string | undefined>>,
): Promise<string | undefined> {
  return failureText(async () => {
    const { file, variable } = requireLastFile(context, target);
    const key = JSON.stringify([file, variable]);
    const known = looked.get(key) ?? failureText(() => context.envFiles.check(envPlace(context.trust, file), variable));
    looked.set(key, known);
    return known;
  });
}

/** What a failure says, or what `look` answers. */
async function failureText(look: () => Promise<string | undefined | void>): Promise<string | undefined> {
  try {
    return (await look()) ?? undefined;
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return error.failure.happened;
  }
}

function requireLastFile({ services }: Writing, { connection, userGroupId }: GroupTarget): EnvFileDestination {
  const last = services.destinations.find(groupRef(connection, userGroupId));
  if (last?.kind === 'envFile') return last;
  throw new UserGroupsError({
    kind: 'notFound',
    happened: l10n.t('Its token was not written to a .env file last.'),
    next: l10n.t('Use "Write Token to…" and choose a file.'),
  });
}

function named(unable: readonly Unable[]): DialogLine {
  const more = unable.length - MOST_NAMED;
  return {
    heading: l10n.t("Not rotated, because their tokens can't be written where they were written last:"),
    items: [
      ...unable.slice(0, MOST_NAMED).map(({ userGroupId, reason }) => `${quotedId(userGroupId)}: ${reason}`),
      ...(more > 0 ? [l10n.t('and {0} more', grouped(more))] : []),
    ],
  };
}

function noneWritable([first, ...others]: readonly Unable[]): UserGroupsError {
  const group = quotedId(first?.userGroupId ?? '');
  const happened =
    others.length === 0
      ? l10n.t("The new token of {0} couldn't be written.", group)
      : l10n.t("The new tokens of {0} and {1} more couldn't be written.", group, grouped(others.length));
  return new UserGroupsError({
    kind: 'conflict',
    happened: sentences([happened, first?.reason]),
    next: l10n.t('Use "Write Token to…" for each group first, or choose another way of delivery.'),
  });
}
