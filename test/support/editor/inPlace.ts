// Unit tests run without VS Code: what imports it gets fakeVscode.ts in its place.

import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { forgetQuestions } from './fakeVscode.ts';

const fake = new URL('fakeVscode.ts', import.meta.url).href;

registerHooks({ resolve: (specifier, context, next) => next(specifier === 'vscode' ? fake : specifier, context) });

export const mochaHooks = {
  /** The next test, of whichever file, would take such a question for its own. */
  afterEach(): void {
    assert.deepEqual(forgetQuestions(), [], 'each question that is shown is taken, and each that is awaited is shown');
  },
};
