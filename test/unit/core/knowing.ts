// A redactor that knows these secrets.

import { Redactor } from '../../../src/core/redactor.ts';

export function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}
