// The commands about unresolved rotations: which one is meant, what is asked first, and what is said of the outcome.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import type { Fault } from '../../../../src/sandbox/faults.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import {
  dismissRotation,
  resolveRotation,
  showUnrecognizedResponse,
} from '../../../../src/vscode/rotation/openRotationCommands.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product, type ProductOptions } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const HOUR = 3_600_000;
const ACME = '"acme" on staging';
const ABOUT_ACME = JSON.stringify({ connection: 'staging', user_group_id: 'acme' });
const about = (userGroupId?: string): Invocation => ({
  origin: 'item',
  input: { connection: 'staging', ...(userGroupId !== undefined && { user_group_id: userGroupId }) },
});
const fromPalette: Invocation = { origin: 'palette', input: {} };

describe('An unresolved rotation', () => {
  const start = productStarter();

  /** One of `acme` that met this fault. */
  async function withOpen(fault: Fault, options?: ProductOptions): Promise<Product> {
    const product = await start(options);
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await leaveOpen(product, 'acme', fault);
    return product;
  }

  async function leaveOpen({ services, connection, remote }: Product, id: string, fault: Fault): Promise<void> {
    remote.misbehave(fault, { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, id));
    remote.misbehave(undefined);
  }

  /** One of a token whose group is in no list, and that met this fault. */
  async function withOpenLeaked(fault: Fault): Promise<Product> {
    const product = await start();
    const { services, connection, remote } = product;
    await ask(remote, 'GET', groupBody({ user_group_id: 'unlisted', name: 'Unlisted' }));
    remote.misbehave(fault, { operation: 'rotate' });
    await assert.rejects(services.rotation.rotateLeaked(connection, remote.group('unlisted')!.token));
    remote.misbehave(undefined);
    product.requests.length = 0;
    return product;
  }

  interface Shown {
    readonly context: CommandContext;
    readonly person: PlayedPerson;
    readonly answersShown: string[];
  }

  function before({ services }: Product, answers: readonly string[] = [], pressed?: string): Shown {
    const person = new PlayedPerson(answers, pressed);
    const answersShown: string[] = [];
    const context = standIn<CommandContext>({
      services,
      messages: person.messages,
      run: person.run,
      settings: standIn({ confirmSend: () => 'customer' }),
      unrecognizedResponses: standIn({
        show: (rotation, answer) => Promise.resolve(void answersShown.push(`${rotation}: ${answer}`)),
      }),
    });
    return { context, person, answersShown };
  }

  describe('is resolved', () => {
    const outcomes: readonly (readonly [Fault, number, string, string])[] = [
      [
        'resetBeforeAnswer',
        0,
        'rotated',
        `info: Token of ${ACME} was rotated 12 May 2025 hh:mm and is stored. Deploy it now. [Copy New Token]`,
      ],
      [
        'resetUnprocessed',
        0,
        'probablyNot',
        `status: Token of ${ACME} was probably not rotated. The service is asked again before the token is copied.`,
      ],
      ['resetUnprocessed', 2 * HOUR, 'notRotated', `status: Token of ${ACME} was not rotated and is still current`],
      [
        'status500',
        0,
        'probablyNot',
        `status: Token of ${ACME} was probably not rotated. The service is asked again before the token is copied.`,
      ],
    ];
    for (const [fault, later, outcome, said] of outcomes) {
      it(`without a question on a connection for testing: ${outcome} ${later === 0 ? '' : 'later '}after ${fault}`, async () => {
        const product = await withOpen(fault);
        product.clock.now += later;
        const { context, person } = before(product, [], 'Copy New Token');
        assert.deepEqual(await resolveRotation(context, about('acme')), { outcome });
        await person.settled();
        assert.deepEqual(person.shown, [said]);
        assert.deepEqual(person.ran, outcome === 'rotated' ? [`userGroups.copyToken ${ABOUT_ACME}`] : []);
      });
    }

    it('with a warning where the group was gone and was recreated', async () => {
      const product = await withOpen('resetUnprocessed');
      product.loseOnService('acme');
      const { context, person } = before(product);
      assert.deepEqual(await resolveRotation(context, about('acme')), { outcome: 'recreated' });
      assert.deepEqual(person.shown, [
        `warning: ${ACME} no longer existed. It was recreated as last sent, with a new token. [Copy New Token]`,
      ]);
    });

    it('as far as can be known where the former token is not readable any more', async () => {
      const product = await withOpen('resetBeforeAnswer');
      for (const key of product.secrets.kept.keys()) if (!key.includes('apiToken')) product.secrets.kept.delete(key);
      const { context, person } = before(product.anotherWindow());
      assert.deepEqual(await resolveRotation(context, about('acme')), { outcome: 'tokenKnown' });
      assert.deepEqual(person.shown, [
        `info: Current token of ${ACME} stored. Whether it was rotated 12 May 2025 hh:mm can't be determined. [Copy New Token]`,
      ]);
    });

    for (const [button, command] of [
      ['Show Unrecognized Response…', 'userGroups.showUnrecognizedResponse'],
      ['Dismiss…', 'userGroups.dismissRotation'],
    ] as const) {
      it(`with what to do about an answer that was not understood: ${button}`, async () => {
        const { context, person } = before(await withOpen('html'), [], button);
        assert.deepEqual(await resolveRotation(context, about('acme')), { outcome: 'probablyNot' });
        await person.settled();
        assert.deepEqual(person.shown, [
          `warning: The rotation of ${ACME} (12 May 2025 hh:mm) got an unrecognized response. It may contain a new token. [Show Unrecognized Response…] [Dismiss…]`,
        ]);
        assert.deepEqual(person.ran, [`${command} ${ABOUT_ACME}`]);
      });
    }

    it('only with consent where the answer seems to be about another group', async () => {
      const product = await withOpen('resetBeforeAnswer');
      product.remote.misbehave('hugeTeamId', { operation: 'getOrCreate' });
      const { context, person } = before(product);
      await assert.rejects(resolveRotation(context, about('acme')), {
        kind: 'conflict',
        message: `Couldn't resolve the rotation of ${ACME}. The response was rejected and not stored. Check the connection and its environment, then use "Resolve Rotation…" again.`,
      });
      assert.deepEqual(
        [person.shown[0], person.shown.slice(2)],
        [
          `? Accept this response for ${ACME}?`,
          ['  Its token becomes the current one. The previous token is kept.', '  [Accept]'],
        ],
      );
      const consenting = before(product, ['Accept']);
      assert.deepEqual(await resolveRotation(consenting.context, about('acme')), { outcome: 'rotated' });
    });
  });

  describe('is asked about', () => {
    async function guard(product: Product, more: object): Promise<Connection> {
      product.settings.edit([{ name: 'staging', baseUrl: product.remote.baseUrl, environment: 'Testing', ...more }]);
      product.requests.length = 0;
      return Promise.resolve(product.connection);
    }

    for (const [which, more, lines] of [
      ['guarded', { environment: undefined }, ['Environment: undeclared, guarded like production.']],
      ['locked', { locked: 'all' }, ['The connection is locked. This request is sent anyway.']],
    ] as const) {
      it(`before the service is, on a ${which} connection`, async () => {
        const product = await withOpen('resetBeforeAnswer');
        await guard(product, more);
        const { context, person } = before(product);
        await assert.rejects(resolveRotation(context, about('acme')), { kind: 'cancelled' });
        assert.deepEqual(person.shown, [
          `? Ask the service for the current token of ${ACME}?`,
          ...lines.map((line) => `  ${line}`),
          '  The service is asked by get-or-create.',
          '  [Ask]',
        ]);
        assert.deepEqual(product.requests, []);
        assert.deepEqual(await resolveRotation(before(product, ['Ask']).context, about('acme')), {
          outcome: 'rotated',
        });
      });
    }
  });

  describe('of a token without a known group is resolved', () => {
    async function resolving(product: Product, id: string, answers: readonly string[] = [], pressed?: string) {
      const { context, person } = before(product, answers, pressed);
      const ended = resolveRotation(context, fromPalette);
      const box = await nextBox();
      box.accept();
      const complaint = box.validationMessage?.message;
      box.type(id);
      box.accept();
      return { title: box.title, complaint, person, ended };
    }

    it('by the ID that the person knows: the group still has that token', async () => {
      const product = await withOpenLeaked('resetUnprocessed');
      const { title, complaint, person, ended } = await resolving(product, 'unlisted', [], 'Rotate Token…');
      assert.deepEqual([title, complaint], ['Resolve Rotation: unlisted group on staging: ID', 'Type the ID.']);
      assert.deepEqual(await ended, { outcome: 'probablyNot' });
      await person.settled();
      assert.deepEqual(person.shown, [
        'info: "unlisted" on staging still has that token. It was probably not rotated 12 May 2025 hh:mm. [Rotate Token…]',
      ]);
      assert.deepEqual(person.ran, ['userGroups.rotateToken {"connection":"staging","user_group_id":"unlisted"}']);
      assert.equal(product.services.rotation.open()[0]?.userGroupId, 'unlisted');
    });

    it('only if that token was the group’s, where the group has another one', async () => {
      const product = await withOpenLeaked('resetBeforeAnswer');
      const declining = await resolving(product, 'unlisted');
      await assert.rejects(declining.ended, { kind: 'cancelled' });
      assert.deepEqual(declining.person.shown, [
        '? Did the rotated token belong to "unlisted" on staging?',
        '  "unlisted" on staging has another token now. If so, the rotation is resolved.',
        '  [Mark as Resolved]',
      ]);
      assert.equal(product.services.rotation.open().length, 1);
      const agreeing = await resolving(product, 'unlisted', ['Mark as Resolved']);
      assert.deepEqual(await agreeing.ended, { outcome: 'rotated' });
      assert.deepEqual(product.services.rotation.open(), []);
    });

    it('not by an ID that the service did not know: it is created, and another one can be tried', async () => {
      const product = await withOpenLeaked('resetBeforeAnswer');
      const { person, ended } = await resolving(product, 'mistyped', [], 'Try Another ID…');
      assert.deepEqual(await ended, { outcome: 'recreated' });
      await person.settled();
      assert.deepEqual(person.shown, [
        `warning: "mistyped" on staging didn't exist and was created. The rotation is still unresolved. [Try Another ID…]`,
      ]);
      assert.deepEqual(person.ran, ['userGroups.resolveRotation {"connection":"staging"}']);
      assert.equal(product.services.rotation.open()[0]?.userGroupId, undefined);
    });

    it('not without its token, which cannot be read any more', async () => {
      const product = await withOpenLeaked('resetBeforeAnswer');
      for (const key of product.secrets.kept.keys()) if (!key.includes('apiToken')) product.secrets.kept.delete(key);
      const { ended } = await resolving(product.anotherWindow(), 'unlisted');
      await assert.rejects(ended, {
        kind: 'invalid',
        message: `Couldn't resolve a rotation on staging. The rotated token can't be read, because its key is gone. Use "Add Existing User Group…" for its group, then "Dismiss Unresolved Rotation…".`,
      });
    });

    it('not by an answer that the person rejects', async () => {
      const product = await withOpenLeaked('resetBeforeAnswer');
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'unlisted' }));
      product.remote.misbehave('hugeTeamId', { operation: 'getOrCreate' });
      const { ended } = await resolving(product, 'unlisted');
      await assert.rejects(ended, { kind: 'conflict', message: /The response was rejected and not stored/ });
    });

    it('on a locked connection after a question', async () => {
      const product = await withOpenLeaked('resetUnprocessed');
      product.settings.edit([
        { name: 'staging', baseUrl: product.remote.baseUrl, environment: 'Testing', locked: 'all' },
      ]);
      const { ended } = await resolving(product, 'unlisted', ['Ask']);
      assert.deepEqual(await ended, { outcome: 'probablyNot' });
    });

    it('on a guarded connection after a question', async () => {
      const product = await withOpenLeaked('resetBeforeAnswer');
      product.settings.edit([{ name: 'staging', baseUrl: product.remote.baseUrl }]);
      const { person, ended } = await resolving(product, 'unlisted');
      await assert.rejects(ended, { kind: 'cancelled' });
      assert.equal(person.shown[0], '? Ask the service for the current token of "unlisted" on staging?');
      assert.deepEqual(product.requests, []);
    });
  });

  describe('is chosen', () => {
    /** Of `acme` two, the older of which is reported by the newer one; one of `beta`; one without a known group. */
    async function withSeveral(): Promise<Product> {
      const product = await withOpen('resetUnprocessed');
      const { services, connection, remote, clock } = product;
      await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
      const despite = services.rotation.openOf(product.ref('acme'))?.id;
      remote.misbehave('resetUnprocessed', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(connection, 'acme', { despite }));
      remote.misbehave(undefined);
      await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
      clock.now += 1000;
      await leaveOpen(product, 'beta', 'resetBeforeAnswer');
      await ask(remote, 'GET', groupBody({ user_group_id: 'unlisted', name: 'Unlisted' }));
      clock.now += 1000;
      remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotateLeaked(connection, remote.group('unlisted')!.token));
      remote.misbehave(undefined);
      return product;
    }

    it('from a list of all, unless the invocation names one', async () => {
      const { context } = before(await withSeveral());
      const ended = resolveRotation(context, fromPalette);
      const list = await nextList();
      assert.deepEqual([list.title, list.placeholder], ['Resolve Rotation', 'Select a rotation']);
      assert.deepEqual(
        list.items.map(({ label, description }) => `${label.replace(/\d\d:\d\d/, 'hh:mm')}: ${String(description)}`),
        [
          'an unlisted group on staging (12 May 2025 hh:mm): outcome unknown',
          `"beta" on staging (12 May 2025 hh:mm): outcome unknown`,
          `${ACME} (12 May 2025 hh:mm): probably not rotated`,
        ],
      );
      list.close();
      await assert.rejects(ended, { kind: 'cancelled' });
    });

    it('by the number of its row', async () => {
      const product = await withSeveral();
      const [unlisted] = product.services.rotation.open();
      const { context, person } = before(product);
      await assert.rejects(dismissRotation(context, { ...about(), rotation: unlisted!.id }), { kind: 'cancelled' });
      assert.match(person.shown[0] ?? '', /of an unlisted group on staging \(12 May 2025 hh:mm\)\?$/);
    });

    it('by the connection, of which there are several', async () => {
      const product = await withSeveral();
      const sandbox = await product.services.sandbox.start();
      const { context } = before(product);
      await assert.rejects(resolveRotation(context, { origin: 'item', input: { connection: sandbox.name } }), {
        kind: 'notFound',
        message: 'No unresolved rotations.',
      });
    });

    it('by the document in front, whose own it is', async () => {
      const { context, person } = before(await withSeveral());
      await assert.rejects(dismissRotation(context, { ...about('beta'), origin: 'document' }), { kind: 'cancelled' });
      assert.match(person.shown[0] ?? '', /of "beta" on staging/);
    });

    it('among those whose connection is there, each by its own', async () => {
      const product = await withSeveral();
      const { services } = product;
      const sandbox = await services.sandbox.start();
      await services.sending.getOrCreate(sandbox, documentOf());
      ((await services.sandbox.running()) as Sandbox).misbehave('resetUnprocessed', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(sandbox, 'acme'));
      const { context } = before(product);
      const dismissing = dismissRotation(context, fromPalette);
      const list = await nextList();
      assert.deepEqual([list.title, list.labels.length], ['Dismiss Unresolved Rotation', 4]);
      list.close();
      await assert.rejects(dismissing);
      services.connections.list = () => [sandbox];
      const { context: other, person } = before(product);
      await assert.rejects(dismissRotation(other, fromPalette), { kind: 'cancelled' });
      assert.match(person.shown[0] ?? '', /of "acme" on Sandbox/);
    });

    it('from all where the document in front has none, and for an item only its own', async () => {
      const product = await withSeveral();
      const { context } = before(product);
      const ended = resolveRotation(context, { ...about('gamma'), origin: 'document' });
      const list = await nextList();
      assert.equal(list.labels.length, 3);
      list.close();
      await assert.rejects(ended);
      await assert.rejects(resolveRotation(context, about('gamma')), { kind: 'notFound' });
    });
  });

  describe('is dismissed', () => {
    it('after a question', async () => {
      const product = await withOpen('resetBeforeAnswer');
      const declining = before(product);
      await assert.rejects(dismissRotation(declining.context, about('acme')), { kind: 'cancelled' });
      const question = [
        `? Dismiss the unresolved rotation of ${ACME} (12 May 2025 hh:mm)?`,
        '  The stored token may no longer work. "Resolve Rotation…" asks the service.',
        '  [Dismiss]',
      ];
      assert.deepEqual([declining.person.shown, product.services.rotation.open().length], [question, 1]);
      const agreeing = before(product, ['Dismiss']);
      await dismissRotation(agreeing.context, about('acme'));
      assert.deepEqual(
        [agreeing.person.shown, product.services.rotation.open()],
        [[...question, `status: Rotation of ${ACME} (12 May 2025 hh:mm) dismissed.`], []],
      );
    });

    it('with its answer that was not understood, which the question says', async () => {
      const { context, person } = before(await withOpen('truncated'));
      await assert.rejects(dismissRotation(context, about('acme')));
      assert.equal(person.shown[2], '  The unrecognized response is deleted too. It may contain the new token.');
    });
  });

  describe('shows its answer that was not understood', () => {
    it('after a question', async () => {
      const product = await withOpen('truncated');
      const declining = before(product);
      await assert.rejects(showUnrecognizedResponse(declining.context, about('acme')), { kind: 'cancelled' });
      assert.deepEqual(declining.person.shown, [
        `? Show the unrecognized response for ${ACME} (12 May 2025 hh:mm)?`,
        '  It may contain a token in plain text. It is not written to disk.',
        '  [Show]',
      ]);
      assert.deepEqual(declining.answersShown, []);
      const agreeing = before(product, ['Show']);
      await showUnrecognizedResponse(agreeing.context, about('acme'));
      assert.match(agreeing.answersShown[0] ?? '', /^\d+: \{"success"/);
    });

    it('only where it has one', async () => {
      const { context } = before(await withOpen('resetBeforeAnswer'));
      await assert.rejects(showUnrecognizedResponse(context, about('acme')), {
        kind: 'notFound',
        message: 'No unrecognized responses.',
      });
    });
  });
});
