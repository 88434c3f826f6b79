// Bytes of a file as text: its encoding known by a mark at its beginning, by its being UTF-8, or guessed by a library.

import * as l10n from '@vscode/l10n';
import { analyse } from 'chardet';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { WorkSlices } from '../core/workSlices.ts';

export interface DecodedText {
  readonly text: string;
  /** As the Encoding Standard names it: "utf-8", "windows-1252". */
  readonly encoding: string;
  /** It is not UTF-8, or not all of it, and nothing says what it is. */
  readonly isGuessed?: true;
}

/** Bytes that are decoded at once, and that a guess is made from. */
const SLICE = 256 * 1024;
const SAMPLE = 16 * 1024;

/** What a file without any mark is in western Europe and America, where Excel writes it. */
const USUAL = 'windows-1252';
/** A guess must be surer than the usual by this much, in percent: few letters tell little. */
const SURER_BY = 15;

/**
 * A mark at the beginning is no part of the text. @throws UserGroupsError `invalid` for what is no text, and an
 * encoding that nobody knows
 */
export async function decodeText(bytes: Uint8Array, encoding?: string): Promise<DecodedText> {
  refuseArchive(bytes);
  if (encoding !== undefined) return decodeAs(bytes, encoding, false);
  const declared = markedEncoding(bytes) ?? sixteenBits(bytes);
  if (declared !== undefined) return decodeAs(bytes, declared, false);
  if (bytes.includes(0))
    throw new UserGroupsError(
      'invalid',
      l10n.t('The file is not a text file.'),
      l10n.t('Choose a CSV, JSON or JSON Lines file.'),
    );
  try {
    return await decodeAs(bytes, 'utf-8', true);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ...(await decodeAs(bytes, guessedEncoding(bytes), false)), isGuessed: true };
  }
}

async function decodeAs(bytes: Uint8Array, encoding: string, fatal: boolean): Promise<DecodedText> {
  const decoder = decoderFor(encoding, fatal);
  const slices = new WorkSlices();
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += SLICE) {
    pieces.push(decoder.decode(bytes.subarray(from, from + SLICE), { stream: true }));
    await slices.pause();
  }
  return { text: withoutEndMark(pieces.join('') + decoder.decode()), encoding: decoder.encoding };
}

/** Ctrl-Z, which programs of DOS and their successors put at the end. */
function withoutEndMark(text: string): string {
  let rest = text;
  while (rest.trimEnd().endsWith('\u001A')) rest = rest.trimEnd().slice(0, -1);
  return rest;
}

function decoderFor(encoding: string, fatal: boolean): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch (error) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('Unknown encoding "{0}".', foreignText(encoding, 40)),
      l10n.t('Choose another one, such as utf-8, utf-16le or windows-1252.'),
      { cause: error },
    );
  }
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Without a mark: every other byte of what is written in ASCII is zero. */
function sixteenBits(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

/** By the first place that is not ASCII. Where most of it is UTF-8, all of it is, and something is damaged. */
function guessedEncoding(bytes: Uint8Array): string {
  const at = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(Math.max(0, at - SAMPLE / 2), at + SAMPLE / 2);
  const others = new TextDecoder().decode(sample).match(/[^\0-\x7f]/gu) ?? [];
  if (others.filter((character) => character !== '\uFFFD').length > others.length / 2) return 'utf-8';
  const guesses = analyse(sample);
  const known = guesses.filter(({ name }) => !/^utf-|^ascii/i.test(name) && isKnown(name));
  const usual = known.find(({ name }) => new TextDecoder(name).encoding === USUAL)?.confidence ?? 0;
  const best = known[0];
  return best === undefined || best.confidence < usual + SURER_BY ? USUAL : best.name;
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

function refuseArchive([first, second, third, fourth]: Uint8Array): void {
  if (first !== 0x50 || second !== 0x4b || third !== 3 || fourth !== 4) return;
  throw new UserGroupsError(
    'invalid',
    l10n.t('The file is an archive, such as an Excel workbook (.xlsx).'),
    l10n.t('Save the sheet as CSV UTF-8 and import that file.'),
  );
}
