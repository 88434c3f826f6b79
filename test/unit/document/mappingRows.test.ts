import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addRow,
  mappingRows,
  removeRow,
  renameRow,
  setRowValue,
  withPastedRows,
  type MappingRow,
  type RowKind,
} from '../../../src/document/mappingRows.ts';
import { applyEdits, type TextEdit } from '../../../src/document/textEdit.ts';
import { layoutAround } from '../../../src/document/textLayout.ts';
import { numberText, stringText, valueText } from './arbitraryJson.ts';
import { anyLayout, laidOut, type TypedMember } from './arbitraryLayout.ts';

const layouts = fc.array(anyLayout, { minLength: 1, maxLength: 3 });

/** Keys that JavaScript would sort or merge, and values in every spelling. */
const member = fc.record<TypedMember>(
  {
    key: fc.oneof(fc.constantFrom('"40"', '"134"', '"2"', '"\\u0034\\u0030"', '"__proto__"', '""'), stringText),
    value: fc.oneof(stringText, numberText, valueText),
  },
  { noNullPrototype: true },
);
const members = fc.array(member, { maxLength: 5 });
const someMembers = fc.array(member, { minLength: 1, maxLength: 5 });

const typedValue = fc.oneof(
  fc.constantFrom('', '007', '-0', '12345678901234567890', '1.5', '1e5', 'null', '"'),
  fc.nat().map(String),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

function edited(slice: string, edit: TextEdit | undefined): string {
  return edit === undefined ? slice : applyEdits(slice, [edit]);
}

/** Keys and values as typed. */
function typed(slice: string): TypedMember[] {
  return mappingRows(slice)!.map(({ keyFrom, keyTo, valueFrom, valueTo }) => ({
    key: slice.slice(keyFrom, keyTo),
    value: slice.slice(valueFrom, valueTo),
  }));
}

function shown(slice: string): [key: string, value: string, kind: RowKind][] {
  return mappingRows(slice)!.map(({ key, value, kind }) => [key, value, kind]);
}

function setValue(slice: string, index: number, value: string): string {
  return edited(slice, setRowValue(slice, index, value));
}

describe('mappingRows', () => {
  it('shows strings decoded, and everything else as typed', () => {
    assert.deepEqual(shown('{"134": "a\\u0062", "40": 12345678901234567890, "2": 1.0e+5, "x": [1, {}], "y": null}'), [
      ['134', 'ab', 'string'],
      ['40', '12345678901234567890', 'number'],
      ['2', '1.0e+5', 'number'],
      ['x', '[1, {}]', 'other'],
      ['y', 'null', 'other'],
    ]);
  });

  it('marks every row of a key that stands more than once', () => {
    const rows = mappingRows('{"40": 1, "": 2, "\\u0034\\u0030": 3, "__proto__": 4}')!;

    assert.deepEqual(
      rows.map(({ isDuplicate }) => isDuplicate),
      [true, false, true, false],
    );
  });

  it('shows no table of what is not an object in valid JSON', () => {
    for (const slice of ['', '[]', '"a"', '{"40": 1,}', '{"40": 1', '{"40": 1} x', '{"a": 1, // b\n"c": 2}']) {
      assert.equal(mappingRows(slice), undefined, slice);
    }
  });

  it('finds every row of a generated mapping in the order of the text', () => {
    fc.assert(fc.property(members, layouts, (all, drawn) => assert.deepEqual(typed(laidOut(all, drawn)), all)));
  });
});

describe('renameRow', () => {
  it('changes the key of one row only, be it a duplicate or not', () => {
    assert.equal(edited('{"40":1,"40":2}', renameRow('{"40":1,"40":2}', 1, '41')), '{"40":1,"41":2}');
    assert.deepEqual(renameRow('{"40":1}', 0, '400'), { from: 4, to: 4, insert: '0' });
    assert.equal(renameRow('{"40":1}', 0, '40'), undefined);
    assert.equal(renameRow('{"40":1}', 1, '41'), undefined);
  });

  it('keeps every other key and all values of any mapping as typed', () => {
    fc.assert(
      fc.property(someMembers, layouts, fc.nat(), fc.string({ unit: 'binary' }), (all, drawn, place, key) => {
        const [slice, index] = [laidOut(all, drawn), place % all.length];
        const after = edited(slice, renameRow(slice, index, key));

        assert.equal(mappingRows(after)![index]!.key, key);
        assert.deepEqual(typed(after), all.with(index, { ...all[index]!, key: typed(after)[index]!.key }));
      }),
    );
  });
});

describe('setRowValue', () => {
  it('leaves a value alone that is typed as it is shown', () => {
    for (const slice of ['{"40": 1.0e+5}', '{"40": [ 1 ]}', '{"40": "\\u0041"}']) {
      assert.equal(setRowValue(slice, 0, mappingRows(slice)![0]!.value), undefined);
    }
    assert.equal(setRowValue('{"40": 1}', 1, '2'), undefined);
  });

  it('takes what is typed into an empty cell for what the row before is, or the next', () => {
    assert.equal(setValue('{"40": 213, "134": ""}', 1, '3'), '{"40": 213, "134": 3}');
    assert.equal(setValue('{"40": "", "134": 386}', 0, '2'), '{"40": 2, "134": 386}');
    assert.equal(setValue('{"40": "213", "134": ""}', 1, '3'), '{"40": "213", "134": "3"}');
    assert.equal(setValue('{"40": 213, "134": ""}', 1, 'x'), '{"40": 213, "134": "x"}');
    assert.equal(setValue('{"40": ""}', 0, '2'), '{"40": "2"}');
  });

  it('sets any value in any mapping, keeps its kind where it can, and everything else as typed', () => {
    fc.assert(
      fc.property(someMembers, layouts, fc.nat(), typedValue, (all, drawn, place, value) => {
        const [slice, index] = [laidOut(all, drawn), place % all.length];
        const before = mappingRows(slice)!;
        fc.pre(before[index]!.value !== '');
        const after = mappingRows(setValue(slice, index, value))!;
        const isAsItWas = before[index]!.value === value;
        const isInteger = /^-?(0|[1-9][0-9]*)$/.test(value);

        assert.equal(after[index]!.value, value);
        assert.equal(
          after[index]!.kind,
          isAsItWas ? before[index]!.kind : before[index]!.kind === 'number' && isInteger ? 'number' : 'string',
        );
        assert.deepEqual(
          typed(setValue(slice, index, value)),
          all.with(index, { ...all[index]!, value: typed(setValue(slice, index, value))[index]!.value }),
        );
      }),
    );
  });

  it('restores the mapping when a value that was spelt as usual is set back', () => {
    const usual = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
      fc.maxSafeInteger().map(String),
    );
    fc.assert(
      fc.property(someMembers, layouts, fc.nat(), usual, typedValue, (all, drawn, place, before, value) => {
        const index = place % all.length;
        const slice = laidOut(all.with(index, { ...all[index]!, value: before }), drawn);
        const { value: shownBefore, kind } = mappingRows(slice)![index]!;
        const after = setValue(slice, index, value);

        assert.equal(edited(after, setRowValue(after, index, shownBefore, kind)), slice);
      }),
    );
  });
});

