// Shows the main job with nobody present: "npm run demo". Its exit status says whether all of it went as it should.

import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './editor/folders.ts';
import { startLeashed } from './editor/leashed.ts';

const limitMinutes = 5;

// The demonstration lies with the page objects that it shares with the end-to-end tests. With "-- --docs" it renews the
// pictures in docs/images/.
const demo = startLeashed(process.execPath, [join(root, 'test/e2e/support/demo/demo.ts'), ...process.argv.slice(2)], {
  cwd: root,
  output: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    void demo.end().finally(() => process.exit(130));
  });
}
const code = await Promise.race([demo.exited, once(AbortSignal.timeout(limitMinutes * 60_000), 'abort')]);
if (typeof code !== 'number') {
  await demo.end();
  console.error(`The demonstration was ended after ${limitMinutes} minutes.`);
}
process.exitCode = code === 0 ? 0 : 1;
