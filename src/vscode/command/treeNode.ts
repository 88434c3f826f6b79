// The nodes of the tree as plain data.

import type { Connection } from '../../core/connection.ts';
import type { GroupState } from '../../core/groupStatus.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { ListedGroup } from '../../services/groups/groupService.ts';

interface Node {
  /** Name of the connection it belongs to. */
  readonly connection: string;
  readonly user_group_id?: string;
}

export interface ConnectionNode extends Node {
  readonly kind: 'connection';
  readonly of: Connection;
  /** Its place among the connections: distinguishes entries of the settings that have no id and the same name. */
  readonly position: number;
  readonly groups: number;
  /** How many of them match, when the list shows only those. */
  readonly matching?: number;
  readonly isRunning: boolean;
}

export interface NewDraftNode extends Node {
  readonly kind: 'newDraft';
  readonly of: Connection;
  readonly number: number;
  readonly title: string;
  readonly state: GroupState;
}

export interface GroupNode extends Node {
  readonly kind: 'group';
  readonly user_group_id: string;
  readonly of: Connection;
  readonly group: ListedGroup;
  /** Whether its row says how old its token is. */
  readonly showsAge?: boolean;
}

/** A rotation that is open, of a token without a group in the list. */
export interface RotationNode extends Node {
  readonly kind: 'rotation';
  readonly of: Connection;
  readonly rotation: OpenRotation;
  readonly hasUnrecognizedResponse: boolean;
}

export interface FieldNode extends Node {
  readonly kind: 'field';
  readonly user_group_id: string;
  readonly field: 'mapping' | 'properties';
  /** The group is known to have no mapping. */
  readonly isNone?: boolean;
  /** Absent: unknown here, or none. */
  readonly entries: readonly { readonly key: string; readonly value: string }[] | undefined;
}

export interface EntryNode extends Node {
  readonly kind: 'entry';
  readonly user_group_id: string;
  readonly field: 'mapping' | 'properties';
  readonly index: number;
  readonly key: string;
  readonly value: string;
}

export interface MoreNode extends Node {
  readonly kind: 'more';
  readonly remaining: number;
}

/** A message that may run a command when chosen. */
export interface HintNode extends Node {
  readonly kind: 'hint';
  readonly text: string;
  readonly detail?: string;
  readonly command?:
    | 'userGroups.refreshListFromService'
    | 'userGroups.new'
    | 'userGroups.addExisting'
    | 'userGroups.filterList';
  /** The filter that the command sets. */
  readonly query?: string;
}

export type TreeNode =
  | ConnectionNode
  | NewDraftNode
  | RotationNode
  | GroupNode
  | FieldNode
  | EntryNode
  | MoreNode
  | HintNode;

const made = new WeakSet();

/** Distinguished from an argument object with the same fields by having been created here. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** Creates every node. */
export function node<N extends TreeNode>(plain: N): N {
  made.add(plain);
  return plain;
}
