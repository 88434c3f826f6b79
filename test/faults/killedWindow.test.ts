// A window that works with a service is killed at random moments: the next one shows every unknown outcome, and asking
// resolves it.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LEASE_MS } from '../../src/core/ports/journal.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { readDocument } from '../../src/document/userGroupDocument.ts';
import { patience, rounds, seed } from '../support/depth.ts';
import { problemsOf } from '../support/databaseIn.ts';
import { windowProcesses } from '../support/processes/processes.ts';
import { randomFrom, type WindowReport } from '../support/processes/tasks.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openWindow, type WindowOnFiles } from '../support/windowOnFiles.ts';

/** In a usual run, by each API. */
const KILLS = { 'user-group': 14, customer: 8 };
/** Lines reported, or requests arrived, before one is killed, at most. */
const LONGEST = 24;
const GROUPS = ['first', 'second', 'third', 'fourth'];
/** Where the service can. */
const DELETIONS = ['delete'] as const;

for (const api of ['user-group', 'customer'] as const)
  describe(`A window that is killed while it works with a service by the API ${api}`, function () {
    this.timeout(patience(300_000));

    const nextWindow = windowProcesses();
    let folder = '';
    let remote: Sandbox;
    let onArrival: () => void = () => undefined;
    let rotationsAtOnce = 0;
    before(async () => {
      folder = temporaryFolder('user-groups-killed-');
      remote = await startSandbox({
        databasePath: join(folder, 'remote.db'),
        onExchange: ({ operation }) => {
          rotationsAtOnce += Number(operation === 'rotate');
          onArrival();
        },
      });
    });
    after(async () => {
      await remote.close();
      rmSync(folder, { recursive: true });
    });

    it(`again and again at random moments (seed ${seed}) loses no token, no text and no mismatch`, async () => {
      const random = randomFrom(seed);
      const seen = new Map<string, Set<string>>(GROUPS.map((userGroupId) => [userGroupId, new Set()]));
      let ahead = 0;
      let from = 0;
      await inWindow(0, ({ services, connection }) => services.apiTokens.set(connection, remote.apiToken));
      for (const kill of rounds(KILLS[api])) {
        const window = nextWindow();
        let left = 1 + Math.floor(random() * LONGEST);
        const count = (): void => {
          left -= 1;
          if (left === 0) window.kill();
        };
        // Half of them with a request in progress, the others wherever they are.
        if (random() < 0.5) onArrival = count;
        else window.onShown = count;
        rotationsAtOnce = 0;
        const signal = await window.does({
          kind: 'live',
          folder,
          baseUrl: remote.baseUrl,
          ahead,
          api,
          from,
          seed: seed + kill,
          groups: GROUPS,
          actions: ['draft', 'getOrCreate', 'update', 'rotate', 'rotate', ...(api === 'customer' ? DELETIONS : [])],
          name: 'step',
        });
        onArrival = () => undefined;
        assert.equal(signal, 'SIGKILL');
        const { reported: reports } = window;
        assert.deepEqual(problemsOf(folder), []);
        assert.deepEqual(
          reports.filter(
            ({ state, failure = '' }) =>
              !['begun', 'ended', 'notFound'].includes(state) && !failure.includes('It was deleted from the service.'),
          ),
          [],
        );
        assert.ok(
          rotationsAtOnce <= reports.filter(({ action, state }) => action === 'rotate' && state === 'begun').length + 1,
          'a rotation was sent twice',
        );
        ahead += LEASE_MS + 1;
        await inWindow(ahead, async (next) => {
          assert.ok(next.services.groups.versions({ limit: 20 }).every(({ outcome }) => outcome !== 'sending'));
          for (const userGroupId of GROUPS) {
            await assertNothingLost(next, remote, userGroupId, reports);
            await findOut(next, userGroupId);
            await assertCertain(next, remote, userGroupId, seen.get(userGroupId)!);
          }
        });
        from = (reports.at(-1)?.step ?? from) + 1;
      }
      const tokens = [...seen.values()].reduce((sum, { size }) => sum + size, 0);
      assert.ok(tokens > GROUPS.length, 'nothing was rotated');
    });

    async function inWindow(ahead: number, work: (window: WindowOnFiles) => Promise<void>): Promise<void> {
      const window = openWindow({ folder, baseUrl: remote.baseUrl, api, now: () => Date.now() + ahead });
      try {
        await work(window);
      } finally {
        await window.services.close();
      }
    }
  });

