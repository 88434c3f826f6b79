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
    await service.end();
  });

  it('is known to VS Code, with what it takes', () => {
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('userGroups_'));
    assert.equal(tools.length, 6);
    for (const { name, description, inputSchema } of tools)
      assert.deepEqual([description.length > 50, (inputSchema as { type?: string }).type], [true, 'object'], name);
  });

  it('finds without a request, and drafts in the document of the group', async () => {
    const before = service.exchanges.length;
    const { data } = await use('find', { query: 'region=EU', connection: service.connection });
    assert.deepEqual(
      (data!.groups as { user_group_id: string }[]).map(({ user_group_id: id }) => id),
      ['acme'],
    );
    assert.equal((await use('draft', { ...acme, properties: { region: 'US' } })).error, undefined);
    const document = await openDocument(uriOf(service.connection, 'acme'));
    assert.deepEqual((JSON.parse(document.getText()) as { properties: object }).properties, { region: 'US' });
    assert.equal(service.exchanges.length, before);
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
});
