// One call of a command: where it came from, and what it already says.

import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { parseUri } from '../documents/documentUris.ts';
import { isTreeNode, type TreeNode } from '../tree/treeNode.ts';

/**
 * - `argument`: a keybinding, task or other extension gave an object; the caller is told of failures by rejection.
 * - `item`: from an item of the tree, or a button that is about one group or connection.
 * - `document`: from an editor or its title.
 * - `palette`: nothing is known.
 */
export type CallOrigin = 'argument' | 'item' | 'document' | 'palette';

export interface Call {
  readonly origin: CallOrigin;
  /** Fields given by the argument object, tree item or document. Not checked beyond their being text where text is meant. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The document that is not yet sent which this is about. */
  readonly newNumber?: number;
}

/** What a keybinding of the tree gives: the row that is selected there. */
const SELECTION = 'selection';

/** Reads what VS Code hands to a command. @throws UserGroupsError `invalid` for anything that is no argument object. */
export function readCall(id: string, given: unknown, selected: () => TreeNode | undefined): Call {
  const first = given === SELECTION ? selected() : given;
  if (isTreeNode(first)) {
    return { origin: 'item', given: targetOf(first), ...(first.kind === 'newDraft' && { newNumber: first.number }) };
  }
  if (first instanceof vscode.Uri) return documentCall(first) ?? { origin: 'palette', given: {} };
  if (first === undefined || first === null) return documentCall(activeUri()) ?? { origin: 'palette', given: {} };
  if (typeof first !== 'object' || Array.isArray(first)) {
    throw new UserGroupsError({ kind: 'invalid', happened: `${id} takes one object as its argument`, next: 'see the table of commands in the README' });
  }
  checkTexts(id, first);
  return { origin: 'argument', given: first as Record<string, unknown> };
}

function documentCall(uri: vscode.Uri | undefined): Call | undefined {
  const parsed = parseUri(uri);
  if (parsed === undefined) return undefined;
  return 'userGroupId' in parsed
    ? { origin: 'document', given: { connection: parsed.connection, user_group_id: parsed.userGroupId } }
    : { origin: 'document', given: { connection: parsed.connection }, newNumber: parsed.newNumber };
}

function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

function targetOf(node: { readonly connection: string; readonly user_group_id?: string }): Record<string, unknown> {
  return { connection: node.connection, ...(node.user_group_id !== undefined && { user_group_id: node.user_group_id }) };
}

const TEXTS = ['connection', 'user_group_id', 'name', 'baseUrl', 'environment', 'query', 'operation'];

function checkTexts(id: string, argument: object): void {
  const wrong = Object.entries(argument).find(([field, value]) => TEXTS.includes(field) && value !== undefined && typeof value !== 'string');
  if (wrong === undefined) return;
  throw new UserGroupsError({ kind: 'invalid', happened: `${id} was called with ${wrong[0]} that is no text`, next: 'put it in quotes' });
}
