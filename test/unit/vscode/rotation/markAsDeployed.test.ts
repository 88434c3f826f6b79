// Mark as Deployed…: on one group or on the rows that are selected, with one question that names them.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { markAsDeployed } from '../../../../src/vscode/rotation/markAsDeployed.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const row = (id: string) => ({ connection: 'staging', user_group_id: id });
const selecting = (...ids: string[]): Invocation => ({
  origin: 'item',
  input: row(ids[0] ?? ''),
  selection: ids.map(row),
});
const MORE = ['delta', 'epsilon', 'eta', 'zeta'];

interface Play {
  readonly invocation: Invocation;
  readonly happens?: (product: Product) => Promise<unknown>;
  /** The question is closed. */
  readonly isClosed?: true;
  /** The entry of the list that is chosen; the active one unless given. */
  readonly chooses?: string | undefined;
}

describe('Mark as Deployed', () => {
  const start = productStarter();

  it('asks once about the groups that have replaced tokens, and removes these', async () => {
    const rotated =
      (...ids: string[]) =>
      async ({ services, connection }: Product): Promise<void> => {
        for (const id of ids) {
          await services.sending.getOrCreate(connection, documentOf({ user_group_id: id, name: id }));
          await services.rotation.rotate(connection, id);
        }
      };
    const unknownOutcome = async ({ services, connection, remote }: Product): Promise<void> => {
      remote.misbehave('resetBeforeAnswer', { times: 1 });
      await assert.rejects(services.rotation.rotate(connection, 'acme'));
    };
    const onSandbox = async ({ services }: Product): Promise<void> => {
      const sandbox = await services.sandbox.start();
      await services.sending.getOrCreate(sandbox, documentOf({ user_group_id: 'delta' }));
      await services.rotation.rotate(sandbox, 'delta');
    };
    const listed = { chooses: undefined };
    const plays: Readonly<Record<string, Play>> = {
      'The groups of a bulk rotation': {
        invocation: { origin: 'item', input: { connection: 'staging', user_group_ids: ['acme', 'gamma'] } },
      },
      'All rows that are selected': { invocation: selecting('acme', 'beta', 'gamma') },
      'From the palette': { invocation: { origin: 'palette', input: {} }, happens: onSandbox, ...listed },
      'A document in front that has none': {
        invocation: { origin: 'document', input: row('gamma') },
        happens: onSandbox,
        ...listed,
      },
      'From the palette, one of them': {
        invocation: { origin: 'palette', input: {} },
        happens: rotated('acme'),
        chooses: 'acme',
      },
      'The document in front': { invocation: { origin: 'document', input: row('acme') } },
      'The question is closed': { invocation: selecting('acme', 'beta'), isClosed: true },
      'One row': { invocation: selecting('acme') },
      'Two rows, one has a replaced token': { invocation: selecting('gamma', 'beta') },
      'One of two cannot be marked': { invocation: selecting('acme', 'beta'), happens: unknownOutcome },
      'Five groups': { invocation: selecting('beta', ...MORE), happens: rotated(...MORE), isClosed: true },
      'Six groups': { invocation: selecting('acme', 'beta', ...MORE), happens: rotated(...MORE), isClosed: true },
      'No selected row has one': { invocation: selecting('gamma', 'gamma') },
      'A group that has none': { invocation: { origin: 'item', input: row('gamma') } },
      'A group that is not in the list': { invocation: { origin: 'item', input: row('other') } },
    };
    const said: Said[] = [];
    for (const [situation, play] of Object.entries(plays)) {
      const product = await start();
      const { services, connection, ref } = product;
      await rotated('acme', 'beta')(product);
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'gamma', name: 'gamma' }));
      await play.happens?.(product);
      const person = new PlayedPerson(play.isClosed ? [] : ['Mark as Deployed']);
      const context = standIn<CommandContext>({ services, messages: person.messages });
      const ended = person.linesOf(markAsDeployed(context, play.invocation));
      const seen: string[] = [];
      if ('chooses' in play) {
        const list = await nextList();
        seen.push(`list: ${list.value}, ${list.active ?? 'none'} active`);
        if (play.chooses === undefined) list.accept();
        else list.choose(play.chooses);
      }
      const lines = [...seen, ...(await ended)];
      const left = ['acme', 'beta', 'gamma'].map((id) => services.tokens.countReplaced(ref(id))).join(', ');
      said.push([situation, [...lines, `left of acme, beta, gamma: ${left}`]]);
    }
    assertApproved('rotation/markAsDeployed', said);
  });

  it('asks about no group of a connection that is not ready', async () => {
    const product = await start();
    const { services, settings } = product;
    await services.sending.getOrCreate(product.connection, documentOf());
    await services.rotation.rotate(product.connection, 'acme');
    const sandbox = await services.sandbox.start();
    await services.sending.getOrCreate(sandbox, documentOf({ user_group_id: 'delta' }));
    await services.rotation.rotate(sandbox, 'delta');
    settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
    const person = new PlayedPerson(['Mark as Deployed']);
    const context = standIn<CommandContext>({ services, messages: person.messages });
    const marking = markAsDeployed(context, { origin: 'palette', input: {} });
    (await nextList()).accept();
    await marking;
    assert.equal(person.shown.at(-1), 'status: Token of "delta" on Sandbox marked as deployed.');
  });
});
