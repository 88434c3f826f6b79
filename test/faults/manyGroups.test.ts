// The whole customer base: imported, found, changed, undone, rotated and exported, at a service that misbehaves, by
// windows that are killed. `npm run test:many` does it with 10,000 groups.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeep, seed } from '../support/depth.ts';
import { csvOf, customers, isSame } from '../support/many/customers.ts';
import {
  idsFound,
  planChange,
  planImport,
  planRotations,
  planUndo,
  saveToFolder,
  writeList,
} from '../support/many/bulkSteps.ts';
import { atRequest, atReport, ManyMachine, type Kill } from '../support/many/machine.ts';
import { ManyService } from '../support/many/service.ts';
import type { ManyReport } from '../support/many/tasks.ts';
import {
  resultsOf,
  stated,
  untrue,
  withOutcome,
  type Course,
  type Results,
  type States,
} from '../support/many/truth.ts';
import { windowProcesses } from '../support/processes/processes.ts';
import { randomFrom } from '../support/processes/tasks.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openWindow } from '../support/windowOnFiles.ts';

const ASKED_FOR = process.env.MANY_GROUPS;
const COUNT = Number(ASKED_FOR ?? (isDeep ? 1000 : 120));
/** The share of requests that meet a fault. Each rotation that does pauses its run. */
const TROUBLED = { sendings: 0.05, rotations: 0.02 };
/** One in so many groups is changed by somebody else while a plan waits to be sent. */
const CHANGED_ELSEWHERE = 20;
/** Bytes of heap that may be added between the first fifth of what a window does and its end. */
const MOST_GROWN = 20_000_000;
const TOKEN = /\b[0-9a-f]{40}\b/g;

/**
 * Notes down what it is given: the id is its argument, the token its input. It refuses once where a file says so.
 */
const HAND_OVER = `
if [ -e refuse ]; then rm refuse; exit 1; fi
read -r token
[ -n "$token" ] || exit 1
printf '%s\\t%s\\n' "$USER_GROUP_ID" "$token" >> handed
`;

