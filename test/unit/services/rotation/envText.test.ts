// One variable of a .env file: what it is afterwards by the reader that most programs use, and that nothing else
// changes.

import assert from 'node:assert/strict';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { valueIn, withVariable } from '../../../../src/services/rotation/envText.ts';
import { inDepth } from '../../../support/depth.ts';

/** [what, before, after] for TOKEN and `new`. */
const CHANGED: readonly (readonly [string, string, string])[] = [
  ['is added to an empty file', '', 'TOKEN=new\n'],
  ['is added at the end', 'A=1\n', 'A=1\nTOKEN=new\n'],
  ['is added where the last line has no end, and gets none', 'A=1', 'A=1\nTOKEN=new'],
  ['is added with the line ends of the file', 'A=1\r\n', 'A=1\r\nTOKEN=new\r\n'],
  ['is added below a byte order mark', '\uFEFFA=1\n', '\uFEFFA=1\nTOKEN=new\n'],
  ['is replaced where it stands', 'A=1\nTOKEN=old\nB=2\n', 'A=1\nTOKEN=new\nB=2\n'],
  ['is replaced below a byte order mark', '\uFEFF\nTOKEN=old', '\uFEFF\nTOKEN=new'],
  ['keeps double quotes', 'TOKEN="old"\n', 'TOKEN="new"\n'],
  ['keeps single quotes', "TOKEN='old'\n", "TOKEN='new'\n"],
  ['keeps backticks', 'TOKEN=`old`\n', 'TOKEN=`new`\n'],
  ['keeps its export and every blank', '  export  TOKEN = old  \r\n', '  export  TOKEN = new  \r\n'],
  ['keeps a comment', 'TOKEN=old # of acme\n', 'TOKEN=new # of acme\n'],
  ['keeps a comment after quotes', 'TOKEN="old"# of acme\n', 'TOKEN="new"# of acme\n'],
  ['is written before a comment that follows nothing', 'TOKEN= # of acme\n', 'TOKEN=new # of acme\n'],
  ['is written where it is empty', 'TOKEN=\nA=1\n', 'TOKEN=new\nA=1\n'],
  ['may have stood on several lines', 'TOKEN="a\nTOKEN=b\n"\nB=1', 'TOKEN="new"\nB=1'],
  ['is not what another value quotes', 'A="\nTOKEN=a\n"\n', 'A="\nTOKEN=a\n"\nTOKEN=new\n'],
  ['is not what an escaped quote hides', 'A="\\"\nTOKEN=a"\n', 'A="\\"\nTOKEN=a"\nTOKEN=new\n'],
  ['is not what a comment says', '# TOKEN=a\n', '# TOKEN=a\nTOKEN=new\n'],
  ['is not what another one begins or ends with', 'MY_TOKEN=1\nTOKEN_2=2', 'MY_TOKEN=1\nTOKEN_2=2\nTOKEN=new'],
  ['is written beside a value of several words', 'A=My App\nTOKEN=old', 'A=My App\nTOKEN=new'],
  ['is written beside one of the name export', 'export =1\n', 'export =1\nTOKEN=new\n'],
  ['is not another spelling of it', 'token=1\n', 'token=1\nTOKEN=new\n'],
  ['is changed where it counts, if it stands twice', 'TOKEN=a\nTOKEN=b\nB=1\n', 'TOKEN=a\nTOKEN=new\nB=1\n'],
];

/** [what, text, its line] */
const UNCLEAR: readonly (readonly [string, string, number])[] = [
  ['a quote that is never closed', 'A=1\nB="x\nTOKEN=old\n', 2],
  ['words after a quote', "A='x' y\n", 1],
  ['another quote after it', 'A="x" "y"\n', 1],
  ['an escape that some know', "A=1\nB=2\nC='x\\''\n", 3],
  ['an escaped escape before a quote', 'A="x\\\\"\n"\n', 1],
  ['a value on the line below', 'A=\n"x"\n', 2],
  ['an equals sign on the line below', 'A\n=x\n', 1],
  ['a colon in place of the equals sign', 'A=1\nTOKEN: old\n', 2],
  ['a line that is no variable', 'A=1\nreadonly TOKEN=old\n', 2],
  ['a variable without a value', 'export A\n', 1],
  ['a quote within a value', "A=it's\n", 1],
  ['quotes within a value', 'A=1\nB={"a":"b"}\n', 2],
  ['a line that may go on below', '# comment\\\nTOKEN=old\n', 1],
  ['a line that may go on below a carriage return', 'A=1\r\nB=C:\\dir\\\r\n', 2],
  ['a last line that may go on', 'A=1\nB=x\\', 2],
  ['two variables on a line', 'A=1\nTOKEN=1; A=2\n', 2],
  ['two variables on a line, without a sign between', 'A=1\nexport TOKEN=1 B=2\n', 2],
  ['a command', 'A=$(date)\n', 1],
  ['a command in backticks', 'A=x`date`\n', 1],
  ['a carriage return alone', 'A=1\nB=1\rTOKEN=2\n', 2],
  ['a byte order mark before the variable', '\uFEFFTOKEN=old', 1],
  ['nothing but a byte order mark', '\uFEFF', 1],
  ['a comment that may be a part of the value', 'A=1\r\nTOKEN=old#1\n', 2],
  ['a comment in place of the value', 'TOKEN=#1\n', 1],
  ['a separator of lines that few know', 'A=1\nB=\u2028TOKEN=1', 2],
  ['a zero', 'A=\0', 1],
];

