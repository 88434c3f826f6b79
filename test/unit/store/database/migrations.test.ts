// What is kept by an earlier version of this extension, and read by this one.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { migrate, MIGRATIONS } from '../../../../src/store/database/migrations.ts';

describe('A plan that an earlier version kept', () => {
  it('says its action, and keeps every value as it was', () => {
    const database = new DatabaseSync(':memory:');
    const value = JSON.stringify('{"deed":"set"}');
    migrate(database, MIGRATIONS.slice(0, -1));
    database.exec(`
      PRAGMA foreign_keys = OFF;
      INSERT INTO connections (connection_id, kind, name, base_url) VALUES ('1', 'service', 'staging', 'https://x.example.com');
      INSERT INTO runs (id, connection_id, kind, base_url, created_at, state, stop_at_first_failure)
        VALUES (1, '1', 'update', 'https://x.example.com', 1, 'waiting', 0);`);
    const columns = database.prepare('SELECT name FROM pragma_table_info(\'run_items\') WHERE "notnull" = 1').all();
    const row: Record<string, string | number> = Object.fromEntries(columns.map(({ name }) => [String(name), 1]));
    row.user_group_id = 'acme';
    row.outcome = 'waiting';
    row.plan = JSON.stringify({ deed: 'change', change: { deed: 'set', field: 'properties', key: 'tier', value } });
    const names = Object.keys(row);
    database
      .prepare(`INSERT INTO run_items (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`)
      .run(row);
    migrate(database);
    const { plan } = database.prepare('SELECT plan FROM run_items').get() as { readonly plan: string };
    assert.deepEqual(JSON.parse(plan), {
      action: 'change',
      change: { action: 'set', field: 'properties', key: 'tier', value },
    });
    database.close();
  });
});
