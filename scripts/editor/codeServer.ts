// The editor from npm: code-server, which carries VS Code's own server and workbench, installed once into the cache.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './folders.ts';
import { madeOnce } from './madeOnce.ts';
import { npmInstall } from './npm.ts';

/** The newest editor that the tests run in. */
export const newestEditor = '4.139.1';

export interface Editor {
  /** code-server's own entry: keeps secrets. */
  readonly codeServerEntry: string;
  /** VS Code's bare server: takes test drivers, forgets secrets at reload. */
  readonly bareEntry: string;
}

/** The installed editor; installs it when it is missing, saying so by `say`. */
export async function obtainEditor(version: string, say: (line: string) => void): Promise<Editor> {
  const folder = await madeOnce(join(cache, 'editors', `code-server-${version}`), (partial) => install(version, partial, say));
  const codeServer = join(folder, 'node_modules/code-server');
  return {
    codeServerEntry: join(codeServer, 'out/node/entry.js'),
    bareEntry: join(codeServer, 'lib/vscode/out/server-main.js'),
  };
}

async function install(version: string, folder: string, say: (line: string) => void): Promise<void> {
  const started = Date.now();
  say(`Installing the editor (code-server ${version}) from npm into .cache: once, about 600 MB, mostly less than two minutes.`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { 'code-server': version } }));
  say('  1/2 the server …');
  await npmInstall(folder, 'install-code-server.log');
  say('  2/2 VS Code and its parts …');
  await npmInstall(join(folder, 'node_modules/code-server/lib/vscode'), 'install-vscode.log');
  // Nothing resolves through these links, and Windows cannot rename a folder of links.
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
  say(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
}
