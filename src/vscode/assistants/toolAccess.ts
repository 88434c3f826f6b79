// The tools of assistants, each with what the setting `userGroups.assistants` must be at least.

/** No other tool exists: none sends on a guarded connection, rotates, deletes, copies a token or changes a connection. */
export const TOOL_ACCESS = {
  userGroups_find: 'look',
  userGroups_read: 'look',
  userGroups_check: 'look',
  userGroups_validate: 'look',
  userGroups_plan: 'look',
  userGroups_draft: 'propose',
  userGroups_refresh: 'propose',
  userGroups_update: 'propose',
} as const;

export type ToolName = keyof typeof TOOL_ACCESS;
