// How each node looks and what can be done with it, as plain data: tested as indented text, drawn elsewhere.

import { capitalized, type Clause } from '../../../core/clause.ts';
import { isGuarded, type Connection, type TokenMismatch } from '../../../core/connection.ts';
import { foreignText, visibleId } from '../../../core/foreignText.ts';
import { lookAlikeLetterText } from '../../../core/lookAlikeLetters.ts';
import { agoText, counted, grouped, momentText, NO_MAPPING } from '../../../core/stateText.ts';
import type { ConnectionNode, FieldNode, GroupNode, TreeNode } from '../../command/treeNode.ts';

export interface Description {
  /** Stable over refreshes, so that expansion and selection survive. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly color?: 'production' | 'attention' | 'quiet';
  readonly expands: 'no' | 'closed' | 'open';
  /** Capabilities, separated by spaces: what the menus ask for. */
  readonly can: string;
  readonly runs?: string;
}

/** The words for an environment, plain and unmistakable. */
export function environmentText(connection: Connection): string {
  if (connection.kind === 'sandbox') return 'local sandbox';
  if (connection.environment === 'Customer') return 'PRODUCTION';
  return connection.environment === 'Testing' ? 'Testing' : 'undeclared, guarded like production';
}

/** Behind what is said in passing about a guarded connection: " (PRODUCTION)". Nothing behind others. */
export function guardedMark(connection: Connection): string {
  return isGuarded(connection) ? ` (${environmentText(connection)})` : '';
}

export function describe(node: TreeNode, now: number): Description {
  switch (node.kind) {
    case 'connection':
      return describeConnection(node);
    case 'group':
      return describeGroup(node, now);
    case 'newDraft':
      return {
        id: idOf(node, String(node.number)),
        label: visibleId(node.title),
        description: 'Draft, not sent',
        tooltip: `A new user group that has not been sent to ${node.connection}.`,
        icon: 'new-file',
        color: 'attention',
        expands: 'no',
        can: 'canOpen canGetOrCreate canSendNew hasDraft',
        runs: 'userGroups.open',
      };
    case 'rotation':
      return {
        id: idOf(node, String(node.rotation.id)),
        label: 'Token of no listed group',
        description: 'Rotation: outcome unknown',
        tooltip:
          `A token that no group in this list had was to be rotated on ${node.connection}, ${momentText(node.rotation.at, now)}. Whether it was is not known.` +
          (node.hasKeptAnswer ? '\nThe answer came and could not be understood: it is kept.' : ''),
        icon: 'warning',
        color: 'attention',
        expands: 'no',
        can: ['canFindOut canLetGo', node.hasKeptAnswer && 'hasKeptAnswer']
          .filter((capability) => capability !== false)
          .join(' '),
        runs: 'userGroups.resolveRotation',
      };
    case 'field':
      return describeField(node);
    case 'entry':
      return {
        id: idOf(node, node.user_group_id, node.field, String(node.index)),
        label: visibleId(node.key),
        description: foreignText(node.value),
        tooltip: `${visibleId(node.key)}: ${foreignText(node.value, 2_000)}`,
        icon: node.field === 'mapping' ? 'arrow-right' : 'symbol-property',
        expands: 'no',
        can: '',
      };
    case 'more':
      return {
        id: idOf(node),
        label: 'Load more…',
        description: counted(node.remaining, 'more group'),
        tooltip: 'Shows the next 500. Go to User Group… finds any group at once.',
        icon: 'more',
        expands: 'no',
        can: '',
        runs: 'userGroups.loadMore',
      };
    case 'hint':
      return {
        id: idOf(node, node.text),
        label: node.text,
        tooltip: node.text,
        icon: node.command === undefined ? 'info' : 'add',
        expands: 'no',
        can: '',
        ...(node.command !== undefined && { runs: node.command }),
      };
  }
}

