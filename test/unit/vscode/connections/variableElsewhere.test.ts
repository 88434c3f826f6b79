// What Set API Token asks before the token of a variable goes to another address than that of its first use.

import assert from 'node:assert/strict';
import { setApiToken } from '../../../../src/vscode/connections/apiTokenCommands.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Messages, Question } from '../../../../src/vscode/platform/messages.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const OTHER = 'https://other.example.com';

describe('The token of a variable, for another address,', () => {
  const start = productStarter();

  /** Used at the address of `staging`, and named by `renamed` at another one since. */
  async function usedElsewhere(): Promise<Product> {
    const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    await product.services.apiTokens.delete(product.connection);
    product.variables.set('STAGING_TOKEN', product.remote.apiToken);
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.settings.edit([{ name: 'renamed', baseUrl: OTHER, environment: 'Testing', apiTokenEnv: 'STAGING_TOKEN' }]);
    return product;
  }

  function set({ services }: Product, asked: Question[]): Promise<void> {
    const messages = standIn<Messages>({
      ask: (question: Question) => {
        asked.push(question);
        return Promise.resolve('Use Token');
      },
      status: () => undefined,
    });
    return setApiToken(standIn<CommandContext>({ services, messages }), {
      origin: 'item',
      input: { connection: 'renamed' },
    });
  }

  it('is allowed by the name of the connection, typed, after a question that names both addresses', async () => {
    const product = await usedElsewhere();
    const asked: Question[] = [];
    const setting = set(product, asked);
    const box = await nextBox();
    assert.equal(box.prompt, 'Type "renamed" to confirm.');
    assert.deepEqual(asked, [
      {
        title: `Send the API token in STAGING_TOKEN to ${OTHER}?`,
        detail: [`Until now it was only sent to ${product.remote.baseUrl}.`],
        answers: ['Use Token', 'Set Another Token…'],
      },
    ]);
    box.type('staging');
    box.accept();
    assert.equal(box.isDisposed, false);
    box.type('renamed');
    box.accept();
    await setting;
    assert.equal(
      (await product.services.apiTokens.find(product.services.connections.named('renamed'))).from,
      'environment',
    );
  });

  it('stays where it was when nothing is typed', async () => {
    const product = await usedElsewhere();
    const setting = set(product, []);
    (await nextBox()).close();
    await assert.rejects(setting, { name: 'cancelled' });
    assert.equal((await product.services.apiTokens.find(product.services.connections.named('renamed'))).from, 'none');
  });
});
