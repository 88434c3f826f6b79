// The body of a request: read within a bound, then checked field by field.

import type { IncomingMessage } from 'node:http';
import { foreignText } from '../core/foreignText.ts';
import { refused } from './answer.ts';
import { jsonFields } from './jsonTexts.ts';
import type { FieldType } from './sandboxApis.ts';

const MAX_BYTES = 1_048_576;

/** The bytes, at most one more than allowed. What is too much is read away, so that the client can read the refusal. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size <= MAX_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks, Math.min(size, MAX_BYTES + 1));
}

/**
 * The fields of the body as JSON texts; strings in one spelling, so that equal strings are equal texts.
 * @throws Refusal when the body is no JSON object in UTF-8 or holds anything but the known fields in their types.
 */
export function checkedFields(bytes: Buffer, known: Readonly<Record<string, FieldType>>): ReadonlyMap<string, string> {
  if (bytes.length > MAX_BYTES) throw refused(413, `The body is longer than ${MAX_BYTES} bytes.`);
  if (bytes.length === 0) throw refused(400, 'The request has no body.');
  const fields = new Map<string, string>();
  for (const [name, text] of jsonFields(objectText(bytes))) {
    const type = Object.hasOwn(known, name) ? known[name] : undefined;
    if (type === undefined)
      throw refused(400, `The field "${foreignText(name, 60)}" is not one of ${Object.keys(known).join(', ')}.`);
    if (fields.has(name)) throw refused(400, `The field ${name} occurs twice.`);
    if (!IS_TYPE[type].fits(text)) throw refused(400, `The field ${name} must be ${IS_TYPE[type].words}.`);
    fields.set(name, type === 'string' ? JSON.stringify(JSON.parse(text)) : text);
  }
  return fields;
}

const IS_TYPE: Readonly<Record<FieldType, { readonly words: string; readonly fits: (json: string) => boolean }>> = {
  string: { words: 'a string', fits: (json) => json.startsWith('"') },
  object: { words: 'an object', fits: (json) => json.startsWith('{') },
  flag: { words: 'true or false', fits: (json) => json === 'true' || json === 'false' },
  strings: {
    words: 'a list of strings',
    fits: (json) => json.startsWith('[') && (JSON.parse(json) as unknown[]).every((each) => typeof each === 'string'),
  },
};

/** @throws Refusal when the field is absent. */
export function requiredField(fields: ReadonlyMap<string, string>, name: string): string {
  const text = fields.get(name);
  if (text === undefined) throw refused(400, `The field ${name} is missing.`);
  return text;
}

function objectText(bytes: Buffer): string {
  const text = decoded(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused(400, 'The body is not a JSON object.');
  return text;
}

function decoded(bytes: Buffer): string {
  try {
    // The byte order mark is kept, and is then no JSON.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(400, 'The body is not UTF-8.');
  }
}
