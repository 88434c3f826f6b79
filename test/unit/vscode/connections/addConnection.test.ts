// The series of questions of Add Connection, to the API token.

import assert from 'node:assert/strict';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const handlersOf = ({ services }: Product) =>
  connectionHandlers(standIn<CommandContext>({ services, messages: standIn({ status: () => undefined }) }));

describe('Add Connection…', () => {
  const start = productStarter();

  it('counts the API token as its last step', async () => {
    const product = await start();
    const adding = handlersOf(product)['userGroups.addConnection']({ origin: 'palette', input: {} });
    const steps: unknown[] = [];
    const answer = async (text: string): Promise<void> => {
      const box = await nextBox();
      steps.push([box.step, box.totalSteps]);
      box.type(text);
      box.accept();
    };
    await answer('production');
    await answer('https://dashboards.example.com');
    const list = await nextList();
    steps.push([list.step, list.totalSteps]);
    assert.deepEqual(list.labels, ['Testing', 'Customer', 'Not Declared']);
    list.choose('Customer');
    await answer('a-new-api-token');
    await adding;
    assert.deepEqual(steps, [
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    assert.equal(
      (await product.services.apiTokens.find(product.services.connections.named('production'))).from,
      'secret',
    );
  });
});
