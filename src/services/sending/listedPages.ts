// The list of a service, page by page; and the pages that wait until their groups can be checked by tokens of later
// ones.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { grouped } from '../../core/language.ts';
import type { ServiceGroup, ListedPage } from '../../core/ports/client.ts';
import { MOST_PASSING } from '../../core/redactor.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { WorkSlices } from '../../core/workSlices.ts';

/** A service that answers something new for ever is none that lists its groups. */
const MOST_PAGES = 10_000;

export interface FreshPage {
  /** Those that did not come before in the same list. */
  readonly groups: readonly ServiceGroup[];
  /** In all pages, where the service says it. */
  readonly total: number | undefined;
}

/** Until one brings nothing new. @param ask for a page, counted from 1 @throws UserGroupsError */
export async function* listedPages(
  list: ReadList,
  ask: (page: number) => Promise<ListedPage>,
): AsyncGenerator<FreshPage, void> {
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await existing(number, ask);
    const before = list.ids.size;
    yield { groups: list.join(page), total: page?.total };
    if (!list.hasPages || list.ids.size === before) return;
  }
  throw endless();
}

/** `undefined`: behind the last one there is nothing, as some services say it. */
async function existing(number: number, ask: (page: number) => Promise<ListedPage>): Promise<ListedPage | undefined> {
  try {
    return await ask(number);
  } catch (error) {
    if (number > 1 && error instanceof UserGroupsError && error.failure.status === 404) return undefined;
    throw error;
  }
}

/** What was read of a list so far. */
export class ReadList {
  /** Also of those that were left out, as far as it can be read. */
  readonly ids = new Set<string>();
  /** Why groups were left out, with the ID of each: what is odd about the list itself stands in every page. */
  readonly omitted = new Map<string, string | undefined>();
  readonly hasPages: boolean;
  readonly #totals = new Set<number | undefined>();
  #isLastEmpty = false;

  constructor(hasPages: boolean) {
    this.hasPages = hasPages;
  }

  /** Answers those that did not come before. `undefined`: there is no such page. */
  join(page: ListedPage | undefined): ServiceGroup[] {
    const { groups = [], odd = [] } = page ?? {};
    if (page !== undefined) this.#totals.add(page.total);
    this.#isLastEmpty = groups.length + odd.length === 0;
    for (const { userGroupId, reason } of odd) this.omitted.set(reason, userGroupId);
    const fresh = groups.filter(({ userGroup }) => {
      const isFresh = !this.ids.has(userGroup.providedId);
      this.ids.add(userGroup.providedId);
      return isFresh;
    });
    for (const { userGroupId } of odd) if (userGroupId !== undefined) this.ids.add(userGroupId);
    return fresh;
  }

  /** Whether it has all groups, as far as the service says. */
  get isWhole(): boolean {
    if ([...this.omitted.values()].includes(undefined)) return false;
    const [total, ...others] = this.#totals;
    if (total !== undefined || others.length > 0) return others.length === 0 && total === this.ids.size;
    // A service that answers every page number with the same page has not listed all of its groups.
    return !this.hasPages || this.#isLastEmpty;
  }
}

function endless(): UserGroupsError {
  return new UserGroupsError(
    'unexpectedResponse',
    l10n.t('The list has more than {0} pages.', grouped(MOST_PAGES)),
    l10n.t('Check "list" of the service description.'),
  );
}

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