describe(`${COUNT.toLocaleString('en')} groups, at a service that misbehaves`, function () {
  this.timeout(120_000 + COUNT * 400);

  const nextWindow = windowProcesses('../many/window.ts');
  const base = customers(COUNT);
  const givenOf = new Map(base.map(({ userGroupId, given }) => [userGroupId, given]));
  let service: ManyService;
  let machine: ManyMachine;
  const inFolder = (name: string): string => join(machine.folder, name);
  before(async () => {
    const folder = temporaryFolder('user-groups-many-');
    service = await ManyService.start(folder, randomFrom(seed));
    machine = new ManyMachine(folder, service, nextWindow);
  });
  after(async () => {
    await service.close();
    rmSync(machine.folder, { recursive: true });
  });

  it(`are brought in, found, changed, undone, rotated and exported by windows that are killed, and each is as its result says (seed ${seed})`, async () => {
    for (const { userGroupId, there } of base) if (there !== undefined) service.create(userGroupId, there);
    await machine.inWindow(({ services, connection }) => services.apiTokens.set(connection, service.sandbox.apiToken));
    const imported = await bringIn();
    await find(imported);
    const changed = await change(withOutcome(imported, 'new'));
    await undo(changed);
    await rotate();
    await exportAll();
    assert.equal(machine.kills, 6);
  });

  async function bringIn(): Promise<Results> {
    const was = service.states();
    const run = await machine.inWindow((window) => planImport(window, Buffer.from(csvOf(base))));
    const results = await carryOut('get or create', run, [atRequest('getOrCreate', COUNT * 0.4)]);
    assert.deepEqual(
      [...results.keys()],
      base.map(({ userGroupId }) => userGroupId),
    );
    // One that existed and was not there before was created by an earlier try, whose answer was lost.
    assertTrue(results, {
      was,
      done: (userGroupId, outcome) =>
        outcome === 'new' ? givenOf.get(userGroupId) : (was.get(userGroupId) ?? givenOf.get(userGroupId)),
    });
    assert.deepEqual(
      withOutcome(results, 'new').filter((userGroupId) => was.has(userGroupId)),
      [],
    );
    const saidToBeSame = withOutcome(results, 'existed').filter(
      (userGroupId) => results.get(userGroupId)?.isNotApplied === false,
    );
    assert.deepEqual(
      saidToBeSame.filter((userGroupId) => !isSame(service.states().get(userGroupId), givenOf.get(userGroupId))),
      [],
    );
    await assertTokensKept(results);
    return results;
  }

  async function find(imported: Results): Promise<void> {
    const states = service.states();
    const isIn =
      (region: string) =>
      (userGroupId: string): boolean =>
        states.get(userGroupId)?.properties?.region === region;
    await assertFound('region=EU', withOutcome(imported, 'new', 'existed', 'createdOrExisted').filter(isIn('EU')));
    await assertFound('region=APAC mapping:40', withOutcome(imported, 'new').filter(isIn('APAC')));
    await assertFound('is:unknown', withOutcome(imported, 'unknown'));
    await assertFound(
      'is:not-applied',
      withOutcome(imported, 'existed').filter((userGroupId) => imported.get(userGroupId)?.isNotApplied === true),
    );
  }

  /**
   * `known`: the groups whose mapping is known, since it was sent from here. Answers the run, and each group's state
   * before it.
   */
  async function change(
    known: readonly string[],
  ): Promise<{ readonly run: number; readonly results: Results; readonly was: States }> {
    const run = await machine.inWindow((window) =>
      planChange(window, { action: 'set', field: 'properties', key: 'tier', value: '"gold"' }),
    );
    await assertPlanned(run, known);
    changeElsewhere(known, 'moved');
    const was = service.states();
    // During a request whose text was rebuilt from a change made elsewhere.
    const results = await carryOut('change', run, [
      atRequest('update', 1, ({ requestBody }) => requestBody.includes('moved')),
    ]);
    assertTrue(results, {
      was,
      done: (userGroupId) => ({
        ...was.get(userGroupId),
        properties: { ...was.get(userGroupId)?.properties, tier: 'gold' },
      }),
    });
    await assertBasesTrue(results);
    await assertFound('tier=gold', withOutcome(results, 'updated'));
    return { run, results, was };
  }

  async function undo(changed: {
    readonly run: number;
    readonly results: Results;
    readonly was: States;
  }): Promise<void> {
    const run = await machine.inWindow((window) => planUndo(window, changed.run));
    const updated = withOutcome(changed.results, 'updated');
    await assertPlanned(run, updated);
    const changedSince = changeElsewhere(updated, 'moved again');
    const was = service.states();
    const results = await carryOut('undo', run, [atRequest('update', updated.length * 0.4)]);
    assertTrue(results, { was, done: (userGroupId) => changed.was.get(userGroupId) });
    assert.deepEqual(
      changedSince.filter((userGroupId) => results.get(userGroupId)?.outcome !== 'failed'),
      [],
    );
    await assertBasesTrue(results);
  }

  async function rotate(): Promise<void> {
    const [was, formerTokens] = [service.states(), service.tokens()];
    writeFileSync(inFolder('delivery.sh'), HAND_OVER);
    writeFileSync(inFolder('refuse'), '');
    const run = await machine.inWindow(planRotations);
    const results = await carryOut(
      'rotate',
      run,
      [atRequest('rotate', COUNT * 0.2), atReport('delivering', COUNT * 0.3)],
      ['sh', inFolder('delivery.sh')],
    );
    assertTrue(results, { was, done: (userGroupId) => was.get(userGroupId) });
    assertRotated(results, formerTokens);
    await assertTokensKept(results);
    await findOut(withOutcome(results, 'unknown'));
  }

  /** Each token was rotated at most once, and each delivered token is the one that the service has. */
  function assertRotated(results: Results, formerTokens: ReadonlyMap<string, string>): void {
    const tokens = service.tokens();
    const times = service.rotations();
    const rotated = withOutcome(results, 'rotated');
    const perhaps = withOutcome(results, 'rotated', 'unknown');
    assert.deepEqual(
      [...times].filter(([, count]) => count !== 1),
      [],
    );
    assert.deepEqual(
      [...tokens].filter(
        ([userGroupId, token]) => times.has(userGroupId) === (formerTokens.get(userGroupId) === token),
      ),
      [],
    );
    assert.deepEqual(
      rotated.filter((userGroupId) => !times.has(userGroupId)),
      [],
    );
    assert.deepEqual(
      [...times.keys()].filter((userGroupId) => !perhaps.includes(userGroupId)),
      [],
    );
    assert.deepEqual(
      [...results.values()].filter(({ isNotApplied }) => isNotApplied),
      [],
    );
    const handed = readFileSync(inFolder('handed'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]);
    assert.deepEqual(
      handed.filter(([userGroupId, token]) => tokens.get(userGroupId) !== token),
      [],
    );
    assert.deepEqual([...new Set(handed.map(([userGroupId]) => userGroupId))].sort(), rotated);
  }

  async function findOut(unknown: readonly string[]): Promise<void> {
    const tokens = service.tokens();
    await machine.inWindow(async ({ services, connection, ref }) => {
      assert.deepEqual(
        services.rotation
          .open()
          .map(({ userGroupId }) => userGroupId)
          .sort(),
        unknown,
      );
      for (const userGroupId of unknown) {
        await services.rotation.findOut(connection, userGroupId, () => Promise.resolve(true));
        assert.equal(await services.tokens.find(ref(userGroupId)), tokens.get(userGroupId), userGroupId);
      }
    });
  }

  async function exportAll(): Promise<void> {
    const [list, into] = [inFolder('list.usergroups.jsonl'), inFolder('saved')];
    const half = Math.ceil(COUNT / 2);
    await machine.killed({ action: 'export', list, untilLine: half }, atReport('exporting', half));
    assert.ok(!existsSync(list), 'half a list stands for a whole one');
    mkdirSync(into);
    const groups = await machine.inWindow(async (window) => {
      await writeList(window, list, () => undefined);
      await saveToFolder(window, into);
      return window.services.groups.groupCount(window.connection.id);
    });
    const saved = readdirSync(into).map((name) => readFileSync(join(into, name), 'utf8'));
    const tokens = new Set(service.tokens().values());
    assert.deepEqual(
      [readFileSync(list, 'utf8'), ...saved]
        .flatMap((text) => text.match(TOKEN) ?? [])
        .filter((token) => tokens.has(token)),
      [],
    );
    const textOf = new Map(saved.map((text) => [(JSON.parse(text) as { user_group_id: string }).user_group_id, text]));
    assert.deepEqual([textOf.size, saved.length], [groups, groups]);
    await machine.inWindow(({ services, ref }) => {
      assert.deepEqual(
        [...textOf].filter(
          ([userGroupId, text]) => services.groups.documentText(services.groups.find(ref(userGroupId))!) !== text,
        ),
        [],
      );
    });
    await takeOver(list, groups);
  }

  /** By a colleague, on a machine that has nothing yet. */
  async function takeOver(list: string, groups: number): Promise<void> {
    const folder = temporaryFolder('user-groups-many-new-');
    const { services, connection } = openWindow({ folder, baseUrl: service.sandbox.baseUrl, now: Date.now });
    try {
      const source = (): AsyncIterable<Uint8Array> => services.largeFiles.read(list);
      const choice = new Map([[connection.name, connection]]);
      assert.deepEqual(await services.listExchange.takeOver(source, choice, 'mine'), { added: groups, replaced: 0 });
      const { same, different } = await services.listExchange.compare(source, choice);
      assert.deepEqual([same, different], [groups, 0]);
    } finally {
      await services.close();
      rmSync(folder, { recursive: true });
    }
  }

  /** Somebody else changes some of these; answers which. */
  function changeElsewhere(userGroupIds: readonly string[], region: string): string[] {
    const states = service.states();
    const changed = userGroupIds.filter((_, index) => index % CHANGED_ELSEWHERE === 0);
    for (const userGroupId of changed)
      service.update(userGroupId, {
        ...states.get(userGroupId),
        properties: { ...states.get(userGroupId)?.properties, region },
      });
    return changed;
  }

  /**
   * By windows of which one after another is killed; the last one brings the run to its end, and repeats what failed.
   */
  async function carryOut(
    what: string,
    run: number,
    kills: readonly Kill[],
    deliver?: readonly string[],
  ): Promise<Results> {
    const began = performance.now();
    service.troubled = deliver === undefined ? TROUBLED.sendings : TROUBLED.rotations;
    for (const kill of kills) {
      await machine.killed({ action: 'work', run, deliver }, kill);
      await machine.inWindow(({ services }) => {
        assert.equal(services.runs.find(run)?.state, 'interrupted');
      });
    }
    const reports = await machine.done({ action: 'work', run, deliver });
    service.troubled = 0;
    const results = await machine.inWindow((window) => resultsOf(window, run));
    const { state, total } = await machine.inWindow(({ services }) => services.runs.find(run)!);
    assert.deepEqual([state, results.size, withOutcome(results, 'waiting', 'sending')], ['ended', total, []]);
    assertFlat(reports);
    if (ASKED_FOR !== undefined)
      console.log(`    ${what}: ${Math.round((performance.now() - began) / 1000)} s, ${reported(results, reports)}`);
    return results;
  }

  function assertTrue(results: Results, course: Omit<Course, 'is'>): void {
    const wrong = untrue(results, { ...course, is: service.states() });
    assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} groups are otherwise than their results say`);
  }

  async function assertPlanned(run: number, userGroupIds: readonly string[]): Promise<void> {
    const planned = await machine.inWindow((window) => resultsOf(window, run));
    assert.deepEqual(withOutcome(planned, 'waiting'), userGroupIds);
  }

  /** What is kept here of a group that was updated is what the service has. */
  async function assertBasesTrue(results: Results): Promise<void> {
    const states = service.states();
    await machine.inWindow(({ services, ref }) => {
      const isTrue = (userGroupId: string): boolean =>
        isSame(stated(services.groups.find(ref(userGroupId))!.base!.text), states.get(userGroupId));
      assert.deepEqual(
        withOutcome(results, 'updated').filter((userGroupId) => !isTrue(userGroupId)),
        [],
      );
    });
  }

  /** The token kept here is the one that the service has, for every group whose result says what was done. */
  async function assertTokensKept(results: Results): Promise<void> {
    const tokens = service.tokens();
    await machine.inWindow(async ({ services, ref }) => {
      const wrong: string[] = [];
      for (const userGroupId of withOutcome(results, 'new', 'existed', 'createdOrExisted', 'rotated')) {
        if ((await services.tokens.find(ref(userGroupId))) !== tokens.get(userGroupId)) wrong.push(userGroupId);
      }
      assert.deepEqual(wrong, []);
    });
  }

  async function assertFound(query: string, userGroupIds: readonly string[]): Promise<void> {
    const found = await machine.inWindow((window) => idsFound(window, query));
    assert.deepEqual(found.sort(), userGroupIds, query);
  }
});

function assertFlat(reports: readonly ManyReport[]): void {
  const heaps = heapsIn(reports);
  assert.ok(
    (heaps.at(-1) ?? 0) - (heaps[Math.floor(heaps.length / 5)] ?? 0) < MOST_GROWN,
    `memory grows: ${heaps.join(' ')}`,
  );
}

function heapsIn(reports: readonly ManyReport[]): number[] {
  return reports.flatMap((line) => (line.at === 'going' ? [line.heap] : []));
}

/** "new 7,341, existed 2,652, unknown 7; heap 18 25 33 MB; paused 11 times". */
function reported(results: Results, reports: readonly ManyReport[]): string {
  const counts = Object.entries(Object.groupBy(results.values(), ({ outcome }) => outcome)).map(
    ([outcome, items]) => `${outcome} ${items.length.toLocaleString('en')}`,
  );
  const paused = reports.filter((line) => line.at === 'left' && line.state === 'paused').length;
  return `${counts.join(', ')}; heap ${heapsIn(reports)
    .map((heap) => Math.round(heap / 1e6))
    .join(' ')} MB; paused ${paused} times`;
}
