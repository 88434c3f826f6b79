// What 100,000 groups cost beside 100: expanding their connection, saving and opening one of them, finding one.

import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, type Description } from '../../src/vscode/tree/describe.ts';
import { connectionChildren, PAGE_SIZE, rootNodes } from '../../src/vscode/tree/nodes.ts';
import type { TreeNode } from '../../src/vscode/tree/treeNode.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { alone, handBack } from './alone.ts';
import { idOf } from './knownGroup.ts';
import { byTurns, elapsed, median } from './rounds.ts';
import { compared, limited, megabytes, milliseconds, type Row } from './row.ts';
import { openWindow, type Window } from './window.ts';

const many = 100_000;
const few = 100;
const rounds = 25;
/** Of the pick that searches. */
const mostFound = 100;
/** Ids, names, words in every group, in one and in none; twelve characters each. */
const typed = ['acme-corp-09', 'corporation,', 'branch 976 o', '099999 bran', 'zzz nowhere '];

async function measureLists(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const open = async (groups: number): Promise<Window> => {
    const path = join(scratch, `${groups}.db`);
    // Filled elsewhere: what that takes is not of the window.
    await alone('fillStore.ts', path, String(groups));
    return openWindow(path);
  };
  const [small, page] = [await open(few), await open(PAGE_SIZE)];
  for (let time = 0; time < rounds; time += 1) await draw(page);
  const before = memory();
  const large = await open(many);
  const shown = await draw(large);
  const grown = memory() - before;
  const rows = [
    ...await measureExpanding(small, page, large),
    limited(`… memory, ${shown.length} rows drawn`, grown, megabytes, 20_000_000),
    ...await measureDocuments(small, large),
    ...await measureSearch(large),
  ];
  for (const window of [small, page, large]) await window.services.close();
  return rows;
}

/** What the tree asks for when it is drawn, at first or after any change: the connections, and what is in the one that is open. */
async function draw(window: Window): Promise<Description[]> {
  const roots = rootNodes(window.services);
  return [...roots.map((node) => describe(node, Date.now())), ...await expand(window, roots)];
}

/** What the tree asks for when the only connection among these nodes is expanded. */
async function expand({ services }: Window, [connection]: readonly TreeNode[]): Promise<Description[]> {
  if (connection?.kind !== 'connection') throw new Error('The tree has no connection.');
  const nodes = await connectionChildren(services, connection, 1);
  return nodes.map((node) => describe(node, Date.now()));
}

async function measureExpanding(small: Window, page: Window, large: Window): Promise<Row[]> {
  const expanding = (window: Window): () => Promise<number> => {
    const roots = rootNodes(window.services);
    return () => elapsed(() => expand(window, roots));
  };
  const expanded = await byTurns(rounds, { few: expanding(small), page: expanding(page), many: expanding(large) });
  const drawn = await byTurns(rounds, { page: () => elapsed(() => draw(page)), many: () => elapsed(() => draw(large)) });
  return [
    compared('expand a connection of 100,000 groups (500 rows), beside 100 (100 rows)', expanded.many, expanded.few, milliseconds, 2),
    compared('… beside 500 (500 rows)', expanded.many, expanded.page, milliseconds, 2),
    compared('draw the list anew with 100,000 groups, beside 500', drawn.many, drawn.page, milliseconds, 2),
  ];
}

async function measureDocuments(small: Window, large: Window): Promise<Row[]> {
  const saved = await byTurns(3 * rounds, { few: () => save(small, few), many: () => save(large, many) });
  const opened = await byTurns(3 * rounds, { few: () => openOne(small, few), many: () => openOne(large, many) });
  return [
    compared('save one group among 100,000, beside 100', saved.many, saved.few, milliseconds, 2),
    compared('open one group among 100,000, beside 100', opened.many, opened.few, milliseconds, 2),
  ];
}

let saves = 0;

function save({ services, connection }: Window, groups: number): Promise<number> {
  saves += 1;
  const text = `${JSON.stringify({ user_group_id: 'any', name: `Acme, saved ${saves} times` }, undefined, 2)}\n`;
  return elapsed(() => services.groups.saveDraft(connection, idOf((saves * 7_919) % groups), text));
}

let openings = 0;

function openOne({ services, connection }: Window, groups: number): Promise<number> {
  openings += 1;
  const ref = { connectionId: connection.id, userGroupId: idOf((openings * 7_919) % groups) };
  return elapsed(() => {
    const record = services.groups.find(ref);
    if (record === undefined || services.groups.documentText(record) === '') throw new Error('The group has no document.');
  });
}

/** Each keystroke is a search of its own. Nothing of it waits, so that a keystroke is as long as it blocks. */
async function measureSearch({ services }: Window): Promise<Row[]> {
  const keystrokes = typed.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));
  const times = new Map<string, number[]>(keystrokes.map((text) => [text, []]));
  for (let round = 0; round < 5; round += 1) {
    for (const [text, taken] of times) taken.push(await elapsed(() => services.groups.search(text, mostFound)));
  }
  const medians = [...times.values()].map(median);
  return [
    limited('find among 100,000, median keystroke', median(medians), milliseconds, 20),
    limited('… worst keystroke (median of its times)', Math.max(...medians), milliseconds, 20),
    limited('… longest block of all', Math.max(...[...times.values()].flat()), milliseconds, 50),
  ];
}

/** Of this process, without what can be let go of, in bytes. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage.rss();
}

handBack(await measureLists());
