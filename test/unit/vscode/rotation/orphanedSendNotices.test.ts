// What the extension says by itself at its start: what closed windows left, and unresolved rotations.

import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import type { AbandonedSending } from '../../../../src/core/ports/journal.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import type { Services } from '../../../../src/services/services.ts';
import { reportOrphanedSends } from '../../../../src/vscode/rotation/orphanedSendNotices.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { commands } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask } from '../../sandbox/ask.ts';

const HOUR = 3_600_000;

describe('At its start the extension', () => {
  const start = productStarter();

  interface Started {
    readonly person: PlayedPerson;
    readonly found: Emitter<readonly AbandonedSending[]>;
    readonly stored: Emitter<GroupRef>;
    readonly logged: string[];
    /** Each request that was sent for it has ended. */
    readonly asked: () => Promise<void>;
  }

  /** `atStart`: what other windows have left. */
  function starting({ services }: Product, pressed?: string, atStart: readonly AbandonedSending[] = []): Started {
    const person = new PlayedPerson([], pressed);
    const [found, stored, logged] = [
      new Emitter<readonly AbandonedSending[]>(),
      new Emitter<GroupRef>(),
      [] as string[],
    ];
    const asking: Promise<unknown>[] = [];
    const { rotation } = services;
    reportOrphanedSends({
      services: standIn<Services>({
        connections: services.connections,
        sandbox: services.sandbox,
        destinations: services.destinations,
        rotation: standIn({
          open: () => rotation.open(),
          findOut: (...given) => {
            const answer = rotation.findOut(...given);
            asking.push(answer);
            return answer;
          },
        }),
        orphanedSends: standIn({
          onDidFind: (listener) => {
            if (atStart.length > 0) listener(atStart);
            return found.event(listener);
          },
        }),
        retryQueue: standIn({ onDidStore: stored.event }),
      }),
      messages: person.messages,
      run: person.run,
      log: standIn<Log>({ warn: (text) => void logged.push(text) }),
    });
    const asked = async (): Promise<void> => {
      await Promise.allSettled(asking);
      await person.settled();
    };
    return { person, found, stored, logged, asked };
  }

  const left = (ref: GroupRef, operation: AbandonedSending['operation'] = 'update'): AbandonedSending => ({
    ...ref,
    operation,
    at: MAY_12,
  });

  /** A rotation of each that nobody knows the outcome of. */
  async function withOpen(...ids: readonly string[]): Promise<Product> {
    const product = await start();
    const { services, connection, remote } = product;
    for (const id of ids) await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    for (const id of ids) await assert.rejects(services.rotation.rotate(connection, id));
    remote.misbehave(undefined);
    return product;
  }

  it('names what closed windows left, three at most, and open rotations, with what to do', async () => {
    const none = await start();
    const { ref } = none;
    const shownOf = async (product: Product, play: (started: Started) => void, pressed?: string): Promise<string[]> => {
      const started = starting(product, pressed);
      play(started);
      await started.person.settled();
      return [...started.person.shown, ...started.person.ran.map((line) => `runs ${line}`)];
    };
    const [unlisted, gone] = [
      { connectionId: ref('').connectionId, at: MAY_12 },
      { connectionId: 'gone', userGroupId: 'there' },
    ];
    const found = [left(ref('a'), 'getOrCreate'), left(ref('b')), left(ref('c'), 'rotate')];
    const more = [left(gone), { operation: 'rotate' as const, ...unlisted }, left(ref('d')), left(ref('e'))];
    let focused = 0;
    const focus = commands.registerCommand('userGroups.tree.focus', () => (focused += 1));
    const fire = (all: readonly AbandonedSending[]) => (started: Started) => {
      started.found.fire(all);
    };
    const store = ({ stored }: Started): void => {
      stored.fire(ref('acme'));
    };
    const said = [
      ['Three requests', await shownOf(none, fire(found), 'Show List')],
      ['More, of a connection that is gone and of no listed group', await shownOf(none, fire(more))],
      ['One update', await shownOf(none, fire([left(ref('a'))]))],
      ['One rotation of a connection that is gone', await shownOf(none, fire([left(gone, 'rotate')]))],
      ['An open rotation', await shownOf(await withOpen('acme'), () => undefined, 'Resolve Rotation…')],
      ['Two open rotations', await shownOf(await withOpen('acme', 'beta'), () => undefined)],
      ['A token that was stored at last', await shownOf(none, store)],
    ] as const;
    focus.dispose();
    assertApproved('rotation/atStart', said);
    assert.equal(focused, 1);
  });

  it('does not name an open rotation again that a closed window has left', async () => {
    const product = await withOpen('acme');
    const [open] = product.services.rotation.open();
    const same: AbandonedSending = { ...open!, operation: 'rotate' };
    const namedAgain = (other: Partial<AbandonedSending>): boolean =>
      starting(product, undefined, [{ ...same, ...other }]).person.shown.length > 1;
    assert.equal(namedAgain({}), false);
    for (const other of [
      { operation: 'update' },
      { connectionId: 'another' },
      { userGroupId: 'beta' },
      { at: 1 },
    ] as const)
      assert.equal(namedAgain(other), true, `with another ${Object.keys(other).join()}`);
  });

  it('asks the service again about a rotation that the user has asked about, and about no other', async () => {
    /** [what happens before the start, whether the user has asked] */
    const situations: Readonly<Record<string, readonly [happens: (product: Product) => unknown, hasAsked?: boolean]>> =
      {
        'Nothing has changed': [() => undefined],
        'Two hours later': [({ clock }) => (clock.now += 2 * HOUR)],
        'Rotated after all': [rotateElsewhere],
        'The group was gone': [
          ({ loseOnService }) => {
            loseOnService('acme');
          },
        ],
        'The answer seems to be about another group': [
          async (product) => {
            await rotateElsewhere(product);
            product.remote.misbehave('hugeTeamId', { operation: 'getOrCreate' });
          },
        ],
        'The service is not reached': [({ stopRemote }) => stopRemote()],
        'The connection is gone': [
          ({ services }) => {
            services.connections.withId = () => undefined;
          },
        ],
        'Nobody has asked': [() => undefined, false],
        'The address was changed': [
          ({ settings }) => {
            settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
          },
        ],
      };
    const said: Said[] = [];
    for (const [situation, [happens, hasAsked = true]] of Object.entries(situations)) {
      const product = await start();
      const { services, connection, remote, requests } = product;
      await services.sending.getOrCreate(connection, documentOf());
      remote.misbehave('resetUnprocessed', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(connection, 'acme'));
      remote.misbehave(undefined);
      if (hasAsked) await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
      await happens(product);
      requests.length = 0;
      const { person, logged, asked } = starting(product, 'Copy New Token');
      await asked();
      const counts = `${requests.length} requests, ${services.rotation.open().length} open, ${logged.length} logged`;
      said.push([situation, [...person.shown, ...person.ran.map((line) => `runs ${line}`), counts]]);
    }
    assertApproved('rotation/askedAgainAtStart', said);
  });

  it('asks nothing of a sandbox that does not run', async () => {
    const product = await start();
    const { services } = product;
    const sandbox = await services.sandbox.start();
    await services.sending.getOrCreate(sandbox, documentOf());
    const running = (await services.sandbox.running()) as Sandbox;
    running.misbehave('resetUnprocessed', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(sandbox, 'acme'));
    await services.rotation.findOut(sandbox, 'acme', () => Promise.resolve(false));
    await services.sandbox.stop();
    const { logged, asked } = starting(product);
    await asked();
    assert.deepEqual(logged, []);
  });
});

function rotateElsewhere({ remote }: Product): Promise<unknown> {
  return ask(remote, 'POST', JSON.stringify({ current_token: remote.group('acme')!.token }));
}
