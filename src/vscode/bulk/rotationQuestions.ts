// The questions before rotating many tokens: what comes first, where each token goes, and the typed confirmation.

import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import type { ItemCounts, RunState } from '../../core/runs.ts';
import { counted } from '../../core/stateText.ts';
import { readHandOverCommand } from '../../services/rotation/handOver.ts';
import { askChoice } from '../command/ask.ts';
import { required } from '../command/targets.ts';
import { askConnectionName } from '../command/confirm.ts';
import { commandLines, type HandOverMethod } from './runs/rotations.ts';
import type { CommandContext } from '../command/commandContext.ts';

export const ROTATE_MANY = 'Rotate Multiple Tokens';
const GO_ON = 'Go On';
const WAS_HANDED_OVER = 'It Was Handed Over: Go On';
const SET_API_TOKEN = 'Set API Token…';
const EXAMPLE = '["/usr/local/bin/deploy-token", "--id=${user_group_id}"]';

/**
 * The first page: rotating the groups' tokens locks nobody out who has the API token. @throws UserGroupsError
 * `cancelled`
 */
export async function reportFirst(
  context: CommandContext,
  connection: Connection | undefined,
  method: HandOverMethod | undefined,
): Promise<void> {
  for (;;) {
    const answer = await context.messages.ask({
      title: 'Rotate the tokens of many groups: what comes first',
      detail: [
        'After an employee leaves, the API token goes first: whoever has it can ask the service for every new token, however often they are rotated.',
        '',
        'Groups are rotated one after another; each new token is stored here and handed over before the next is rotated. The first one that cannot be handed over stops it.',
        '',
        'Viewers may see errors until a new token is deployed. Whether the replaced ones still work is not documented.',
        ...(method === undefined ? [] : ['', ...methodItems(method)]),
      ],
      answers: [GO_ON, SET_API_TOKEN],
    });
    if (answer === undefined) throw cancelled();
    if (answer === GO_ON) return;
    await context.run('userGroups.setApiToken', connection === undefined ? {} : { connection: connection.name });
  }
}

/** @throws UserGroupsError `invalid` */
export function inputMethod(context: CommandContext, handOver: unknown): HandOverMethod | undefined {
  if (handOver === undefined) return undefined;
  if (handOver === 'clipboard') return { kind: 'clipboard' };
  if (handOver !== 'command')
    throw new UserGroupsError({
      kind: 'invalid',
      happened: '"userGroups.rotateMany" was called with a handOver that is neither clipboard nor command.',
    });
  const command = readHandOverCommand(context.settings.handOverCommand());
  if (command !== undefined) return { kind: 'command', command };
  throw new UserGroupsError({
    kind: 'invalid',
    happened: 'No command to hand tokens over is set.',
    next: `Set userGroups.handOverCommand in your settings, for example ${EXAMPLE}.`,
  });
}

/** @throws UserGroupsError `cancelled`; `invalid` for a command that cannot run as written */
export async function pickMethod(context: CommandContext, connection: Connection): Promise<HandOverMethod> {
  const command = readHandOverCommand(context.settings.handOverCommand());
  const choice = required(
    await askChoice<HandOverMethod | 'set'>({
      title: `${ROTATE_MANY} on ${connection.name}: where does each new token go?`,
      placeholder: 'It is handed over before the next token is rotated',
      choices: [
        {
          label: '$(clippy) The clipboard',
          detail: 'Each new token is copied. You put it where it belongs, and say Next.',
          value: { kind: 'clipboard' },
        },
        command === undefined
          ? {
              label: '$(terminal) A command of your own: none is set',
              detail: `Opens the setting userGroups.handOverCommand. For example ${EXAMPLE}: the token comes on its standard input.`,
              value: 'set',
            }
          : {
              label: '$(terminal) Your command',
              description: commandLines(command).join(' '),
              detail:
                'Run for each token, which it gets on its standard input alone. Exit status 0 says that it was handed over.',
              value: { kind: 'command', command },
            },
      ],
    }),
  );
  if (choice !== 'set') return choice;
  await vscode.commands.executeCommand('workbench.action.openSettings', 'userGroups.handOverCommand');
  throw cancelled();
}

/** On every connection. @throws UserGroupsError `cancelled` */
export async function confirmTyped(connection: Connection, count: number, method: HandOverMethod): Promise<void> {
  const tokens = `the ${count === 1 ? 'token' : 'tokens'} of ${counted(count, 'group')}`;
  await askConnectionName(connection, {
    what: `Rotate ${tokens} on ${connection.name}`,
    note: methodItems(method).join(' '),
  });
}

/** A run that was begun. @throws UserGroupsError `cancelled` */
export async function askToGoOn(
  { messages }: Pick<CommandContext, 'messages'>,
  { connection, state, counts: { waiting, unknown }, due, method }: BegunRun,
): Promise<{ readonly wasHandedOver: boolean }> {
  const answer = await messages.ask({
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
  return { wasHandedOver: answer === WAS_HANDED_OVER };
}

interface BegunRun {
  readonly connection: Connection;
  readonly state: RunState;
  readonly counts: Pick<ItemCounts, 'waiting' | 'unknown'>;
  /** Groups whose new token was not handed over, as far as is known. */
  readonly due: readonly string[];
  readonly method: HandOverMethod;
}

function methodItems(method: HandOverMethod): string[] {
  return method.kind === 'clipboard'
    ? ['Each new token goes to the clipboard and waits there for you.']
    : ['Each new token goes to your command, on its standard input:', ...commandLines(method.command)];
}
