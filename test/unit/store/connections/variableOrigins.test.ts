// Where the token of a variable may be sent: the first use decides, in any window.

import assert from 'node:assert/strict';
import { storeFixture } from '../storeFixture.ts';

const [A, B, C] = ['https://a.example.com', 'https://b.example.com', 'https://c.example.com'];
const variable = 'TOKEN';

describe('The origins of a variable', () => {
  const fixture = storeFixture();

  it('are that of its first use, for all windows, and those that are allowed after it', () => {
    const path = fixture.path();
    const [one, other] = [fixture.reopen(path), fixture.reopen(path)];
    assert.deepEqual(one.apiTokens.variableOrigins(variable), []);
    other.apiTokens.bindVariable({ variable, origin: B });
    one.apiTokens.bindVariable({ variable, origin: A });
    assert.deepEqual(one.apiTokens.variableOrigins(variable), [B]);
    for (const origin of [C, A, C]) one.apiTokens.allowVariable({ variable, origin });
    assert.deepEqual(
      [other.apiTokens.variableOrigins(variable), other.apiTokens.variableOrigins('ANOTHER')],
      [[B, C, A], []],
    );
  });

  it('stay when the connection is removed, and go with everything', () => {
    const store = fixture.reopen(fixture.path());
    const { id } = store.connections.add({ kind: 'service', name: 'staging', baseUrl: A });
    store.apiTokens.bindVariable({ variable, origin: A });
    store.connections.remove(id);
    assert.deepEqual(store.apiTokens.variableOrigins(variable), [A]);
    store.deleteEverything();
    assert.deepEqual(store.apiTokens.variableOrigins(variable), []);
  });
});
