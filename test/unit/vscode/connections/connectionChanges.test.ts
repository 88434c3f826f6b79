// What another extension, a task or a keybinding changes about a connection: what can hurt is asked about.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { riskyChanges } from '../../../../src/vscode/connections/connectionCommands.ts';

const URL_BEFORE = 'https://x.example.com';
const production: Connection = {
  id: '1',
  name: 'production',
  baseUrl: URL_BEFORE,
  kind: 'service',
  status: 'ready',
  environment: 'Customer',
};

describe('A change of a connection', () => {
  for (const environment of ['Customer', undefined] as const) {
    it(`that removes the guard of one that is declared ${environment} is asked about`, () => {
      assert.match(
        riskyChanges({ ...production, environment }, { baseUrl: URL_BEFORE, environment: 'Testing' }).join(),
        /^Environment: Testing\. Requests are sent without asking first/,
      );
    });
  }

  it('of the address, be it the path alone, is asked about, with both addresses', () => {
    assert.deepEqual(
      riskyChanges({ ...production, environment: 'Testing' }, { baseUrl: `${URL_BEFORE}/eu`, environment: 'Testing' }),
      ['Address: https://x.example.com → https://x.example.com/eu'],
    );
  });

  it('that guards it, or changes nothing of these, is not', () => {
    assert.deepEqual(
      riskyChanges({ ...production, environment: 'Testing' }, { baseUrl: URL_BEFORE, environment: 'Customer' }),
      [],
    );
    assert.deepEqual(riskyChanges(production, { baseUrl: URL_BEFORE, environment: undefined }), []);
  });
});
