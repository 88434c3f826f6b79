// One question of a series, with a Back button: a text that is checked while typed, or a choice.

import * as vscode from 'vscode';
import { cancelled } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { showInBox } from '../platform/oneBox.ts';

const LONGEST_LINE = 600;

/** The person chose to go back one question. */
export const BACK = Symbol('back');

export interface Place {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
}

export interface TextQuestion extends Place {
  /** The title, which stays visible: a hint replaces the prompt. */
  readonly field?: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  /** Checked at every keystroke: `problem` forbids continuing, `hint` explains the value. */
  readonly check: (value: string) => { readonly problem?: string | undefined; readonly hint?: string | undefined };
  /** Receives the input when the person goes back or closes the box, so that it is not lost. */
  readonly onLeft?: (value: string) => void;
}

/** @throws UserGroupsError `cancelled` when the person closes the box. */
export function askText(question: TextQuestion): Promise<string | typeof BACK> {
  const box = vscode.window.createInputBox();
  place(box, question.field === undefined ? question : { ...question, title: `${question.title}: ${question.field}` });
  box.prompt = foreignText(question.prompt, LONGEST_LINE);
  box.placeholder = foreignText(question.placeholder ?? '', LONGEST_LINE);
  box.password = question.isSecret === true;
  box.value = question.value ?? '';
  let isAcceptTried = false;
  const check = (): boolean => {
    // What is typed after the answer belongs to nothing.
    if (box.busy) return false;
    const { problem, hint } = question.check(box.value);
    // A box must not open with a complaint about being empty.
    const isComplaintDue = problem !== undefined && (box.value !== '' || isAcceptTried);
    box.validationMessage = isComplaintDue
      ? { message: foreignText(problem, LONGEST_LINE), severity: vscode.InputBoxValidationSeverity.Error }
      : hint === undefined
        ? undefined
        : { message: foreignText(hint, LONGEST_LINE), severity: vscode.InputBoxValidationSeverity.Info };
    return problem === undefined;
  };
  check();
  const listen = (resolve: (value: string | typeof BACK) => void): void => {
    box.onDidChangeValue(check);
    box.onDidAccept(() => {
      isAcceptTried = true;
      if (check()) resolve(box.value);
    });
    box.onDidTriggerButton(() => {
      resolve(BACK);
    });
  };
  return settled(box, listen, () => question.onLeft?.(box.value));
}

/** Before a dialog that leads to a question: the focus returns to this box. */
export function holdBox(): void {
  const empty = vscode.window.createInputBox();
  place(empty, { title: '' });
  showInBox(empty)();
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
  /** The heading of its section. */
  readonly under?: string;
}

/** A heading has no choice. */
interface Item<T> extends vscode.QuickPickItem {
  readonly choice?: Choice<T>;
}

export interface ChoiceQuestion<T> extends Place {
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  /** Under the cursor at first. `nothing`: Enter alone must choose none of these. Absent: the first. */
  readonly active?: T | 'nothing' | undefined;
}

/** @throws UserGroupsError `cancelled` when the person closes the list. */
export function askChoice<T>(question: ChoiceQuestion<T>): Promise<T | typeof BACK> {
  const pick = vscode.window.createQuickPick<Item<T>>();
  place(pick, question);
  pick.placeholder = foreignText(question.placeholder, LONGEST_LINE);
  pick.items = question.choices.flatMap(withHeading);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  if (question.active !== undefined)
    pick.activeItems = pick.items.filter(({ choice }) => choice !== undefined && choice.value === question.active);
  return settled(pick, (resolve) => {
    pick.onDidAccept(() => {
      const chosen = pick.activeItems[0]?.choice;
      if (chosen !== undefined) resolve(chosen.value);
    });
    pick.onDidTriggerButton(() => {
      resolve(BACK);
    });
  });
}

/** The first of a section brings its heading along. */
function withHeading<T>(choice: Choice<T>, index: number, all: readonly Choice<T>[]): Item<T>[] {
  const { under } = choice;
  const item = shownItem<Item<T>>({ ...choice, choice });
  if (under === undefined || under === all[index - 1]?.under) return [item];
  return [{ label: under, kind: vscode.QuickPickItemKind.Separator }, item];
}

/**
 * Keeps the order of the items while something is typed: VS Code would put those first whose label matches, in
 * alphabetical order. `sortByLabel` works in every editor supported, but is not yet among its types.
 */
export function inGivenOrder<T extends vscode.QuickPickItem>(pick: vscode.QuickPick<T>): vscode.QuickPick<T> {
  return Object.assign(pick, { sortByLabel: false });
}

/** An icon of our own at the beginning of a label: the only one that is drawn. */
const OWN_ICON = /^\$\([a-z-]+\) /;

/** An item as every list shows it: its words are never rendered as icons or links. */
export function shownItem<T extends vscode.QuickPickItem>(item: T): T {
  const [icon = ''] = OWN_ICON.exec(item.label) ?? [];
  return {
    ...item,
    label: icon + foreignText(item.label.slice(icon.length)),
    ...(item.description !== undefined && { description: foreignText(item.description, LONGEST_LINE) }),
    ...(item.detail !== undefined && { detail: foreignText(item.detail, LONGEST_LINE) }),
  };
}

/**
 * What Enter chooses: the item under the cursor, or the first when VS Code has not moved the cursor yet after a change
 * of the items.
 */
export function chosenIn<T extends vscode.QuickPickItem>({
  items,
  activeItems: [active],
}: vscode.QuickPick<T>): T | undefined {
  return active !== undefined && items.includes(active) ? active : items[0];
}

/** Shows a question until it is answered or closed. `onLeft`: it is closed, or left for the one before. */
export function settled<R>(
  pick: vscode.QuickInput,
  listen: (resolve: (value: R) => void) => void,
  onLeft?: () => void,
): Promise<R> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    listen((value) => {
      if (isAnswered) return;
      isAnswered = true;
      if (value === BACK) onLeft?.();
      resolve(value);
      answered();
    });
    pick.onDidHide(() => {
      if (!isAnswered) {
        onLeft?.();
        reject(cancelled());
      }
      pick.dispose();
    });
    const answered = showInBox(pick);
  });
}

export function place(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack }: Place,
): void {
  input.title = foreignText(title, LONGEST_LINE);
  input.step = step;
  input.totalSteps = totalSteps;
  // A click into the editor, to read something there, must not end the series.
  input.ignoreFocusOut = true;
  input.buttons = canGoBack === true ? [vscode.QuickInputButtons.Back] : [];
}
