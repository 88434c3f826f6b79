// What the argument object of Edit Multiple Groups… answers, and what of it is not understood.

import assert from 'node:assert/strict';
import { givenAnswers, isStopping } from '../../../../src/vscode/bulk/changeArgument.ts';

const NUMBER = "The value is a number that JSON can't hold exactly.";
const ACTION = '"change" needs an "action": "set", "rename", "copy" or "remove".';
const KEY = '"change" needs one of "property", "schema_id" and "field".';
const TEXTS = 'Names, files and columns in "change" must be strings.';

describe('The change in an argument object', () => {
  for (const [argument, answers] of [
    [undefined, {}],
    [
      { action: 'set', property: 'tier', value: 'gold' },
      { what: { action: 'set', field: 'properties' }, key: 'tier', value: '"gold"' },
    ],
    [
      { action: 'set', schema_id: '40', value: '213' },
      { what: { action: 'set', field: 'mapping' }, key: '40', value: '213' },
    ],
    [
      { action: 'set', property: 'region', file: 'a.csv', id_column: 'id', value_column: 'region', cells: 'json' },
      {
        what: { action: 'setByGroup', field: 'properties' },
        key: 'region',
        file: 'a.csv',
        idColumn: 'id',
        valueColumn: 'region',
        cells: 'json',
      },
    ],
    [
      { action: 'set', field: 'emails', value: ['a@acme.example'] },
      { what: { action: 'set', field: 'further' }, key: 'emails', value: '["a@acme.example"]' },
    ],
    [
      { action: 'set', schema_id: '40', file: 'a.csv', changed_cells: 'restore' },
      { what: { action: 'setByGroup', field: 'mapping' }, key: '40', file: 'a.csv', changedCells: 'restore' },
    ],
    [
      { action: 'set', field: 'emails', file: 'a.csv' },
      { what: { action: 'setByGroup', field: 'further' }, key: 'emails', file: 'a.csv' },
    ],
    [
      { action: 'rename', schema_id: '40', to: '41' },
      { what: { action: 'rename', field: 'mapping' }, key: '40', to: '41' },
    ],
    [
      { action: 'copy', property: 'a', to: 'b' },
      { what: { action: 'copy', field: 'properties' }, key: 'a', to: 'b' },
    ],
    [
      { action: 'remove', property: 'a', file: 'a.csv' },
      { what: { action: 'remove', field: 'properties' }, key: 'a', file: 'a.csv' },
    ],
  ] as const) {
    it(`answers what it says: ${JSON.stringify(argument)}`, () => {
      assert.deepEqual(givenAnswers(argument), answers);
    });
  }

  for (const [value, text] of [
    [12, '12'],
    [1.5, '1.5'],
    [-(2 ** 53) + 1, '-9007199254740991'],
    [true, 'true'],
    [null, 'null'],
    [['a', 1], '["a",1]'],
  ] as const)
    it(`takes any JSON as the value of a property: ${text}`, () => {
      assert.equal(givenAnswers({ action: 'set', property: 'a', value }).value, text);
    });

  for (const [argument, message] of [
    ['set', '"change" is not an object.'],
    [{ property: 'a' }, ACTION],
    [{ action: 'drop', property: 'a' }, ACTION],
    [{ action: 'set' }, KEY],
    [{ action: 'set', property: 'a', schema_id: '40' }, KEY],
    [{ action: 'set', field: 'a', schema_id: '40' }, KEY],
    [{ action: 'remove', field: 'a' }, 'A "field" can only be set.'],
    [{ action: 'set', property: 1 }, TEXTS],
    [{ action: 'set', field: 1 }, TEXTS],
    [{ action: 'set', schema_id: 1 }, TEXTS],
    [{ action: 'copy', property: 'a', to: 1 }, TEXTS],
    [{ action: 'set', property: 'a', file: 1 }, TEXTS],
    [{ action: 'set', property: 'a', id_column: 1 }, TEXTS],
    [{ action: 'set', property: 'a', value_column: 1 }, TEXTS],
    [{ action: 'set', property: 'a', changed_cells: 'yes' }, '"changed_cells" must be "restore" or "keep".'],
    [{ action: 'set', schema_id: '40', value: 213 }, 'The value of a schema_id must be a data source ID in quotes.'],
    [{ action: 'set', property: 'a', value: 2 ** 53 }, NUMBER],
    [{ action: 'set', property: 'a', value: Number.POSITIVE_INFINITY }, NUMBER],
  ] as const) {
    it(`is refused: ${JSON.stringify(argument)}`, () => {
      assert.throws(() => givenAnswers(argument), { kind: 'invalid', message });
    });
  }

  it('pauses after a failure only where it says so', () => {
    assert.deepEqual([undefined, 'goOn', 'stop'].map(isStopping), [false, false, true]);
    assert.throws(() => isStopping(true), { kind: 'invalid', message: '"on_failure" must be "stop" or "goOn".' });
  });
});
