// What may be said after "npm start --".

import assert from 'node:assert/strict';
import { startOptions } from '../../../scripts/start/options.ts';

describe('the options of npm start', () => {
  it('leave everything open when nothing is said', () => {
    assert.deepEqual(startOptions([]), { help: false, port: undefined, editor: undefined });
  });

  it('take a port, which means the browser', () => {
    assert.deepEqual(startOptions(['--port', '8080']), { help: false, port: 8080, editor: 'browser' });
  });

  it('force the desktop or the browser', () => {
    assert.equal(startOptions(['--desktop']).editor, 'desktop');
    assert.equal(startOptions(['--browser']).editor, 'browser');
  });

  it('refuse in a sentence what they do not know', () => {
    assert.throws(() => startOptions(['--prot', '8080']), { message: "Unknown option '--prot'." });
    assert.throws(() => startOptions(['8080']), /^Error: Unexpected argument '8080'\./);
  });

  for (const port of ['0', '65536', '-1', '80a', '', '1e3']) {
    it(`refuse "${port}" as a port`, () => {
      assert.throws(() => startOptions([`--port=${port}`]), {
        message: `A port is a number from 1 to 65535, not "${port}".`,
      });
    });
  }

  it('refuse what contradicts itself', () => {
    assert.throws(() => startOptions(['--desktop', '--browser']), { message: 'Say either --desktop or --browser.' });
    assert.throws(() => startOptions(['--desktop', '--port', '80']), /A port belongs to the browser/);
  });
});
