// How each node looks and what can be done with it, as plain data that is tested as indented text.

import * as l10n from '@vscode/l10n';
import { isGuarded, type Connection } from '../../../core/connection.ts';
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
import { momentText, tokenAgeText } from '../../../core/stateText.ts';
import { groupCapabilities, NEW_DRAFT_CAPABILITIES } from '../../command/groupCapabilities.ts';
import type {
  EntryNode,
  FieldNode,
  GroupNode,
  HintNode,
  MoreNode,
  NewDraftNode,
  RotationNode,
  TreeNode,
} from '../../command/treeNode.ts';
import { describeConnection } from './describeConnection.ts';
import { idOf, type NodeDescription } from './nodeDescription.ts';

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

/** The id, and behind it what there is to do, which the icon says where there is no room. Times stand in the tooltip. */
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
