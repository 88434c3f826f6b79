// What may be said after "npm start --".

import assert from 'node:assert/strict';
import { startOptions } from '../../../scripts/start/options.ts';

describe('The options of npm start', () => {
  it('are a port, which means the browser, or one of the two editors', () => {
    assert.deepEqual(startOptions([]), { help: false, port: undefined, editor: undefined });
    assert.deepEqual(startOptions(['--port', '8080']), { help: false, port: 8080, editor: 'browser' });
    assert.equal(startOptions(['--desktop']).editor, 'desktop');
  });

  for (const [args, message] of [
    [['--prot', '8080'], "Unknown option '--prot'."],
    [['--port=65536'], 'A port is a number from 1 to 65535, not "65536".'],
    [['--port=1e3'], 'A port is a number from 1 to 65535, not "1e3".'],
    [['--desktop', '--browser'], 'Say either --desktop or --browser.'],
  ] as const)
    it(`are refused in a sentence: ${args.join(' ')}`, () => {
      assert.throws(() => startOptions(args), { message });
    });
});
