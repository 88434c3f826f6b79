// Finds the mark of redaction in a text that may be sent: whoever copied it from where a value was not shown would
// replace that value by it.

import * as l10n from '@vscode/l10n';
import { createScanner } from 'jsonc-parser';
import { UserGroupsError } from '../core/errors.ts';
import { REDACTED } from '../core/redactor.ts';

/** Most texts have no character of it, be it escaped. */
const MAY_HAVE_MARK = /•|\\u2022/i;

/** The first text or name that holds it; `message` is a sentence. */
export function redactionMarkIn(json: string): { readonly offset: number; readonly message: string } | undefined {
  if (!MAY_HAVE_MARK.test(json)) return undefined;
  const scanner = createScanner(json, true);
  // Only the end of the text is a token without length.
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan())
    if (scanner.getTokenValue().includes(REDACTED))
      return {
        offset: scanner.getTokenOffset(),
        message: l10n.t('The document contains "{0}", which stands for a value that was not shown.', REDACTED),
      };
  return undefined;
}

/** Where nobody is asked about a single document. @throws UserGroupsError `invalid` where the text holds the mark */
export function requireNoRedactionMark(json: string): void {
  const mark = redactionMarkIn(json);
  if (mark === undefined) return;
  throw new UserGroupsError('invalid', mark.message, l10n.t('Replace it, or send the group by itself.'));
}
