// Goes through all groups of a connection, page by page.

import type { PageCursor } from '../../core/ports/userGroupStore.ts';
import type { UserGroupSummary } from '../../core/userGroup.ts';

export function* pages(
  page: (after: PageCursor | undefined) => UserGroupSummary[],
): Generator<readonly UserGroupSummary[]> {
  let after: PageCursor | undefined;
  for (;;) {
    const found = page(after);
    yield found;
    const last = found.at(-1);
    if (last === undefined) return;
    after = { name: last.name, userGroupId: last.ref.userGroupId };
  }
}
