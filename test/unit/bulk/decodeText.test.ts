// Which encoding the bytes of a file are in.

import assert from 'node:assert/strict';
import { decodeText } from '../../../src/bulk/decodeText.ts';

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const bigEndian = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();
/** "Привет" in windows-1251, seven times. */
const CYRILLIC = latin('\xcf\xf0\xe8\xe2\xe5\xf2 '.repeat(7));

describe('The text of a file', () => {
  for (const [what, bytes, encoding, text] of [
    ['in UTF-8', Buffer.from('Łódź'), 'utf-8', 'Łódź'],
    ['marked as UTF-8', latin('\xef\xbb\xbfa'), 'utf-8', 'a'],
    ['marked as UTF-8 and damaged', latin('\xef\xbb\xbfa\xff'), 'utf-8', 'a\uFFFD'],
    ['marked as UTF-16', latin('\xff\xfea\x00'), 'utf-16le', 'a'],
    ['marked as UTF-16, big-endian', latin('\xfe\xff\x00a'), 'utf-16be', 'a'],
    ['in UTF-16 without a mark', Buffer.from('acme', 'utf16le'), 'utf-16le', 'acme'],
    ['in big-endian UTF-16 without a mark', bigEndian('acme'), 'utf-16be', 'acme'],
    ['that begins with the first of a mark', latin('\xefa\xbf'), 'windows-1252', 'ïa¿'],
    ['that begins with the last two of a mark', latin('a\xbb\xbf'), 'windows-1252', 'a»¿'],
    ['that begins with the first two of a mark', latin('\xef\xbba'), 'windows-1252', 'ï»a'],
    ['that begins with the half of the other marks', latin('\xffa\xfe'), 'windows-1252', 'ÿaþ'],
    ['that has a half of it second', latin('a\xff'), 'windows-1252', 'aÿ'],
    ['that begins with the other half', latin('\xfe\xe9'), 'windows-1252', 'þé'],
    ['in UTF-8, but for one damaged character', latin('M\xc3\xbcller \xc3\xa4 \xe9'), 'utf-8', 'Müller ä \uFFFD'],
    ['in Cyrillic', CYRILLIC, 'windows-1251', 'Привет '.repeat(7)],
    ['of few signs, which tell little', latin('ília ouký Malmö'), 'windows-1252', 'ília ouký Malmö'],
    [
      'that may be of two, of which the usual one is as likely',
      latin('le café de la gare est fermé'),
      'windows-1252',
      'le café de la gare est fermé',
    ],
    ['that begins like an archive', latin('PK\x05\x04'), 'utf-8', 'PK\x05\x04'],
    ['that begins with the first of an archive', latin('Pa\x03\x04'), 'utf-8', 'Pa\x03\x04'],
  ] as const) {
    it(`${what} is read as ${encoding}`, async () => {
      const decoded = await decodeText(bytes);
      assert.deepEqual([decoded.encoding, decoded.text], [encoding, text]);
    });
  }

  it('is read in the encoding of its first letters that are not English, however late they come', async () => {
    const late = Buffer.concat([latin('a'.repeat(20_000)), ...Array.from({ length: 200 }, () => CYRILLIC)]);
    assert.equal((await decodeText(late)).encoding, 'windows-1251');
    const early = Buffer.concat([...Array.from({ length: 200 }, () => CYRILLIC), latin('a'.repeat(40_000))]);
    assert.equal((await decodeText(early)).encoding, 'windows-1251');
  });

  it('is whole where a letter stands across two of the parts that are read at once', async () => {
    const text = `${'a'.repeat(256 * 1024 - 1)}é`;
    assert.deepEqual(await decodeText(Buffer.from(text)), { encoding: 'utf-8', text });
  });

  it('is read in the encoding that is asked for, whatever it looks like', async () => {
    assert.deepEqual(await decodeText(latin('\xef\xe9'), 'iso-8859-2'), { encoding: 'iso-8859-2', text: 'ďé' });
    assert.deepEqual(await decodeText(latin('\xef\xe9'), 'utf-8'), { encoding: 'utf-8', text: '\uFFFD\uFFFD' });
  });

  for (const [what, bytes, encoding, message] of [
    ['an archive', latin('PK\x03\x04'), undefined, /is an archive/],
    ['no text', latin('ab\x00\x00\x00c'), undefined, /is not a text file/],
    ['no text, with one zero in four bytes', latin('\x00abc'), undefined, /is not a text file/],
    ['no text, with that zero second', latin('a\x00bc'), undefined, /is not a text file/],
    ['in an encoding that nobody knows', latin('a'), 'klingon', /Unknown encoding "klingon"/],
  ] as const) {
    it(`is refused where it is ${what}`, async () => {
      await assert.rejects(decodeText(bytes, encoding), { kind: 'invalid', message });
    });
  }
});
