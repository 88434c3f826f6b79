// A series of questions with a Back button. An accidental Escape does not lose the input.

import { inOneBox } from '../platform/oneBox.ts';
import { BACK, type Place } from './ask.ts';

/** One question: answers its addition to the answers so far, or BACK. */
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
  /** Filled in where they are asked for. */
  readonly proposed?: Partial<A>;
  readonly questions: { readonly [K in keyof A]?: AskStep<A> };
  /**
   * Whether these answers lead to a question; `undefined` while that depends on an answer to come: until then no total
   * is shown. Absent: all are asked.
   */
  readonly leadsTo?: (field: keyof A, answers: Partial<A>) => boolean | undefined;
  /** Questions that the caller asks next: counted as steps. */
  readonly stepsAfter?: number;
}

/**
 * Asks one question after the other.
 * @throws UserGroupsError `cancelled` when the person closes one; the next such series continues there.
 */
export function askSeries<A extends object>(series: Series<A>): Promise<A> {
  return inOneBox(() => askAll(series));
}

async function askAll<A extends object>({
  title,
  subject = '',
  input,
  proposed = {},
  questions,
  leadsTo = () => true,
  stepsAfter = 0,
}: Series<A>): Promise<A> {
  const open = (Object.entries(questions) as [keyof A, AskStep<A>][]).filter(([field]) => input[field] === undefined);
  const key = JSON.stringify([title, subject]);
  let answers: Partial<A> = { ...(left.get(key) as Partial<A> | undefined), ...proposed, ...input };
  const keep = (more: Partial<A>): void => {
    answers = { ...answers, ...more };
    left.set(key, answers);
  };
  // What comes before a question does not depend on its answer: its place stays.
  const dueNow = (): typeof open => open.filter(([field]) => leadsTo(field, answers) !== false);
  for (let index = 0; ;) {
    const due = dueNow();
    const ask = due[index]?.[1];
    if (ask === undefined) break;
    keep({});
    const totalSteps = due.length + stepsAfter;
    const isCounted = due.every(([field]) => leadsTo(field, answers) === true);
    const place = {
      title,
      // A single question needs no number.
      ...(totalSteps > 1 && { step: index + 1, ...(isCounted && { totalSteps }) }),
      canGoBack: index > 0,
    };
    const answer = await ask(answers, place, keep);
    if (answer === BACK) index = Math.max(0, index - 1);
    else {
      answers = { ...answers, ...answer };
      index += 1;
    }
  }
  left.delete(key);
  // What was answered in a series closed before may not apply to this one.
  return { ...Object.fromEntries(dueNow().map(([field]) => [field, answers[field]])), ...input } as A;
}
