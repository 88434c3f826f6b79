// Two windows, each a process of its own, at work on the same groups of one service at the same time: nothing of either
// is lost.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../src/document/userGroupDocument.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { patience, rounds, seed } from '../support/depth.ts';
import { problemsOf } from '../support/databaseIn.ts';
import { windowProcesses, type WindowProcess } from '../support/processes/processes.ts';
import { randomFrom, textOf, type LiveTask, type WindowReport } from '../support/processes/tasks.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openWindow, type WindowOnFiles } from '../support/windowOnFiles.ts';

/** In a usual run. After each the windows pause, and their state is compared with the service. */
const ROUNDS = { 'user-group': 2, customer: 1 };
/** Of each window in a round. */
const STEPS = 120;
/** Where the service can. */
const DELETIONS = ['delete'] as const;
const SHARED = ['shared-0', 'shared-1', 'shared-2'];

for (const api of ['user-group', 'customer'] as const)
  describe(`Two windows that work at the same time with a service by the API ${api}`, function () {
    this.timeout(patience(300_000));

    const nextWindow = windowProcesses();
    const random = randomFrom(seed);
    const latency = (): number => (random() < 0.3 ? random() * 0.02 : 0);
    const exchanges: SandboxExchange[] = [];
    /** What must not run at the same time, and did. */
    const atOnce: string[] = [];
    let folder = '';
    let remote: Sandbox;
    let here: WindowOnFiles;
    before(async () => {
      folder = temporaryFolder('user-groups-two-');
      remote = await startSandbox({
        databasePath: join(folder, 'remote.db'),
        onExchange: (exchange) => {
          exchanges.push(exchange);
          atOnce.push(...sentAtOnce(here));
          // What is asked first is done first, and not answered first.
          remote.misbehave('slow', { seconds: latency() });
        },
      });
      here = openWindow({ folder, baseUrl: remote.baseUrl, api, now: Date.now });
      await here.services.apiTokens.set(here.connection, remote.apiToken);
    });
    after(async () => {
      await here.services.close();
      await remote.close();
      rmSync(folder, { recursive: true });
    });

    it(`see each other's changes`, async () => {
      const other = nextWindow();
      const begun = new Promise<void>((resolve) => {
        other.onShown = () => resolve();
      });
      const over = other.does({
        kind: 'echo',
        folder,
        baseUrl: remote.baseUrl,
        api,
        ahead: 0,
        heard: 'question',
        said: 'answer',
      });
      await begun;
      for (const round of ['one', 'two', 'three']) {
        const text = textOf('question', round);
        const answered = new Promise<void>((resolve) => {
          const subscription = here.services.groups.onDidChange(() => {
            if (here.services.groups.find(here.ref('answer'))?.draft?.text !== text) return;
            subscription.dispose();
            resolve();
          });
        });
        here.services.groups.saveDraft(here.connection, 'question', text);
        // Each side is to see it within a second; a busy machine is given more.
        await Promise.race([
          answered,
          once(AbortSignal.timeout(10_000), 'abort').then(() => assert.fail(`${round} was not seen`)),
        ]);
      }
      other.kill();
      await over;
    });

    it(`lose no update, no token and no text, and disturb neither each other nor a rotation (seed ${seed})`, async () => {
      for (const round of rounds(ROUNDS[api])) {
        exchanges.length = 0;
        const windows = ['left', 'right'].map((name, index): readonly [WindowProcess, LiveTask] => [
          nextWindow(),
          {
            kind: 'live',
            folder,
            baseUrl: remote.baseUrl,
            api,
            ahead: 0,
            name,
            from: round * STEPS,
            steps: STEPS,
            seed: seed + 2 * round + index,
            groups: [...SHARED, `${name}-0`, `${name}-1`],
            actions: ['draft', 'getOrCreate', 'update', 'update', 'rotate', ...(api === 'customer' ? DELETIONS : [])],
          },
        ]);
        assert.deepEqual(await Promise.all(windows.map(([window, task]) => window.does(task))), [null, null]);
        const reports = windows.flatMap(([window]) => window.reported);
        assert.equal(reports.length, 4 * STEPS);
        assertNoTrouble(reports);
        assertSentOnce(reports, exchanges);
        assert.deepEqual(atOnce, []);
        await assertSameEverywhere();
      }
    });

    /** In a window that was there before, in a new one, and on the service. */
    async function assertSameEverywhere(): Promise<void> {
      assert.deepEqual(problemsOf(folder), []);
      const other = openWindow({ folder, baseUrl: remote.baseUrl, api, now: Date.now });
      try {
        for (const { userGroupId } of remote.groups()) {
          await assertIsOnService(here, remote, userGroupId);
          await assertIsOnService(other, remote, userGroupId);
        }
        const [seenHere, seenThere] = await Promise.all(
          [here, other].map(({ services, connection }) => services.groups.page(connection.id, undefined, 1000)),
        );
        assert.deepEqual(seenHere, seenThere);
        assert.deepEqual([here.store.journal.openRotations(), here.store.journal.nextAbandonedAt()], [[], undefined]);
      } finally {
        await other.services.close();
      }
    }
  });

