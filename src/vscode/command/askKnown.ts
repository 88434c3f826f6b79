// One question of a series whose answer often exists: proposes what is known, and accepts anything else that is typed.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { BACK, chosenIn, inGivenOrder, place, settled, shownItem, type TextQuestion } from './ask.ts';

export interface KnownValue {
  readonly value: string;
  readonly description: string;
}

export interface KnownQuestion extends Omit<TextQuestion, 'prompt' | 'field' | 'isSecret'> {
  readonly placeholder: string;
  /** In their order. Foreign text. */
  readonly known: readonly KnownValue[];
}

interface Item extends vscode.QuickPickItem {
  readonly value: string;
}

/** @throws UserGroupsError `cancelled` when the person closes the list. */
export function askKnown(question: KnownQuestion): Promise<string | typeof BACK> {
  const { placeholder, value = '' } = question;
  const pick = inGivenOrder(vscode.window.createQuickPick<Item>());
  place(pick, question);
  pick.placeholder = foreignText(placeholder);
  pick.value = value;
  pick.items = itemsFor(question, value);
  pick.onDidChangeValue((typed) => {
    pick.items = itemsFor(question, typed);
  });
  const listen = (resolve: (value: string | typeof BACK) => void): void => {
    pick.onDidAccept(() => {
      const chosen = chosenIn(pick)?.value;
      if (chosen !== undefined && question.check(chosen).problem === undefined) resolve(chosen);
    });
    pick.onDidTriggerButton(() => {
      resolve(BACK);
    });
  };
  return settled(pick, listen, () => question.onLeft?.(pick.value));
}

/** What is typed comes first, unless it is known. */
function itemsFor({ known, check }: KnownQuestion, typed: string): Item[] {
  const proposed = known.map(({ value, description }) => shownItem({ label: visibleId(value), description, value }));
  if (typed === '' || known.some(({ value }) => value === typed)) return proposed;
  const { problem, hint } = check(typed);
  const detail = problem ?? hint;
  return [
    shownItem({
      label: visibleId(typed),
      description: l10n.t('as typed'),
      alwaysShow: true,
      value: typed,
      ...(detail !== undefined && { detail }),
    }),
    ...proposed,
  ];
}
