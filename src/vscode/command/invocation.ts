// One invocation of a command: where it came from, and its parameters.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import type { TextField } from '../../contract/fields.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { isDocumentTab } from '../platform/documentTab.ts';
import { DOCUMENT_SUFFIX } from '../../document/documentUri.ts';
import { parseUri } from '../platform/documentUris.ts';
import { isTreeNode, type GroupNode, type TreeNode } from './treeNode.ts';

/**
 * - `argument`: a keybinding, task or other extension gave an object; failures reject the caller's promise.
 * - `item`: from an item of the tree, or a button about one group or connection.
 * - `document`: from an editor or its title.
 * - `palette`: without parameters.
 */
export type InvocationOrigin = 'argument' | 'item' | 'document' | 'palette';

export interface Invocation {
  readonly origin: InvocationOrigin;
  /** Fields of the argument object, tree item or document. Only checked to be text where text is expected. */
  readonly input: Readonly<Record<string, unknown>>;
  /**
   * The groups whose rows are selected in the list, including the menu's. Commands about one group use the row of the
   * menu.
   */
  readonly selection?: readonly SelectedGroup[];
  /** The row of the list that the command came from. */
  readonly row?: TreeNode;
  /** The unsent document of the command. */
  readonly newNumber?: number;
  /** The open rotation of the command, where no group is known for it. */
  readonly rotation?: number;
  /** The group by the answer with its token, which could not be stored: it may be in no list. */
  readonly unstored?: GroupRef;
  /** The workspace file of the command, or what has the name of one elsewhere, as a version from Git. */
  readonly file?: vscode.Uri;
  /**
   * A person pressed the form's button, which sets this in process. Nothing else proves that: other extensions can send
   * anything that comes by a command's id, even a row of the list (VS Code replaces its handle by it), and commands of
   * VS Code press notices and choose from lists.
   */
  readonly isFormButton?: true;
  /** The user chose to send an update although nothing differs from what was last sent. */
  readonly isSendAnyway?: boolean;
}

export type SelectedGroup = Pick<GroupNode, 'connection' | 'user_group_id'>;

/** What a keybinding of the tree gives: it is about a row there. */
export const SELECTION = 'selection';

/**
 * Parses what VS Code passes to a command: for a menu of the tree, its row and all `selected` rows. @throws
 * UserGroupsError `invalid` for anything that is no argument object.
 */
export function parseInvocation(id: string, first: unknown, selected?: unknown): Invocation {
  if (isTreeNode(first)) {
    return {
      origin: 'item',
      row: first,
      input: targetOf(first),
      selection: groupsAmong(selected, first),
      ...(first.kind === 'newDraft' && { newNumber: first.number }),
      ...(first.kind === 'rotation' && { rotation: first.rotation.id }),
    };
  }
  if (first instanceof vscode.Uri) return documentInvocation(first) ?? { origin: 'palette', input: {} };
  if (first === undefined || first === null) return documentInvocation(activeUri()) ?? { origin: 'palette', input: {} };
  if (typeof first !== 'object' || Array.isArray(first)) {
    throw new UserGroupsError('invalid', l10n.t('"{0}" takes one object as its argument.', id));
  }
  checkTexts(id, first);
  return { origin: 'argument', input: first as Record<string, unknown> };
}

function groupsAmong(selected: unknown, first: TreeNode): SelectedGroup[] {
  const rows: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [first];
  return rows
    .filter(isTreeNode)
    .filter((row) => row.kind === 'group')
    .map(({ connection, user_group_id }) => ({ connection, user_group_id }));
}

function documentInvocation(file: vscode.Uri | undefined): Invocation | undefined {
  const parsed = parseUri(file);
  if (file === undefined || parsed === undefined)
    return file?.path.endsWith(DOCUMENT_SUFFIX) === true ? { origin: 'document', input: {}, file } : undefined;
  return 'userGroupId' in parsed
    ? { origin: 'document', input: { connection: parsed.connection, user_group_id: parsed.userGroupId } }
    : { origin: 'document', input: { connection: parsed.connection }, newNumber: parsed.newNumber };
}

/** The document of the active tab, as text or as a form. */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // A comparison has one side that can be edited.
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return isDocumentTab(input) ? input.uri : undefined;
}

function targetOf(node: { readonly connection: string; readonly user_group_id?: string }): Record<string, unknown> {
  return {
    connection: node.connection,
    ...(node.user_group_id !== undefined && { user_group_id: node.user_group_id }),
  };
}

/** The contract's own are only a type here: its table loads later. */
const CONTRACT_TEXTS: Readonly<Record<TextField, true>> = { user_group_id: true, name: true };
const TEXTS = [
  ...Object.keys(CONTRACT_TEXTS),
  'connection',
  'baseUrl',
  'environment',
  'query',
  'operation',
  'folder',
  'deliver',
];

function checkTexts(id: string, argument: object): void {
  const { user_group_ids: ids } = argument as { readonly user_group_ids?: unknown };
  if (ids !== undefined && !(Array.isArray(ids) && ids.every((each) => typeof each === 'string'))) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('"{0}" takes a list of strings as user_group_ids.', id),
      l10n.t('Put each ID in quotes.'),
    );
  }
  const wrong = Object.entries(argument).find(
    ([field, value]) => TEXTS.includes(field) && value !== undefined && typeof value !== 'string',
  );
  if (wrong === undefined) return;
  throw new UserGroupsError(
    'invalid',
    l10n.t('"{0}" takes a string as {1}.', id, wrong[0]),
    l10n.t('Put it in quotes.'),
  );
}

/** `file` of an argument: a path, or the text of a URI. @throws UserGroupsError `invalid` */
export function fileArgument(input: unknown): vscode.Uri {
  if (typeof input !== 'string')
    throw new UserGroupsError('invalid', l10n.t('"{0}" must be a string.', 'file'), l10n.t('Use a path or a URI.'));
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input) ? vscode.Uri.parse(input, true) : vscode.Uri.file(input);
}

/** What a command about one group is about. */
export interface GroupTarget {
  readonly connection: Connection;
  readonly userGroupId: string;
}
