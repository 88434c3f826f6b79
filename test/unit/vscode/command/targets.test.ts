// Which connection a command is about: never that of the document that happens to be in front where it says nothing of
// what is meant.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importReader } from '../../../../src/bulk/importReader.ts';
import { setApiToken } from '../../../../src/vscode/connections/apiTokenCommands.ts';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { editMany } from '../../../../src/vscode/bulk/editMany.ts';
import { importGroups } from '../../../../src/vscode/bulk/importGroups.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { goTo } from '../../../../src/vscode/groups/find.ts';
import type { ListContext } from '../../../../src/vscode/groups/listContext.ts';
import { nextBox, nextList, nextQuestion, Uri, window } from '../../../support/editor/fakeVscode.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const inFront = (connection: string): Invocation => ({ origin: 'document', input: { connection } });
const contextOf = ({ services }: Product): BulkContext =>
  standIn<BulkContext>({ services, importReader: () => Promise.resolve(importReader) });

function withProduction(product: Product): Product {
  product.settings.edit([
    ...product.settings.entries,
    { name: 'production', baseUrl: product.remote.baseUrl, environment: 'Customer' },
  ]);
  return product;
}

function guarded(product: Product): void {
  product.settings.edit([{ ...(product.settings.entries[0] as object), environment: 'Customer' }]);
}

const CONNECTION = 'Select a connection';

describe('The connection of an import', () => {
  const start = productStarter();
  const folder = temporaryFolder('user-groups-import-');
  const { showOpenDialog } = window;
  before(() => {
    writeFileSync(join(folder, 'customers.csv'), 'id,name\n1,One\n');
  });
  after(() => {
    window.showOpenDialog = showOpenDialog;
    rmSync(folder, { recursive: true });
  });
  const COLUMNS = 'Check how customers.csv is read';
  const palette = { origin: 'palette', input: {} } as const;
  const ofRow = { origin: 'item', input: { connection: 'production' } } as const;
  const step1 = [CONNECTION, 1, 2];

  for (const [what, invocation, opened, title, ...asked] of [
    ['is asked for, with any document active', inFront('production'), withProduction, '', ...step1],
    ['is named where there is just one that is not guarded', palette, undefined, ' to staging', COLUMNS],
    ['is asked for where the only one is guarded', palette, guarded, '', ...step1],
    ['is that of the row of the list, and is named', ofRow, withProduction, ' to production', COLUMNS],
  ] as const)
    it(what, async () => {
      let dialog = '';
      window.showOpenDialog = (options) => {
        dialog = options.title;
        return Promise.resolve([Uri.file(join(folder, 'customers.csv'))]);
      };
      const product = await start();
      opened?.(product);
      const importing = importGroups(contextOf(product), invocation);
      const list = await nextList();
      const shown = [list.title, list.placeholder, list.step, list.totalSteps];
      await list.cancel(importing);
      const [placeholder, step, totalSteps] = asked;
      assert.deepEqual(
        [dialog, ...shown],
        [`Import Groups${title}`, `Import Groups${title}`, placeholder, step, totalSteps],
      );
    });
});

describe('The only connection, which is not guarded', () => {
  const start = productStarter();
  const palette: Invocation = { origin: 'palette', input: {} };
  const contextWith = async (): Promise<BulkContext & ListContext> => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, '{"user_group_id": "acme"}');
    const tree = standIn<ListContext['tree']>({ filter: undefined });
    return standIn({ ...contextOf(product), services: product.services, tree });
  };

  /** Each command with the title of what it asks first. */
  const cases: readonly [string, (context: BulkContext & ListContext) => Promise<unknown>, RegExp][] = [
    ['Go to User Group…', (context) => goTo(context, palette), /^userGroups\.goTo/],
    ['Edit Multiple Groups…', (context) => editMany(context, palette), /^userGroups\.editMany \(staging\)/],
    ['Set API Token…', (context) => setApiToken(context, palette), /^Set API Token: staging/],
  ];
  for (const [title, execute, asked] of cases) {
    it(`is not asked for by ${title}`, async () => {
      const executed = execute(await contextWith());
      const first = await nextQuestion();
      assert.match(first.title, asked);
      assert.notEqual(first.placeholder, CONNECTION);
      await first.cancel(executed);
    });
  }
});

describe('Edit Connection…', () => {
  const start = productStarter();

  it('asks which one where a document of the Sandbox is in front', async () => {
    const product = withProduction(await start());
    await product.services.sandbox.start();
    const editing = connectionHandlers(contextOf(product))['userGroups.editConnection'](inFront('Sandbox'));
    const list = await nextList();
    assert.deepEqual(
      [list.placeholder, list.labels],
      ['Select a connection', ['$(server) staging', '$(server-environment) production']],
    );
    await list.cancel(Promise.resolve(editing));
    await product.services.sandbox.stop();
  });

  it('is about the connection of the document in front where it has settings', async () => {
    const product = withProduction(await start());
    const editing = connectionHandlers(contextOf(product))['userGroups.editConnection'](inFront('production'));
    const box = await nextBox();
    assert.equal(box.value, 'production');
    await box.cancel(Promise.resolve(editing));
  });
});