describe('addRow', () => {
  it('adds a row of the kind that the last one has, formatted after it', () => {
    assert.equal(
      edited('{\n  "40": 213\n}', addRow('{\n  "40": 213\n}', '134', '386')),
      '{\n  "40": 213,\n  "134": 386\n}',
    );
    assert.equal(edited('{"40":"213"}', addRow('{"40":"213"}', '134', '386')), '{"40":"213","134":"386"}');
    assert.equal(edited('{"40": 213}', addRow('{"40": 213}', '134', '007')), '{"40": 213, "134": "007"}');
    assert.equal(edited('{"40": null}', addRow('{"40": null}', '134', '386')), '{"40": null, "134": "386"}');
  });

  it('adds the first row as a string, on the line of the braces when nothing else is known', () => {
    assert.equal(edited('{}', addRow('{}', '40', '213')), '{"40": "213"}');
    assert.equal(edited('{ }', addRow('{ }', '40', '213')), '{ "40": "213" }');
    assert.equal(edited('{\r\n\r\n  }', addRow('{\r\n\r\n  }', '40', '213')), '{\r\n    "40": "213"\r\n  }');
  });

  it('adds the first row as the document around is laid out', () => {
    const added = (text: string): string => {
      const from = text.indexOf('{', 1);
      return applyEdits(
        text,
        [addRow('{}', '40', '213', layoutAround(text, from))].map((edit) => ({
          ...edit,
          from: edit.from + from,
          to: edit.to + from,
        })),
      );
    };

    assert.equal(added('{\n  "mapping": {}\n}'), '{\n  "mapping": {\n    "40": "213"\n  }\n}');
    assert.equal(added('{\r\n\t"mapping" : {}\r\n}'), '{\r\n\t"mapping" : {\r\n\t\t"40" : "213"\r\n\t}\r\n}');
    assert.equal(added('{"mapping":{}}'), '{"mapping":{"40":"213"}}');
    assert.equal(added('{\n    "mapping":\n    {}\n}'), '{\n    "mapping":\n    {\n        "40": "213"\n    }\n}');
  });

  it('refuses what is no table', () => {
    assert.throws(() => addRow('{"40": }', '1', '2'), { name: 'invalid' });
  });

  it('keeps all rows of any mapping as typed, and goes without a trace', () => {
    fc.assert(
      fc.property(members, layouts, fc.string({ unit: 'binary' }), typedValue, (all, drawn, key, value) => {
        const slice = laidOut(all, drawn);
        const after = edited(slice, addRow(slice, key, value));
        const added: MappingRow = mappingRows(after)!.at(-1)!;

        assert.deepEqual(typed(after).slice(0, -1), all);
        assert.deepEqual([added.key, added.value], [key, value]);
        const removed = edited(after, removeRow(after, all.length));
        assert.equal(all.length === 0 ? removed.replace(/\{\}/, slice.trim()) : removed, slice);
      }),
    );
  });
});

