// Tokens of many groups, each written to the file that the group's token was written to last.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { grouped, isOne } from '../../core/language.ts';
import { sentences } from '../../core/sentences.ts';
import type { EnvFileDestination } from '../../core/tokenDestination.ts';
import type { ValueOf } from '../../services/rotation/envFiles.ts';
import { confirmOn } from '../command/confirm.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { DialogLine } from '../platform/messages.ts';
import {
  envFileLabel,
  remarksOn,
  writeToEnvFile,
  type FileDelivery,
  type PresentServices,
} from '../rotation/envFileDestination.ts';
import { envPlace } from '../rotation/envPlaces.ts';
import type { BulkContext } from './bulkContext.ts';

type Writing = FileDelivery & {
  readonly services: PresentServices;
};

interface Unable {
  readonly userGroupId: string;
  readonly reason: string;
}

const MOST_NAMED = 5;

/** @throws UserGroupsError when it was not written: its text names the place, and what to do */
export async function writeWhereLast(context: Writing, target: GroupTarget, token: string): Promise<void> {
  const last = requireLastFile(context, target);
  try {
    await writeToEnvFile(context, target, last, token, async (value) => {
      const remarks = await remarksOn(context.services, target, last, value);
      if (remarks.length > 0) throw new UserGroupsError('conflict', sentences(remarks));
      return true;
    });
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const { kind, cause } = error.failure;
    throw new UserGroupsError(kind, placed(last, error.inRow), undefined, { cause });
  }
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

/** No group of a run that was begun can be left out. @throws UserGroupsError `conflict` when one can't be written */
export async function requireWritable(
  context: BulkContext,
  connection: Connection,
  userGroupIds: readonly string[],
): Promise<void> {
  const { unable } = await split(context, connection, userGroupIds);
  if (unable.length > 0) throw noneWritable(unable);
}

/** Where their tokens go, in a few lines. */
export function lastPlaces(context: Writing, connection: Connection, userGroupIds: readonly string[]): string[] {
  const found = userGroupIds.flatMap((userGroupId) => lastFile(context, { connection, userGroupId }) ?? []);
  return firstOf(found.map(envFileLabel));
}

async function split(
  context: Writing,
  connection: Connection,
  userGroupIds: readonly string[],
): Promise<{ readonly able: readonly string[]; readonly unable: readonly Unable[] }> {
  const able: string[] = [];
  const unable: Unable[] = [];
  /** Many groups may share a file: it is looked at once. */
  const looked = new Map<string, Promise<ValueOf>>();
  for (const userGroupId of userGroupIds) {
    const reason = await reasonAgainst(context, { connection, userGroupId }, looked);
    if (reason === undefined) able.push(userGroupId);
    else unable.push({ userGroupId, reason });
  }
  return { able, unable };
}

/** Also where another group's token goes to the same variable, be it one of these or not. */
async function reasonAgainst(
  context: Writing,
  target: GroupTarget,
  looked: Map<string, Promise<ValueOf>>,
): Promise<string | undefined> {
  const last = lastFile(context, target);
  if (last === undefined) return notToFile();
  try {
    const looking = looked.get(last.file) ?? look(context, last.file);
    looked.set(last.file, looking);
    const remarks = await remarksOn(context.services, target, last, (await looking)(last.variable));
    return remarks.length === 0 ? undefined : placed(last, sentences(remarks));
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return placed(last, error.inRow);
  }
}

async function look({ envFiles, trust }: Writing, file: string): Promise<ValueOf> {
  return envFiles.check(envPlace(trust, file));
}

function placed(destination: EnvFileDestination, reason: string): string {
  return l10n.t('{0}: {1}', envFileLabel(destination), reason);
}

function notToFile(): string {
  return l10n.t('Its token was not written to a .env file last.');
}

function lastFile({ services }: Writing, { connection, userGroupId }: GroupTarget): EnvFileDestination | undefined {
  const last = services.destinations.find(groupRef(connection, userGroupId));
  return last?.kind === 'envFile' ? last : undefined;
}

function requireLastFile(context: Writing, target: GroupTarget): EnvFileDestination {
  const last = lastFile(context, target);
  if (last !== undefined) return last;
  throw new UserGroupsError('notFound', notToFile(), l10n.t('Use "Write Token to…" and choose a file.'));
}

function named(unable: readonly Unable[]): DialogLine {
  return {
    heading: l10n.t("Not rotated, because their tokens can't be written where they were written last:"),
    items: firstOf(unable.map(({ userGroupId, reason }) => `${quotedId(userGroupId)}: ${reason}`)),
  };
}

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - MOST_NAMED;
  return [...lines.slice(0, MOST_NAMED), ...(more > 0 ? [l10n.t('and {0} more', grouped(more))] : [])];
}

function noneWritable([first, ...others]: readonly Unable[]): UserGroupsError {
  const group = quotedId(first?.userGroupId ?? '');
  const happened =
    others.length === 0
      ? l10n.t("The new token of {0} couldn't be written.", group)
      : l10n.t("The new tokens of {0} and {1} more couldn't be written.", group, grouped(others.length));
  return new UserGroupsError(
    'conflict',
    sentences([happened, first?.reason]),
    l10n.t('Use "Write Token to…" for each group first, or choose another way of delivery.'),
  );
}
