// Joins pictures of the same size to one that moves: an animated PNG, which every browser shows, and whose first frame
// is shown elsewhere. Of each frame it holds the part that changed.

import assert from 'node:assert/strict';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Frame {
  /** A PNG. */
  readonly picture: Buffer;
  /** Where it lies over the frame before. */
  readonly x: number;
  readonly y: number;
  readonly milliseconds: number;
}

const SIGNATURE_BYTES = 8;
/** Of width and height, with which the header begins. */
const SIZE_BYTES = 8;

/** The first frame is the whole picture. It plays again and again. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  assert.ok(first);
  const { header } = read(first.picture);
  const chunks = [chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  for (const { picture, x, y, milliseconds } of frames) {
    const { header: own, pixels } = read(picture);
    assert.deepEqual(own.subarray(SIZE_BYTES), header.subarray(SIZE_BYTES), 'all frames have the same kind of pixels');
    const size = own.subarray(0, SIZE_BYTES);
    chunks.push(chunk('fcTL', numbers(sequence), size, numbers(x, y), timing(milliseconds)));
    sequence += 1;
    if (chunks.length === 3) chunks.push(chunk('IDAT', pixels));
    else {
      chunks.push(chunk('fdAT', numbers(sequence), pixels));
      sequence += 1;
    }
  }
  return Buffer.concat([first.picture.subarray(0, SIGNATURE_BYTES), ...chunks, chunk('IEND')]);
}

/** The pixels compressed as well as can be: a browser that draws pictures is in a hurry. */
function read(png: Buffer): { readonly header: Buffer; readonly pixels: Buffer } {
  const parts = new Map<string, Buffer[]>();
  for (let at = SIGNATURE_BYTES; at < png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString('latin1', at + 4, at + 8);
    parts.set(type, [...(parts.get(type) ?? []), png.subarray(at + 8, at + 8 + png.readUInt32BE(at))]);
  }
  const pixels = inflateSync(Buffer.concat(parts.get('IDAT') ?? []));
  return { header: Buffer.concat(parts.get('IHDR') ?? []), pixels: deflateSync(pixels, { level: 9 }) };
}

function chunk(type: string, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...data]);
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))]);
}

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
  return buffer;
}

/** How long it is shown; it stays until the next one, which covers it. */
function timing(milliseconds: number): Buffer {
  const buffer = Buffer.alloc(6);
  buffer.writeUInt16BE(milliseconds, 0);
  buffer.writeUInt16BE(1000, 2);
  return buffer;
}
