// What the token that a customer uses says about missing data: whose it is.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { foreignText } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { CheckFacts, Finding } from './checkFacts.ts';
import { namesOf, type FoundToken } from './tokenLookup.ts';

/** `connectionOf` finds the connection of a group by its id. */
export function pastedFindings(
  { connection, userGroupId, now }: CheckFacts,
  { apiTokenOf, owners }: FoundToken,
  connectionOf: (id: string) => Connection | undefined,
): Finding[] {
  if (apiTokenOf.length > 0)
    return [
      {
        what: l10n.t(
          'The pasted token is the API token of {0}, not the token of a group. Anyone who sees the page can change every group with it.',
          namesOf(apiTokenOf),
        ),
        next: l10n.t(
          'Have the service replace the API token now, then deploy the token of this group with "Copy User Group Token".',
        ),
        steps: ['copyToken'],
      },
    ];
  const [first] = owners;
  if (first === undefined)
    return [
      {
        what: l10n.t('The pasted token is unknown. It is not the current one of this group.'),
        next: l10n.t('Deploy the current token with "Copy User Group Token".'),
        steps: ['copyToken'],
      },
    ];
  const isThis = first.ref.connectionId === connection.id && first.ref.userGroupId === userGroupId;
  const owner = connectionOf(first.ref.connectionId);
  const whose = groupText(first.ref.userGroupId, {
    name: foreignText(owner?.name ?? l10n.t('a removed connection')),
  });
  if (!isThis)
    return [
      {
        what: l10n.t("The pasted token is that of {0}. Its viewers see that group's data.", whose),
        next: l10n.t('Deploy the token of this group with "Copy User Group Token".'),
        steps: ['copyToken'],
      },
    ];
  if (first.replacedAt === undefined)
    return [
      {
        what: l10n.t('The pasted token is the current one of this group, and not the cause.'),
        next: l10n.t('See the causes below.'),
      },
    ];
  return [
    {
      what: l10n.t(
        'The pasted token is a previous one of this group, replaced {0}.',
        momentText(first.replacedAt, now),
      ),
      next: l10n.t('Deploy the current token with "Copy User Group Token".'),
      steps: ['copyToken'],
    },
  ];
}
