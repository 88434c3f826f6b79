// The editor from npm: code-server, which carries VS Code's own server and workbench, installed once into the cache.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './folders.ts';
import { madeOnce } from './madeOnce.ts';
import { nodeExecutable, nodePackage } from './nodeRuntime.ts';
import { npmInstall } from './npm.ts';

export interface EditorRelease {
  /** Of code-server: 4.105.1 carries VS Code 1.105.1. */
  readonly version: string;
  /** The Node that it needs; absent where the one that runs the scripts will do. */
  readonly node?: string;
}

/** The newest editor that the tests run in. */
export const newestEditor: EditorRelease = { version: '4.139.1' };

/** The oldest editor that is supported, with the Node that it has on a desktop. */
export const oldestEditor: EditorRelease = { version: '4.105.1', node: '22.19.0' };

export interface Editor {
  /** code-server's own entry: keeps secrets. */
  readonly codeServerEntry: string;
  /** VS Code's bare server: takes test drivers, forgets secrets at reload. */
  readonly bareEntry: string;
  /** The folder of its own extensions. */
  readonly builtIn: string;
  /** The Node that runs both. */
  readonly node: string;
}

/** The installed editor; installs it when it is missing, saying so by `say`. */
export async function obtainEditor(release: EditorRelease, say: (line: string) => void): Promise<Editor> {
  const folder = await madeOnce(join(cache, 'editors', `code-server-${release.version}`), (partial) =>
    install(release, partial, say),
  );
  const codeServer = join(folder, 'node_modules/code-server');
  return {
    node:
      release.node === undefined
        ? process.execPath
        : join(folder, 'node_modules', ownNode, nodeExecutable(process.platform)),
    codeServerEntry: join(codeServer, 'out/node/entry.js'),
    bareEntry: join(codeServer, 'lib/vscode/out/server-main.js'),
    builtIn: join(codeServer, 'lib/vscode/extensions'),
  };
}

const ownNode = nodePackage(process.platform, process.arch);

async function install({ version, node }: EditorRelease, folder: string, say: (line: string) => void): Promise<void> {
  const started = Date.now();
  say(
    `Installing the editor (code-server ${version}) from npm into .cache: once, about 600 MB, mostly less than two minutes.`,
  );
  const dependencies = { 'code-server': version, ...(node !== undefined && { [ownNode]: node }) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  say('  1/2 the server …');
  await npmInstall(folder, 'install-code-server.log');
  say('  2/2 VS Code and its parts …');
  const vscode = join(folder, 'node_modules/code-server/lib/vscode');
  takeWatcherFromNpm(vscode);
  await npmInstall(vscode, 'install-vscode.log');
  // Nothing resolves through these links, and Windows cannot rename a folder of links.
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
  say(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Older releases name a git address for it, in their list of versions too: that takes git and a compiler. */
function takeWatcherFromNpm(vscode: string): void {
  const file = join(vscode, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  if (manifest.dependencies['@parcel/watcher']?.startsWith('parcel-bundler/') !== true) return;
  manifest.dependencies['@parcel/watcher'] = '^2.5.1';
  writeFileSync(file, JSON.stringify(manifest));
  rmSync(join(vscode, 'npm-shrinkwrap.json'), { force: true });
}
