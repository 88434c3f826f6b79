// What the commands about many groups do once the user has answered them, without the editor: Import, Edit Multiple
// Groups, Undo This Run, Rotate Multiple Tokens, the exports.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentChange } from '../../../src/bulk/changes/documentChange.ts';
import { importReader } from '../../../src/bulk/importReader.ts';
import type { NewRunItem, RunItem, RunKind } from '../../../src/core/runs.ts';
import { DOCUMENT_SUFFIX } from '../../../src/document/documentUri.ts';
import type { DocumentFolder } from '../../../src/services/files/groupFiles.ts';
import { writeItemPlan } from '../../../src/services/bulk/itemPlan.ts';
import type { WindowOnFiles } from '../windowOnFiles.ts';

/** Keeps a run for each row of the CSV file that can be sent. */
export async function planImport(window: WindowOnFiles, bytes: Uint8Array): Promise<number> {
  const {
    services: { importPreview },
    connection,
  } = window;
  const { rows } = await importReader.readImport({ kind: 'csv', bytes });
  const preview = await importPreview(connection, rows);
  return keep(
    window,
    'getOrCreate',
    preview.rows.flatMap(({ userGroupId, text, class: is }) =>
      is === 'invalid' || userGroupId === undefined ? [] : [{ userGroupId, text }],
    ),
  );
}

/**
 * Keeps a run of what the change would do to each group of the connection, for which the first ones are sent and looked
 * at.
 */
export async function planChange(window: WindowOnFiles, change: DocumentChange): Promise<number> {
  const {
    services: { changes, finder },
    connection,
  } = window;
  const items: NewRunItem[] = [];
  for await (const group of changes.plan(finder.refsOf(connection.id, ''), change)) {
    if (group.kind !== 'changed') continue;
    items.push({
      userGroupId: group.ref.userGroupId,
      text: group.text,
      before: group.before,
      plan: writeItemPlan({ action: 'change', change }),
    });
  }
  // As many as Edit Multiple Groups sends first, whose file needs VS Code.
  return keep(window, 'update', items, 3);
}

export async function planUndo(window: WindowOnFiles, run: number): Promise<number> {
  const {
    services: { undo },
    connection,
    ref,
  } = window;
  const items: NewRunItem[] = [];
  for await (const { userGroupId, outcome, text, before } of itemsOf(window, run)) {
    const planned = undo.planOne(connection, { ref: ref(userGroupId), outcome, after: text, before });
    if (planned.kind === 'undone')
      items.push({
        userGroupId,
        text: planned.text,
        before: planned.before,
        plan: writeItemPlan({ action: 'undo', after: planned.before }),
      });
  }
  return keep(window, 'update', items);
}

/** Keeps a run for each group of the connection. */
export async function planRotations(window: WindowOnFiles): Promise<number> {
  return keep(
    window,
    'rotate',
    (await idsFound(window, '')).map((userGroupId) => ({ userGroupId, text: '' })),
  );
}

export async function writeList(
  { services: { listExchange, largeFiles }, connection }: WindowOnFiles,
  file: string,
  onLine: (lines: number) => Promise<void> | void,
): Promise<void> {
  async function* reported(): AsyncGenerator<string> {
    let lines = 0;
    for await (const line of listExchange.export([connection])) {
      yield line;
      lines += 1;
      await onLine(lines);
    }
  }
  await largeFiles.write(file, reported(), { existing: 'replace', isPrivate: true });
}

export async function saveToFolder(
  { services: { groupFiles, finder }, connection }: WindowOnFiles,
  into: string,
): Promise<void> {
  const folder: DocumentFolder = {
    entries: readdirSync(into)
      .filter((name) => name.endsWith(DOCUMENT_SUFFIX))
      .map((name) => ({ name, kind: 'document' })),
    read: (name) => Promise.resolve(existsSync(join(into, name)) ? readFileSync(join(into, name)) : undefined),
  };
  const names = await groupFiles.namesIn(connection, folder);
  for await (const { kind, name, text } of groupFiles.toSave(
    connection,
    finder.refsOf(connection.id, ''),
    folder,
    names,
  ))
    if (kind !== 'same') writeFileSync(join(into, name), text);
}

export async function idsFound({ services: { finder }, connection }: WindowOnFiles, query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { userGroupId } of finder.refsOf(connection.id, query)) ids.push(userGroupId);
  return ids;
}

export function itemsOf(
  { services: { runs } }: Pick<WindowOnFiles, 'services'>,
  run: number,
): AsyncGenerator<RunItem, void, void> {
  return runs.items(run);
}

async function keep(
  { services: { runs }, connection }: WindowOnFiles,
  kind: RunKind,
  items: readonly NewRunItem[],
  askAfterFirst?: number,
): Promise<number> {
  return (await runs.create(kind, connection, items, { stopAtFirstFailure: false, askAfterFirst })).id;
}
