// The questions for the group of a command: which connection, which id, which name.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { quotedId } from '../../core/foreignText.ts';
import { askChoice, askText, BACK } from '../command/ask.ts';
import { askSeries, type AskStep } from '../command/series.ts';
import { isReady, pickConnection, plainConnection } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

export interface Answers {
  readonly connection: Connection;
  readonly userGroupId: string;
  readonly name: string;
  /** As a document, before anything is sent. Absent: not asked. */
  readonly isToEdit?: boolean;
}

/** `asksWhetherToEdit`: as its last question. */
export function askGroup(
  context: CommandContext,
  invocation: Invocation,
  title: string,
  { asksWhetherToEdit = false } = {},
): Promise<Answers> {
  const { user_group_id: userGroupId, name } = invocation.input;
  // The active document may have nothing to do with the command.
  const connection = plainConnection(context.services, invocation, isReady);
  // One that nobody typed is only filled in, and never appears in another series.
  const proposed = invocation.origin === 'item' && typeof userGroupId === 'string' ? userGroupId : undefined;
  return askSeries<Answers>({
    ...(proposed !== undefined && { subject: proposed, proposed: { userGroupId: proposed } }),
    title: connection === undefined ? title : l10n.t('{0} ({1})', title, connection.name),
    input: {
      ...(connection !== undefined && { connection }),
      ...(invocation.origin === 'argument' &&
        typeof userGroupId === 'string' && { userGroupId, name: typeof name === 'string' ? name : '' }),
    },
    questions: {
      connection: askForConnection(context),
      userGroupId: askForId(context),
      name: askForName,
      ...(asksWhetherToEdit && { isToEdit: askWhetherToEdit }),
    },
  });
}

function askForConnection(context: CommandContext): AskStep<Answers> {
  return async (answers, place) => {
    const connection = await pickConnection(
      context.services.connections.list().filter(isReady),
      place,
      answers.connection,
    );
    return connection === BACK ? BACK : { connection };
  };
}

function askForId(context: CommandContext): AskStep<Answers> {
  return async (answers, place, keep) => {
    const userGroupId = await askText({
      ...place,
      field: l10n.t('ID'),
      prompt: l10n.t('The ID of this customer in your own database'),
      value: answers.userGroupId ?? '',
      check: (value) => ({
        problem:
          value === ''
            ? l10n.t('Enter the ID.')
            : value.isWellFormed()
              ? undefined
              : l10n.t('The ID contains half of a surrogate pair.'),
        ...hintOn(context, answers.connection, value),
      }),
      onLeft: (value) => {
        keep({ userGroupId: value });
      },
    });
    return userGroupId === BACK ? BACK : { userGroupId };
  };
}

/** At every keystroke: with more groups, searching for near misses would slow down typing. */
const MOST_COMPARED = 5_000;

function hintOn(context: CommandContext, connection: Connection | undefined, userGroupId: string): { hint?: string } {
  if (connection === undefined || connection.id === '' || userGroupId === '' || !userGroupId.isWellFormed()) return {};
  const ref = groupRef(connection, userGroupId);
  const known = context.services.groups.find(ref);
  if (known !== undefined) return { hint: l10n.t('Already in the list as {0}.', quotedId(known.name)) };
  const [alike] = context.services.groups.lookAlikes(ref);
  if (alike !== undefined)
    return {
      hint: l10n.t(
        '{0} is in the list and differs only in letter case or in leading or trailing spaces.',
        quotedId(alike),
      ),
    };
  const [near] =
    context.services.groups.groupCount(connection.id) > MOST_COMPARED ? [] : context.services.groups.nearMisses(ref);
  if (near !== undefined) return { hint: l10n.t('Did you mean {0}?', quotedId(near)) };
  return userGroupId.trim() === userGroupId ? {} : { hint: l10n.t('A leading or trailing space is part of the ID.') };
}

const askForName: AskStep<Answers> = async (answers, place, keep) => {
  const name = await askText({
    ...place,
    field: l10n.t('Name'),
    prompt: l10n.t('Display name. Leave empty to send no name.'),
    value: answers.name ?? '',
    check: () => ({}),
    onLeft: (value) => {
      keep({ name: value });
    },
  });
  return name === BACK ? BACK : { name };
};

const askWhetherToEdit: AskStep<Answers> = async ({ userGroupId = '', connection }, place) => {
  const answer = await askChoice<boolean>({
    ...place,
    placeholder: connection === undefined ? visibleId(userGroupId) : groupText(userGroupId, connection),
    choices: [
      {
        label: l10n.t('Edit Mapping and Properties First'),
        detail: l10n.t('Opens the group as a document. Nothing is sent yet.'),
        value: true,
      },
      {
        label: l10n.t('Get or Create Now'),
        detail: l10n.t('Sends the ID and the name. An existing group is not changed.'),
        value: false,
      },
    ],
  });
  return answer === BACK ? BACK : { isToEdit: answer };
};
