// What a mapping leads to.

import assert from 'node:assert/strict';
import { mappedSources } from '../../../src/document/baseEntries.ts';

describe('The data sources of a mapping', () => {
  it('are texts and integers, by order of appearance, as typed', () => {
    assert.deepEqual(mappedSources('{ "134": "386", "40": 12345678901234567890, "7": 1.5, "8": null, "9": "" }'), [
      { schemaId: '134', dataSource: '386' },
      { schemaId: '40', dataSource: '12345678901234567890' },
    ]);
  });

  it('are none where nothing can be read', () => {
    assert.deepEqual(mappedSources('{ oops'), []);
  });
});
