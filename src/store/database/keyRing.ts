// Which key seals tokens from now on: one row that all windows share.

import type { Database } from './database.ts';
import type { KeyRing } from './tokenSealer.ts';

export function keyRingOf(database: Database): KeyRing {
  const select = database.prepare('SELECT key_id FROM current_token_key');
  const insert = database.prepare('INSERT OR IGNORE INTO current_token_key (only_row, key_id) VALUES (1, :keyId)');
  const update = database.prepare('UPDATE current_token_key SET key_id = :keyId WHERE key_id = :insteadOf');
  const current = (): string | undefined => select.get()?.key_id as string | undefined;
  return {
    current: () => database.read(current),
    offer: (keyId, insteadOf) =>
      database.write(() => {
        if (insteadOf === undefined) insert.run({ keyId });
        else update.run({ keyId, insteadOf });
        return current() ?? keyId;
      }),
  };
}
