// The dialogs in which a person allows what an assistant asks for: one at a time, and only what they show whole.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { REDACTED, type Redactor } from '../../core/redactor.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { harmless, shownLines, type Question } from '../platform/messages.ts';
import { MOST_CHANGES } from '../sending/updateQuestion.ts';
import type { AssistantContext } from './assistantContext.ts';

/** Of this window. */
export class AssistantDialogs {
  #isOpen = false;

  /**
   * `undefined` as of `Messages.ask`. @param tooMuch why nothing is asked where the dialog would not show all
   * @throws UserGroupsError also where the request would leave with another API token by now
   */
  async ask(
    context: AssistantContext,
    { connection }: GroupTarget,
    question: Question,
    tooMuch: () => Promise<UserGroupsError>,
  ): Promise<string | undefined> {
    if (!isShownWhole(question, context.redactor)) throw await tooMuch();
    if (this.#isOpen)
      throw new UserGroupsError({
        kind: 'conflict',
        happened: l10n.t('Another question of an assistant is open.'),
        next: l10n.t('Try again when it is closed.'),
      });
    this.#isOpen = true;
    try {
      const apiToken = async (): Promise<string> => JSON.stringify(await context.services.apiTokens.find(connection));
      const before = await apiToken();
      const answer = await context.messages.ask(question);
      if (answer === undefined || (await apiToken()) === before) return answer;
    } finally {
      this.#isOpen = false;
    }
    throw new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t('The API token changed meanwhile.'),
      next: l10n.t('Try again.'),
    });
  }
}

/** Nobody allows what is cut, shortened or redacted there, whoever did it. */
function isShownWhole({ title, detail }: Question, redactor: Redactor): boolean {
  const isLong = detail.some((line) => typeof line !== 'string' && line.items.length > MOST_CHANGES);
  const lines = [title, ...shownLines(detail)];
  const isWhole = (line: string): boolean =>
    !line.includes('…') && !line.includes(REDACTED) && harmless(line, redactor) === line;
  return !isLong && lines.every(isWhole);
}
