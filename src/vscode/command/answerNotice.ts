// The notice about an answer of the service: one, whatever there is to say.

import type { Connection } from '../../core/connection.ts';
import { sentences } from '../../core/sentences.ts';
import type { CommandContext } from './commandContext.ts';
import { showNotice, type NoticeButton } from './showNotice.ts';
import { commandTitle } from '../platform/manifest.ts';

export interface AnswerNotice {
  /** What became of the request, where the user must know it. */
  readonly text?: string;
  readonly buttons?: readonly NoticeButton[];
  readonly how?: 'info' | 'warn';
  /** What else to know of the answer. */
  readonly notes: readonly string[];
}

/** Nothing is shown where there is nothing to say. */
export function showAnswerNotice(
  context: CommandContext,
  connection: Connection,
  { text, buttons = [], how = 'warn', notes }: AnswerNotice,
): void {
  const [first, ...others] = notes.length > 0 ? [...buttons, noteButton(context, connection)] : buttons;
  if (first === undefined) return;
  void showNotice(context.messages, notes.length > 0 ? 'warn' : how, sentences([text, ...notes]), first, ...others);
}

/** What helps where an answer is not as expected: a decision, where one is due. */
function noteButton({ services, run }: CommandContext, { id, name }: Connection): NoticeButton {
  return services.connections.withId(id)?.mismatch === undefined
    ? { label: commandTitle('userGroups.showLog'), run: () => run('userGroups.showLog', {}) }
    : {
        label: commandTitle('userGroups.reviewApiToken'),
        run: () => run('userGroups.reviewApiToken', { connection: name }),
      };
}
