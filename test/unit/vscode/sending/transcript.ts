// What happens when a command runs, line by line: what the user sees, what leaves, what is opened, and how it ends.

import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import type { Product } from '../../../support/product.ts';

interface Result {
  readonly new_user_group?: boolean | undefined;
  readonly user_group?: { readonly name?: string | undefined };
}

/** @param opened what VS Code was asked to open, as `openedUris` has it. */
export async function transcript(
  { requests }: Product,
  person: PlayedPerson,
  opened: string[],
  run: () => unknown,
): Promise<string[]> {
  requests.length = opened.length = 0;
  const ended = await Promise.resolve().then(run).then(result, failure);
  await person.settled();
  return [
    ...person.shown.map((line) => line.replace(/\([\d,]+ days/, '(n days')),
    ...requests.map(({ method, requestBody }) => `→ ${method} ${requestBody.replaceAll(/\n */g, '')}`),
    ...person.ran.map((command) => `runs ${command}`),
    ...opened.map((uri) => `opens ${uri}`),
    ended,
  ];
}

function result(answered: unknown): string {
  const { new_user_group: isNew, user_group: group } = (answered ?? {}) as Result;
  return group === undefined ? 'done' : `answers ${group.name ?? 'no name'}${isNew === true ? ', new' : ''}`;
}

function failure(error: unknown): string {
  if (!(error instanceof UserGroupsError)) throw error;
  return error.kind === 'cancelled' ? 'cancelled' : `${error.kind}: ${error.message}`;
}
