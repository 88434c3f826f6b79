// How each node looks and what can be done with it, as plain data that is tested as indented text.

import * as l10n from '@vscode/l10n';
import { apiOf, hasList, isGuarded, type Connection } from '../../../core/connection.ts';
import { requestsUrl } from '../../../core/baseUrl.ts';
import { environmentText } from '../../../core/environmentText.ts';
import { foreignText, quotedId, visibleId } from '../../../core/foreignText.ts';
import { lookAlikeIdText } from '../../../core/lookAlikeLetters.ts';
import {
  groupStatus,
  isCalm,
  noMappingText,
  STATUS_COLOR,
  STATUS_ICON,
  statusSentence,
  statusText,
  type GroupStatus,
} from '../../../core/groupStatus.ts';
import { sentence, sentences } from '../../../core/sentences.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { groupsText, momentText, tokenAgeText } from '../../../core/stateText.ts';
import { groupCapabilities, NEW_DRAFT_CAPABILITIES } from '../../command/groupCapabilities.ts';
import type {
  ConnectionNode,
  EntryNode,
  FieldNode,
  GroupNode,
  HintNode,
  MoreNode,
  NewDraftNode,
  RotationNode,
  TreeNode,
} from '../../command/treeNode.ts';

export interface NodeDescription {
  /** Stable over refreshes, so that expansion and selection survive. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly color?: 'production' | 'attention' | 'draft' | 'quiet';
  readonly expands: 'no' | 'closed' | 'open';
  /** Capabilities, separated by spaces: what the menus ask for. */
  readonly can: string;
  readonly runs?: string;
}

