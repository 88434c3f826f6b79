// Commands about the focused row of the list, whatever it stands for: copy it, remove it.

import * as vscode from 'vscode';
import { entryText, jsonOfField } from '../../document/entries.ts';
import type { FieldNode, EntryNode, TreeNode } from '../command/treeNode.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { discardDraft, forget } from './groupCommands.ts';

/** The id of a group, the text of what it holds. */
export async function copyRow(context: EditingContext, { row }: Invocation): Promise<void> {
  const text = row === undefined ? undefined : rowText(context, row);
  if (text !== undefined && text !== '') await vscode.env.clipboard.writeText(text);
}

function rowText(context: EditingContext, row: TreeNode): string | undefined {
  switch (row.kind) {
    case 'connection':
      return row.connection;
    case 'group':
      return row.user_group_id;
    case 'field':
      return jsonOfField(documentText(context, row), row.field);
    case 'entry':
      return entryText(documentText(context, row), row.field, row.index);
    case 'newDraft':
    case 'rotation':
    case 'more':
    case 'hint':
      return undefined;
  }
}

function documentText(
  { services: { connections, groups } }: EditingContext,
  { connection, user_group_id: userGroupId }: FieldNode | EntryNode,
): string {
  const record = groups.find({ connectionId: connections.named(connection).id, userGroupId });
  return record === undefined ? '' : groups.documentText(record);
}

/** By the Delete key: rows of what a group holds are not removed from the list. */
export async function forgetRow(context: EditingContext, invocation: Invocation): Promise<void> {
  switch (invocation.row?.kind) {
    case undefined:
    case 'group':
      await forget(context, invocation);
      return;
    case 'newDraft':
      await discardDraft(context, invocation);
      return;
    case 'connection':
      await context.run('userGroups.removeConnection', { connection: invocation.row.connection });
      return;
    case 'field':
    case 'entry':
    case 'rotation':
    case 'more':
    case 'hint':
  }
}
