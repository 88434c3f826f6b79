// Makes a database with so many groups: its path and their number are the arguments.

import { baseEntries } from '../../src/document/baseEntries.ts';
import { BaseEntryRows } from '../../src/store/groups/baseEntryRows.ts';
import { SqliteConnections } from '../../src/store/connections/sqliteConnections.ts';
import { RotationRows } from '../../src/store/journal/rotationRows.ts';
import { Database } from '../../src/store/database/database.ts';
import { UserGroupRows } from '../../src/store/groups/userGroupRows.ts';
import { handBack } from './alone.ts';
import { connectionEntry, recordOf } from './knownGroup.ts';

const groupsInTransaction = 5_000;

function fillStore(path: string, groups: number): number {
  const database = new Database(path, Date.now);
  const rows = new UserGroupRows(database, Date.now);
  const entries = new BaseEntryRows(database);
  const { name, baseUrl } = connectionEntry;
  const { id } = new SqliteConnections(database, new RotationRows(database, Date.now), Date.now).add({
    kind: 'service',
    name,
    baseUrl,
  });
  for (let first = 0; first < groups; first += groupsInTransaction) {
    database.write(() => {
      for (let number = first; number < Math.min(first + groupsInTransaction, groups); number += 1) {
        const record = recordOf(id, number);
        const listed = rows.listed(record.ref);
        rows.save(listed, record);
        entries.keep(listed.row, id, baseEntries(record.base?.text ?? ''));
      }
    });
  }
  database.close();
  return groups;
}

const [path = '', groups] = process.argv.slice(2);
handBack(fillStore(path, Number(groups)));
