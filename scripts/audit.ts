// Asks the registry for known vulnerabilities, by npm's own audit, and counts those of what ships. What only builds and
// tests is named apart.

import { execFile } from 'node:child_process';
import { builtForPackage } from './build.ts';
import { root } from './editor/folders.ts';
import { bundledPackages } from './package/bundled.ts';

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>;
  readonly message?: string;
}

const shipped = bundledPackages((await builtForPackage()).map(({ metafile }) => metafile));
const { vulnerabilities, message } = await audit();
if (vulnerabilities === undefined) {
  console.error(
    `The registry did not answer the audit: ${message ?? 'no reason given'}. Nothing is known of ${shipped.length} bundled packages.`,
  );
  process.exitCode = 2;
} else {
  const found = Object.values(vulnerabilities);
  const ships = found.filter(({ name }) => shipped.some((each) => each.name === name));
  for (const { name, severity } of ships) console.error(`${name} ships and has a known vulnerability (${severity}).`);
  console.log(
    `${shipped.length} packages ship: ${ships.length} with known vulnerabilities. ${found.length - ships.length} more with some build and test, and do not ship.`,
  );
  process.exitCode = ships.length === 0 ? 0 : 1;
}

/** npm exits with 1 when it found any. */
async function audit(): Promise<Report> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const stdout = await new Promise<string>((resolve) => {
    execFile(npm, ['audit', '--json'], { cwd: root, shell: process.platform === 'win32' }, (_error, out) => {
      resolve(out);
    });
  });
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return { message: 'its words were not understood' };
  }
}