/**
 * A group that is at work elsewhere is refused with words that say so; a group that nobody has created is not found.
 * Nothing else goes wrong.
 */
function assertNoTrouble(reports: readonly WindowReport[]): void {
  const failures = reports.flatMap(({ action, failure }) => (failure === undefined ? [] : [`${action}: ${failure}`]));
  const expected = [
    /^rotate: .*Its token is being rotated, here or in another window/,
    /^rotate: .*Its token was replaced meanwhile/,
    /^rotate: .*Its token is not stored locally/,
    /^update: .*The group is being sent, here or in another window/,
    /^update: .*The service found nothing at (PUT|POST)/,
    /^delete: .*The group is being sent, here or in another window/,
    /^delete: .*The group was changed or removed meanwhile/,
    /^delete: .*Its token is being rotated/,
    /^(delete|getOrCreate|rotate|update): .*The group is being deleted, here or in another window/,
    /^(delete|rotate|update): .*It was deleted from the service/,
    /^delete: .*Its token is not stored locally/,
    /^delete: .*changed meanwhile/,
    // Recreated by a request of the other one that has no answer yet: nothing is deleted.
    /^delete: .*There is no customer with this current_token/,
  ];
  const others = failures.filter((failure) => !expected.some((pattern) => pattern.test(failure)));
  assert.deepEqual(others.slice(0, 3), [], `${others.length} of ${failures.length} failures`);
}

/** Updates, and rotations, of which a group has more than one in progress. */
function sentAtOnce({ store }: WindowOnFiles): string[] {
  const underWay = store.journal
    .versions({ limit: 20 })
    .filter(({ outcome, operation }) => outcome === 'sending' && operation !== 'getOrCreate')
    .map(({ operation, ref }) => `${operation} ${ref.userGroupId}`);
  return underWay.filter((one, index) => underWay.indexOf(one) !== index);
}

/** What the windows say they have done is what the service was asked, no more and no less. */
function assertSentOnce(reports: readonly WindowReport[], exchanges: readonly SandboxExchange[]): void {
  const isOfCustomers = reports.some(({ action }) => action === 'delete');
  for (const operation of ['update', 'rotate', ...(isOfCustomers ? DELETIONS : [])] as const) {
    const ended = reports.filter(({ action, state }) => action === operation && state === 'ended').length;
    const done = exchanges.filter((exchange) => exchange.operation === operation && exchange.status === 200).length;
    assert.ok(done > STEPS / 20, `only ${done} of ${operation}`);
    assert.equal(done, ended, operation);
  }
  // A token is dead as soon as another replaces it: had two rotations of one group been in progress at once, one would
  // have met a dead token.
  assert.deepEqual(
    exchanges.filter(({ operation, status }) => operation === 'rotate' && status !== 200),
    [],
  );
}

async function assertIsOnService(
  { services, connection, ref, words }: WindowOnFiles,
  remote: Sandbox,
  userGroupId: string,
): Promise<void> {
  const group = remote.group(userGroupId)!;
  const record = services.groups.find(ref(userGroupId))!;
  assert.equal(await services.tokens.require(connection, record.ref), group.token);
  const { name, mapping, properties } = readDocument(record.base!.text);
  assert.deepEqual(
    { from: record.base?.from, name, mapping, properties },
    { from: 'sent', name: group.name, mapping: group.mapping, properties: group.properties },
    userGroupId,
  );
  assert.deepEqual([record.answered?.name, record.answered?.properties], [group.name, group.properties]);
  assert.ok((await words(userGroupId))?.every((word) => !word.includes('outcome unknown')));
  const versions = services.groups.versions({ ref: record.ref, limit: 50 });
  assert.ok(versions.every(({ outcome }) => outcome !== 'unknown' && outcome !== 'sending'));
  const applied = versions.find(({ outcome }) => outcome === 'updated' || outcome === 'created');
  assert.equal(applied?.text, record.base?.text);
}
