// One question of a series, with a way back: a text while it is checked, or a choice.

import * as vscode from 'vscode';
import { cancelled } from '../../core/errors.ts';

/** The person chose to go back one question. */
export const BACK = Symbol('back');

export interface Place {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
}

export interface TextQuestion extends Place {
  /** What is asked for, in the title: a hint takes the place of the prompt. */
  readonly field?: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  /** Checked at every keystroke: `problem` forbids going on, `hint` says what the value means. */
  readonly check: (value: string) => { readonly problem?: string | undefined; readonly hint?: string | undefined };
  /** Told what stood there when the person went back or closed the box, so that it is not lost. */
  readonly onLeft?: (value: string) => void;
}

/** @throws UserGroupsError `cancelled` when the person closes the box. */
export function askText(question: TextQuestion): Promise<string | typeof BACK> {
  const box = vscode.window.createInputBox();
  place(box, question.field === undefined ? question : { ...question, title: `${question.title}: ${question.field}` });
  box.prompt = question.prompt;
  box.placeholder = question.placeholder ?? '';
  box.password = question.isSecret === true;
  box.value = question.value ?? '';
  let isAcceptTried = false;
  const check = (): boolean => {
    const { problem, hint } = question.check(box.value);
    // A box that opens with a complaint about being empty helps nobody.
    const isComplaintDue = problem !== undefined && (box.value !== '' || isAcceptTried);
    box.validationMessage = isComplaintDue
      ? { message: sentence(problem), severity: vscode.InputBoxValidationSeverity.Error }
      : hint === undefined ? undefined : { message: sentence(hint), severity: vscode.InputBoxValidationSeverity.Info };
    return problem === undefined;
  };
  check();
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const answer = (value: string | typeof BACK): void => {
      isAnswered = true;
      resolve(value);
      box.hide();
    };
    box.onDidChangeValue(check);
    box.onDidAccept(() => {
      isAcceptTried = true;
      if (check()) answer(box.value);
    });
    box.onDidTriggerButton(() => {
      question.onLeft?.(box.value);
      answer(BACK);
    });
    box.onDidHide(() => {
      if (!isAnswered) {
        question.onLeft?.(box.value);
        reject(cancelled());
      }
      box.dispose();
    });
    box.show();
  });
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface ChoiceQuestion<T> extends Place {
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  /** Under the cursor at first. `nothing`: Enter alone must choose none of these. Absent: the first. */
  readonly active?: T | 'nothing' | undefined;
}

/** @throws UserGroupsError `cancelled` when the person closes the list. */
export function askChoice<T>(question: ChoiceQuestion<T>): Promise<T | typeof BACK> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  place(pick, question);
  pick.placeholder = question.placeholder;
  pick.items = question.choices;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  if (question.active !== undefined) pick.activeItems = question.choices.filter(({ value }) => value === question.active);
  return settled(pick, (resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.activeItems;
      if (chosen !== undefined) resolve(chosen.value);
    });
    pick.onDidTriggerButton(() => { resolve(BACK); });
  });
}

/** Shows a pick until it is answered or closed. */
export function settled<R>(pick: vscode.QuickInput, listen: (resolve: (value: R) => void) => void): Promise<R> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    listen((value) => {
      isAnswered = true;
      resolve(value);
      pick.hide();
    });
    pick.onDidHide(() => {
      if (!isAnswered) reject(cancelled());
      pick.dispose();
    });
    pick.show();
  });
}

function place(input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>, { title, step, totalSteps, canGoBack }: Place): void {
  input.title = title;
  input.step = step;
  input.totalSteps = totalSteps;
  // A click into the editor, to look something up there, must not end the series.
  input.ignoreFocusOut = true;
  input.buttons = canGoBack === true ? [vscode.QuickInputButtons.Back] : [];
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
