// Reads the certificate authorities of a connection that names its own file.

import * as l10n from '@vscode/l10n';
import { X509Certificate } from 'node:crypto';
import { promises as files } from 'node:fs';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';

/**
 * The authorities that the file holds, in PEM. Read for every call, so that a file that was corrected counts at once.
 * @throws UserGroupsError `invalid` when the file cannot be read or holds no certificate.
 */
export async function readAuthorities(caFile: string): Promise<string> {
  const pem = await files.readFile(caFile, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw invalid(l10n.t('The file of certificate authorities "{1}" can\'t be read ({0}).', code, foreignText(caFile)));
  });
  // Node skips damaged certificates silently, so the authority would be missing without an error.
  if (!(pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).some(isCertificate)) {
    throw invalid(
      l10n.t('The file of certificate authorities "{0}" contains no certificate in PEM form.', foreignText(caFile)),
    );
  }
  return pem;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function invalid(happened: string): UserGroupsError {
  return new UserGroupsError('invalid', happened, l10n.t('Correct caFile of the connection in the settings.'));
}
