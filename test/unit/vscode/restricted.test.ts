// A workspace that is not trusted: nothing of it reaches the network.

import assert from 'node:assert/strict';
import type { Connection } from '../../../src/core/connection.ts';
import type { UserGroupsError } from '../../../src/core/errors.ts';
import { requireTrusted } from '../../../src/vscode/commands/sendRules.ts';

const connection: Connection = { id: '1', name: 'staging', baseUrl: 'https://x.example.com', kind: 'service', status: 'ready', environment: 'Testing' };
const trust = (isTrusted: boolean): Parameters<typeof requireTrusted>[0] => ({ isTrusted: () => isTrusted, onDidChange: () => ({ dispose: () => undefined }) });

describe('A file of a workspace', () => {
  it('that is not trusted is sent to no service', () => {
    assert.throws(() => { requireTrusted(trust(false), connection, 'acme.usergroup.json'); }, (error: UserGroupsError) => {
      assert.equal(error.kind, 'forbidden');
      assert.equal(error.message, 'Could not send acme.usergroup.json on staging: it is a file of a workspace that is not trusted '
        + '— trust the workspace first (Workspaces: Manage Workspace Trust), or send it to the local sandbox.');
      return true;
    });
  });

  it('is sent to the sandbox in any case, and to a service once the workspace is trusted', () => {
    requireTrusted(trust(false), { ...connection, kind: 'sandbox' }, 'acme.usergroup.json');
    requireTrusted(trust(true), connection, 'acme.usergroup.json');
  });
});
