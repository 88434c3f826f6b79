// A run of rotations at work in a window, with the user played: what is rotated, what goes where, and what is said.

import assert from 'node:assert/strict';
import { bugMessage } from '../../../../src/core/bugText.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { RunSummary } from '../../../../src/core/runs.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { deliveriesAsked } from '../../../../src/vscode/bulk/runs/deliveriesAsked.ts';
import { RUN_KIND_ACTIONS } from '../../../../src/vscode/bulk/runs/runKinds.ts';
import {
  newRotations,
  rotateThese,
  type DeliveryMethod,
  type RotationContext,
} from '../../../../src/vscode/bulk/runs/rotations.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const IDS = ['group-1', 'group-2', 'group-3'];

const LOG = { bug: () => undefined, info: () => undefined };
const TRUSTED = { isTrusted: () => true, onDidChange: () => ({ dispose: () => undefined }) };

type Deliver = ReturnType<RotationContext['deliverBy']>;

interface Played {
  readonly context: { -readonly [Name in keyof RotationContext]: RotationContext[Name] };
  /** Questions, with what could be answered. */
  readonly reported: string[];
  readonly copied: string[];
  readonly ran: string[];
}

/** `answers` are given one after the other; then nobody answers. */
async function played(
  product: Product,
  answers: readonly string[],
  deliverBy: RotationContext['deliverBy'] = () => () => Promise.resolve(),
): Promise<Played> {
  for (const id of IDS)
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id }));
  const [reported, copied, ran, left]: [string[], string[], string[], string[]] = [[], [], [], [...answers]];
  const say = (text: string, ...buttons: readonly string[]): Promise<string | undefined> => {
    reported.push([text, ...buttons].join(' | '));
    return Promise.resolve(left.shift());
  };
  const messages = standIn<RotationContext['messages']>({ info: say, warn: say, error: say });
  const clipboard = { copy: (token: string) => Promise.resolve(copied.push(token)) };
  const run = (id: string, about: object): Promise<void> =>
    Promise.resolve(void ran.push(`${id} ${JSON.stringify(about)}`));
  return {
    reported,
    copied,
    ran,
    context: {
      services: product.services,
      messages,
      clipboard,
      run,
      deliverBy,
      envFiles: standIn<RotationContext['envFiles']>({}),
      trust: TRUSTED,
      log: LOG,
    },
  };
}

const rotations = ({ requests }: Product): number => requests.filter(({ operation }) => operation === 'rotate').length;
const tokenOf = ({ remote }: Product, id: string): string | undefined => remote.group(id)?.token;
/** Everything that was asked was answered, and what follows from it was done. */
const settled = ({ services }: Product, runId: number, state: string): Promise<void> =>
  quiet(() => services.runs.find(runId)?.state === state);
