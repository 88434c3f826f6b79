// The command Sort List…: by name, or by how old the tokens are.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { ListOrder } from '../../core/ports/userGroupStore.ts';
import { askChoice } from '../command/ask.ts';
import type { Invocation } from '../command/invocation.ts';
import { required } from '../command/targets.ts';
import type { ListContext } from './listContext.ts';
import { commandName } from '../platform/manifest.ts';

export async function sortList({ services, tree }: ListContext, { origin, input }: Invocation): Promise<void> {
  const { listSorting } = services;
  const isGiven = origin === 'argument' && input.by !== undefined;
  await listSorting.sortBy(isGiven ? orderOf(input.by) : await askOrder(listSorting.order));
  tree.refresh();
  await tree.reveal();
}

async function askOrder(active: ListOrder): Promise<ListOrder> {
  return required(
    await askChoice<ListOrder>({
      title: commandName('userGroups.sortList'),
      placeholder: l10n.t('Select what groups are sorted by'),
      choices: [
        { label: l10n.t('Name'), value: 'name' },
        { label: l10n.t('Token Age'), detail: l10n.t('The oldest first. Unknown ages come last.'), value: 'tokenAge' },
      ],
      active,
    }),
  );
}

function orderOf(by: unknown): ListOrder {
  if (by === 'name' || by === 'tokenAge') return by;
  throw new UserGroupsError('invalid', l10n.t('"{0}" takes {1}.', 'userGroups.sortList', 'by: "name" | "tokenAge"'));
}
