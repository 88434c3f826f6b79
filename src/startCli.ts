#!/usr/bin/env node
// Begins the command line. What an older Node would say of the rest helps nobody: it is not even read there.

const { node } = process.versions;
if (Number(node.split('.')[0]) >= 22) await import('./cli.ts');
else {
  console.error(`user-groups needs Node.js 22 or newer. This is ${node}.`);
  process.exitCode = 1;
}

export {};
