// A run of rotations at work in a window, with the person played: what is rotated, what goes where, and what is said.

import assert from 'node:assert/strict';
import { bugMessage } from '../../../../src/core/bugText.ts';
import { cancelled, UserGroupsError } from '../../../../src/core/errors.ts';
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
const agreed = (): Promise<void> => Promise.resolve();
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

describe('Rotating many', () => {
  const start = productStarter();

  it('keeps and rotates nothing when the consent is not given', async () => {
    const product = await start();
    const { context } = await played(product, []);
    let named = 0;
    const confirm = (count: number): Promise<void> => {
      named = count;
      return Promise.reject(cancelled());
    };
    await assert.rejects(newRotations(context, product.connection, IDS, confirm), { name: 'cancelled' });
    assert.deepEqual([named, product.services.runs.list(), rotations(product)], [3, [], 0]);
  });

  it('copies each new token, says whose it is, and waits for Next before the next is rotated', async () => {
    const product = await start();
    const { context, reported, copied } = await played(product, [
      'Mark as Delivered',
      'Copy Again',
      'Mark as Delivered',
      'Mark as Delivered',
    ]);
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
    const [one, two, three] = IDS.map((each) => tokenOf(product, each));
    assert.deepEqual(copied, [one, two, two, three]);
    assert.match(
      reported[0] ?? '',
      /^Token of "group-1" on staging copied \(1 of 3\).* \| Mark as Delivered \| Copy Again \| Stop$/,
    );
    assert.deepEqual([reported.length, rotations(product), product.services.runs.find(id)?.state], [4, 3, 'ended']);
  });

  it('accepts the answer from the table of the run as well: the notice hides while the token is deployed', async () => {
    const product = await start();
    const { context, copied } = await played(product, []);
    context.messages.info = () => new Promise(() => undefined);
    const { id } = await newRotations(context, product.connection, IDS, agreed);
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
    await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
    looking.dispose();
    const [one, two, three] = IDS.map((each) => tokenOf(product, each));
    assert.deepEqual(
      [copied, rotations(product), product.services.runs.find(id)?.state],
      [[one, one, two, three], 3, 'ended'],
    );
    assert.deepEqual(offered.slice(0, 4), [
      ['Mark as Delivered and Rotate Next', 'Copy Again'],
      ['Mark as Delivered', 'Copy Again'],
      [],
      [],
    ]);
  });

  it('leads at its end to all groups whose token was delivered, to mark them as deployed', async () => {
    const product = await start();
    const { context, ran } = await played(product, ['Mark as Delivered', 'Stop']);
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
    const { runs } = product.services;
    const offered = (): string[] =>
      RUN_KIND_ACTIONS.rotate.actions(runs.find(id)!, runs.counts(id)).map(({ label }) => label);
    assert.deepEqual(offered(), []);
    await runs.cancel(id);
    assert.deepEqual(offered(), ['Mark as Deployed…']);
    await RUN_KIND_ACTIONS.rotate.onAction(
      standIn<BulkContext>({ services: product.services, run: context.run }),
      runs.find(id)!,
      'markAsDeployed',
    );
    assert.deepEqual(ran, ['userGroups.markAsDeployed {"connection":"staging","user_group_ids":["group-1"]}']);
  });

  it('stops when the person stops, or closes the notice, and rotates nothing else', async () => {
    for (const answer of ['Stop', 'closed']) {
      const product = await start();
      const { context, reported } = await played(product, ['Mark as Delivered', answer]);
      const { id } = await newRotations(context, product.connection, IDS, agreed);
      await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
      assert.deepEqual([reported.length, rotations(product), product.services.runs.find(id)?.state], [2, 2, 'paused']);
      assert.deepEqual(
        (await product.services.runs.deliveriesDue(id)).map(({ userGroupId }) => userGroupId),
        ['group-2'],
      );
    }
  });

  it('stops at a delivery that failed and names the group; delivered again, it goes on', async () => {
    const product = await start();
    const handed: string[] = [];
    let failures = 1;
    const { context, reported } = await played(
      product,
      ['Retry Delivery'],
      () =>
        (token, { userGroupId, connection }) => {
          if (userGroupId === 'group-2' && failures > 0) {
            failures -= 1;
            return Promise.reject(new UserGroupsError('unexpectedResponse', 'Deploy ended with exit code 3.'));
          }
          handed.push(`${userGroupId} ${connection} ${token}`);
          return Promise.resolve();
        },
    );
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, {
      kind: 'command',
      command: { program: 'deploy', arguments: [] },
    }).left;
    await settled(product, id, 'ended');
    assert.match(
      reported[0] ?? '',
      /^Rotation stopped at "group-2" on staging\. .*exit code 3\.? \| Retry Delivery \| Copy Token \| Stop$/,
    );
    assert.deepEqual([reported.length, rotations(product)], [1, 3]);
    assert.deepEqual(
      handed,
      IDS.map((each) => `${each} staging ${tokenOf(product, each)}`),
    );
  });

  it('goes on without the command where the person has copied the token and says that it is delivered', async () => {
    const product = await start();
    const handed: string[] = [];
    const { context, ran } = await played(
      product,
      ['Copy Token', 'Mark as Delivered and Continue'],
      () =>
        (_, { userGroupId }) => {
          if (userGroupId === 'group-1') return Promise.reject(new Error('no'));
          return Promise.resolve(void handed.push(userGroupId));
        },
    );
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, {
      kind: 'command',
      command: { program: 'deploy', arguments: [] },
    }).left;
    await settled(product, id, 'ended');
    assert.deepEqual(
      [ran, handed],
      [['userGroups.copyToken {"connection":"staging","user_group_id":"group-1"}'], ['group-2', 'group-3']],
    );
  });

  it('uses that confirmation only for the group that was asked about: another, resolved meanwhile, is delivered first', async () => {
    const product = await start();
    const handed: string[] = [];
    const { context } = await played(
      product,
      ['Copy Token', 'Mark as Delivered and Continue'],
      () =>
        (_, { userGroupId }) => {
          if (userGroupId === 'group-2') return Promise.reject(new Error('no'));
          return Promise.resolve(void handed.push(userGroupId));
        },
    );
    context.run = async () => {
      await product.services.rotation.findOut(product.connection, 'group-1', () => Promise.resolve(false));
    };
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate', times: 1 });
    const method: DeliveryMethod = { kind: 'command', command: { program: 'deploy', arguments: [] } };
    await rotateThese(context, product.connection, id, method).left;
    await rotateThese(context, product.connection, id, method).left;
    await settled(product, id, 'ended');
    assert.deepEqual(handed, ['group-1', 'group-3']);
  });

  it('has no token in rows, in messages, or in the log, with any error of a delivery', async () => {
    const product = await start();
    const seen: string[] = [];
    const { context, reported } = await played(product, [], () => (token) => {
      seen.push(token);
      return Promise.reject(new Error(`could not deploy ${token}`));
    });
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, {
      kind: 'command',
      command: { program: 'deploy', arguments: [] },
    }).left;
    const { items } = await product.services.runs.results(id, { limit: 10 });
    const all = JSON.stringify([items, reported, product.logged, product.services.runs.list()]);
    assert.deepEqual(seen, [tokenOf(product, 'group-1')]);
    assert.ok(reported.length === 1 && items.some(({ reason }) => reason?.includes('was not delivered')));
    for (const token of IDS.map((each) => tokenOf(product, each) ?? ''))
      assert.ok(token !== '' && !all.includes(token));
  });

  const COMMAND: DeliveryMethod = { kind: 'command', command: { program: 'deploy', arguments: [] } };
  const failing: RotationContext['deliverBy'] = () => () => Promise.reject(new Error('no'));

  it('delivers a token again once it was copied, where the person says so', async () => {
    const product = await start();
    let failures = 1;
    const { context, reported } = await played(product, ['Copy Token', 'Retry Delivery'], () => () => {
      failures -= 1;
      return failures < 0 ? Promise.resolve() : Promise.reject(new Error('no'));
    });
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, COMMAND).left;
    await settled(product, id, 'ended');
    assert.deepEqual(
      reported[1],
      'Is the new token of "group-1" on staging delivered? | Mark as Delivered and Continue | Retry Delivery | Stop',
    );
  });

  for (const answers of [['Stop'], ['closed'], ['Copy Token', 'Stop'], ['Copy Token', 'closed']])
    it(`stays stopped where the person says so: ${answers.join(', ')}`, async () => {
      const product = await start();
      const { context, reported } = await played(product, answers, failing);
      const { id } = await newRotations(context, product.connection, IDS, agreed);
      await rotateThese(context, product.connection, id, COMMAND).left;
      await quiet(() => reported.length === answers.length);
      assert.deepEqual([rotations(product), product.services.runs.find(id)?.state], [1, 'paused']);
    });

  it('says where it cannot go on, and leads to the run', async () => {
    const product = await start();
    const { context, reported, ran } = await played(product, ['Copy Token', 'Retry Delivery', 'Show'], failing);
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    context.run = async (command, about) => {
      ran.push(`${command} ${JSON.stringify(about)}`);
      await product.services.runs.cancel(id);
    };
    const bugs: unknown[] = [];
    context.log = { ...LOG, bug: (error) => void bugs.push(error) };
    await rotateThese(context, product.connection, id, COMMAND).left;
    await quiet(() => ran.length === 2);
    assert.match(reported[2] ?? '', /^Couldn't continue rotating after "group-1" on staging\. .+ \| Show$/);
    assert.deepEqual([ran[1], bugs], [`userGroups.showRuns {"run":${id}}`, []]);
  });

  it('says of a bug no more than that, and the log has the rest', async () => {
    const product = await start();
    const { context, reported } = await played(product, ['Copy Token'], failing);
    const [bug, bugs]: [Error, unknown[]] = [new Error('secret'), []];
    context.run = () => Promise.reject(bug);
    context.log = { ...LOG, bug: (error) => void bugs.push(error) };
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, COMMAND).left;
    await quiet(() => reported.length === 2);
    assert.deepEqual(
      [bugs, reported[1]],
      [[bug], `Couldn't continue rotating after "group-1" on staging. ${bugMessage()} | Show`],
    );
  });

  it('asks about no token of a run that was canceled meanwhile', async () => {
    const product = await start();
    const { runs } = product.services;
    const { context, reported } = await played(product, [], () => async () => {
      void runs.cancel(runs.list()[0]!.id);
      await Promise.reject(new Error('no'));
    });
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, COMMAND).left;
    assert.deepEqual([reported, runs.find(id)?.state, (await runs.deliveriesDue(id)).length], [[], 'cancelled', 1]);
  });

  it('asks about no token of a run that was paused with none due', async () => {
    const product = await start();
    const { runs } = product.services;
    const { context, reported } = await played(product, [], () => () => {
      void runs.pause(runs.list()[0]!.id);
      return Promise.resolve();
    });
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, COMMAND).left;
    assert.deepEqual([reported, runs.find(id)?.state, rotations(product)], [[], 'paused', 1]);
  });

  it('asks about no token once the person has stopped at the first', async () => {
    const product = await start();
    const { context, reported } = await played(product, ['Stop']);
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
    assert.deepEqual([reported.length, product.services.runs.find(id)?.state], [1, 'paused']);
  });

  it('asks about a token that could not be copied, also behind one that was delivered', async () => {
    const product = await start();
    const { context, reported, copied } = await played(product, ['Mark as Delivered', 'Stop']);
    context.clipboard = {
      copy: (token) => (copied.push(token) > 1 ? Promise.reject(new Error('no clipboard')) : Promise.resolve(0)),
    };
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
    assert.match(reported[1] ?? '', /^Rotation stopped at "group-2" on staging\. /);
  });

  it('waits for an answer that comes late', async () => {
    const product = await start();
    const { context, copied } = await played(product, []);
    context.messages.info = (_text, next) =>
      new Promise((resolve) => {
        setImmediate(() => {
          resolve(next);
        });
      });
    const { id } = await newRotations(context, product.connection, IDS, agreed);
    await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
    assert.deepEqual([copied.length, product.services.runs.find(id)?.state], [3, 'ended']);
  });

  it('keeps of each group its ID alone, and goes on behind one that fails', async () => {
    const product = await start();
    const { context } = await played(product, []);
    const { id, stopAtFirstFailure } = await newRotations(context, product.connection, IDS, agreed);
    const { items } = await product.services.runs.results(id, { limit: 9 });
    assert.deepEqual(
      [stopAtFirstFailure, items.map(({ userGroupId, text }) => [userGroupId, text])],
      [false, IDS.map((each) => [each, ''])],
    );
  });

  for (const when of ['before', 'after'] as const)
    it(`waits for no answer once the run is canceled: ${when} it is asked`, async () => {
      const product = await start();
      const { context, reported } = await played(product, []);
      const { id } = await newRotations(context, product.connection, IDS, agreed);
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
      await rotateThese(context, product.connection, id, { kind: 'clipboard' }).left;
      assert.deepEqual([product.services.runs.find(id)?.state, reported], ['cancelled', []]);
    });
});
