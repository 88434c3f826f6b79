// A browser without a display: Chromium from npm on Linux x64, an installed Chrome or Edge elsewhere.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';
import { cache, root } from './folders.ts';
import { startLeashed } from './leashed.ts';
import { madeOnce } from './madeOnce.ts';

/** An eighth of it is the most that one file may have, and the workbench is one of 20 MB. */
const cacheBytes = 1_000_000_000;

const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** In place of Playwright's own list, of which the first three concern a browser without a display. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // Compiles the workbench anew for each window, whatever is kept of it.
  'BackgroundResourceFetch',
];

/** Starts the browser; its home is `home`, its profile is in the temporary folder. Whoever calls closes it. */
export async function launchBrowser(home: string): Promise<Browser> {
  return startBrowser(home, (options) => chromium.launch(options));
}

/**
 * Starts the browser with a profile on the disk, in `home`: what it has loaded and compiled is found there again.
 * Whoever calls closes it.
 */
export async function launchWithProfile(home: string, context: BrowserContextOptions): Promise<BrowserContext> {
  return startBrowser(home, ({ args: own = [], ...options }) =>
    chromium.launchPersistentContext(join(home, 'profile'), {
      ...context,
      ...options,
      args: [...own, `--disk-cache-size=${cacheBytes}`, `--disable-features=${disabledFeatures.join(',')}`],
    }),
  );
}

async function startBrowser<T>(home: string, start: (options: LaunchOptions) => Promise<T>): Promise<T> {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home };
  if (process.platform === 'linux' && process.arch === 'x64') return start(await fromNpm(env));
  for (const channel of ['chrome', 'msedge']) {
    try {
      return await start({ channel, args, env });
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('is not found'))) throw error;
    }
  }
  throw new Error('A browser is needed here: install Chrome or Edge.');
}

async function fromNpm(env: NodeJS.ProcessEnv): Promise<LaunchOptions> {
  const folder = await madeOnce(join(cache, 'chromium', packedVersion()), unpack);
  const executablePath = join(folder, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
  // NSS and its relatives come along for systems without.
  const libraries = runs(executablePath, env) ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  return { executablePath, args: [...args, '--headless=shell'], env: { ...env, ...fonts, ...libraries } };
}

function packedVersion(): string {
  const manifest = readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function unpack(folder: string): Promise<void> {
  // The package unpacks into the temporary folder of its process, so it gets one of its own.
  const unpacking = startLeashed(process.execPath, [join(import.meta.dirname, 'unpackChromium.ts')], {
    env: { ...process.env, TMPDIR: folder },
    output: 'inherit',
  });
  if ((await unpacking.exited) !== 0) throw new Error('Chromium could not be unpacked.');
}

function runs(executable: string, env: NodeJS.ProcessEnv): boolean {
  return spawnSync(executable, ['--version'], { env, stdio: 'ignore' }).status === 0;
}
