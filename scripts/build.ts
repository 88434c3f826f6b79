// Bundles the extension into dist/: small modules, loaded when they are needed. `--watch` builds again at every change.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, context, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { root } from './editor/folders.ts';
import { bundledPackages, NOTICES, noticesOf } from './package/bundled.ts';

/** CommonJS dependencies expect these; an ES module has none of them. */
const commonJsNames = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  "import { dirname as __dirnameOf } from 'node:path';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __dirnameOf(__filename);',
].join('');

const entry = join(root, 'src/extension.ts');

/**
 * Two files are read at activation. Code that loads later counts as importing the entry, too; otherwise each module
 * that it shares would get a file together with others shared by the same parts.
 */
const sharedWithEntry: Plugin = {
  name: 'shared with entry',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) =>
      path === entry
        ? undefined
        : { contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(entry)};\n`, loader: 'ts' },
    );
  },
};

/** The HTTP library stands in a file of its own, once for the extension and the command line. */
const withHttpFile: Plugin = {
  name: 'with http file',
  setup: (build) => {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: './http.js', external: true }));
  },
};

/**
 * Of the HTTP library only what is used: its whole entry, which gives clients their methods, too, brings along fetch,
 * WebSocket, caches and mocks.
 */
const clientOnly: Plugin = {
  name: 'client only',
  setup: (build) => {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'client-only' }));
    build.onLoad({ filter: /^undici$/, namespace: 'client-only' }, () => ({
      resolveDir: root,
      contents: [
        `import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';`,
        `import connect from 'undici/lib/api/api-connect.js';`,
        `Dispatcher.prototype.connect = connect;`,
        `export { default as Client } from 'undici/lib/dispatcher/client.js';`,
        `export { default as buildConnector } from 'undici/lib/core/connect.js';`,
      ].join('\n'),
    }));
  },
};

const onNode: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  // ES modules before CommonJS: the UMD build of jsonc-parser cannot be bundled.
  mainFields: ['module', 'main'],
  target: 'node22.19',
  plugins: [withHttpFile],
  // Its ES module, without what reads files.
  alias: { '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js' },
  legalComments: 'eof',
  logLevel: 'warning',
};

const options: BuildOptions = {
  ...onNode,
  entryPoints: [entry],
  plugins: [sharedWithEntry, withHttpFile],
  outdir: 'dist',
  splitting: true,
  external: ['vscode'],
  banner: { js: commonJsNames },
};

const httpOptions: BuildOptions = {
  ...onNode,
  entryPoints: { http: 'undici' },
  plugins: [clientOnly],
  outdir: 'dist',
  // As Node.js bundles the library itself: without the parser that it only tries out.
  define: { esbuildDetection: 'true' },
  banner: { js: commonJsNames },
};

const commandLineOptions: BuildOptions = {
  ...onNode,
  entryPoints: { cli: 'src/startCli.ts' },
  outdir: 'dist',
  // The beginning, and the rest.
  splitting: true,
  chunkNames: 'cli-[hash]',
  banner: { js: commonJsNames },
};

/** The pages, which run in webviews: one file each, since a page's policy for scripts names each by a nonce. */
const pageOptions: BuildOptions = {
  absWorkingDir: root,
  // A folder each: a page may load from nowhere else.
  entryPoints: { 'form/form': 'src/form/form.ts', 'table/table': 'src/table/table.ts' },
  outdir: 'dist',
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2024',
  legalComments: 'eof',
  logLevel: 'warning',
};

interface Built {
  readonly metafile: Metafile;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Builds what is packaged, below a folder: minified, without source maps; and the notice of what is in it. */
export async function buildForPackage(folder = root): Promise<void> {
  cleanDist(folder);
  const built = await builtForPackage();
  for (const { path, text } of built.flatMap(({ files }) => files)) {
    const file = join(folder, relative(root, path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(folder, NOTICES), noticesOf(bundledPackages(built.map(({ metafile }) => metafile))));
}

/** The same without writing any of it. */
export async function builtForPackage(): Promise<[extension: Built, pages: Built, commandLine: Built, http: Built]> {
  return Promise.all([minified(options), minified(pageOptions), minified(commandLineOptions), minified(httpOptions)]);
}

async function minified(given: BuildOptions): Promise<Built> {
  const { metafile, outputFiles } = await build({ ...given, minify: true, metafile: true, write: false });
  const files = outputFiles.map(({ path, text }) => ({ path, text: withoutUnusedNames(text) }));
  for (const { path, text } of files)
    Object.assign(metafile.outputs[relative(root, path).replaceAll('\\', '/')] ?? {}, {
      bytes: Buffer.byteLength(text),
    });
  return { metafile, files };
}

/**
 * Most files have nothing of CommonJS in them: those that are read at activation would each make a `require` of their
 * own for nobody.
 */
function withoutUnusedNames(text: string): string {
  const line = `${commonJsNames}\n`;
  if (!text.startsWith(line)) return text;
  const code = text.slice(line.length);
  return /\b(?:require|__filename|__dirname)\b/.test(code) ? text : code;
}

/** Builds what is debugged. */
export async function buildForDevelopment(): Promise<void> {
  cleanDist();
  // A webview cannot fetch a source map: the page carries its own.
  await Promise.all([
    build({ ...options, sourcemap: true }),
    build({ ...pageOptions, sourcemap: 'inline' }),
    build({ ...commandLineOptions, sourcemap: true }),
    build({ ...httpOptions, sourcemap: true }),
  ]);
}

async function watch(): Promise<void> {
  cleanDist();
  const page = await context({ ...pageOptions, sourcemap: 'inline' });
  const watching = await context({ ...options, sourcemap: true, plugins: [sharedWithEntry, notifyEditor] });
  await Promise.all([build(httpOptions), page.watch(), watching.watch()]);
}

function cleanDist(folder = root): void {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
}

/** The lines that `.vscode/tasks.json` waits for. */
const notifyEditor: Plugin = {
  name: 'tell-the-editor',
  setup: (build) => {
    build.onStart(() => {
      console.log('build started');
    });
    build.onEnd(() => {
      console.log('build finished');
    });
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false } } });
  await (values.watch ? watch() : buildForPackage());
}
