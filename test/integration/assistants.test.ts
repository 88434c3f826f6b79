// The tools of assistants as VS Code's agents use them.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openDocument, uriOf } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

interface Answer {
  readonly data?: Record<string, unknown>;
  readonly error?: { readonly kind: string };
}

async function use(name: string, input: object): Promise<Answer> {
  const { content } = await vscode.lm.invokeTool(`userGroups_${name}`, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Answer;
}

function allow(access: 'off' | undefined): Thenable<void> {
  return vscode.workspace
    .getConfiguration('userGroups')
    .update('assistants', access, vscode.ConfigurationTarget.Global);
}

describe('A tool of assistants', () => {
  let service: Service;
  let acme: { readonly connection: string; readonly user_group_id: string };
  beforeEach(async () => {
    service = await startService();
    acme = { connection: service.connection, user_group_id: 'acme' };
    const fields = { name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } };
    await vscode.commands.executeCommand('userGroups.getOrCreate', { ...acme, ...fields });
  });
  afterEach(async () => {
    await allow(undefined);
    await service.end();
  });

  it('is known to VS Code, with what it takes', () => {
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('userGroups_'));
    assert.equal(tools.length, 6);
    for (const { name, description, inputSchema } of tools)
      assert.deepEqual([description.length > 50, (inputSchema as { type?: string }).type], [true, 'object'], name);
  });

  it('finds, reads, checks, validates and plans without a request', async () => {
    const before = service.exchanges.length;
    const { token } = service.group('acme')!;
    const found = await use('find', { query: 'region=EU', connection: service.connection });
    const read = await use('read', acme);
    const checked = await use('check', acme);
    const validated = await use('validate', { ...acme, properties: { region: 5 } });
    const planned = await use('plan', { ...acme, properties: { region: 'US' } });
    assert.deepEqual(
      (found.data!.groups as { user_group_id: string }[]).map(({ user_group_id: id }) => id),
      ['acme'],
    );
    assert.deepEqual((read.data!.last_sent as { properties: object }).properties, { region: 'EU' });
    assert.match((checked.data!.report as string[]).join(), /Check of "acme"/);
    assert.deepEqual(validated.data!.problems, []);
    assert.deepEqual(planned.data!.changes, [{ path: 'properties.region', before: '"EU"', after: '"US"' }]);
    assert.equal(service.exchanges.length, before);
    assert.ok(!JSON.stringify([found, read, checked, validated, planned]).includes(token));
  });

  it('validates against the schemas that VS Code checks the document by', async () => {
    const configuration = vscode.workspace.getConfiguration('userGroups');
    const schema = { properties: { region: { enum: ['EU', 'US'] } } };
    await configuration.update('propertiesSchema', schema, vscode.ConfigurationTarget.Global);
    try {
      const { data } = await use('validate', { ...acme, properties: { region: 'APAC' } });
      assert.match(JSON.stringify(data!.problems), /"severity":"error".*EU/);
    } finally {
      await configuration.update('propertiesSchema', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('drafts and opens the draft, and sends nothing', async () => {
    const before = service.exchanges.length;
    assert.equal((await use('draft', { ...acme, properties: { region: 'US' } })).error, undefined);
    const document = await openDocument(uriOf(service.connection, 'acme'));
    assert.deepEqual((JSON.parse(document.getText()) as { properties: object }).properties, { region: 'US' });
    assert.equal(service.exchanges.length, before);
  });

  it('does nothing while assistants are turned off', async () => {
    await allow('off');
    assert.equal((await use('find', {})).error?.kind, 'forbidden');
  });
});
