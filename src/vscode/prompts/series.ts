// A series of questions with a back button, which an accidental Escape does not lose.

import { BACK, type Place } from './ask.ts';

/** One question: answers with what it adds to the answers so far, with BACK, or with nothing when it does not apply. */
export type Ask<A> = (answers: Partial<A>, place: Place, keep: (left: Partial<A>) => void) => Promise<Partial<A> | typeof BACK>;

/** What was typed into a series that was closed before its end, by its title, until this window ends. Never a secret. */
const left = new Map<string, object>();

/**
 * Asks one question after the other, those that `given` answers excepted.
 * @throws UserGroupsError `cancelled` when the person closes one; the next series of this title begins where it was left.
 */
export async function askSeries<A extends object>(title: string, given: Partial<A>, questions: { readonly [K in keyof A]?: Ask<A> }): Promise<A> {
  const open = (Object.entries(questions) as [keyof A, Ask<A>][]).filter(([field]) => given[field] === undefined);
  let answers: Partial<A> = { ...(left.get(title) as Partial<A> | undefined), ...given };
  for (let index = 0; index < open.length;) {
    const ask = open[index]?.[1];
    if (ask === undefined) break;
    const place = { title, step: index + 1, totalSteps: open.length, canGoBack: index > 0 };
    const keep = (more: Partial<A>): void => { left.set(title, { ...answers, ...more }); };
    keep({});
    const answer = await ask(answers, place, keep);
    if (answer !== BACK) answers = { ...answers, ...answer };
    index += answer === BACK ? -1 : 1;
  }
  left.delete(title);
  return answers as A;
}
