// The values of a column for a change by group.

import assert from 'node:assert/strict';
import { columnValues } from '../../../src/bulk/changes/columnValues.ts';

describe('The values of a column', () => {
  it('are strings as they stand there, JSON where that is said, or data sources', () => {
    assert.deepEqual([...columnValues([{ line: 2, userGroupId: 'a', cell: '007' }], 'text').values], [['a', '"007"']]);
    assert.deepEqual(
      [...columnValues([{ line: 2, userGroupId: 'a', cell: ' {"x": 1.0} ' }], 'json').values],
      [['a', '{"x": 1.0}']],
    );
    assert.deepEqual(
      [...columnValues([{ line: 2, userGroupId: 'a', cell: '007' }], 'dataSource').values],
      [['a', '007']],
    );
  });

  it('are of the type of a further field', () => {
    const valueOf = (cell: string, kind: 'string' | 'strings' | 'boolean') =>
      columnValues([{ line: 2, userGroupId: 'a', cell }], kind);
    assert.deepEqual([...valueOf('007', 'string').values], [['a', '"007"']]);
    assert.deepEqual([...valueOf('x; y', 'strings').values], [['a', '["x","y"]']]);
    assert.deepEqual([...valueOf('TRUE', 'boolean').values], [['a', 'true']]);
    assert.deepEqual(valueOf('yes', 'boolean').problems, ['Line 2, "a": The value must be true or false.']);
  });

  it('are none for a group that stands there twice, or thrice, and both lines are named', () => {
    const rows = [2, 3, 4].map((line) => ({ line, userGroupId: 'a', cell: 'x' }));
    const { values, problems } = columnValues([...rows, { line: 5, userGroupId: 'b', cell: 'y' }], 'text');
    assert.deepEqual([...values], [['b', '"y"']]);
    assert.deepEqual(problems, [
      'Lines 2 and 3 both have a value for "a". Neither is used.',
      'Lines 2 and 4 both have a value for "a". Neither is used.',
    ]);
  });

  it('are none where the cell cannot be one, and the line is named', () => {
    assert.deepEqual(columnValues([{ line: 2, userGroupId: 'a', cell: '007' }], 'json').problems, [
      'Line 2, "a": JSON, character 2: Nothing may follow the end.',
    ]);
    assert.deepEqual(columnValues([{ line: 2, userGroupId: 'a\n', cell: '' }], 'dataSource').problems, [
      'Line 2, "a⏎": The data source ID is missing.',
    ]);
    assert.deepEqual(columnValues([{ line: 2, userGroupId: 'a', cell: '\ud800' }], 'text'), {
      values: new Map(),
      problems: ['Line 2, "a": The value contains half of a surrogate pair.'],
    });
  });
});
