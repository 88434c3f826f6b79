// A file as the code of version 7 left it, with the secret that its tokens are sealed with.

import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export const CONNECTION_ID = '52ce568a-2060-48e9-866e-aae5ff7ab122';
/** Of the editor's secrets, by name. */
export const SECRETS = {
  'tokenKey.0fab2990-4031-4cf3-9178-e0c39cf00819': 'b35OOfo0M83dzQwA5Wb3cpJGHd+EM2+KfajGRTnfL50=',
} as const;

/** To be closed by the caller. */
export function version7File(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(readFileSync(new URL('version7.sql', import.meta.url), 'utf8'));
  return database;
}
