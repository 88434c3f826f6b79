// The command Refresh List from Service: fills the list from a service that can list its groups.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupsText } from '../../core/stateText.ts';
import { grouped } from '../../core/language.ts';
import type { RefreshedList } from '../../services/sending/serviceList.ts';
import { moreText } from '../../document/difference.ts';
import { showAnswerNotice } from '../command/answerNotice.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Invocation } from '../command/invocation.ts';
import { canList, targetConnection } from '../command/targets.ts';
import { withProgress } from '../platform/progress.ts';

/** The most notes that one notice shows. */
const MOST_NOTES = 3;

export async function refreshList(context: CommandContext, invocation: Invocation): Promise<RefreshedList> {
  const connection = await targetConnection(context.services, invocation, l10n.t('Refresh List from Service'), canList);
  const refreshed = await withProgress(
    l10n.t('Refreshing the list of {0}', quotedId(connection.name)),
    ({ signal, onWaiting, say }) =>
      context.services.serviceList.refresh(connection, {
        signal,
        onWaiting,
        onProgress: (listed, total) => {
          say(total === undefined ? groupsText(listed) : l10n.t('{0} of {1}', grouped(listed), grouped(total)));
        },
      }),
  );
  if (invocation.origin !== 'argument') context.messages.status(refreshedText(connection, refreshed));
  const { omitted = [], notes = [] } = refreshed;
  const all = [...omitted, ...notes];
  for (const note of all) context.log.warn(note);
  const without = l10n.t("The list of {0} was refreshed without what can't be read.", quotedId(connection.name));
  showAnswerNotice(context, connection, {
    ...(omitted.length > 0 && { text: without }),
    notes: [...all.slice(0, MOST_NOTES), ...(all.length > MOST_NOTES ? [moreText(all.length - MOST_NOTES)] : [])],
  });
  return refreshed;
}

/** `List of "staging" refreshed · 120 groups · 3 new · 2 changed elsewhere · 1 no longer there` */
export function refreshedText(
  { name }: Connection,
  { listed, added, changed, absent, omitted = [], notes = [] }: RefreshedList,
): string {
  return [
    l10n.t('List of {0} refreshed', quotedId(name)),
    groupsText(listed),
    ...(added > 0 ? [l10n.t('{0} new', grouped(added))] : []),
    ...(changed > 0 ? [l10n.t('{0} changed elsewhere', grouped(changed))] : []),
    ...(absent === undefined ? [l10n.t('not known which are no longer there')] : []),
    ...(absent !== undefined && absent > 0 ? [l10n.t('{0} no longer there', grouped(absent))] : []),
    ...(omitted.length > 0 ? [l10n.t('{0} omitted', grouped(omitted.length))] : []),
    ...(notes.length > 0 ? [l10n.t('{0} kept as before', grouped(notes.length))] : []),
  ].join(' · ');
}
