// What the host makes of messages from the page of a table.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeTableRequest } from '../../../src/protocol/decodeTableRequest.ts';
import { LONGEST_QUESTION, MOST_ROWS } from '../../../src/protocol/tableProtocol.ts';

describe('A message from the page of a table', () => {
  const rows = { offset: 0, limit: 100 };

  for (const [request, asked] of [
    ['open', undefined],
    ['slice', rows],
    ['slice', { ...rows, limit: MOST_ROWS }],
    ['slice', { ...rows, filter: 'failed', text: 'acme' }],
    ['slice', { ...rows, text: 'x'.repeat(LONGEST_QUESTION) }],
    ['slice', { ...rows, sort: { column: 'id', isDescending: true } }],
    ['keep', { widths: { id: 10_000, words: 0 } }],
    ['keep', { widths: {}, sort: { column: 'id', isDescending: false } }],
    ['act', { action: 'pause' }],
    ['act', { action: 'restore', key: '7' }],
    ['activate', { key: '7' }],
  ] as const) {
    it(`is a request of the protocol: ${request} ${JSON.stringify(asked)}`.slice(0, 120), () => {
      const beside = { command: 'workbench.action.quit', connection: 'production' };
      assert.deepEqual(
        decodeTableRequest({
          ...beside,
          request,
          call: 3,
          with: asked === undefined ? undefined : { ...beside, ...asked },
        }),
        { name: request, call: 3, with: asked },
      );
    });
  }

  for (const [what, message] of [
    ['another name', { request: 'run', call: 1, with: undefined }],
    ['a name that every object has', { request: 'toString', call: 1, with: undefined }],
    ['a list for a name', { request: ['open'], call: 1, with: undefined }],
    ['no number', { request: 'open', with: undefined }],
    ['something that is given for nothing', { request: 'open', call: 1, with: {} }],
    ['more rows than are given at once', { request: 'slice', call: 1, with: { ...rows, limit: MOST_ROWS + 1 } }],
    ['a negative offset', { request: 'slice', call: 1, with: { ...rows, offset: -1 } }],
    ['half an offset', { request: 'slice', call: 1, with: { ...rows, offset: 0.5 } }],
    ['an order by nothing', { request: 'slice', call: 1, with: { ...rows, sort: { isDescending: true } } }],
    [
      'an order in no direction',
      { request: 'slice', call: 1, with: { ...rows, sort: { column: 'id', isDescending: 'yes' } } },
    ],
    ['no look', { request: 'keep', call: 1, with: undefined }],
    ['widths of no columns', { request: 'keep', call: 1, with: { widths: 'wide' } }],
    ['no widths', { request: 'keep', call: 1, with: { widths: 160 } }],
    ['a width beyond any screen', { request: 'keep', call: 1, with: { widths: { id: 10_001 } } }],
    ['a look without an order', { request: 'keep', call: 1, with: { widths: {}, sort: 'id' } }],
    ['a width that is no number', { request: 'keep', call: 1, with: { widths: { id: '1px;' } } }],
    ['no limit', { request: 'slice', call: 1, with: { offset: 0 } }],
    ['a filter that is no text', { request: 'slice', call: 1, with: { ...rows, filter: 1 } }],
    ['words that are no text', { request: 'slice', call: 1, with: { ...rows, text: ['a'] } }],
    ['no words', { request: 'slice', call: 1, with: { ...rows, text: '' } }],
    [
      'more words than anyone types',
      { request: 'slice', call: 1, with: { ...rows, text: 'x'.repeat(LONGEST_QUESTION + 1) } },
    ],
    ['an action that is no text', { request: 'act', call: 1, with: { action: 1 } }],
    ['an action for a row that is no text', { request: 'act', call: 1, with: { action: 'restore', key: 7 } }],
    ['an action that is missing', { request: 'act', call: 1, with: undefined }],
    ['a key that is no text', { request: 'activate', call: 1, with: { key: {} } }],
    ['a key longer than any', { request: 'activate', call: 1, with: { key: 'x'.repeat(1_000_000) } }],
  ] as const) {
    it(`is refused with ${what}`, () => {
      assert.equal(decodeTableRequest(message), undefined);
    });
  }

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        assert.doesNotThrow(() => decodeTableRequest(message));
      }),
    );
  });
});
