// A series of questions with a back button, which an accidental Escape does not lose.

import { BACK, type Place } from './ask.ts';

/** One question: answers with what it adds to the answers so far, with BACK, or with nothing when it does not apply. */
export type AskStep<A> = (
  answers: Partial<A>,
  place: Place,
  keep: (left: Partial<A>) => void,
) => Promise<Partial<A> | typeof BACK>;

/**
 * What was typed into a series that was closed before its end, by title and subject, until this window ends. Never a
 * secret.
 */
const left = new Map<string, object>();

export interface Series<A> {
  readonly title: string;
  /** What it is about, when it is about one of several things: what was left of one must not turn up in another. */
  readonly subject?: string;
  /** Answers that are there already: these are not asked. */
  readonly input: Partial<A>;
  readonly questions: { readonly [K in keyof A]?: AskStep<A> };
}

/**
 * Asks one question after the other.
 * @throws UserGroupsError `cancelled` when the person closes one; the next such series begins where it was left.
 */
export async function askSeries<A extends object>({ title, subject = '', input, questions }: Series<A>): Promise<A> {
  const open = (Object.entries(questions) as [keyof A, AskStep<A>][]).filter(([field]) => input[field] === undefined);
  const key = JSON.stringify([title, subject]);
  let answers: Partial<A> = { ...(left.get(key) as Partial<A> | undefined), ...input };
  const keep = (more: Partial<A>): void => {
    answers = { ...answers, ...more };
    left.set(key, answers);
  };
  let step = 1;
  for (let index = 0; index < open.length;) {
    const ask = open[index]?.[1];
    if (ask === undefined) break;
    keep({});
    const answer = await ask(answers, { title, step: index + 1, totalSteps: open.length, canGoBack: index > 0 }, keep);
    if (answer !== BACK) answers = { ...answers, ...answer };
    // On the way back, too, what does not apply is passed by.
    if (answer === BACK) step = -1;
    else if (Object.keys(answer).length > 0 || index === 0) step = 1;
    index += step;
  }
  left.delete(key);
  return answers as A;
}
