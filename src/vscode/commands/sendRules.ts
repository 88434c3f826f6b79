// When a sending asks first, and that one sending at a time is under way for a document.

import { isGuarded, type Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import type { Settings } from '../../core/ports.ts';
import type { Messages } from '../messages.ts';
import type { Call } from './call.ts';

/** Setting `userGroups.confirmSend`. */
export function asksBeforeSending(settings: Settings, connection: Connection): boolean {
  const confirm = settings.confirmSend();
  return confirm === 'always' || (confirm === 'customer' && isGuarded(connection));
}

const underWay = new Set<string>();

/** A key pressed twice sends once. `key` names the document. @throws UserGroupsError `conflict` to callers, `cancelled` to persons */
export async function oneAtATime<T>(messages: Messages, call: Call, key: string, work: () => Promise<T>): Promise<T> {
  if (underWay.has(key)) {
    if (call.origin === 'argument') throw new UserGroupsError({ kind: 'conflict', happened: 'this user group is being sent at this moment', next: 'wait until that has ended' });
    messages.status('This user group is being sent already');
    throw cancelled();
  }
  underWay.add(key);
  try {
    return await work();
  } finally {
    underWay.delete(key);
  }
}
