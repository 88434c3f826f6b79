// Confirmations: a dialog, or a name to type where Enter alone must not be enough.

import * as l10n from '@vscode/l10n';
import { isGuarded, type Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled } from '../../core/errors.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import { quotedId } from '../../core/foreignText.ts';
import { sentence, sentences } from '../../core/sentences.ts';
import type { DialogLine, Messages } from '../platform/messages.ts';
import { inOneBox } from '../platform/oneBox.ts';
import { askText, holdBox } from './ask.ts';
import { required } from './targets.ts';

interface Asking {
  readonly messages: Pick<Messages, 'ask'>;
}

/** For a dialog that leads to a question: the focus stays in a box, and not in a document. */
export function leadingToBox({ messages }: Asking): Asking {
  return { messages: { ask: (question) => messages.ask(question, holdBox) } };
}

export interface Confirmation {
  readonly title: string;
  readonly detail: readonly DialogLine[];
  /** The button's text. */
  readonly answer: string;
}

/** @throws UserGroupsError `cancelled` */
export async function confirm({ messages }: Asking, { title, detail, answer }: Confirmation): Promise<void> {
  if ((await messages.ask({ title, detail, answers: [answer] })) !== answer) throw cancelled();
}

/** As `confirm`, with the environment of a guarded connection in the first line. */
export function confirmOn(context: Asking, connection: Connection, confirmation: Confirmation): Promise<void> {
  return confirm(context, { ...confirmation, detail: [...guardedLine(connection), ...confirmation.detail] });
}

/** In a dialog about a connection. The name of one that is not guarded, in its title, says enough. */
export function guardedLine(connection: Connection): string[] {
  return isGuarded(connection) ? [sentence(l10n.t('Environment: {0}', environmentText(connection)))] : [];
}

/** In a dialog about several connections: one line at most. */
export function environmentsLine(connections: readonly Connection[]): DialogLine[] {
  if (connections.length <= 1) return connections.flatMap(guardedLine);
  return [
    {
      heading: l10n.t('Environments:'),
      items: connections.map((connection) => `${quotedId(connection.name)}: ${environmentText(connection)}`),
    },
  ];
}

/** What a person is to look at first: one line, or none. */
export function remarksLine(remarks: readonly string[]): DialogLine[] {
  const [only, ...others] = remarks;
  if (only === undefined) return [];
  return others.length === 0 ? [only] : [{ heading: l10n.t('Check first:'), items: remarks }];
}

/** The action after the name is typed: `what` for the title, `note` for a remark after the prompt. */
export interface Typed {
  readonly what: string;
  readonly note?: string | undefined;
}

/** As `confirmOn`, but a guarded connection's name must be typed. Without `what`, the title of the dialog says it. */
export async function confirmByName(
  context: Asking,
  connection: Connection,
  { what, note, ...confirmation }: Confirmation & Partial<Typed>,
): Promise<void> {
  if (!isGuarded(connection)) return confirmOn(context, connection, confirmation);
  await inOneBox(async () => {
    await confirmOn(leadingToBox(context), connection, confirmation);
    await askConnectionName(connection, { what: what ?? confirmation.title, note });
  });
}

/** @throws UserGroupsError `cancelled` */
export async function askConnectionName(connection: Connection, { what, note }: Typed): Promise<void> {
  await askWord(connection.name, { title: l10n.t('{0} ({1})', what, environmentText(connection)), note });
}

/** The person types a word, exactly. @throws UserGroupsError `cancelled` */
export async function askWord(
  word: string,
  { title, note }: { readonly title: string; readonly note?: string | undefined },
): Promise<void> {
  const check = (value: string): { problem: string | undefined } => ({
    problem: value === word ? undefined : l10n.t('Type "{0}" exactly.', word),
  });
  const prompt = sentences([l10n.t('Type "{0}" to confirm.', word), note]);
  required(await askText({ title, prompt, placeholder: word, check }));
}

/** Setting `userGroups.confirmSend`. */
export function asksBeforeSending(settings: Settings, connection: Connection): boolean {
  const confirm = settings.confirmSend();
  return confirm === 'always' || (confirm === 'customer' && isGuarded(connection));
}