async function assertNothingLost(
  { services, ref, words }: WindowOnFiles,
  remote: Sandbox,
  userGroupId: string,
  reports: readonly WindowReport[],
): Promise<void> {
  const current = remote.group(userGroupId)?.token;
  const said = await words(userGroupId);
  const held = await services.tokens.find(ref(userGroupId));
  assert.ok(
    current === undefined ||
      held === current ||
      said?.some((word) => /^(Rotation|Get or create|Delete): outcome unknown/.test(word)) === true,
    `${userGroupId}: ${String(said)}`,
  );
  const record = services.groups.find(ref(userGroupId));
  const kept = stepOf(record && services.groups.documentText(record));
  const written = reports.filter(
    (line) => line.userGroupId === userGroupId && !['rotate', 'delete'].includes(line.action),
  );
  const done = written.findLast(({ state }) => state === 'ended')?.step ?? -1;
  assert.ok(kept >= done, `${userGroupId}: step ${done} was written, and the document is of step ${kept}`);
  // Of the one update that nobody lived to see answered, only the service knows.
  const applied =
    reports.findLast((line) => line.userGroupId === userGroupId && line.action === 'update' && line.state === 'ended')
      ?.step ?? -1;
  assert.ok(
    record?.listing === 'deleted' || applied <= stepOf(record?.base?.text),
    `${userGroupId}: step ${applied} was applied, and the base is older`,
  );
}

/** As a person would, following the list. */
async function findOut({ services, connection, ref }: WindowOnFiles, userGroupId: string): Promise<void> {
  const unknown = services.groups.find(ref(userGroupId))?.unknownOutcome;
  if (unknown === undefined) return;
  if (unknown.operation === 'rotate') {
    await services.rotation.findOut(connection, userGroupId, () => Promise.resolve(true));
    return;
  }
  const record = services.groups.find(ref(userGroupId))!;
  const text = services.groups.documentText(record);
  if (unknown.operation === 'delete') {
    await services.serviceList.refresh(connection);
    // It was not carried out, as far as the list can say.
    if (services.groups.find(ref(userGroupId))?.unknownOutcome !== undefined)
      await services.sending.getOrCreate(connection, text, { mayRecreate: true });
    return;
  }
  const wasUpdate = unknown.operation === 'update';
  if (wasUpdate)
    assert.equal(services.sending.planUpdate(connection, record.base?.text ?? text).isNothingToSend, false);
  // Nobody may have created the group that was updated.
  await services.sending.getOrCreate(connection, text);
  if (wasUpdate) await services.sending.update(connection, text);
}

/**
 * Nothing is unverified any more: what is known here is what the service holds, and no token that it ever held is lost.
 */
async function assertCertain(
  { services, connection, ref, words }: WindowOnFiles,
  remote: Sandbox,
  userGroupId: string,
  seen: Set<string>,
): Promise<void> {
  const group = remote.group(userGroupId);
  if (group === undefined) return;
  const record = services.groups.find(ref(userGroupId))!;
  assert.equal(await services.tokens.require(connection, record.ref), group.token);
  assert.ok((await words(userGroupId))?.every((word) => !word.includes('outcome unknown')));
  const known = [group.token, ...(await services.tokens.replaced(record.ref)).map(({ token }) => token)];
  assert.deepEqual(
    [...seen].filter((token) => !known.includes(token)),
    [],
  );
  seen.add(group.token);
  if (record.base?.from === 'sent')
    assert.deepEqual(fieldsOf(record.base.text), { name: group.name, mapping: group.mapping });
}

function fieldsOf(text: string): unknown {
  const { name, mapping } = readDocument(text);
  return { name, mapping };
}

/** "step 12" is the name in the text of step 12. */
function stepOf(text: string | undefined): number {
  return Number(/step (\d+)/.exec(text ?? '')?.[1] ?? -1);
}
