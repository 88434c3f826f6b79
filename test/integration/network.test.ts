// How requests leave the real extension host: by the user's own proxy, whatever a workspace says.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AnsweringServer, succeeds } from '../support/answeringServer.ts';
import { privateAuthority } from '../support/certificate.ts';
import { startProxy, type ProxyServer } from '../support/proxyServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { changeConnections } from './support/service.ts';

const HOST = 'dashboards.test';
const PASSWORD = 'password-of-the-proxy';

describe('The network', () => {
  let server: AnsweringServer;
  let ofUser: ProxyServer;
  let ofWorkspace: ProxyServer;
  let folder: string;
  const http = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('http');

  const workspace = vscode.workspace as { getConfiguration: typeof vscode.workspace.getConfiguration };
  const { getConfiguration } = workspace;
  /** As in the versions of the editor that let a workspace set these: this one leaves out what its file says. */
  const lettingWorkspaces: typeof getConfiguration = (section, scope) => {
    const real = getConfiguration.call(vscode.workspace, section, scope);
    const workspaceValues: Record<string, unknown> = section === 'http' ? { proxy: `http://${ofWorkspace.host}` } : {};
    const changed = {
      has: (name: string) => real.has(name),
      get: (name: string, fallback: unknown) => workspaceValues[name] ?? real.get(name, fallback),
      inspect: (name: string) => ({
        ...real.inspect(name),
        ...(name in workspaceValues && { workspaceValue: workspaceValues[name] }),
      }),
      update: real.update.bind(real),
    };
    return changed as vscode.WorkspaceConfiguration;
  };

  before(async () => {
    const authority = privateAuthority();
    server = new AnsweringServer([succeeds()], authority.issue({ dns: [HOST] }));
    await server.start();
    const to = { [`${HOST}:443`]: Number(new URL(server.baseUrl).port) };
    ofUser = await startProxy({ to, credentials: `someone:${PASSWORD}` });
    ofWorkspace = await startProxy({ to });
    folder = temporaryFolder('user-groups-network-');
    writeFileSync(join(folder, 'authority.pem'), authority.cert);
    process.env.USER_GROUPS_TEST_TOKEN_NETWORK = 'token-of-the-network-test';
    workspace.getConfiguration = lettingWorkspaces;
    await http().update('proxy', `http://someone:${PASSWORD}@${ofUser.host}`, vscode.ConfigurationTarget.Global);
    const entry = {
      name: 'company',
      baseUrl: `https://${HOST}`,
      environment: 'Testing',
      apiTokenEnv: 'USER_GROUPS_TEST_TOKEN_NETWORK',
      caFile: join(folder, 'authority.pem'),
    };
    await changeConnections((kept) => [...kept, entry]);
    const settings = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.vscode/settings.json');
    await vscode.workspace.fs.writeFile(
      settings,
      new TextEncoder().encode(
        JSON.stringify({
          'http.proxy': `http://${ofWorkspace.host}`,
          'http.proxyAuthorization': 'Basic b2YgdGhlIHdvcmtzcGFjZQ==',
        }),
      ),
    );
  });
  after(async () => {
    workspace.getConfiguration = getConfiguration;
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.vscode'), {
      recursive: true,
    });
    await http().update('proxy', undefined, vscode.ConfigurationTarget.Global);
    await changeConnections((kept) => kept.filter(({ name }) => name !== 'company'));
    await Promise.all([server.close(), ofUser.close(), ofWorkspace.close()]);
    rmSync(folder, { recursive: true });
  });

  it('is left by the proxy of the user, and not by one that a workspace names', async () => {
    await vscode.commands.executeCommand('userGroups.getOrCreate', {
      connection: 'company',
      user_group_id: 'acme',
      name: 'Acme',
    });
    assert.equal(server.requests.length, 1);
    assert.deepEqual(
      ofUser.asked.map(({ authority }) => authority).filter((authority) => authority.startsWith(HOST)),
      [`${HOST}:443`],
    );
    assert.equal(ofWorkspace.connections(), 0);
  });

  it('is reported on by Check Connection, without a secret', async () => {
    const report = await vscode.commands.executeCommand<string>('userGroups.checkConnection', {
      connection: 'company',
    });
    assert.match(
      report,
      new RegExp(`^\\[done\\] Proxy: ${ofUser.host.replaceAll('.', '\\.')}, from http\\.proxy, with credentials$`, 'm'),
    );
    assert.match(report, /^\[done\] TLS: TLSv1\.3, certificate verified$/m);
    assert.match(report, /^API token: from the environment variable USER_GROUPS_TEST_TOKEN_NETWORK$/m);
    assert.doesNotMatch(report, /password-of|token-of/);
    assert.match(server.requests.at(-1)!.head.join('\n'), /^HEAD \/ HTTP\/1\.1\n(?![^]*authorization)/i);
    assert.equal(ofWorkspace.connections(), 0);
  });
});
