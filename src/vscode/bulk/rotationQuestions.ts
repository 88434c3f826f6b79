// The questions before rotating many tokens: what comes first, where each token goes, and the typed confirmation.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { ItemCounts } from '../../core/runs.ts';
import { grouped, isOne, listed } from '../../core/language.ts';
import { sentences } from '../../core/sentences.ts';
import type { DialogLine } from '../platform/messages.ts';
import { askChoice } from '../command/ask.ts';
import { required } from '../command/targets.ts';
import { askConnectionName, guardedLine, remarksLine } from '../command/confirm.ts';
import {
  commandChoice,
  commandLines,
  orSetCommand,
  requireDeliveryCommand,
  type SET_COMMAND,
} from '../rotation/deliverySetting.ts';
import type { DeliveryMethod } from './runs/rotations.ts';
import type { CommandContext } from '../command/commandContext.ts';

/**
 * The first page: rotating the groups' tokens locks nobody out who has the API token. @throws UserGroupsError
 * `cancelled`
 */
export async function reportFirst(
  context: CommandContext,
  connection: Connection | undefined,
  method: DeliveryMethod | undefined,
): Promise<void> {
  const goOn = l10n.t('Continue');
  for (;;) {
    const answer = await context.messages.ask({
      title: l10n.t('Has the API token been replaced?'),
      detail: [
        l10n.t(
          'Anyone with the API token can fetch every new token. Replace it first, for example after someone left.',
        ),
        method === undefined
          ? l10n.t('Tokens are rotated one at a time. Each new token is saved and delivered before the next rotation.')
          : methodLine(method),
        l10n.t(
          'The previous tokens may stop working immediately. Viewers may see errors until the new tokens are deployed.',
        ),
      ],
      answers: [goOn, l10n.t('Set API Token…')],
    });
    if (answer === undefined) throw cancelled();
    if (answer === goOn) return;
    await context.run('userGroups.setApiToken', connection === undefined ? {} : { connection: connection.name });
  }
}

/** @throws UserGroupsError `invalid` */
export function inputMethod(context: CommandContext, deliver: unknown): DeliveryMethod | undefined {
  if (deliver === undefined) return undefined;
  if (deliver === 'clipboard' || deliver === 'last') return { kind: deliver };
  if (deliver !== 'command')
    throw new UserGroupsError('invalid', l10n.t('"deliver" must be "clipboard", "command" or "last".'));
  return { kind: 'command', command: requireDeliveryCommand(context.settings) };
}

/** @throws UserGroupsError `cancelled`; `invalid` for a command that cannot run as written */
export async function pickMethod({ settings }: CommandContext, connection: Connection): Promise<DeliveryMethod> {
  return orSetCommand(
    required(
      await askChoice<DeliveryMethod | typeof SET_COMMAND>({
        title: l10n.t('Rotate Multiple Tokens on {0}', connection.name),
        placeholder: l10n.t('Select where each new token is delivered'),
        choices: [
          {
            label: iconLabel('clippy', l10n.t('Clipboard')),
            detail: l10n.t('Each new token is copied. Deploy it before the next one is rotated.'),
            value: { kind: 'clipboard' },
          },
          commandChoice(
            settings,
            l10n.t('The command reads each token from standard input. Exit code 0 means delivered.'),
            (command): DeliveryMethod => ({ kind: 'command', command }),
          ),
          {
            label: iconLabel('file', l10n.t('.env Files')),
            detail: l10n.t('Each new token is written to the .env file that the last one was written to.'),
            value: { kind: 'last' },
          },
        ],
      }),
    ),
  );
}

/** On every connection. `places`: where tokens are written. @throws UserGroupsError `cancelled` */
export async function confirmTyped(
  connection: Connection,
  count: number,
  method: DeliveryMethod,
  places: readonly string[] = [],
): Promise<void> {
  await askConnectionName(connection, {
    what: isOne(count)
      ? l10n.t('Rotate 1 token on {0}', connection.name)
      : l10n.t('Rotate {0} tokens on {1}', grouped(count), connection.name),
    note: places.length === 0 ? methodText(method) : l10n.t('Each new token is written to: {0}', listed(places)),
  });
}

/** A run that was begun. @throws UserGroupsError `cancelled` */
export async function askToGoOn(
  { messages }: Pick<CommandContext, 'messages'>,
  { connection, counts: { waiting, unknown }, due, method, places = [] }: BegunRun,
): Promise<{ readonly wasDelivered: boolean }> {
  const goOn = l10n.t('Continue');
  const wasDelivered = l10n.t('Mark as Delivered and Continue');
  const answer = await messages.ask({
    title: l10n.t('Continue rotating tokens on {0}?', connection.name),
    detail: [
      sentences([
        ...guardedLine(connection),
        isOne(waiting) ? l10n.t('1 token is left.') : l10n.t('{0} tokens are left.', grouped(waiting)),
      ]),
      ...remarksLine([
        ...(due.length > 0
          ? [l10n.t('Not delivered yet, and first: {0}.', due.map((each) => quotedId(each)).join(', '))]
          : []),
        ...(unknown > 0 ? [unknownText(unknown)] : []),
      ]),
      places.length === 0 ? methodLine(method) : { heading: l10n.t('Each new token is written to:'), items: places },
    ],
    answers: due.length > 0 ? [goOn, wasDelivered] : [goOn],
  });
  if (answer === undefined) throw cancelled();
  return { wasDelivered: answer === wasDelivered };
}

interface BegunRun {
  readonly connection: Connection;
  readonly counts: Pick<ItemCounts, 'waiting' | 'unknown'>;
  /** Groups whose new token was not delivered, as far as is known. */
  readonly due: readonly string[];
  readonly method: DeliveryMethod;
  /** Where tokens are written, unless the method says it. */
  readonly places?: readonly string[];
}

function unknownText(count: number): string {
  return isOne(count)
    ? l10n.t('1 outcome is unknown. Its token is not rotated again before "Resolve Rotation…".')
    : l10n.t(
        '{0} outcomes are unknown. Their tokens are not rotated again before "Resolve Rotation…".',
        grouped(count),
      );
}

function methodLine(method: DeliveryMethod): DialogLine {
  return method.kind === 'command'
    ? {
        heading: l10n.t('Each new token goes to the standard input of your command:'),
        items: commandLines(method.command),
      }
    : methodText(method);
}

function methodText(method: DeliveryMethod): string {
  switch (method.kind) {
    case 'clipboard':
      return l10n.t('Each new token is copied to the clipboard.');
    case 'command':
      return l10n.t('Each new token goes to the standard input of "{0}".', commandLines(method.command).join(' '));
    case 'last':
      return l10n.t('Each new token is written to the .env file that the last one was written to.');
  }
}

function iconLabel(icon: string, label: string): string {
  return `$(${icon}) ${label}`;
}
