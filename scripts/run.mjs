// The entry to every script: says in a sentence what is missing, where plain TypeScript would only fail to parse.

import { fileURLToPath } from 'node:url';

const [, , name, ...args] = process.argv;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `The scripts of this project need Node 22.18 or newer and found ${process.version}. npm brings Node 24 along: ` +
      'run "npm ci" without --ignore-scripts, then start this by "npm run …", which uses it.',
  );
  process.exit(1);
}

// For the processes that it starts: tests start very many.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));

const script = new URL(`./${name}.ts`, import.meta.url);
process.argv.splice(1, Infinity, script.pathname, ...args);
await import(script.href);
