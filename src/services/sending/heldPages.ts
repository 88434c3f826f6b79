// Pages of a list that wait to be kept until their groups can be checked by the tokens of later pages.

import { MOST_PASSING } from '../../core/redactor.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import type { FreshPage } from './listedPages.ts';

/** Characters for which a group counts as one more: large ones wait in smaller numbers. */
const LARGE = 10_000;

export class HeldPages<Page extends FreshPage> {
  readonly #pages: { readonly page: Page; readonly weight: number }[] = [];
  #weight = 0;
  /** IDs by token. */
  readonly #owners = new Map<string, string[]>();

  /** In slices: all groups may be on one page. */
  async add(page: Page): Promise<void> {
    const slices = new WorkSlices();
    let weight = 0;
    for (const { userGroup, token } of page.groups) {
      weight += 1 + charactersOf(userGroup) / LARGE;
      this.#owners.set(token, [...(this.#owners.get(token) ?? []), userGroup.providedId]);
      await slices.pause();
    }
    this.#pages.push({ page, weight });
    this.#weight += weight;
  }

  /** All at last, and before that the oldest, as long as more wait than tokens are known. */
  *release(isLast: boolean): Generator<Page, void, void> {
    while (isLast || this.#weight > MOST_PASSING) {
      const oldest = this.#pages.shift();
      if (oldest === undefined) return;
      this.#weight -= oldest.weight;
      yield oldest.page;
    }
  }

  /** IDs of the list's other groups that have this token. */
  othersWith(token: string, userGroupId: string): string[] {
    return (this.#owners.get(token) ?? []).filter((id) => id !== userGroupId);
  }
}

function charactersOf(userGroup: UserGroupAnswer): number {
  const texts = [userGroup, userGroup.further ?? {}, userGroup.computed ?? {}].flatMap((each) => Object.values(each));
  return texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}
