// The command Show History: the versions of one group or all, their changes, and restoring one as a draft.

import { isSentSince } from '../../core/answeredSince.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { dayText, momentText, OUTCOME_TEXT, secondText } from '../../core/stateText.ts';
import type { SentVersion } from '../../core/userGroup.ts';
import { isApplied, isOutcomeUnknown, sendingText } from '../../core/versionText.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { askChoice, BACK } from '../command/ask.ts';
import { confirm } from '../command/confirm.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import { listedGroup, type ListedTarget } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { ALL_GROUPS, pickVersion } from './pickVersion.ts';

const MOST_VERSIONS = 500;

type Action = (context: EditingContext, version: SentVersion) => Promise<void>;

/** Of the group in the invocation; without one, of all. */
export async function showHistory(context: EditingContext, invocation: Invocation): Promise<void> {
  const isForOne = typeof invocation.input.user_group_id === 'string';
  await showVersions(context, isForOne ? await listedGroup(context.services, invocation, 'Show History') : undefined);
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
      happened: `Nothing was sent ${target === undefined ? '' : `for ${groupText(target.userGroupId, target.connection)} `}from here yet.`,
    });
  const title =
    target === undefined ? 'What Was Sent' : `What Was Sent: ${groupText(target.userGroupId, target.connection)}`;
  const groupOf = target === undefined ? groupNaming(context) : undefined;
  let active: SentVersion | undefined;
  let action: Action | typeof BACK = BACK;
  while (action === BACK) {
    const chosen = await pickVersion({ title, versions, isCutOff: found.length > MOST_VERSIONS, groupOf, active });
    if (chosen === ALL_GROUPS) return showVersions(context, undefined);
    active = chosen;
    // A rotation sends only the token, which is not stored: its row has all there is.
    action = chosen.operation === 'rotate' ? BACK : await askAction(title, chosen);
  }
  if (active !== undefined) await action(context, active);
}

function askAction(title: string, version: SentVersion): Promise<Action | typeof BACK> {
  const would = isApplied(version)
    ? 'it changed'
    : isOutcomeUnknown(version)
      ? 'it may have changed'
      : 'it would have changed';
  return askChoice<Action>({
    title,
    canGoBack: true,
    placeholder: `${secondText(version.at, Date.now())}: ${sendingText(version)}`,
    choices: [
      { label: `Show what ${would}`, detail: 'Beside what the service last applied before it.', value: showChange },
      { label: 'Restore this version', detail: 'As a draft: nothing is sent.', value: restoreVersion },
    ],
  });
}

const showChange: Action = async (context, version) => {
  const { former, isUncertainBetween } = appliedBefore(context, version);
  const now = Date.now();
  const words =
    former !== undefined && momentText(former.at, now) === momentText(version.at, now) ? secondText : momentText;
  const title = [
    `${groupNaming(context)(version)}: `,
    former === undefined ? 'nothing was applied before' : `sent ${words(former.at, now)}`,
    ` ↔ sent ${words(version.at, now)}`,
    isApplied(version) ? '' : `, ${OUTCOME_TEXT[version.outcome]}`,
    isUncertainBetween ? ' (what came of a sending in between is not known)' : '',
  ].join('');
  await context.comparisons.show(title, former?.text ?? '', version.text);
};

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

const restoreVersion: Action = async (context, version) => {
  const target = targetOf(context, version);
  const { connection, userGroupId } = target;
  const sentThen = `what was sent ${secondText(version.at, Date.now())}`;
  await whileDoing(
    `Couldn't restore ${sentThen} for ${groupText(userGroupId, connection)}.`,
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
          ? `The document of ${group} is as it was last sent again; nothing was sent`
          : `${sentThen.replace('what', 'What')} is the draft of ${group} now; nothing was sent`,
      );
    },
  );
};

async function askToReplaceDraft(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  { ref, text }: SentVersion,
): Promise<void> {
  const draft = context.services.groups.find(ref)?.draft;
  if (draft === undefined || draft.text === text) return;
  await confirm(context, {
    title: `Replace the draft of ${groupText(userGroupId, connection)}?`,
    detail: [`Its draft of ${dayText(draft.at, Date.now())} was never sent and would be lost. Nothing is sent.`],
    answer: 'Replace Draft',
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
  throw new UserGroupsError({ kind: 'notFound', happened: `The connection of ${visibleId(ref.userGroupId)} is gone.` });
}
