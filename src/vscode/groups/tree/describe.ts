// How each node looks and what can be done with it, as plain data that is tested as indented text.

import { isGuarded } from '../../../core/connection.ts';
import { environmentText } from '../../../core/environmentText.ts';
import { foreignText, visibleId } from '../../../core/foreignText.ts';
import { lookAlikeLetterText } from '../../../core/lookAlikeLetters.ts';
import { agoText, counted, momentText, noMappingText } from '../../../core/stateText.ts';
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
      return describeGroup(node, now);
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
    description: 'Unsent changes',
    tooltip: `A new user group that has not been sent to ${node.connection}.`,
    icon: 'new-file',
    color: 'attention',
    expands: 'no',
    can: 'canOpen canGetOrCreate canSendNew hasDraft',
    runs: 'userGroups.open',
  };
}

function describeRotation(node: RotationNode, now: number): NodeDescription {
  const kept = node.hasKeptAnswer ? '\nThe answer came and could not be understood: it is kept.' : '';
  return {
    id: idOf(node, String(node.rotation.id)),
    label: 'Token of no listed group',
    description: 'Rotation: outcome unknown',
    tooltip: `A token that no group in this list had was to be rotated on ${node.connection}, ${momentText(node.rotation.at, now)}. Whether it was is not known.${kept}`,
    icon: 'warning',
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
    label: 'Load more…',
    description: counted(node.remaining, 'more group'),
    tooltip: 'Shows the next 500. Go to User Group… finds any group at once.',
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

function describeGroup({ of, group, ...node }: GroupNode, now: number): NodeDescription {
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

/** What needs attention comes first: a narrow sidebar cuts the rest. */
function describedBy({ name, ref, words }: GroupNode['group'], isStateFirst: boolean): string {
  const state = words[0] ?? '';
  if (name === ref.userGroupId) return state;
  const shownId = visibleId(ref.userGroupId);
  return isStateFirst ? `${state} · ${shownId}` : `${shownId} · ${state}`;
}

function describeField({ entries, field, isNone = false, ...node }: FieldNode): NodeDescription {
  const isMapping = field === 'mapping';
  const unknown = isNone ? noMappingText() : 'Mapping unknown';
  return {
    id: idOf(node, node.user_group_id, field),
    label: entries === undefined ? unknown : isMapping ? 'mapping' : 'properties',
    ...(entries !== undefined && { description: entries.length === 0 ? 'empty' : String(entries.length) }),
    tooltip:
      entries === undefined
        ? isNone
          ? `${noMappingText()}: the group was created from this machine without one.`
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
