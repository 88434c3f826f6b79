// Builds the extension for debugging and bundles the integration tests into files that an extension host can load.

import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildForDevelopment } from '../build.ts';
import { cache, root } from '../editor/folders.ts';

export const bundles = join(cache, 'integration');

export async function bundleTests(): Promise<void> {
  await buildForDevelopment();
  rmSync(bundles, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [
      'test/integration/index.ts',
      'test/integration/partner.ts',
      ...globSync('test/integration/**/*.test.ts', { cwd: root }),
    ],
    outdir: bundles,
    outbase: 'test/integration',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // The CommonJS within mocha: Node 22 and 24 differ in what requiring its ES module gives.
    alias: { mocha: 'mocha/lib/mocha.cjs' },
    packages: 'external',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleTests();
