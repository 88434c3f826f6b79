// The command line as npm packs it: run from the package, in an empty folder, without a network.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { buildForPackage, builtForPackage } from '../../../scripts/build.ts';
import { npmCommand } from '../../../scripts/editor/npm.ts';
import { packCommandLine, type Packed } from '../../../scripts/package/commandLine.ts';
import { withStagedClone } from '../../../scripts/package/staged.ts';
import { writeFiles } from '../../support/commandLine.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('The package of the command line', () => {
  let folder: string;
  let packed: Packed;
  before(async () => {
    folder = temporaryFolder('user-groups-npm-');
    packed = await withStagedClone(async (clone) => {
      await buildForPackage(clone);
      return packCommandLine(clone, folder);
    });
  });

  interface Ended {
    readonly code: number;
    readonly out: string;
    readonly err: string;
  }

  const run = (command: string, args: readonly string[], cwd: string): Promise<Ended> =>
    new Promise((resolve) => {
      const env = {
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        HOME: folder,
        npm_config_cache: join(folder, 'cache'),
        NODE_OPTIONS: process.env.NODE_OPTIONS,
      };
      execFile(command, args, { cwd, env }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });

  it('holds one file of code, and what belongs to it', () => {
    assert.deepEqual(packed.files, [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'ThirdPartyNotices.txt',
      'dist/cli.js',
      'package.json',
    ]);
  });

  it('runs by npx, in an empty folder and without a network', async () => {
    const cwd = temporaryFolder('user-groups-empty-');
    writeFiles(cwd, { 'acme.usergroup.json': '{ "user_group_id": "acme" }', 'beta.usergroup.json': '[]' });
    const { command, first } = npmCommand();
    const { code, out } = await run(
      command,
      [...first, 'exec', '--offline', '--yes', '--package', packed.path, '--', 'user-groups', 'validate'],
      cwd,
    );
    assert.deepEqual(
      [code, out],
      [1, 'beta.usergroup.json:1:1: error: A JSON object is expected.\n2 files checked, 1 error\n'],
    );
  });

  it('says what it needs on an older Node', async () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`;
    const [, , { files }] = await builtForPackage();
    writeFiles(folder, { 'cli.mjs': files[0]?.text });
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
    assert.deepEqual(await run(process.execPath, [...flags, join(folder, 'cli.mjs')], folder), {
      code: 1,
      out: '',
      err: 'user-groups needs Node.js 22 or newer. This is 20.20.2.\n',
    });
  });
});
