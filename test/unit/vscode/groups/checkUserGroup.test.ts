// Check Why a Group Sees No Data…: the links of its report, and what each runs.

import assert from 'node:assert/strict';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { checkUserGroup } from '../../../../src/vscode/groups/checkUserGroup.ts';
import type { Reports } from '../../../../src/vscode/platform/shownTexts.ts';
import type { ReportStep } from '../../../../src/vscode/platform/reportSteps.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };

describe('The report of Check Why a Group Sees No Data…', () => {
  const start = productStarter();

  async function checking() {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await product.services.rotation.rotate(product.connection, 'acme');
    const reports: { text: string; steps: readonly ReportStep[] }[] = [];
    const ran: unknown[] = [];
    const keep = (_title: string, text: string, steps: readonly ReportStep[] = []): number =>
      reports.push({ text, steps });
    const context = standIn<EditingContext>({
      services: product.services,
      schemas: standIn({ errorsIn: () => Promise.resolve([]) }),
      reports: standIn<Reports>({ show: (...shown) => Promise.resolve(void keep(...shown)), update: keep }),
      run: (...called) => {
        ran.push(called);
        if (called[0] === 'userGroups.markAsDeployed') product.services.tokens.dropReplaced(product.ref('acme'));
        return Promise.resolve();
      },
    });
    return { product, context, reports, ran };
  }

  it('has links above each cause to what can be done about it', async () => {
    const { context, reports, ran } = await checking();
    await checkUserGroup(context, { origin: 'item', input: ACME });
    const [{ text, steps } = { text: '', steps: [] }] = reports;
    const lines = text.split('\n');
    assert.deepEqual(
      steps.map(({ line, title }) => `${title} at ${lines[line]?.slice(0, 22)}`),
      [
        'Paste the Token They Use… at Check of "acme" on sta',
        'userGroups.fetch at Check of "acme" on sta',
        'userGroups.open at 1. No mapping set: the',
        'userGroups.copyToken at 2. 1 previous token is',
        'userGroups.markAsDeployed at 2. 1 previous token is',
      ],
    );
    await steps.at(-1)?.run();
    assert.deepEqual(ran, [['userGroups.markAsDeployed', ACME]]);
    assert.match(text, /^2\. 1 previous token is kept/m);
    assert.doesNotMatch(reports[1]?.text ?? 'not checked again', /previous token|not checked again/);
  });

  it('has one link to what several causes lead to, above the report', async () => {
    const { product, context, reports } = await checking();
    const send = (user_group_id: string, fields: object): Promise<unknown> =>
      product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id, name: 'Name', ...fields }));
    for (const id of ['one', 'two', 'three', 'four', 'five'])
      await send(id, { mapping: { 40: 'a', 134: id }, properties: { region: 'EU' } });
    await send('lacking', { mapping: { 40: 'a' }, properties: { regoin: 'US' } });
    await checkUserGroup(context, { origin: 'item', input: { ...ACME, user_group_id: 'lacking' } });
    const [{ text, steps } = { text: '', steps: [] }] = reports;
    assert.match(text, /Schema ID "134" is missing[^]*Did you mean "region" instead of "regoin"/);
    assert.deepEqual(
      steps.filter(({ title }) => title === 'userGroups.open').map(({ line }) => line),
      [0],
    );
  });

  it('is written again with whose token is pasted', async () => {
    const { product, context, reports, ran } = await checking();
    await checkUserGroup(context, { origin: 'item', input: ACME });
    await reports[0]?.steps[0]?.run();
    const [[, input]] = ran as [[string, object]];
    const again = checkUserGroup(context, { origin: 'item', input: { ...input } });
    const box = await nextBox();
    box.enter(product.remote.group('acme')?.token ?? '');
    await again;
    assert.match(reports[1]?.text ?? '', /^1\. The pasted token is the current one of this group/m);
  });

  it('is returned to another extension, and not shown', async () => {
    const { context, reports } = await checking();
    const text = await checkUserGroup(context, { origin: 'argument', input: { ...ACME, asks_for_token: true } });
    assert.match(text, /^Check of "acme" on staging/);
    assert.deepEqual(reports, []);
  });
});
