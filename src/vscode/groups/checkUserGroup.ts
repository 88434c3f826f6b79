// The command Check Why a Group Sees No Data…: a report from what is known here, with links to what can be done.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { positionText } from '../../document/fieldRanges.ts';
import type { CheckStep } from '../../services/groups/checkFacts.ts';
import type { CheckReport } from '../../services/groups/groupCheck.ts';
import type { CommandId } from '../command/commandMap.ts';
import { commandName, commandTitle } from '../platform/manifest.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { ReportStep } from '../platform/reportSteps.ts';
import { targetGroup } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { askToken } from './findGroupByToken.ts';

/**
 * With an argument object the report is returned, and nothing is shown. An unlisted group can be checked, too. The
 * report's own link asks for the token that the customer uses.
 */
export async function checkUserGroup(context: EditingContext, invocation: Invocation): Promise<string> {
  const target = await targetGroup(context.services, invocation, commandName('userGroups.checkUserGroup'));
  if (invocation.origin === 'argument') return (await reportOn(context, target)).text;
  const group = groupText(target.userGroupId, target.connection);
  const token =
    invocation.input.asks_for_token === true
      ? await askToken(
          l10n.t('Check {0}: Token That Viewers Use', group),
          l10n.t('Searches the list on this machine. Nothing is sent or stored.'),
        )
      : undefined;
  const title = l10n.t('Check of {0}', group);
  const checkAgain = async (): Promise<void> => {
    const now = await reportOn(context, target, token);
    context.reports.update(title, now.text, links(context, target, now.steps, checkAgain));
  };
  const { text, steps } = await reportOn(context, target, token);
  await context.reports.show(title, text, links(context, target, steps, checkAgain));
  return text;
}

async function reportOn(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  token?: string,
): Promise<CheckReport> {
  const { groupCheck, groups, inHand } = context.services;
  const base = groups.find(groupRef(connection, userGroupId))?.base;
  const text = base?.from === 'sent' ? base.text : undefined;
  const errors = text === undefined ? [] : await context.schemas.errorsIn(groupUri(connection.name, userGroupId), text);
  return groupCheck.report(connection, userGroupId, {
    schemaErrors: errors.map(({ message, range }) =>
      l10n.t('{0}: {1}', positionText(text ?? '', range.start), foreignText(message)),
    ),
    ...(token !== undefined && { pasted: await inHand.look(token) }),
  });
}

/**
 * Each once: above the cause that it is about, or above the report when it shows more or several causes lead to it.
 */
function links(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  steps: CheckReport['steps'],
  checkAgain: () => Promise<void>,
): ReportStep[] {
  const about = { connection: connection.name, user_group_id: userGroupId };
  const link = (line: number, id: CommandId): ReportStep => ({
    line,
    title: commandTitle(id),
    run: async () => {
      await context.run(id, about);
      await checkAgain();
    },
  });
  return [
    {
      line: 0,
      title: l10n.t('Paste the Token They Use…'),
      run: () => context.run('userGroups.checkUserGroup', { ...about, asks_for_token: true }),
    },
    ...[...onceEach(steps)].map(([step, line]) => link(line, `userGroups.${step}`)),
  ];
}

function onceEach(steps: CheckReport['steps']): ReadonlyMap<CheckStep, number> {
  const lines = new Map<CheckStep, number>([['fetch', 0]]);
  for (const { line, step } of steps) lines.set(step, lines.has(step) ? 0 : line);
  return lines;
}
