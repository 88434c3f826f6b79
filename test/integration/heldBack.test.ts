// In the real extension host: no command, whatever the service answers, lets a token out in its result, its failure, a
// message or a file.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Fault } from '../../src/sandbox/faults.ts';
import { isDeep } from '../support/depth.ts';
import { actions } from './support/windowActions.ts';
import { uriOf } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

const FAULTS: readonly (Fault | undefined)[] = [
  undefined,
  'successZero',
  'redirect',
  'status403',
  'tokenNotString',
  'array',
  'truncated',
  'otherProvidedId',
  'extraFields',
  undefined,
];
const COMMANDS = [
  'getOrCreate',
  'update',
  'fetch',
  'rotateToken',
  'compareWithSent',
  'compareWithAnswered',
  'discardDraft',
  'copyToken',
  'copyAsCurl',
  'copyLink',
] as const;

/** The last of them leaves nothing to the next. */
const OF_CUSTOMERS = ['refreshListFromService', 'delete'] as const;

type Show = (message: string, ...rest: unknown[]) => Thenable<unknown>;
const SHOWING = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
const shows = vscode.window as Record<(typeof SHOWING)[number], Show> & {
  setStatusBarMessage: (message: string) => vscode.Disposable;
};

for (const api of isDeep ? ['user-group', 'customer'] : ['user-group'])
  describe(`In the real editor, by the API ${api}, no command`, () => {
    let service: Service;
    const said: string[] = [];
    const originals = { ...shows };
    beforeEach(async () => {
      service = await startService({ api });
      for (const name of SHOWING) {
        shows[name] = (message, options, ...rest) => {
          said.push(JSON.stringify([message, options]));
          return Promise.resolve((options as vscode.MessageOptions | undefined)?.modal === true ? rest[0] : undefined);
        };
      }
      shows.setStatusBarMessage = (message) => {
        said.push(message);
        return new vscode.Disposable(() => undefined);
      };
    });
    afterEach(async () => {
      for (const name of SHOWING) shows[name] = originals[name];
      shows.setStatusBarMessage = originals.setStatusBarMessage;
      await service.end();
    });

    it('lets a token out, whatever the service answers', async () => {
      const { connection } = service;
      const tokens = new Set([service.apiToken]);
      const about = { connection, user_group_id: 'acme', name: 'Acme', mapping: { 40: '6' }, operation: 'update' };
      for (const fault of FAULTS) {
        service.misbehave(fault);
        for (const command of api === 'customer' ? [...COMMANDS, ...OF_CUSTOMERS] : COMMANDS) {
          const came = await vscode.commands.executeCommand(`userGroups.${command}`, about).then(
            (result) => JSON.stringify([result]),
            (error: unknown) => `${String(error)} ${(error as Error).stack ?? ''}`,
          );
          said.push(came);
          for (const id of ['acme', 'somebody_else']) tokens.add(service.group(id)?.token ?? service.apiToken);
        }
      }
      said.push(await actions.read(connection, 'acme'), uriOf(connection, 'acme').toString());
      const kept = keptOnDisk();
      assert.ok(kept !== '' && said.length > 100 && tokens.size > 2);
      const all = [...said, kept].join('\n');
      const out = [...tokens].filter((token) =>
        [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64').slice(0, -4)].some(
          (spelling) => all.includes(spelling),
        ),
      );
      assert.equal(out.length, 0, `${out.length} of ${tokens.size} tokens came out`);
    });
  });

/**
 * All bytes of the database and of what lies beside it, one character each. Read by another process: whoever closes
 * these files ends the locks that his own process holds on them, and the next window would begin the shared index again
 * under the feet of this one.
 */
function keptOnDisk(): string {
  const folder = dirname(process.env.HOME ?? '');
  const files = globSync('**/user-groups.db*', { cwd: folder }).map((file) => join(folder, file));
  const read = 'for (const file of process.argv.slice(1)) process.stdout.write(fs.readFileSync(file))';
  return execFileSync(process.execPath, ['-e', read, ...files], {
    encoding: 'latin1',
    maxBuffer: 1e9,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
}
