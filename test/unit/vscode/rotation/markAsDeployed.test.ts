// Mark as Deployed: on the rows that are selected, with one question that names them.

import assert from 'node:assert/strict';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { markAsDeployed } from '../../../../src/vscode/rotation/markAsDeployed.ts';
import { shownLines } from '../../../../src/vscode/platform/messages.ts';
import type { Messages, Question } from '../../../../src/vscode/platform/messages.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const row = (id: string): { connection: string; user_group_id: string } => ({
  connection: 'staging',
  user_group_id: id,
});
const selecting = (...ids: string[]): Invocation => ({
  origin: 'item',
  input: row(ids[0] ?? ''),
  selection: ids.map(row),
});

interface Said {
  readonly questions: Question[];
  readonly status: string[];
}

describe('Mark as Deployed', () => {
  const start = productStarter();

  /** `acme` and `beta` have a replaced token each, `gamma` has none. */
  async function withReplaced(): Promise<Product> {
    const product = await start();
    for (const id of ['acme', 'beta', 'gamma'])
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id, name: id }));
    for (const id of ['acme', 'beta']) await product.services.rotation.rotate(product.connection, id);
    return product;
  }

  function contextOf(
    { services }: Product,
    answer: string | undefined,
  ): { readonly context: CommandContext; readonly said: Said } {
    const said: Said = { questions: [], status: [] };
    const messages = standIn<Messages>({
      ask: (question: Question) => {
        said.questions.push(question);
        return Promise.resolve(answer);
      },
      status: (text: string) => {
        said.status.push(text);
      },
    });
    return { context: standIn<CommandContext>({ services, messages }), said };
  }

  const left = ({ services, ref }: Product): number[] =>
    ['acme', 'beta', 'gamma'].map((id) => services.tokens.countReplaced(ref(id)));

  it('asks once about the groups of a bulk rotation', async () => {
    const product = await withReplaced();
    const { context, said } = contextOf(product, 'Mark as Deployed');
    const input = { connection: product.connection.name, user_group_ids: ['acme', 'gamma'] };
    await markAsDeployed(context, { origin: 'item', input });
    assert.deepEqual([said.questions.length, left(product)], [1, [0, 1, 0]]);
  });

  it('asks once about all rows that are selected, and names those that have replaced tokens', async () => {
    const product = await withReplaced();
    const { context, said } = contextOf(product, 'Mark as Deployed');
    await markAsDeployed(context, selecting('acme', 'beta', 'gamma'));
    assert.deepEqual(
      said.questions.map(({ title, detail }) => [title, ...shownLines(detail)]),
      [
        [
          'Are the current tokens of 2 groups deployed everywhere?',
          '2 previous tokens are removed from this machine.',
          '• "acme" on staging',
          '• "beta" on staging',
        ],
      ],
    );
    assert.deepEqual(left(product), [0, 0, 0]);
    assert.deepEqual(said.status, ['Tokens of 2 groups marked as deployed.']);
  });

  for (const [where, origin, input] of [
    ['from the palette', 'palette', {}],
    ['with a document in front that has none', 'document', row('gamma')],
  ] as const) {
    it(`proposes all groups with replaced tokens, on every connection, and asks once: ${where}`, async () => {
      const product = await withReplaced();
      const second = await product.services.sandbox.start();
      await product.services.sending.getOrCreate(second, documentOf({ user_group_id: 'delta' }));
      await product.services.rotation.rotate(second, 'delta');
      const { context, said } = contextOf(product, 'Mark as Deployed');
      const marking = markAsDeployed(context, { origin, input });
      const list = await nextList();
      assert.deepEqual([list.value, list.active], ['is:replaced', '$(check-all) These 3 Groups']);
      list.accept();
      await marking;
      assert.deepEqual(said.status, ['Tokens of 3 groups marked as deployed.']);
      assert.deepEqual(left(product), [0, 0, 0]);
      assert.equal(product.services.tokens.countReplaced({ connectionId: second.id, userGroupId: 'delta' }), 0);
    });
  }

  it('is about the document in front where that has a replaced token', async () => {
    const product = await withReplaced();
    const { context } = contextOf(product, 'Mark as Deployed');
    await markAsDeployed(context, { origin: 'document', input: row('acme') });
    assert.deepEqual(left(product), [0, 1, 0]);
  });

  it('removes nothing when the question is closed', async () => {
    const product = await withReplaced();
    const { context } = contextOf(product, undefined);
    await assert.rejects(markAsDeployed(context, selecting('acme', 'beta')), { kind: 'cancelled' });
    assert.deepEqual(left(product), [1, 1, 0]);
  });

  it('asks about the one group where one row is selected, or one of them has a replaced token', async () => {
    const product = await withReplaced();
    const { context, said } = contextOf(product, 'Mark as Deployed');
    await markAsDeployed(context, selecting('gamma', 'beta'));
    await markAsDeployed(context, selecting('acme'));
    assert.deepEqual(
      said.questions.map(({ title }) => title),
      ['beta', 'acme'].map((id) => `Is the current token of "${id}" on staging deployed everywhere?`),
    );
    assert.deepEqual(left(product), [0, 0, 0]);
  });

  it('marks the others where one cannot be marked, and says which', async () => {
    const product = await withReplaced();
    const { context, said } = contextOf(product, 'Mark as Deployed');
    product.remote.misbehave('resetBeforeAnswer', { times: 1 });
    await assert.rejects(product.services.rotation.rotate(product.connection, 'acme'));
    await assert.rejects(markAsDeployed(context, selecting('acme', 'beta')), {
      message: /^Couldn't mark the token of "acme" on staging as deployed\. The outcome of a rotation is unknown/,
    });
    assert.deepEqual([left(product), said.status], [[1, 0, 0], ['Token of "beta" on staging marked as deployed.']]);
  });

  it('names five groups at most', async () => {
    const product = await withReplaced();
    const { services, connection } = product;
    const more = ['delta', 'epsilon', 'eta', 'zeta'];
    for (const id of more) {
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
      await services.rotation.rotate(connection, id);
    }
    const { context, said } = contextOf(product, undefined);
    await assert.rejects(markAsDeployed(context, selecting('acme', 'beta', ...more)));
    await assert.rejects(markAsDeployed(context, selecting('beta', ...more)));
    assert.deepEqual(
      said.questions.map(({ detail }) => shownLines(detail).slice(-2)),
      [
        ['• "eta" on staging', '• and 1 more'],
        ['• "eta" on staging', '• "zeta" on staging'],
      ],
    );
  });

  it('counts the tokens of one group, and marks the one that is chosen from the list', async () => {
    const product = await withReplaced();
    await product.services.rotation.rotate(product.connection, 'acme');
    const { context, said } = contextOf(product, 'Mark as Deployed');
    const marking = markAsDeployed(context, { origin: 'palette', input: {} });
    (await nextList()).choose('acme');
    await marking;
    assert.deepEqual(
      said.questions.map(({ detail }) => shownLines(detail)),
      [['2 previous tokens are removed from this machine.']],
    );
    assert.deepEqual([left(product), said.status], [[0, 1, 0], ['Token of "acme" on staging marked as deployed.']]);
  });

  it('says that there is none where no selected group has a replaced token', async () => {
    const { context } = contextOf(await withReplaced(), 'Mark as Deployed');
    await assert.rejects(markAsDeployed(context, selecting('gamma', 'gamma')), {
      kind: 'notFound',
      message: 'No previous tokens of the selected groups are stored.',
    });
  });
});
