// What 100,000 groups cost beside 100: expanding their connection, saving and opening one of them, finding one.

import { join } from 'node:path';
import { baseEntries } from '../../src/document/baseEntries.ts';
import { openStore, type SqliteStore } from '../../src/store/sqliteStore.ts';
import { describe } from '../../src/vscode/groups/tree/describe.ts';
import type { NodeDescription } from '../../src/vscode/groups/tree/describe.ts';
import { connectionChildren, PAGE_SIZE, rootNodes } from '../../src/vscode/groups/tree/nodes.ts';
import type { TreeNode } from '../../src/vscode/command/treeNode.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { alone, handBack } from './alone.ts';
import { idOf, recordOf } from './knownGroup.ts';
import { mostMemory } from './memory.ts';
import { byTurns, elapsed, median } from './rounds.ts';
import { compared, limited, megabytes, milliseconds, type Row } from './row.ts';
import { openWindow, type Window } from './window.ts';

const many = 100_000;
const few = 100;
const rounds = 25;
const searchRounds = 5;
/** How many entries the completion of a schema ID or a data source shows. */
const mostOffered = 100;
/** How many entries the quick pick for searching shows. */
const mostFound = 100;
const filters = [
  'region=eu-1',
  'acme tier=gold is:draft',
  'missing:region',
  'mapping:schema_main=source_99999',
  'branch region=nowhere',
];
/** Ids, names, words in every group, in one and in none; twelve characters each. */
const typed = ['acme-corp-09', 'corporation,', 'branch 976 o', '099999 bran', 'zzz nowhere '];

async function measureLists(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const pathOf = (groups: number): string => join(scratch, `${groups}.db`);
  const open = async (groups: number): Promise<Window> => {
    // Filled elsewhere: what that takes is not of the window.
    await alone('fillStore.ts', pathOf(groups), String(groups));
    return openWindow(pathOf(groups));
  };
  const [small, page] = [await open(few), await open(PAGE_SIZE)];
  await drawOften(page);
  const before = mostMemory();
  const large = await open(many);
  await drawOften(large);
  const grown = mostMemory() - before;
  const rows = [
    ...(await measureExpanding(small, page, large)),
    limited('… memory at its most, beyond that with 500', grown, megabytes, 15_000_000),
    ...(await measureDocuments(small, large)),
    await measureSending(small, pathOf(few), large, pathOf(many)),
    ...(await measureSiblings(large)),
    ...(await measureSearch(large)),
    ...(await measureFilters(large)),
  ];
  for (const window of [small, page, large]) await window.services.close();
  return rows;
}

/**
 * What the tree asks for when it is drawn, at first or after any change: the connections, and what is in the one that
 * is open.
 */
async function draw(window: Window): Promise<NodeDescription[]> {
  const roots = rootNodes(window.services);
  return [...roots.map((node) => describe(node, Date.now())), ...(await expand(window, roots))];
}

async function drawOften(window: Window): Promise<void> {
  for (let time = 0; time < rounds; time += 1) await draw(window);
}

/** What the tree asks for when the only connection among these nodes is expanded. */
async function expand({ services }: Window, [connection]: readonly TreeNode[]): Promise<NodeDescription[]> {
  if (connection?.kind !== 'connection') throw new Error('The tree has no connection.');
  const nodes = await connectionChildren(services, connection, 1);
  return nodes.map((node) => describe(node, Date.now()));
}

async function measureExpanding(small: Window, page: Window, large: Window): Promise<Row[]> {
  const expanding = (window: Window): (() => Promise<number>) => {
    const roots = rootNodes(window.services);
    return () => elapsed(() => expand(window, roots));
  };
  const expanded = await byTurns(rounds, { few: expanding(small), page: expanding(page), many: expanding(large) });
  const drawn = await byTurns(rounds, {
    page: () => elapsed(() => draw(page)),
    many: () => elapsed(() => draw(large)),
  });
  return [
    compared(
      'expand a connection of 100,000 groups (500 rows), beside 100 (100 rows)',
      expanded.many,
      expanded.few,
      milliseconds,
      2,
    ),
    compared('… beside 500 (500 rows)', expanded.many, expanded.page, milliseconds, 2),
    compared('draw the list again with 100,000 groups, beside 500', drawn.many, drawn.page, milliseconds, 2),
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
    if (record === undefined || services.groups.documentText(record) === '')
      throw new Error('The group has no document.');
  });
}