function describeConnection({ of, groups, matching, isRunning, ...node }: ConnectionNode): Description {
  const host = of.kind === 'sandbox' ? '' : hostOf(of.baseUrl);
  const state = connectionState(of, isRunning);
  return {
    id: of.id === '' ? idOf(node, String(node.position)) : `connection/${of.id}`,
    label: foreignText(of.name),
    // What needs an answer stands first: a narrow sidebar cuts the rest.
    description: (of.status === 'ready' && of.mismatch === undefined
      ? [environmentText(of), matchingText(groups, matching), host, state]
      : of.status === 'ready'
        ? [state, environmentText(of), matchingText(groups, matching), host]
        : [state, matchingText(groups, matching), host]
    )
      .filter((part) => part !== '')
      .join(' · '),
    tooltip: [
      foreignText(of.name),
      of.kind === 'sandbox' ? 'A stand-in for the service on this machine.' : '',
      // What cannot be used may be anything, a password included.
      of.kind === 'service' && of.status === 'ready' ? `Requests go to ${foreignText(of.baseUrl, 500)}/api/user.` : '',
      `Environment: ${environmentText(of)}.`,
      `${counted(groups, 'group')} in this machine's list.`,
      state === '' ? '' : `${capitalized(state)}.`,
      of.mismatch === undefined
        ? ''
        : `${foreignText(of.mismatch.reason, 600)}. Nothing is sent until you decide about the API token.`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    icon: connectionIcon(of),
    ...(of.status === 'ready' && of.mismatch === undefined
      ? isGuarded(of) && { color: 'production' as const }
      : { color: 'attention' as const }),
    expands: 'open',
    can: connectionCapabilities(of, isRunning),
  };
}

/** Why an API token is doubted, in few words. */
export const MISMATCH_TEXT: Readonly<Record<TokenMismatch['about'], string>> = {
  team: 'answers are of another team',
  environment: 'answers are of another environment',
  recreated: 'a known group was made anew',
};

/** Of a list that shows only what matches. */
function matchingText(groups: number, matching: number | undefined): string {
  return matching === undefined ? '' : `${grouped(matching)} of ${grouped(groups)}`;
}

function connectionState(of: Connection, isRunning: boolean): Clause | '' {
  switch (of.status) {
    case 'ready':
      if (of.kind === 'sandbox') return isRunning ? '' : 'stopped';
      if (of.mismatch !== undefined) return `token doubted: ${MISMATCH_TEXT[of.mismatch.about]}`;
      return of.locked === undefined ? '' : of.locked === 'all' ? 'locked' : 'rotation locked';
    case 'moved':
      return `the address changed from ${hostOf(of.recordedBaseUrl ?? '')}: say what happened`;
    case 'renamedOrNew':
      return `renamed from ${(of.mayBe ?? []).map(({ name }) => foreignText(name)).join(' or ')}, or new?`;
    case 'notInSettings':
      return 'not in the settings, read-only';
    case 'invalid':
      return `cannot be used: ${foreignText(of.problem ?? '')}`;
  }
}

function connectionIcon(of: Connection): string {
  if (of.status !== 'ready' || of.mismatch !== undefined) return 'warning';
  if (of.kind === 'sandbox') return 'beaker';
  return isGuarded(of) ? 'server-environment' : 'server';
}

function connectionCapabilities(of: Connection, isRunning: boolean): string {
  if (of.kind === 'sandbox') return isRunning ? 'canAdd canStop canRemove' : 'canStart canRemove';
  switch (of.status) {
    case 'ready':
      return `${of.mismatch === undefined ? '' : 'hasDoubtedToken '}canAdd canSetToken canCheck canEdit canRemove`;
    case 'moved':
      return 'needsAnswer canCheck canEdit canRemove';
    case 'renamedOrNew':
      return 'needsAnswer canEdit';
    case 'notInSettings':
      return 'canRemove';
    case 'invalid':
      return 'canEdit canRemove';
  }
}

function describeGroup({ of, group, ...node }: GroupNode, now: number): Description {
  const { words } = group;
  const isPressing =
    group.unknownOutcome !== undefined ||
    group.existedNotAppliedAt !== undefined ||
    group.goneAt !== undefined ||
    group.isTokenReadable === false;
  return {
    id: idOf(node, group.ref.userGroupId),
    label: visibleId(group.name),
    description: describedBy(group, isPressing || group.draftAt !== undefined),
    tooltip: [
      visibleId(group.name, 500),
      `user_group_id: ${visibleId(group.ref.userGroupId, 2_500)}`,
      ...lookAlikeLetterText('The id', group.ref.userGroupId),
      `Connection: ${of.name} (${environmentText(of)})`,
      ...words.map((word) => `${word}.`),
      group.sentAt !== undefined && group.mappingKnown
        ? `Mapping last sent from here ${agoText(group.sentAt, now)}; changes made elsewhere cannot be seen.`
        : '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
    icon: isPressing ? 'warning' : group.draftAt === undefined ? 'organization' : 'edit',
    ...(isPressing || group.draftAt !== undefined
      ? { color: 'attention' as const }
      : isGuarded(of) && { color: 'production' as const }),
    expands: 'closed',
    can: groupCapabilities(of, group),
    runs: 'userGroups.open',
  };
}

/** A line for the tooltip when other ids look like this one. */
export function lookAlikeText(ids: readonly string[]): string[] {
  return ids.length === 0
    ? []
    : [`Not the same as ${ids.map((id) => visibleId(id)).join(', ')}: they differ by letter case or edge space only.`];
}

/** What needs attention stands first: a narrow sidebar cuts the rest. */
function describedBy({ name, ref, words }: GroupNode['group'], isStateFirst: boolean): string {
  const state = words[0] ?? '';
  if (name === ref.userGroupId) return state;
  const shownId = visibleId(ref.userGroupId);
  return isStateFirst ? `${state} · ${shownId}` : `${shownId} · ${state}`;
}

/** What can be done with the group now, as the menus ask for it. */
export function groupCapabilities(of: Connection, group: GroupNode['group']): string {
  const isReady = of.status === 'ready';
  const isAnswered = group.answeredAt !== undefined;
  const openRotation = group.unknownOutcome?.operation === 'rotate' ? group.unknownOutcome : undefined;
  const isRotationUnresolved = openRotation !== undefined && openRotation.askedAt === undefined;
  return [
    'canOpen hasHistory canForget',
    isReady && !isAnswered && 'canGetOrCreate',
    isReady && isAnswered && 'canUpdate',
    isReady && isAnswered && group.draftAt !== undefined && 'canSendDraft',
    isReady && (isAnswered || group.unknownOutcome !== undefined) && 'canFetch',
    isReady && group.isTokenReadable === true && 'canCopyToken',
    isReady && group.isTokenReadable === true && !isRotationUnresolved && of.locked === undefined && 'canRotate',
    isReady && openRotation !== undefined && 'canFindOut',
    openRotation !== undefined && 'canLetGo',
    group.hasKeptAnswer && 'hasKeptAnswer',
    isReady && group.replacedTokens > 0 && 'hasReplacedToken',
    group.draftAt !== undefined && isReady && 'hasDraft',
    group.sentAt !== undefined && 'canCompareWithSent',
    isAnswered && 'canCompareWithAnswered',
  ]
    .filter((capability) => capability !== false)
    .join(' ');
}

function describeField({ entries, field, isNone = false, ...node }: FieldNode): Description {
  const isMapping = field === 'mapping';
  const unknown = isNone ? NO_MAPPING : 'Mapping not known here';
  return {
    id: idOf(node, node.user_group_id, field),
    label: entries === undefined ? unknown : isMapping ? 'mapping' : 'properties',
    ...(entries !== undefined && { description: entries.length === 0 ? 'empty' : String(entries.length) }),
    tooltip:
      entries === undefined
        ? isNone
          ? `${NO_MAPPING}: the group was created from this machine without one.`
          : `${unknown}: the service never returns it, and none was sent from this machine.`
        : isMapping
          ? 'Schema id → data source id, as in the document on this machine.'
          : 'Variables in dashboards and SQL, as in the document on this machine.',
    icon: isMapping ? 'references' : 'symbol-variable',
    ...(entries === undefined && { color: 'quiet' as const }),
    expands: entries === undefined || entries.length === 0 ? 'no' : 'closed',
    can: '',
  };
}

/** Segments are encoded, so that no id can imitate another node's. */
function idOf(
  { kind, connection }: { readonly kind: TreeNode['kind']; readonly connection: string },
  ...segments: string[]
): string {
  return [kind, connection, ...segments].map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/** The host of a base URL that a person may have typed wrong. */
function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? foreignText(baseUrl);
}
