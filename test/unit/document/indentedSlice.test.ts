import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  indentedSlice,
  toDocumentEdits,
  toDocumentOffset,
  toShownOffset,
  type IndentedSlice,
} from '../../../src/document/indentedSlice.ts';
import { applyEdits, type TextEdit } from '../../../src/document/textEdit.ts';
import { inDepth } from '../../support/depth.ts';

interface Case {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A field between two others, its value on the given lines. */
function inDocument(lines: readonly string[], indent = '  ', end = '\n'): Case {
  const head = `{${end}${indent}"name": "a",${end}${indent}"mapping": `;
  const value = lines.join(end);
  return {
    text: `${head}${value},${end}${indent}"properties": {}${end}}${end}`,
    from: head.length,
    to: head.length + value.length,
  };
}

function sliceOf({ text, from, to }: Case): IndentedSlice {
  return indentedSlice(text, from, to);
}

/** The document after edits of what is shown. */
function typedInto(given: Case, edits: readonly TextEdit[]): string {
  return applyEdits(given.text, toDocumentEdits(given.text, sliceOf(given), edits));
}

const indents = fc.constantFrom('  ', '    ', '\t', ' \t');

/**
 * Lines of a value, blank ones with and without the indentation among them; where few are bare of it, hardly ever one
 * that is not blank.
 */
const cases = fc.tuple(indents, fc.constantFrom('\n', '\r\n')).chain(([indent, end]) => {
  const line = fc.oneof(
    {
      weight: 30,
      arbitrary: fc.constantFrom('"40": 1,', '  "2": "x",', `${indent}deeper`, '}').map((content) => indent + content),
    },
    { weight: 20, arbitrary: fc.constantFrom('', '', ' ', '\t', '   ', indent, `${indent} `, `${indent}${indent}`) },
    { weight: 1, arbitrary: fc.constant('lacking') },
  );
  return fc.array(line, { maxLength: 6 }).map((lines) => inDocument(['{', ...lines], indent, end));
});

const inserts = fc.constantFrom(...'||x| |  |\t|\n|\r\n|\n\n|\n  |a\nb|a\n\n\r\nb\n|\n}|\r|    | \t'.split('|'));

/** Edits of a text of this length, by shares of it: so they shrink, and never overlap. */
const shares = fc.array(
  fc.record({
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constantFrom(0, 0, 0, 1, 2, 5, 20),
    insert: inserts,
  }),
  { minLength: 1, maxLength: 4 },
);

function editsWithin(
  length: number,
  drawn: readonly { readonly from: number; readonly length: number; readonly insert: string }[],
): TextEdit[] {
  const sorted = drawn
    .map((edit) => ({ ...edit, from: Math.round(edit.from * length) }))
    .sort((a, b) => a.from - b.from);
  return sorted.map(({ from, length: most, insert }, index) => ({
    from,
    to: Math.min(from + most, sorted[index + 1]?.from ?? length, length),
    insert,
  }));
}

describe('indentedSlice', () => {
  it('shows a field without the indentation of its line', () => {
    const given = inDocument(['{', '    "40": 1,', '      "deeper": 2', '  }']);

    const { from, to } = given;
    assert.deepEqual(sliceOf(given), { from, to, indent: '  ', shown: '{\n  "40": 1,\n    "deeper": 2\n}' });
  });

  it('keeps line breaks, blank lines and what they hold beside the indentation', () => {
    assert.equal(
      sliceOf(inDocument(['{', '', '\t\t"40": 1', '\t', ' ', '\t\t', '\t}'], '\t', '\r\n')).shown,
      '{\r\n\r\n\t"40": 1\r\n\r\n \r\n\t\r\n}',
    );
  });

  it('shows all as typed when a line that is not blank lacks the indentation', () => {
    const given = inDocument(['{', '    "40": 1', '}']);

    assert.deepEqual(sliceOf(given), { from: given.from, to: given.to, indent: '', shown: '{\n    "40": 1\n}' });
  });

  it('takes the indentation of the line on which the key stands', () => {
    const text = '{\n    "mapping"\n  :\n  {\n      "40": 1\n    }\n}';
    const [from, to] = [text.indexOf('{', 1), text.indexOf('}') + 1];

    assert.equal(indentedSlice(text, from, to).shown, '{\n  "40": 1\n}');
    assert.equal(indentedSlice('{"mapping": {\n  "40": 1}}', 12, 24).indent, '');
    assert.equal(indentedSlice('  {\n    "a": 1\n  }', 2, 18).shown, '{\n  "a": 1\n}');
  });

  it('takes a given indentation instead', () => {
    const { text, from, to } = inDocument(['{', '    "40": 1', '  }']);

    assert.equal(indentedSlice(text, from, to, ' ').shown, '{\n   "40": 1\n }');
    assert.equal(indentedSlice(text, from, to, '').shown, text.slice(from, to));
    assert.deepEqual(indentedSlice(text, from, to, '   ').indent, '');
  });
});

describe('toDocumentEdits', () => {
  const mapping = inDocument(['{', '    "40": 1', '  }']);

  it('carries the indentation along with every line break that is typed or pasted', () => {
    assert.deepEqual(
      toDocumentEdits(mapping.text, sliceOf(mapping), [{ from: 11, to: 11, insert: ',\n  "2": [\n  ]' }]),
      [{ from: mapping.from + 13, to: mapping.from + 13, insert: ',\n    "2": [\n    ]' }],
    );
  });

  it('indents a bare line as soon as something is typed on it', () => {
    const given = inDocument(['{', '', ' ', '  }']);

    assert.equal(typedInto(given, [{ from: 2, to: 2, insert: 'x' }]), given.text.replace('{\n\n', '{\n  x\n'));
    assert.equal(typedInto(given, [{ from: 4, to: 4, insert: 'x' }]), given.text.replace('\n \n', '\n   x\n'));
  });

  it('leaves a bare line bare when a line break is typed on it, or it is joined with another', () => {
    const given = inDocument(['{', '', '', '  }']);

    assert.equal(typedInto(given, [{ from: 2, to: 2, insert: '\n' }]), given.text.replace('{\n\n', '{\n\n  \n'));
    assert.equal(typedInto(given, [{ from: 2, to: 3, insert: '' }]), given.text.replace('{\n\n\n', '{\n\n'));
  });

  it('indents no line that an edit before it has joined with another', () => {
    const given = inDocument(['{', '', '  }']);

    assert.equal(
      typedInto(given, [
        { from: 1, to: 2, insert: '' },
        { from: 2, to: 2, insert: 'x' },
      ]),
      given.text.replace('{\n\n', '{x\n'),
    );
  });

  it('leaves the lines about one that is removed as they were', () => {
    const given = inDocument(['{', '    "40": 1', '', '    "2": 1', '  }']);

    assert.equal(typedInto(given, [{ from: 2, to: 12, insert: '' }]), given.text.replace('    "40": 1\n', ''));
    assert.equal(typedInto(given, [{ from: 12, to: 13, insert: '' }]), given.text.replace('1\n\n', '1\n'));
  });

  it('makes of the document what is shown after any edits of any value', () => {
    fc.assert(
      fc.property(cases, shares, (given, drawn) => {
        const slice = sliceOf(given);
        const edits = editsWithin(slice.shown.length, drawn);
        const after = typedInto(given, edits);

        assert.equal(
          indentedSlice(after, given.from, given.to + after.length - given.text.length, slice.indent).shown,
          applyEdits(slice.shown, edits),
        );
      }),
      { numRuns: inDepth(3000) },
    );
  });

  it('gives edits in their order, within the slice, that do not overlap', () => {
    fc.assert(
      fc.property(cases, shares, (given, drawn) => {
        const edits = toDocumentEdits(given.text, sliceOf(given), editsWithin(sliceOf(given).shown.length, drawn));
        const places = [given.from, ...edits.flatMap(({ from, to }) => [from, to]), given.to];

        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: inDepth(1000) },
    );
  });

  it('keeps every line that no edit touches byte for byte', () => {
    fc.assert(
      fc.property(
        cases,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('x', ' ', '\n', 'a\nb', '\n\n'),
        (given, share, insert) => {
          const { shown } = sliceOf(given);
          const at = Math.round(share * shown.length);
          const line = shown.slice(0, at).split('\n').length - 1;
          const before = given.text.slice(given.from, given.to).split('\n');
          const after = typedInto(given, [{ from: at, to: at, insert }])
            .slice(given.from)
            .split('\n');

          assert.deepEqual(after.slice(0, line), before.slice(0, line));
          const further = before.slice(line + 1);
          assert.deepEqual(
            after.slice(line + insert.split('\n').length).slice(0, Math.max(0, further.length - 1)),
            further.slice(0, -1),
          );
        },
      ),
    );
  });
});

describe('toDocumentOffset and toShownOffset', () => {
  it('lead from what is shown to the document and back', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const slice = sliceOf(given);
        const places = [...Array(slice.shown.length + 1).keys()];
        const offsets = places.map((place) => toDocumentOffset(given.text, slice, place));

        assert.deepEqual(
          offsets.map((offset) => toShownOffset(given.text, slice, offset)),
          places,
        );
        assert.deepEqual(
          offsets,
          offsets.toSorted((a, b) => a - b),
        );
        assert.ok(places.slice(0, -1).every((place) => given.text[offsets[place]!] === slice.shown[place]));
      }),
    );
  });

  it('take what lies in the indentation to the beginning of its line, and what lies outside to the ends', () => {
    const given = inDocument(['{', '    "40": 1', '  }']);
    const slice = sliceOf(given);

    assert.deepEqual(
      [2, 3, 4, 5].map((more) => toShownOffset(given.text, slice, given.from + more)),
      [2, 2, 2, 3],
    );
    assert.deepEqual(
      [0, given.text.length].map((offset) => toShownOffset(given.text, slice, offset)),
      [0, slice.shown.length],
    );
    assert.deepEqual(
      [-1, 1000].map((offset) => toDocumentOffset(given.text, slice, offset)),
      [given.from, given.to],
    );
  });

  it('stop where the slice ends, be it within an indentation', () => {
    const text = '{\n      }';
    const slice = indentedSlice(text, 0, 4, '    ');

    assert.equal(slice.shown, '{\n  ');
    assert.deepEqual([toDocumentOffset(text, slice, 4), toShownOffset(text, slice, 4)], [4, 4]);
  });
});