/** What the store does for one sending, its mapping another one each time. */
async function measureSending(small: Window, smallPath: string, large: Window, largePath: string): Promise<Row> {
  const stores = { few: openStore({ path: smallPath }), many: openStore({ path: largePath }) };
  const sent = await byTurns(3 * rounds, {
    few: () => send(stores.few, small, few),
    many: () => send(stores.many, large, many),
  });
  stores.few.close();
  stores.many.close();
  return compared('keep what one group was sent with among 100,000, beside 100', sent.many, sent.few, milliseconds, 2);
}

let sendings = 0;

function send(store: SqliteStore, { connection }: Window, groups: number): Promise<number> {
  sendings += 1;
  const ref = { connectionId: connection.id, userGroupId: idOf((sendings * 7_919) % groups) };
  const text = recordOf(connection.id, sendings).base?.text ?? '';
  return elapsed(() => {
    const at = Date.now();
    const version = store.journal.beginSend(ref, { operation: 'update', text, at });
    store.journal.finishSend(version, {
      outcome: 'updated',
      at,
      base: { text, from: 'sent', mappingKnown: true, entries: baseEntries(text) },
    });
  });
}

/**
 * What completion and the soft warnings ask of the other groups, in the worst case: each has data sources of its own.
 */
async function measureSiblings({ services, connection }: Window): Promise<Row[]> {
  const ref = { connectionId: connection.id, userGroupId: idOf(1) };
  const asked = await byTurns(rounds, {
    offered: () => elapsed(() => services.siblings.dataSources(ref, 'schema_main', mostOffered)),
    compared: () => elapsed(() => services.siblings.facts(ref)),
  });
  return [
    limited('complete a data source among 100,000 groups', median(asked.offered), milliseconds, 1, asked.offered),
    limited('… what the soft warnings compare with', median(asked.compared), milliseconds, 1, asked.compared),
  ];
}

/** Each keystroke is a search of its own. Nothing of it waits, so that a keystroke is as long as it blocks. */
async function measureSearch({ services }: Window): Promise<Row[]> {
  const keystrokes = typed.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));
  const times = new Map<string, number[]>(keystrokes.map((text) => [text, []]));
  for (let round = 0; round < searchRounds; round += 1) {
    for (const [text, durations] of times) durations.push(await elapsed(() => services.groups.search(text, mostFound)));
  }
  const all = [...times.values()];
  return [
    ...keystrokeRows('find among 100,000, median keystroke', all),
    longestBlock(inRounds((round) => all.map((durations) => durations[round] ?? NaN))),
  ];
}

/**
 * Filters that many, few and no groups match, typed to their ends; each keystroke counts until the groups are there,
 * and until all are counted.
 */
async function measureFilters({ services }: Window): Promise<Row[]> {
  const keystrokes = filters
    .flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)))
    .filter((text) => services.finder.understand(text).problems.length === 0);
  const first = new Map<string, number[]>(keystrokes.map((text) => [text, []]));
  const blocks = inRounds((): number[] => []);
  for (let round = 0; round < searchRounds; round += 1) {
    for (const [text, durations] of first) {
      let since = performance.now();
      const began = since;
      // Asked between stretches: what lies between two of these blocks.
      const isWanted = (): boolean => {
        since = performance.now();
        return true;
      };
      const block = (): void => {
        blocks[round]?.push(performance.now() - since);
      };
      await services.finder.find(services.finder.understand(text), {
        limit: mostFound,
        isWanted: () => {
          block();
          return isWanted();
        },
        onGroups: () => {
          durations.push(performance.now() - began);
        },
      });
    }
  }
  return [
    ...keystrokeRows('find among 100,000 with filters, median keystroke', [...first.values()]),
    longestBlock(blocks),
  ];
}

/** @param times of each keystroke, round by round. */
function keystrokeRows(what: string, times: readonly (readonly number[])[]): Row[] {
  const usual = inRounds((round) => median(times.map((durations) => durations[round] ?? NaN)));
  const [worst = []] = times.toSorted((a, b) => median(b) - median(a));
  return [
    limited(what, median(times.map(median)), milliseconds, 20, usual),
    limited('… worst keystroke (median of its times)', median(worst), milliseconds, 10, worst),
  ];
}

/** @param blocks of each round. */
function longestBlock(blocks: readonly (readonly number[])[]): Row {
  const longest = blocks.map((times) => Math.max(...times));
  return limited('… longest block of all', Math.max(...longest), milliseconds, 50, longest);
}

function inRounds<T>(make: (round: number) => T): T[] {
  return Array.from({ length: searchRounds }, (_, round) => make(round));
}

handBack(await measureLists());