describe('removeRow', () => {
  it('refuses a row that is not there', () => {
    assert.throws(() => removeRow('{"40":1}', 1), RangeError);
    assert.throws(() => removeRow('{}', 0), RangeError);
    assert.throws(() => removeRow('{"40":1', 0), { name: 'invalid' });
  });

  it('keeps all others of any mapping as typed', () => {
    fc.assert(
      fc.property(someMembers, layouts, fc.nat(), (all, drawn, place) => {
        const [slice, index] = [laidOut(all, drawn), place % all.length];

        assert.deepEqual(typed(edited(slice, removeRow(slice, index))), all.toSpliced(index, 1));
      }),
    );
  });
});

describe('withPastedRows', () => {
  const slice = '{"40":["213","214"],"41":null,"134":"386"}';
  const pasted = (column: 'key' | 'value', ...cells: string[][]): unknown =>
    JSON.parse(withPastedRows(slice, { index: 0, column, cells }));

  it('gives no schema the data sources of another one', () => {
    assert.deepEqual(pasted('key', ['50', '1'], ['60', '2'], ['70', '3']), { 50: '1', 60: '2', 70: '3' });
    assert.deepEqual(pasted('key', ['50'], ['60', '2']), { 50: '', 60: '2', 134: '386' });
    assert.deepEqual(pasted('value', ['1'], ['2']), { 40: '1', 41: '2', 134: '386' });
  });

  it('renames schemas where nothing else is pasted', () => {
    assert.deepEqual(pasted('key', ['50']), { 50: ['213', '214'], 41: null, 134: '386' });
  });
});
