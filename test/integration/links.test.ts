// Links to groups, as the editor hands them to the extension.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until, uriOf } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);
/** As a link that is chosen in the editor itself. */
const follow = (link: string): Thenable<unknown> =>
  vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(link));

describe('A link to a group', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.end());

  for (const id of ['acme', '50% & co=ü/#?+'])
    it(`that was copied opens it, and sends nothing: ${id}`, async () => {
      await run('getOrCreate', { connection: service.connection, user_group_id: id });
      const requests = service.exchanges.length;
      await run('copyLink', { connection: service.connection, user_group_id: id });
      const link = await vscode.env.clipboard.readText();
      assert.ok(link.startsWith(`${vscode.env.uriScheme}://embedded-dashboards.user-groups/open?`), link);
      await follow(link);
      const expected = uriOf(service.connection, id).toString();
      await until(vscode.window.tabGroups.onDidChangeTabs, () => opened() === expected);
      assert.equal(service.exchanges.length, requests);
    });
});

function opened(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? input.uri.toString() : undefined;
}
