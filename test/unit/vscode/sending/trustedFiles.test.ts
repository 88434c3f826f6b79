// Nothing of a workspace that is not trusted reaches the network.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import type { WorkspaceTrust } from '../../../../src/core/ports/userSettings.ts';
import { requireTrusted, requireTrustedFiles } from '../../../../src/vscode/sending/sendRules.ts';
import { Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

const service = standIn<Connection>({ kind: 'service', name: 'staging' });
const sandbox = standIn<Connection>({ kind: 'sandbox', name: 'local sandbox' });
const trust = (isTrusted: boolean): WorkspaceTrust => standIn<WorkspaceTrust>({ isTrusted: () => isTrusted });

describe('A file of a workspace that is not trusted', () => {
  for (const [use, doing] of [
    ['send', `Couldn't send "a.json" on staging.`],
    ['import', `Couldn't import "a.json" into the list of staging.`],
    ['read', `Couldn't read "a.json" for groups of staging.`],
  ] as const) {
    it(`is refused: ${use}`, () => {
      assert.throws(
        () => {
          requireTrusted(trust(false), service, 'a.json', use);
        },
        {
          kind: 'forbidden',
          message: `${doing} The workspace is not trusted. Trust the workspace first (Workspaces: Manage Workspace Trust), or use the local sandbox.`,
        },
      );
    });
  }

  it('may be used for the sandbox, which is this machine, and any file once it is trusted', () => {
    requireTrusted(trust(false), sandbox, 'a.json');
    requireTrusted(trust(true), service, 'a.json');
  });

  it('is refused beside files from elsewhere, which are the user’s own', async () => {
    workspace.workspaceFolders = [{ uri: Uri.file('/work') }];
    const [inside, outside] = [Uri.file('/work/a.json'), Uri.file('/home/b.json')];
    const context = standIn<Parameters<typeof requireTrustedFiles>[0]>({
      trust: trust(false),
      services: standIn({ largeFiles: standIn({ realPath: (path: string) => Promise.resolve(path) }) }),
    });
    const using = (...files: readonly Uri[]): Promise<void> =>
      requireTrustedFiles(context, service, files as never, 'the files', 'import');
    try {
      await using(outside);
      await assert.rejects(using(outside, inside), { kind: 'forbidden', message: /^Couldn't import "the files"/ });
    } finally {
      workspace.workspaceFolders = undefined;
    }
  });
});