async function quiet(isDone: () => boolean): Promise<void> {
  while (!isDone())
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

const CLIPBOARD: DeliveryMethod = { kind: 'clipboard' };
const COMMAND: DeliveryMethod = { kind: 'command', command: { program: 'deploy', arguments: [] } };
const failing: Deliver = () => Promise.reject(new Error('no'));

describe('Rotating many', () => {
  const start = productStarter();

  /** A run that is stored and not begun: with `deliver` tokens go to a command, else to the clipboard. */
  async function rotating(answers: readonly string[], deliver?: Deliver) {
    const product = await start();
    const { runs } = product.services;
    const seen = await played(product, answers, () => deliver ?? (() => Promise.resolve()));
    const { id } = await newRotations(seen.context, product.connection, IDS);
    const method = deliver === undefined ? CLIPBOARD : COMMAND;
    return {
      product,
      ...seen,
      id,
      go: () => rotateThese(seen.context, product.connection, id, method).left,
      state: () => runs.find(id)?.state,
      due: async () => (await runs.deliveriesDue(id)).map(({ userGroupId }) => userGroupId),
      tokens: () => IDS.map((each) => tokenOf(product, each)),
    };
  }

  it('copies each new token, says whose it is, and waits for Next before the next is rotated', async () => {
    const run = await rotating(['Mark as Delivered', 'Copy Again', 'Mark as Delivered', 'Mark as Delivered']);
    const { reported, copied, product } = run;
    const { items } = await product.services.runs.slice(run.id, { offset: 0, limit: 9 });
    assert.deepEqual(
      items.map(({ userGroupId, text }) => [userGroupId, text]),
      IDS.map((each) => [each, '']),
    );
    await run.go();
    const [one, two, three] = run.tokens();
    assert.deepEqual(copied, [one, two, two, three]);
    assert.match(
      reported[0] ?? '',
      /^Token of "group-1" on staging copied \(1 of 3\).* \| Mark as Delivered \| Copy Again \| Stop$/,
    );
    assert.deepEqual([reported.length, rotations(product), run.state()], [4, 3, 'ended']);
  });

  it('accepts the answer from the table of the run as well: the notice hides while the token is deployed', async () => {
    const { product, context, copied, id, go, state, tokens } = await rotating([]);
    context.messages.info = () => new Promise(() => undefined);
    const offered: string[][] = [];
    const answers = ['copyAgain', 'next', 'next', 'next'];
    const run = (): RunSummary => product.services.runs.find(id)!;
    const looking = deliveriesAsked.onDidChange(() => {
      for (const isEnding of [false, true])
        offered.push(
          RUN_KIND_ACTIONS.rotate
            .actions({ ...run(), isEnding }, product.services.runs.counts(id))
            .map(({ label }) => label),
        );
      void RUN_KIND_ACTIONS.rotate.onAction(
        {} as BulkContext,
        run(),
        deliveriesAsked.has(id) ? answers.shift()! : 'next',
      );
    });
    await go();
    looking.dispose();
    const [one, two, three] = tokens();
    assert.deepEqual([copied, rotations(product), state()], [[one, one, two, three], 3, 'ended']);
    assert.deepEqual(offered.slice(0, 4), [
      ['Mark as Delivered and Rotate Next', 'Copy Again'],
      ['Mark as Delivered', 'Copy Again'],
      [],
      [],
    ]);
  });

  it('leads at its end to all groups whose token was delivered, to mark them as deployed', async () => {
    const { product, context, ran, id, go } = await rotating(['Mark as Delivered', 'Stop']);
    const { runs } = product.services;
    await go();
    await runs.cancel(id);
    await RUN_KIND_ACTIONS.rotate.onAction(
      standIn<BulkContext>({ services: product.services, run: context.run }),
      runs.find(id)!,
      'markAsDeployed',
    );
    assert.deepEqual(ran, ['userGroups.markAsDeployed {"connection":"staging","user_group_ids":["group-1"]}']);
  });

  for (const answer of ['Stop', 'closed'])
    it(`rotates nothing else where the user answers no more than this: ${answer}`, async () => {
      const run = await rotating(['Mark as Delivered', answer]);
      await run.go();
      assert.deepEqual(
        [run.reported.length, rotations(run.product), run.state(), await run.due()],
        [2, 2, 'paused', ['group-2']],
      );
    });

  it('stops at a delivery that failed and names the group; delivered again, it goes on', async () => {
    const handed: string[] = [];
    let failures = 1;
    const run = await rotating(['Retry Delivery'], (token, { userGroupId, connection }) => {
      if (userGroupId === 'group-2' && failures > 0) {
        failures -= 1;
        return Promise.reject(new UserGroupsError('unexpectedResponse', 'Deploy ended with exit code 3.'));
      }
      return Promise.resolve(void handed.push(`${userGroupId} ${connection} ${token}`));
    });
    await run.go();
    await settled(run.product, run.id, 'ended');
    assert.match(
      run.reported[0] ?? '',
      /^Rotation stopped at "group-2" on staging\. .*exit code 3\.? \| Retry Delivery \| Copy Token \| Stop$/,
    );
    assert.deepEqual([run.reported.length, rotations(run.product)], [1, 3]);
    assert.deepEqual(
      handed,
      IDS.map((each) => `${each} staging ${tokenOf(run.product, each)}`),
    );
  });

  it('goes on after a token was copied, where the user says that it is delivered, or has it delivered again', async () => {
    for (const [answer, handedOver] of [
      ['Mark as Delivered and Continue', ['group-2', 'group-3']],
      ['Retry Delivery', IDS],
    ] as const) {
      const handed: string[] = [];
      let failures = 1;
      const run = await rotating(['Copy Token', answer], (_, { userGroupId }) =>
        (failures -= 1) === 0 ? Promise.reject(new Error('no')) : Promise.resolve(void handed.push(userGroupId)),
      );
      await run.go();
      await settled(run.product, run.id, 'ended');
      assert.deepEqual(
        [run.ran, run.reported[1], handed],
        [
          ['userGroups.copyToken {"connection":"staging","user_group_id":"group-1"}'],
          'Is the new token of "group-1" on staging delivered? | Mark as Delivered and Continue | Retry Delivery | Stop',
          handedOver,
        ],
      );
    }
  });

  it('uses that confirmation only for the group that was asked about: another, resolved meanwhile, is delivered first', async () => {
    const handed: string[] = [];
    const { product, context, id, go } = await rotating(
      ['Copy Token', 'Mark as Delivered and Continue'],
      (_, { userGroupId }) =>
        userGroupId === 'group-2' ? Promise.reject(new Error('no')) : Promise.resolve(void handed.push(userGroupId)),
    );
    context.run = async () => {
      await product.services.rotation.findOut(product.connection, 'group-1', () => Promise.resolve(false));
    };
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate', times: 1 });
    await go();
    await go();
    await settled(product, id, 'ended');
    assert.deepEqual(handed, ['group-1', 'group-3']);
  });

  it('has no token in rows, in messages, or in the log, with any error of a delivery', async () => {
    const seen: string[] = [];
    const { product, reported, id, go, tokens } = await rotating([], (token) => {
      seen.push(token);
      return Promise.reject(new Error(`could not deploy ${token}`));
    });
    await go();
    const { items } = await product.services.runs.slice(id, { offset: 0, limit: 10 });
    const all = JSON.stringify([items, reported, product.logged, product.services.runs.list()]);
    assert.deepEqual(seen, [tokenOf(product, 'group-1')]);
    assert.ok(reported.length === 1 && items.some(({ reason }) => reason?.includes('was not delivered')));
    for (const token of tokens()) assert.ok(token !== undefined && !all.includes(token));
  });

  for (const answers of [['Stop'], ['closed'], ['Copy Token', 'Stop'], ['Copy Token', 'closed']])
    it(`stays stopped where the user says so: ${answers.join(', ')}`, async () => {
      const { product, reported, go, state } = await rotating(answers, failing);
      await go();
      await quiet(() => reported.length === answers.length);
      assert.deepEqual([rotations(product), state()], [1, 'paused']);
    });

  it('says where it cannot go on and leads to the run, and of a bug no more than that: the log has the rest', async () => {
    const stopped = await rotating(['Copy Token', 'Retry Delivery', 'Show'], failing);
    stopped.context.run = async (command, about) => {
      stopped.ran.push(`${command} ${JSON.stringify(about)}`);
      await stopped.product.services.runs.cancel(stopped.id);
    };
    const broken = await rotating(['Copy Token'], failing);
    const bug = new Error('secret');
    broken.context.run = () => Promise.reject(bug);
    const bugs: unknown[] = [];
    for (const { context } of [stopped, broken]) context.log = { ...LOG, bug: (error) => void bugs.push(error) };
    await stopped.go();
    await quiet(() => stopped.ran.length === 2);
    assert.match(stopped.reported[2] ?? '', /^Couldn't continue rotating after "group-1" on staging\. .+ \| Show$/);
    assert.deepEqual([stopped.ran[1], bugs], [`userGroups.showRuns {"run":${stopped.id}}`, []]);
    await broken.go();
    await quiet(() => broken.reported.length === 2);
    assert.deepEqual(
      [bugs, broken.reported[1]],
      [[bug], `Couldn't continue rotating after "group-1" on staging. ${bugMessage()} | Show`],
    );
  });

  for (const [ending, state, due] of [
    ['cancel', 'cancelled', ['group-1']],
    ['pause', 'paused', []],
  ] as const)
    it(`asks about no token of a run that the user ends while it delivers: ${ending}`, async () => {
      const run = await rotating([], async () => {
        const { runs } = run.product.services;
        void runs[ending](run.id);
        if (ending === 'cancel') await Promise.reject(new Error('no'));
      });
      await run.go();
      assert.deepEqual([run.reported, run.state(), await run.due(), rotations(run.product)], [[], state, due, 1]);
    });

  it('asks about a token that could not be copied, also behind one that was delivered', async () => {
    const { context, reported, copied, go } = await rotating(['Mark as Delivered', 'Stop']);
    context.clipboard = {
      copy: (token) => (copied.push(token) > 1 ? Promise.reject(new Error('no clipboard')) : Promise.resolve(0)),
    };
    await go();
    assert.match(reported[1] ?? '', /^Rotation stopped at "group-2" on staging\. /);
  });

  for (const when of ['before', 'after'] as const)
    it(`waits for no answer once the run is canceled: ${when} it is asked`, async () => {
      const { product, context, reported, id, go, state } = await rotating([]);
      const cancel = async (): Promise<void> => {
        void product.services.runs.cancel(id);
        await product.elapse(60_000);
      };
      const asking = { before: () => undefined, after: () => void cancel() }[when];
      const copying = { before: cancel, after: () => Promise.resolve() }[when];
      context.clipboard = { copy: () => copying().then(() => 0) };
      context.messages.info = () => {
        asking();
        return new Promise(() => undefined);
      };
      await go();
      assert.deepEqual([state(), reported], ['cancelled', []]);
    });
});
