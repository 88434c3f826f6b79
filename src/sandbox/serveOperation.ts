// The three operations of the contract (interface document, "Endpoints"), each from a request body to an answer.

import { refused, type Success } from './answer.ts';
import type { GroupRow, GroupStore } from './groupStore.ts';
import type { JsonTexts } from './jsonTexts.ts';
import { checkedFields, requiredField } from './receivedBody.ts';

export type ServedOperation = 'getOrCreate' | 'update' | 'rotate';

const GROUP_FIELDS = { user_group_id: 'string', name: 'string', mapping: 'object', properties: 'object' } as const;
const ROTATION_FIELDS = { current_token: 'string' } as const;

/** @throws Refusal when the body is not the operation's, or names no group that it could be done to. */
export function perform(operation: ServedOperation, store: GroupStore, body: Buffer): Success {
  switch (operation) {
    case 'getOrCreate':
      return getOrCreate(store, body);
    case 'update':
      return update(store, body);
    case 'rotate':
      return rotate(store, body);
  }
}

function getOrCreate(store: GroupStore, body: Buffer): Success {
  const outcome = store.getOrCreate(groupFields(body));
  if (outcome === undefined) throw refused(507, 'The sandbox is full.');
  const { row, isNew } = outcome;
  return {
    status: 200,
    envelope: { success: '1', new_user_group: String(isNew) },
    userGroup: { ...identity(row), ...properties(row) },
  };
}

function update(store: GroupStore, body: Buffer): Success {
  const row = store.update(groupFields(body));
  if (row === undefined) throw refused(404, 'There is no user group with this user_group_id.');
  return {
    status: 200,
    envelope: { success: '1' },
    userGroup: { ...identity(row), ...properties(row), ...environmentTag(row) },
  };
}

function rotate(store: GroupStore, body: Buffer): Success {
  const row = store.rotate(requiredField(checkedFields(body, ROTATION_FIELDS), 'current_token'));
  if (row === undefined) throw refused(404, 'There is no user group with this current_token.');
  return { status: 200, envelope: { success: '1' }, userGroup: { ...identity(row), ...environmentTag(row) } };
}

function groupFields(body: Buffer) {
  const all = checkedFields(body, GROUP_FIELDS);
  const userGroupId = requiredField(all, 'user_group_id');
  if (userGroupId === '""') throw refused(400, 'The field user_group_id is empty.');
  return { userGroupId, name: all.get('name'), mapping: all.get('mapping'), properties: all.get('properties') };
}

/** "The name of the user group as given in the request body": none when none was ever given. */
function identity(row: GroupRow): JsonTexts {
  return {
    team_id: String(row.team_id),
    token: row.token,
    ...(row.name !== null && { name: row.name }),
    provided_id: row.user_group_id,
  };
}

/** "Present if it was given in the request body." */
function properties(row: GroupRow): JsonTexts {
  return row.properties === null ? {} : { properties: row.properties };
}

function environmentTag(row: GroupRow): JsonTexts {
  return { api_environment_tag: JSON.stringify(row.environment) };
}
