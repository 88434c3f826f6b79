// What the extension says by itself at its start: what closed windows left, and unresolved rotations.

import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import type { AbandonedSending } from '../../../../src/core/ports/journal.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import type { Services } from '../../../../src/services/services.ts';
import { reportOrphanedSends } from '../../../../src/vscode/rotation/orphanedSendNotices.ts';
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

  it('names what closed windows left, three at most, and shows the list', async () => {
    const product = await start();
    const { ref } = product;
    const gone = { connectionId: 'gone', userGroupId: 'there' };
    const { person, found } = starting(product, 'Show List');
    const shown: string[] = [];
    const focus = commands.registerCommand('userGroups.tree.focus', () => shown.push('the list'));
    found.fire([left(ref('a'), 'getOrCreate'), left(ref('b')), left(ref('c'), 'rotate')]);
    found.fire([
      left(gone),
      { operation: 'rotate', connectionId: ref('').connectionId, at: MAY_12 },
      left(ref('d')),
      left(ref('e')),
    ]);
    await person.settled();
    focus.dispose();
    assert.deepEqual(person.shown, [
      'warning: Outcome unknown, because a window closed: get-or-create of "a" on staging, update of "b" on staging, token rotation of "c" on staging [Show List]',
      'warning: Outcome unknown, because a window closed: update of "there", token rotation of an unlisted group, update of "d" on staging, and 1 more [Show List]',
    ]);
    assert.deepEqual(shown, ['the list', 'the list']);
  });

  it('offers to resolve the one rotation that is open', async () => {
    const { person } = starting(await withOpen('acme'), 'Resolve Rotation…');
    await person.settled();
    assert.deepEqual(person.shown, [
      'warning: Outcome unknown, so the stored token may no longer work: token rotation of "acme" on staging [Resolve Rotation…]',
    ]);
    assert.deepEqual(person.ran, ['userGroups.resolveRotation {"connection":"staging","user_group_id":"acme"}']);
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

  describe('asks the service again about a rotation that the person has asked about', () => {
    async function withAsked(): Promise<Product> {
      const product = await withAskedNothing();
      await product.services.rotation.findOut(product.connection, 'acme', () => Promise.resolve(false));
      product.requests.length = 0;
      return product;
    }

    async function withAskedNothing(): Promise<Product> {
      const product = await start();
      const { services, connection, remote } = product;
      await services.sending.getOrCreate(connection, documentOf());
      remote.misbehave('resetUnprocessed', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(connection, 'acme'));
      remote.misbehave(undefined);
      return product;
    }

    it('and says nothing while nothing has changed', async () => {
      const product = await withAsked();
      const { person, asked } = starting(product);
      await asked();
      assert.deepEqual([person.shown, product.requests.length], [[], 1]);
    });

    it('and says that the token is still current, once that is certain', async () => {
      const product = await withAsked();
      product.clock.now += 2 * HOUR;
      const { person, asked } = starting(product);
      await asked();
      assert.deepEqual(person.shown, ['status: Token of "acme" on staging was not rotated and is still current']);
    });

    for (const [words, happens] of [
      [
        'was rotated after all',
        ({ remote }: Product) => ask(remote, 'POST', JSON.stringify({ current_token: remote.group('acme')!.token })),
      ],
      [
        'had to be recreated',
        ({ loseOnService }: Product) => {
          loseOnService('acme');
        },
      ],
    ] as const) {
      it(`and warns of a token that ${words}`, async () => {
        const product = await withAsked();
        await happens(product);
        const { person, asked } = starting(product, 'Copy New Token');
        await asked();
        assert.deepEqual(person.shown, [
          'warning: Token of "acme" on staging changed after the rotation 12 May 2025 hh:mm. Deploy the new token now. [Copy New Token]',
        ]);
        assert.deepEqual(person.ran, ['userGroups.copyToken {"connection":"staging","user_group_id":"acme"}']);
      });
    }

    it('and accepts no answer that seems to be about another group', async () => {
      const product = await withAsked();
      const { token } = product.remote.group('acme')!;
      await ask(product.remote, 'POST', JSON.stringify({ current_token: token }));
      product.remote.misbehave('hugeTeamId', { operation: 'getOrCreate' });
      const { person, asked } = starting(product);
      await asked();
      assert.deepEqual([person.shown, product.services.rotation.open().length], [[], 1]);
    });

    it('and only logs a failure', async () => {
      const product = await withAsked();
      await product.stopRemote();
      const { person, logged, asked } = starting(product);
      await asked();
      assert.deepEqual([person.shown, logged.length], [[], 1]);
    });

    it('but not about one that nobody has asked about', async () => {
      const product = await withAskedNothing();
      product.requests.length = 0;
      const { asked } = starting(product);
      await asked();
      assert.deepEqual(product.requests, []);
    });

    it('unless its connection is not as it was', async () => {
      const product = await withAsked();
      product.settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
      const { person, logged, asked } = starting(product);
      await asked();
      assert.deepEqual([person.shown, logged, product.requests], [[], [], []]);
    });

    it('unless it is the sandbox, which does not run', async () => {
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

  it('says when a token was stored at last', async () => {
    const product = await start();
    const { person, stored } = starting(product);
    stored.fire(product.ref('acme'));
    assert.deepEqual(person.shown, ['status: Token of "acme" on staging stored.']);
  });
});
