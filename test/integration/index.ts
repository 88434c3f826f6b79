// The extension host calls `run` here: mocha over the bundled test files beside this one, all or those that TEST_FILES
// names.

import { globSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { version } from 'vscode';
import CountingReporter from '../../scripts/test/reporter.ts';

export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const finishReport = reportElsewhere(process.env.TEST_REPORT_PORT);
  const mocha = new Mocha({ ui: 'bdd', timeout: 90_000, reporter: CountingReporter, forbidOnly: true });
  Mocha.reporters.Base.consoleLog(`VS Code ${version}, Node ${process.version}`);
  if (process.env.TEST_GREP) mocha.grep(process.env.TEST_GREP);
  for (const file of globSync(process.env.TEST_FILES ?? '**/*.test.cjs', { cwd: __dirname }).sort())
    mocha.addFile(join(__dirname, file));
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  await finishReport();
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

/** In a run from the command line the report goes to whoever listens at `port`; in one by F5 to the debug console. */
function reportElsewhere(port: string | undefined): () => Promise<void> {
  if (port === undefined) return () => Promise.resolve();
  const reader = connect(Number(port), '127.0.0.1');
  Mocha.reporters.Base.consoleLog = (...words: unknown[]) => {
    reader.write(`${format(...words)}\n`);
  };
  return () =>
    new Promise((resolve) => {
      reader.end(resolve);
    });
}
