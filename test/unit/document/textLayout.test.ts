import assert from 'node:assert/strict';
import { layoutAround, levelOf } from '../../../src/document/textLayout.ts';

describe('layoutAround', () => {
  it('says how the text around a value is laid out', () => {
    const text = '{\r\n\t"a": {\r\n\t\t"mapping" : {}\r\n\t}\r\n}';

    const layout = { lineBreak: '\r\n', indent: '\t\t', level: '\t', colon: ' : ' };
    assert.deepEqual(layoutAround(text, text.indexOf('{}')), layout);
  });

  it('has no line break for a text on one line, and the usual colon where none stands, or one on a line of its own', () => {
    assert.deepEqual(layoutAround('{}', 0), { lineBreak: undefined, indent: '', level: '  ', colon: ': ' });
    assert.deepEqual(layoutAround('{\n "a"\n:\n{}}', 9), { lineBreak: '\n', indent: ' ', level: ' ', colon: ': ' });
  });
});

describe('levelOf', () => {
  it('is what the first line has more that is indented more than the one before', () => {
    assert.equal(levelOf('{\n    "a": {\n      "b": 1'), '    ');
    assert.equal(levelOf('  {\n\n     "a": 1'), '   ');
    assert.equal(levelOf('{\r\n\r\n\t"a": 1'), '\t');
    assert.equal(levelOf('{\n\t\t"a": 1'), '\t');
    assert.equal(levelOf('\n{\n    "a": 1'), '    ');
  });

  it('is two spaces where no line is', () => {
    assert.equal(levelOf(''), '  ');
    assert.equal(levelOf('{\n"a": 1\n}'), '  ');
    assert.equal(levelOf('{\n   \n}'), '  ');
    assert.equal(levelOf('    {\n\t    "a": 1'), '  ');
  });
});
