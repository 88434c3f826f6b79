// The schema of a document as it ships, with its words.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/editor/folders.ts';
import { isObject, type JsonObject } from '../../src/core/isObject.ts';
import { composedSchema } from '../../src/document/composedSchema.ts';

export function shippedSchema(): JsonObject {
  const contract: unknown = JSON.parse(readFileSync(join(root, 'media/user-group.schema.json'), 'utf8'));
  if (!isObject(contract)) throw new Error('The schema is no object.');
  return JSON.parse(composedSchema(contract, [])) as JsonObject;
}