/** Segments are encoded, so that no id can imitate another node's. */
function idOf(
  { kind, connection }: { readonly kind: TreeNode['kind']; readonly connection: string },
  ...segments: string[]
): string {
  return [kind, connection, ...segments].map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

export function describe(node: TreeNode, now: number): NodeDescription {
  switch (node.kind) {
    case 'connection':
      return describeConnection(node);
    case 'group':
      return describeGroup(node, now);
    case 'newDraft':
      return describeNewDraft(node, now);
    case 'rotation':
      return describeRotation(node, now);
    case 'field':
      return describeField(node);
    case 'entry':
      return describeEntry(node);
    case 'more':
      return describeMore(node);
    case 'hint':
      return describeHint(node);
  }
}

function describeNewDraft(node: NewDraftNode, now: number): NodeDescription {
  const status = groupStatus(node.state);
  return {
    id: idOf(node, String(node.number)),
    label: visibleId(node.title),
    description: statusText(status, node.state, now),
    tooltip: l10n.t('A new group that was not sent to {0}.', node.of.name),
    ...lookOf(node.of, status),
    expands: 'no',
    can: NEW_DRAFT_CAPABILITIES,
    runs: 'userGroups.open',
  };
}

function describeRotation(node: RotationNode, now: number): NodeDescription {
  const tooltip = [
    l10n.t(
      'Rotation of a token on {0}, {1}. No group in the list had the token.',
      node.connection,
      momentText(node.rotation.at, now),
    ),
    node.hasUnrecognizedResponse
      ? l10n.t('The response was not recognized and is saved.')
      : statusSentence('rotationUnknown'),
  ];
  return {
    id: idOf(node, String(node.rotation.id)),
    label: l10n.t('Token of an unlisted group'),
    description: l10n.t('Rotation: outcome unknown'),
    tooltip: tooltip.join('\n'),
    ...lookOf(node.of, 'rotationUnknown'),
    expands: 'no',
    can: `canFindOut canDismiss${node.hasUnrecognizedResponse ? ' hasUnrecognizedResponse' : ''}`,
    runs: 'userGroups.resolveRotation',
  };
}

function describeEntry(node: EntryNode): NodeDescription {
  return {
    id: idOf(node, node.user_group_id, node.field, String(node.index)),
    label: visibleId(node.key),
    description: foreignText(node.value),
    tooltip: `${visibleId(node.key)}: ${foreignText(node.value, 2_000)}`,
    icon: node.field === 'mapping' ? 'arrow-right' : 'symbol-property',
    expands: 'no',
    can: '',
  };
}

function describeMore(node: MoreNode): NodeDescription {
  return {
    id: idOf(node),
    label: l10n.t('Load more…'),
    description: isOne(node.remaining) ? l10n.t('1 more group') : l10n.t('{0} more groups', grouped(node.remaining)),
    tooltip: l10n.t('Shows 500 more groups. "Go to User Group…" finds any group.'),
    icon: 'more',
    expands: 'no',
    can: '',
    runs: 'userGroups.loadMore',
  };
}

const HINT_ICONS = {
  'userGroups.refreshListFromService': 'cloud-download',
  'userGroups.new': 'add',
  'userGroups.addExisting': 'add',
  'userGroups.filterList': STATUS_ICON.tokenOld,
} as const;

function describeHint(node: HintNode): NodeDescription {
  return {
    id: idOf(node, node.text),
    label: node.text,
    ...(node.detail !== undefined && { description: node.detail }),
    tooltip: node.text,
    icon: node.command === undefined ? 'info' : HINT_ICONS[node.command],
    expands: 'no',
    can: '',
    ...(node.command !== undefined && { runs: node.command }),
  };
}

function describeGroup({ of, group, showsAge = false, ...node }: GroupNode, now: number): NodeDescription {
  const status = groupStatus(group);
  return {
    id: idOf(node, group.ref.userGroupId),
    label: visibleId(group.name),
    description: describedBy(group, status, showsAge && status !== 'tokenOld' ? ageText(group, now) : ''),
    tooltip: tooltipOf(of, group, status, now),
    ...lookOf(of, status),
    expands: 'closed',
    can: groupCapabilities(of, group),
    runs: 'userGroups.open',
  };
}

/** The colour of production stays, whatever the state: its icon says that. */
function lookOf(of: Connection, status: GroupStatus): Pick<NodeDescription, 'icon' | 'color'> {
  const color = isGuarded(of) ? 'production' : STATUS_COLOR[status];
  return { icon: STATUS_ICON[status], ...(color !== undefined && { color }) };
}

/** The id, followed by the next thing to do, which the icon shows where there is no room. Times are in the tooltip. */
function describedBy({ name, ref, words }: GroupNode['group'], status: GroupStatus, age: string): string {
  return [name === ref.userGroupId ? '' : visibleId(ref.userGroupId), isCalm(status) ? '' : (words[0] ?? ''), age]
    .filter((part) => part !== '')
    .join(' · ');
}

function tooltipOf(of: Connection, group: GroupNode['group'], status: GroupStatus, now: number): string {
  const [first, ...others] = group.words;
  return [
    visibleId(group.name, 500),
    l10n.t('ID: {0}', visibleId(group.ref.userGroupId, 2_500)),
    ...lookAlikeIdText(group.ref.userGroupId),
    l10n.t('Connection: {0} ({1})', of.name, environmentText(of)),
    sentences([first, statusSentence(status)]),
    ...others.map(sentence),
    // Of an old one, its state says so.
    ...(group.hasToken && !group.isTokenOld ? [sentence(ageText(group, now))] : []),
  ].join('\n');
}

/** That of a token in memory alone is not the stored one's. */
function ageText({ isTokenUnstored, tokenSince }: GroupNode['group'], now: number): string {
  return tokenAgeText(isTokenUnstored ? undefined : tokenSince, now);
}

/** A line for the tooltip when other ids look like this one. */
export function lookAlikeText(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const named = ids.map((id) => quotedId(id)).join(', ');
  return [l10n.t('Differs only in letter case or in leading or trailing spaces from: {0}', named)];
}

function describeField({ entries, field, isNone = false, ...node }: FieldNode): NodeDescription {
  const isMapping = field === 'mapping';
  return {
    id: idOf(node, node.user_group_id, field),
    label: entries !== undefined ? field : noMappingText(isNone),
    ...(entries !== undefined && { description: entries.length === 0 ? l10n.t('empty') : grouped(entries.length) }),
    tooltip: fieldTooltip(field, entries !== undefined, isNone),
    icon: isMapping ? 'references' : 'symbol-variable',
    ...(entries === undefined && { color: 'quiet' as const }),
    expands: entries === undefined || entries.length === 0 ? 'no' : 'closed',
    can: '',
  };
}

function fieldTooltip(field: FieldNode['field'], isKnown: boolean, isNone: boolean): string {
  if (!isKnown)
    return isNone
      ? l10n.t('The group was created on this machine without a mapping.')
      : l10n.t(
          "No mapping was sent from this machine. The group may still have one, which the service doesn't return.",
        );
  return field === 'mapping'
    ? l10n.t('Schema IDs and their data source IDs, as in the document on this machine.')
    : l10n.t('Variables for dashboards and SQL, as in the document on this machine.');
}

function describeConnection({ of, groups, matching, isRunning, ...node }: ConnectionNode): NodeDescription {
  const state = connectionState(of, isRunning);
  return {
    id: of.id === '' ? idOf(node, String(node.position)) : `connection/${of.id}`,
    label: foreignText(of.name),
    // What needs an answer comes first: a narrow sidebar cuts the rest.
    description: (of.status === 'ready' && of.mismatch === undefined
      ? [environmentText(of), countText(groups, matching), state]
      : of.status === 'ready'
        ? [state, environmentText(of), countText(groups, matching)]
        : [state, countText(groups, matching)]
    )
      .filter((part) => part !== '')
      .join(' · '),
    tooltip: [
      foreignText(of.name),
      of.kind === 'sandbox' ? l10n.t('A stand-in for the service on this machine.') : '',
      // An unusable URL may be anything, even a password.
      of.kind === 'service' && of.status === 'ready'
        ? l10n.t('URL: {0}', foreignText(requestsUrl(of.baseUrl, apiOf(of)), 500))
        : '',
      of.api === undefined ? '' : l10n.t('API: {0}', foreignText(of.api)),
      l10n.t('Environment: {0}', environmentText(of)),
      state,
      of.mismatch === undefined
        ? ''
        : sentences([foreignText(of.mismatch.reason, 600), l10n.t('Nothing is sent until you review the API token.')]),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    icon: connectionIcon(of),
    ...colorOf(of),
    expands: 'open',
    can: connectionCapabilities(of, isRunning),
  };
}

/** How many groups; of a filtered list, how many of them match. */
function countText(groups: number, matching: number | undefined): string {
  if (matching !== undefined) return l10n.t('{0} of {1}', grouped(matching), grouped(groups));
  if (groups === 0) return '';
  return groupsText(groups);
}

function connectionState(of: Connection, isRunning: boolean): string {
  switch (of.status) {
    case 'ready':
      if (of.kind === 'sandbox') return isRunning ? '' : l10n.t('Stopped');
      if (of.mismatch !== undefined) return l10n.t('API token unverified');
      if (of.locked === undefined) return '';
      return of.locked === 'all' ? l10n.t('Locked') : l10n.t('Rotation locked');
    case 'moved':
      return l10n.t('Address changed from {0}', hostOf(of.recordedBaseUrl ?? ''));
    case 'renamedOrNew':
      return l10n.t('Renamed from {0}, or new?', (of.mayBe ?? []).map(({ name }) => quotedId(name)).join(', '));
    case 'notInSettings':
      return l10n.t('Not in the settings, read-only');
    case 'invalid':
      return l10n.t("Can't be used: {0}", foreignText(of.problem ?? ''));
  }
}

/** The colour of production never changes: icon and words show the rest. An invalid connection has no known colour. */
function colorOf(of: Connection): Pick<NodeDescription, 'color'> {
  if (of.status !== 'invalid' && isGuarded(of)) return { color: 'production' };
  return of.status === 'ready' && of.mismatch === undefined ? {} : { color: 'attention' };
}

function connectionIcon(of: Connection): string {
  if (of.status !== 'ready') return 'warning';
  if (of.mismatch !== undefined) return 'unverified';
  if (of.kind === 'sandbox') return 'beaker';
  return isGuarded(of) ? 'server-environment' : 'server';
}

function connectionCapabilities(of: Connection, isRunning: boolean): string {
  if (of.kind === 'sandbox') return isRunning ? 'canAdd canStop canRemove' : 'canStart canRemove';
  switch (of.status) {
    case 'ready':
      return [
        ...(of.mismatch === undefined ? [] : ['hasDoubtedToken']),
        'canAdd canSetToken canCheck',
        ...(hasList(of) ? ['canList'] : []),
        'canEdit canRemove',
      ].join(' ');
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

/** The host of a base URL that a person may have typed wrong. */
function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? foreignText(baseUrl);
}
