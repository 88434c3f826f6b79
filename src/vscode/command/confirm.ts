// Confirmations: a dialog, or a name to type where Enter alone must not be enough.

import { isGuarded, type Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled } from '../../core/errors.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import { askText } from './ask.ts';
import type { CommandContext } from './commandContext.ts';
import { required } from './targets.ts';

type Asking = Pick<CommandContext, 'messages'>;

export interface Confirmation {
  readonly title: string;
  readonly detail: readonly string[];
  /** The button's text. */
  readonly answer: string;
}

/** @throws UserGroupsError `cancelled` */
export async function confirm({ messages }: Asking, { title, detail, answer }: Confirmation): Promise<void> {
  if ((await messages.ask({ title, detail, answers: [answer] })) !== answer) throw cancelled();
}

/** The same, with the environment of the connection in the first line. */
export function confirmOn(context: Asking, connection: Connection, confirmation: Confirmation): Promise<void> {
  const detail = [`Environment: ${environmentText(connection)}.`, ...confirmation.detail];
  return confirm(context, { ...confirmation, detail });
}

/** The action after the name is typed: `what` for the title, `toDo` for the end of the prompt. */
export interface Typed {
  readonly what: string;
  readonly toDo: string;
}

/** The same; on a guarded connection its name is typed as well. */
export async function confirmByName(
  context: Asking,
  connection: Connection,
  { what, toDo, ...confirmation }: Confirmation & Typed,
): Promise<void> {
  await confirmOn(context, connection, confirmation);
  if (isGuarded(connection)) await askConnectionName(connection, { what, toDo });
}

/** @throws UserGroupsError `cancelled` */
export async function askConnectionName(connection: Connection, { what, toDo }: Typed): Promise<void> {
  await askWord(connection.name, {
    title: `${what} (${environmentText(connection)})`,
    prompt: `Type the name of the connection, ${connection.name}, to ${toDo}`,
  });
}

/** The person types a word, exactly. @throws UserGroupsError `cancelled` */
export async function askWord(word: string, box: { readonly title: string; readonly prompt: string }): Promise<void> {
  const check = (value: string): { problem: string | undefined } => ({
    problem: value === word ? undefined : `Type ${word} exactly.`,
  });
  required(await askText({ ...box, placeholder: word, check }));
}

/** Setting `userGroups.confirmSend`. */
export function asksBeforeSending(settings: Settings, connection: Connection): boolean {
  const confirm = settings.confirmSend();
  return confirm === 'always' || (confirm === 'customer' && isGuarded(connection));
}
