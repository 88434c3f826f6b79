// How each node looks and what can be done with it, as plain data that is tested as indented text.

import * as l10n from '@vscode/l10n';
import { isGuarded, type Connection } from '../../../core/connection.ts';
import { environmentText } from '../../../core/environmentText.ts';
import { foreignText, visibleId, quotedId } from '../../../core/foreignText.ts';
import { lookAlikeIdText } from '../../../core/lookAlikeLetters.ts';
import { stateMeaning } from '../../../core/groupQuery.ts';
import { groupStatus, STATUS_ICON, statusSentence, type GroupStatus } from '../../../core/groupStatus.ts';
import { grouped, momentText, noMappingText } from '../../../core/stateText.ts';
import { groupCapabilities } from '../../command/groupCapabilities.ts';
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
      return describeGroup(node);
    case 'newDraft':
      return describeNewDraft(node);
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

function describeNewDraft(node: NewDraftNode): NodeDescription {
  return {
    id: idOf(node, String(node.number)),
    label: visibleId(node.title),
    description: node.isUntouched ? l10n.t('Not sent') : l10n.t('Unsent changes'),
    tooltip: l10n.t('A new user group that was not sent to {0}.', node.connection),
    icon: STATUS_ICON.draft,
    color: 'draft',
    expands: 'no',
    can: 'canOpen canGetOrCreate canSendNew hasDraft',
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
    node.hasKeptAnswer ? l10n.t('The response was not recognized and is saved.') : statusSentence('unknown'),
  ];
  return {
    id: idOf(node, String(node.rotation.id)),
    label: l10n.t('Token of no listed group'),
    description: l10n.t('Rotation: outcome unknown'),
    tooltip: tooltip.join('\n'),
    icon: STATUS_ICON.unknown,
    color: 'attention',
    expands: 'no',
    can: `canFindOut canLetGo${node.hasKeptAnswer ? ' hasKeptAnswer' : ''}`,
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
    description: node.remaining === 1 ? l10n.t('1 more group') : l10n.t('{0} more groups', grouped(node.remaining)),
    tooltip: l10n.t('Shows 500 more groups. "Go to User Group…" finds any group.'),
    icon: 'more',
    expands: 'no',
    can: '',
    runs: 'userGroups.loadMore',
  };
}

function describeHint(node: HintNode): NodeDescription {
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

function describeGroup({ of, group, ...node }: GroupNode): NodeDescription {
  const status = groupStatus(group);
  return {
    id: idOf(node, group.ref.userGroupId),
    label: visibleId(group.name),
    description: describedBy(group, status),
    tooltip: tooltipOf(of, group, status),
    icon: STATUS_ICON[status],
    ...(status === 'sent'
      ? isGuarded(of) && { color: 'production' as const }
      : { color: status === 'draft' ? ('draft' as const) : ('attention' as const) }),
    expands: 'closed',
    can: groupCapabilities(of, group),
    runs: 'userGroups.open',
  };
}

/** The id, and before it what there is to do: a narrow sidebar cuts the rest. Times stand in the tooltip. */
function describedBy(group: GroupNode['group'], status: GroupStatus): string {
  const { name, ref } = group;
  return [toDo(group, status), name === ref.userGroupId ? '' : visibleId(ref.userGroupId)]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The state that asks for something, in the words of the form and of the filters. Empty where nothing is to do. */
function toDo({ words, replacedTokens, hasNoMapping, mappingKnown }: GroupNode['group'], status: GroupStatus): string {
  if (status !== 'sent') return words[0] ?? '';
  if (replacedTokens > 0) return stateMeaning('replaced');
  return hasNoMapping === true && !mappingKnown ? noMappingText(true) : '';
}

function tooltipOf(of: Connection, group: GroupNode['group'], status: GroupStatus): string {
  const isMappingSent = group.sentAt !== undefined && group.mappingKnown;
  return [
    visibleId(group.name, 500),
    l10n.t('ID: {0}', visibleId(group.ref.userGroupId, 2_500)),
    ...lookAlikeIdText(group.ref.userGroupId),
    l10n.t('Connection: {0} ({1})', of.name, environmentText(of)),
    ...[...(group.replacedTokens > 0 ? [stateMeaning('replaced')] : []), ...group.words].map((word) => `${word}.`),
    ...(status === 'sent' && !isMappingSent ? [] : [statusSentence(status)]),
  ].join('\n');
}

/** A line for the tooltip when other ids look like this one. */
export function lookAlikeText(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const named = ids.map((id) => quotedId(id)).join(', ');
  return [l10n.t('Differs only in letter case or surrounding spaces from: {0}', named)];
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
