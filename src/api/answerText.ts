// Reads an answer as text: decompressed within the limit, strict UTF-8.

import * as l10n from '@vscode/l10n';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { HttpAnswer } from './httpExchange.ts';
import { NotTheContract, TooLarge } from './notTheContract.ts';

const strictly = new TextDecoder('utf-8', { fatal: true });

/** Without a byte order mark, which is harmless. @throws NotTheContract */
export function answerText(answer: HttpAnswer): string {
  const bytes = decompressed(answer);
  try {
    return strictly.decode(bytes);
  } catch {
    throw new NotTheContract(l10n.t('The response is not UTF-8 text.'));
  }
}

/** As far as it can be read, to quote from it. */
export function readableText(answer: HttpAnswer): string {
  try {
    return new TextDecoder().decode(decompressed(answer));
  } catch (error) {
    if (error instanceof NotTheContract) return '';
    throw error;
  }
}

/** Whether it exceeds the limit of an answer once it is decompressed. */
export function isTooLarge(answer: HttpAnswer): boolean {
  try {
    decompressed(answer);
    return false;
  } catch (error) {
    return error instanceof TooLarge;
  }
}

/** No compression is requested, but a proxy may compress anyway. */
function decompressed({ header, body, mostBytes }: HttpAnswer): Uint8Array {
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  const decompress = decompressor(encoding, body);
  if (decompress === undefined) throw new NotTheContract(l10n.t('The response has an unexpected compression.'));
  try {
    return decompress(body, { maxOutputLength: mostBytes });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge();
    throw new NotTheContract(l10n.t('The compressed response is damaged or cut short.'));
  }
}

function decompressor(
  encoding: string,
  body: Uint8Array,
): ((body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array) | undefined {
  switch (encoding) {
    case '':
    case 'identity':
      return (plain) => plain;
    case 'gzip':
    case 'x-gzip':
      return gunzipSync;
    case 'br':
      return brotliDecompressSync;
    case 'deflate':
      // Some servers leave out the zlib header that the standard asks for.
      return ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync;
    default:
      return undefined;
  }
}
