// The moving picture of the documents, as the format asks for it.

import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';
import { animatedPng } from '../../e2e/support/demo/animatedPng.ts';

const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(body), 'each chunk has its checksum');
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

describe('A moving picture', () => {
  const picture = Buffer.from(RED, 'base64');
  const chunks = chunksOf(
    animatedPng([
      { picture, x: 0, y: 0, milliseconds: 500 },
      { picture, x: 3, y: 4, milliseconds: 1500 },
    ]),
  );

  it('begins with a frame that is shown where none moves', () => {
    assert.deepEqual(
      chunks.map(({ type }) => type),
      ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
    );
    assert.deepEqual(chunks[0], chunksOf(picture)[0]);
    assert.equal(chunks[1]!.data.readUInt32BE(0), 2, 'frames');
  });

  it('has each later frame in its place and for its time, numbered through', () => {
    const { data } = chunks[4]!;
    assert.deepEqual(
      [0, 4, 8, 12, 16].map((at) => data.readUInt32BE(at)),
      [1, 1, 1, 3, 4],
    );
    assert.deepEqual([data.readUInt16BE(20), data.readUInt16BE(22)], [1500, 1000]);
    assert.equal(chunks[5]!.data.readUInt32BE(0), 2);
  });

  it('has the pixels that it was made of', () => {
    assert.deepEqual(inflateSync(chunks[5]!.data.subarray(4)), inflateSync(chunks[3]!.data));
  });
});