describe('A variable of a .env file', () => {
  for (const [what, before, after] of CHANGED)
    it(what, () => {
      assert.equal(withVariable(before, 'TOKEN', 'new'), after);
      assert.deepEqual({ ...parse(after) }, { ...parse(before), TOKEN: 'new' });
    });

  for (const [what, text, line] of UNCLEAR)
    it(`is not written into a file with ${what}`, () => {
      assert.throws(() => withVariable(text, 'TOKEN', 'new'), {
        kind: 'conflict',
        message: `Programs may read line ${line} of the file in different ways. Correct the line, for example by quotes around its value, then try again.`,
      });
    });

  for (const [what, value, bare, double, single] of [
    ['letters and marks that mean nothing', 'aZ0-_./:@%+=,', 'aZ0-_./:@%+=,', '"aZ0-_./:@%+=,"', "'aZ0-_./:@%+=,'"],
    ['a blank', 'a b', "'a b'", '"a b"', "'a b'"],
    ['a comment sign', 'a #b', "'a #b'", '"a #b"', "'a #b'"],
    ['a double quote', 'a"b', `'a"b'`, `'a"b'`, `'a"b'`],
    ['a single quote', "a'b", `"a'b"`, `"a'b"`, `"a'b"`],
    ['a line break in letters', 'a\\nb', "'a\\nb'", "'a\\nb'", "'a\\nb'"],
    ['a letter of another language', 'ä', "'ä'", '"ä"', "'ä'"],
  ] as const)
    it(`holds ${what}, in other quotes where its own can't`, () => {
      for (const [before, after] of [
        ['TOKEN=old', bare],
        ['TOKEN="old"', double],
        ["TOKEN='old'", single],
      ] as const) {
        const text = withVariable(before, 'TOKEN', value);
        assert.equal(text, `TOKEN=${after}`);
        assert.equal(parse(text).TOKEN, value);
      }
    });

  const OTHER = "The token contains characters that a .env file can't hold. Deliver it another way.";
  const DOLLAR = 'The token contains "$", which some programs read as the name of a variable. Deliver it another way.';
  for (const value of [`a'b"c`, 'a\nb', 'a\r', 'a\\', 'a\\\\b', 'a\u2028', 'a\0', 'a$b', '${A}', "a'b$c"])
    it(`can't hold ${JSON.stringify(value)}`, () => {
      for (const before of ['', 'TOKEN=', 'TOKEN="x"', "TOKEN='x'"])
        assert.throws(() => withVariable(before, 'TOKEN', value), {
          kind: 'invalid',
          message: value.includes('$') ? DOLLAR : OTHER,
        });
    });

  for (const [text, value] of [
    ['A=1', undefined],
    ['TOKEN=', ''],
    ['TOKEN=a\nTOKEN= b # c', 'b'],
    ['export TOKEN="a b"', 'a b'],
    ["TOKEN='a'", 'a'],
  ] as const)
    it(`is read from ${JSON.stringify(text)}`, () => {
      assert.equal(valueIn(text, 'TOKEN'), value);
    });

  it('is read from no text that programs read differently', () => {
    for (const [, text] of UNCLEAR) assert.throws(() => valueIn(text, 'TOKEN'), { kind: 'conflict' }, text);
  });

  it('is set, and nothing else is changed, in any text', () => {
    const piece = fc.constantFrom(
      ...['TOKEN', 'A', 'export', '=', ':', ' ', '\t', '\n', '\r\n', '\r', '"', "'", '`', '#', '\\', '\\"', '\uFEFF'],
      ...['x', '$', 'TOKEN=old', 'A="', 'A=1\n', '# c\n', 'TOKEN="old"', "export TOKEN='a\nb'"],
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    const value = fc.stringMatching(/^[aB1_.#$ "'`\\n=-]{1,8}$/);
    fc.assert(
      fc.property(text, value, (before, token) => {
        const after = orRefused(() => withVariable(before, 'TOKEN', token));
        fc.pre(after !== undefined);
        assert.deepEqual({ ...parse(after) }, { ...parse(before), TOKEN: token });
        const [start, end] = [sameAtStart(before, after), sameAtStart(reversed(before), reversed(after))];
        const replaced = before.slice(start, Math.max(start, before.length - end));
        const isOwn = parse(before).TOKEN !== undefined;
        assert.ok(isOwn || replaced === '', 'a new line takes nothing away');
        // dotenv gives each CRLF of a value as one line feed.
        const length = replaced.replaceAll('\r\n', '\n').length;
        assert.ok(length <= (parse(before).TOKEN ?? '').length + 2, 'no more than its value goes');
      }),
      { numRuns: inDepth(3_000), examples: [['TOKEN="\r\n"', '`.']] },
    );
  });
});

function orRefused(write: () => string): string | undefined {
  try {
    return write();
  } catch {
    return undefined;
  }
}

const reversed = (text: string): string => text.split('').toReversed().join('');

function sameAtStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1;
  return length;
}
