// The command Show History: the versions of one group or all, beside the changes of each, and restoring one as a draft.

import * as l10n from '@vscode/l10n';
import { isSentSince } from '../../core/answeredSince.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { quotedId, visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { dayText, momentText, outcomeText, secondText } from '../../core/stateText.ts';
import type { SentVersion } from '../../core/userGroup.ts';
import { isApplied, isOutcomeUnknown } from '../../core/versionText.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { confirm } from '../command/confirm.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { listedGroup, type ListedTarget } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { ALL_GROUPS, pickVersion } from './pickVersion.ts';

const MOST_VERSIONS = 500;

/** Of the group in the invocation; without one, of all. */
export async function showHistory(context: EditingContext, invocation: Invocation): Promise<void> {
  const isForOne = typeof invocation.input.user_group_id === 'string';
  await showVersions(
    context,
    isForOne ? await listedGroup(context.services, invocation, l10n.t('Show History')) : undefined,
  );
}

export async function showHistoryOfAll(context: EditingContext): Promise<void> {
  await showVersions(context, undefined);
}

async function showVersions(context: EditingContext, target: ListedTarget | undefined): Promise<void> {
  const found = context.services.groups.versions({
    limit: MOST_VERSIONS + 1,
    ...(target !== undefined && { ref: target.ref }),
  });
  const versions = found.slice(0, MOST_VERSIONS);
  if (versions.length === 0)
    throw new UserGroupsError({
      kind: 'notFound',
      happened:
        target === undefined
          ? l10n.t('Nothing was sent yet.')
          : l10n.t('Nothing was sent to {0} from here yet.', groupText(target.userGroupId, target.connection)),
    });
  const title =
    target === undefined
      ? l10n.t('History of All Groups')
      : l10n.t('History: {0}', groupText(target.userGroupId, target.connection));
  const groupOf = target === undefined ? groupNaming(context) : undefined;
  const chosen = await pickVersion({
    title,
    versions,
    isCutOff: found.length > MOST_VERSIONS,
    groupOf,
    compare: (version) => {
      void showChange(context, version).catch((error: unknown) => {
        context.log.bug(error);
      });
    },
  });
  if (chosen === ALL_GROUPS) return showVersions(context, undefined);
  await restoreVersion(context, chosen);
}

async function showChange(context: EditingContext, version: SentVersion): Promise<void> {
  const { former, isUncertainBetween } = appliedBefore(context, version);
  const now = Date.now();
  const words =
    former !== undefined && momentText(former.at, now) === momentText(version.at, now) ? secondText : momentText;
  const group = groupNaming(context)(version);
  const title = [
    former === undefined
      ? l10n.t('{0}: nothing sent before ↔ sent {1}', group, words(version.at, now))
      : l10n.t('{0}: sent {1} ↔ sent {2}', group, words(former.at, now), words(version.at, now)),
    ...(isApplied(version) ? [] : [`(${outcomeText(version.outcome)})`]),
    ...(isUncertainBetween ? [l10n.t('(unknown outcome in between)')] : []),
  ].join(' ');
  await context.comparisons.show(title, former?.text ?? '', version.text, { preserveFocus: true });
}

/**
 * What the service last applied before this was sent: of the record, or of the group where the record does not go back
 * so far.
 */
function appliedBefore(
  { services }: EditingContext,
  { ref, id, at }: SentVersion,
): { former: { readonly text: string; readonly at: number } | undefined; isUncertainBetween: boolean } {
  const earlier = services.groups
    .versions({ ref, limit: MOST_VERSIONS, before: id })
    .filter(({ operation }) => operation !== 'rotate');
  const place = earlier.findIndex(isApplied);
  const record = services.groups.find(ref);
  const base = record?.base?.from === 'sent' && isSentSince(record, { id, at }) ? record.base : undefined;
  return {
    former: earlier[place] ?? base,
    isUncertainBetween: (place < 0 ? earlier : earlier.slice(0, place)).some(isOutcomeUnknown),
  };
}

async function restoreVersion(context: EditingContext, version: SentVersion): Promise<void> {
  const target = targetOf(context, version);
  const { connection, userGroupId } = target;
  const sentAt = secondText(version.at, Date.now());
  await whileDoing(
    l10n.t("Couldn't restore the version of {0} for {1}.", sentAt, groupText(userGroupId, connection)),
    { connection: connection.name, userGroupId },
    async () => {
      // Unsaved input is a draft as well, and would be saved over this one.
      await context.documents.savedText(groupUri(connection.name, userGroupId));
      await askToReplaceDraft(context, target, version);
      const { draft } = context.services.groups.saveDraft(connection, userGroupId, version.text);
      await openGroup(connection, userGroupId, 'default');
      const group = groupText(userGroupId, connection);
      context.messages.status(
        draft === undefined
          ? l10n.t('{0} restored as last sent. Nothing was sent.', group)
          : l10n.t('Version of {0} restored as a draft of {1}. Nothing was sent.', sentAt, group),
      );
    },
  );
}

async function askToReplaceDraft(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  { ref, text }: SentVersion,
): Promise<void> {
  const draft = context.services.groups.find(ref)?.draft;
  if (draft === undefined || draft.text === text) return;
  await confirm(context, {
    title: l10n.t('Replace the draft of {0}?', groupText(userGroupId, connection)),
    detail: [l10n.t('The draft of {0} was never sent and will be lost.', dayText(draft.at, Date.now()))],
    answer: l10n.t('Replace Draft'),
  });
}

/** For many versions: asks for the connections once. */
function groupNaming({ services }: EditingContext): (version: SentVersion) => string {
  const connections = new Map(services.connections.list().map((connection) => [connection.id, connection]));
  return ({ ref }) => {
    const connection = connections.get(ref.connectionId);
    return connection === undefined ? visibleId(ref.userGroupId) : groupText(ref.userGroupId, connection);
  };
}

function targetOf({ services }: EditingContext, { ref }: SentVersion): GroupTarget {
  const connection = services.connections.withId(ref.connectionId);
  if (connection !== undefined) return { connection, userGroupId: ref.userGroupId };
  throw new UserGroupsError({
    kind: 'notFound',
    happened: l10n.t('The connection of {0} no longer exists.', quotedId(ref.userGroupId)),
  });
}
