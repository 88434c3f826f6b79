// A series of questions with a Back button. An accidental Escape does not lose the input.

import { BACK, type Place } from './ask.ts';

/** One question: answers its addition to the answers so far, BACK, or nothing when it does not apply. */
export type AskStep<A> = (
  answers: Partial<A>,
  place: Place,
  keep: (left: Partial<A>) => void,
) => Promise<Partial<A> | typeof BACK>;

/**
 * The input of a series that was closed before its end, by title and subject, for the life of this window. Never a
 * secret.
 */
const left = new Map<string, object>();

export interface Series<A> {
  readonly title: string;
  /** The subject of the series: input for one must not appear in another. */
  readonly subject?: string;
  /** Existing answers: these are not asked for. */
  readonly input: Partial<A>;
  readonly questions: { readonly [K in keyof A]?: AskStep<A> };
  /** Questions that the caller asks next: counted as steps. */
  readonly stepsAfter?: number;
}

/**
 * Asks one question after the other.
 * @throws UserGroupsError `cancelled` when the person closes one; the next such series continues there.
 */
export async function askSeries<A extends object>({
  title,
  subject = '',
  input,
  questions,
  stepsAfter = 0,
}: Series<A>): Promise<A> {
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
    const place = { title, step: index + 1, totalSteps: open.length + stepsAfter, canGoBack: index > 0 };
    const answer = await ask(answers, place, keep);
    if (answer !== BACK) answers = { ...answers, ...answer };
    // Questions that do not apply are skipped on the way back, too.
    if (answer === BACK) step = -1;
    else if (Object.keys(answer).length > 0 || index === 0) step = 1;
    index += step;
  }
  left.delete(key);
  return answers as A;
}
