// The lines of a file that comes in pieces.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { textLines } from '../../../src/bulk/textLines.ts';

async function linesOf(...pieces: (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of textLines(Readable.from(pieces.map((piece) => Buffer.from(piece))))) lines.push(line);
  return lines;
}

describe('The lines of a file', () => {
  it('are the same however it is cut into pieces', async () => {
    const text = 'acme\n\nŁódź\nglobex';
    for (const pieces of [[text], ['acme', '\n', '\nŁódź\nglo', 'bex']])
      assert.deepEqual(await linesOf(...pieces), ['acme', '', 'Łódź', 'globex']);
    const bytes = Buffer.from(text);
    assert.deepEqual(await linesOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))), text.split('\n'));
  });

  it('have no empty one behind the last end, and none in an empty file', async () => {
    assert.deepEqual([await linesOf('acme\n'), await linesOf('\n'), await linesOf()], [['acme'], [''], []]);
  });

  it('have each its own end, be it cut in two', async () => {
    const text = 'a\r\nb\nc\rd\r\r\ne\r';
    for (const pieces of [[text], Array.from(text), ['a\r', '\nb\nc\rd\r', '\r', '\ne\r']])
      assert.deepEqual(await linesOf(...pieces), ['a', 'b', 'c', 'd', 'e']);
  });

  it('are refused where they are not UTF-8, or end within a sign', async () => {
    for (const bytes of [Uint8Array.of(0xff), Uint8Array.of(0xc5)])
      await assert.rejects(linesOf(bytes), { kind: 'invalid', message: /not a list exported by this extension/ });
  });
});
