// What the host makes of messages from a page.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeRequest } from '../../../src/protocol/decodeRequest.ts';

describe('A message from the page', () => {
  for (const [what, message] of [
    ['another name', { request: 'removeConnection', call: 1, with: undefined }],
    ['a name that every object has', { request: 'toString', call: 1, with: undefined }],
    ['no number', { request: 'open', with: undefined }],
    ['a deed that the protocol does not have', { request: 'run', call: 1, with: { action: 'workbench.action.quit' } }],
    ['a negative offset', { request: 'hover', call: 1, with: { offset: -1 } }],
    ['an offset that is text', { request: 'run', call: 1, with: { action: 'send', offset: '1' } }],
    ['changes that are no list', { request: 'push', call: 1, with: { own: 0, seen: 0, changes: 'x' } }],
    ['changes of a text that is not named', { request: 'push', call: 1, with: { own: 0, changes: [1] } }],
    ['a count that is none', { request: 'push', call: 1, with: { own: -1, seen: 0, changes: [1] } }],
    ['changes that go backwards', { request: 'push', call: 1, with: { own: 0, seen: 0, changes: [-3, 3] } }],
    ['changes of half a character', { request: 'push', call: 1, with: { own: 0, seen: 0, changes: [0.5] } }],
    [
      'changes that insert what is no text',
      { request: 'push', call: 1, with: { own: 0, seen: 0, changes: [[0, {}]] } },
    ],
    ['changes within changes', { request: 'push', call: 1, with: { own: 0, seen: 0, changes: [[[0, 'x']]] } }],
    ['a name longer than any', { request: 'chooseConnection', call: 1, with: { name: 'x'.repeat(1_000_000) } }],
    ['a schema id longer than any', { request: 'dataSources', call: 1, with: { schemaId: 'x'.repeat(1_000_000) } }],
    ['nothing pushed', { request: 'push', call: 1, with: undefined }],
    ['no action', { request: 'run', call: 1, with: null }],
    ['a name that is no text', { request: 'chooseConnection', call: 1, with: { name: 7 } }],
  ] as const) {
    it(`is refused with ${what}`, () => {
      assert.equal(decodeRequest(message), undefined);
    });
  }

  it('names no other document, group or connection: what it holds beside is left behind', () => {
    const beside = {
      uri: 'usergroup:/production/other',
      document: 'x',
      connection: 'production',
      user_group_id: 'other',
      command: 'x',
      ['__proto__']: { action: 'x' },
    };
    for (const [request, asked] of Object.entries({
      push: { own: 0, seen: 0, changes: [3, [0, 'x', '']] },
      flushed: { flush: 1 },
      complete: { offset: 1 },
      hover: { offset: 1 },
      dataSources: { schemaId: '40' },
      run: { action: 'send', offset: 1 },
      chooseConnection: { name: 'staging' },
    })) {
      assert.deepEqual(decodeRequest({ ...beside, request, call: 1, with: { ...beside, ...asked } }), {
        name: request,
        call: 1,
        with: asked,
      });
    }
    for (const request of ['open', 'rest', 'undo', 'redo', 'schemaIds', 'revealToken']) {
      const decoded = { name: request, call: 1, with: undefined };
      assert.deepEqual(decodeRequest({ ...beside, request, call: 1, with: undefined }), decoded);
      assert.equal(decodeRequest({ request, call: 1, with: beside }), undefined);
    }
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        assert.doesNotThrow(() => decodeRequest(message));
      }),
    );
  });
});
