// The HTML of a page, with a policy that allows one script and styles, and no access to anything else.

import * as vscode from 'vscode';

export interface PageParts {
  /** New for each page, of nothing but letters, digits and hyphens. */
  readonly nonce: string;
  /** Read aloud by screen readers. */
  readonly title: string;
  readonly script: string;
  readonly styles: readonly string[];
}

/**
 * Only this page's nonce allows scripts and styles; images, fonts, frames, requests, forms and bases are blocked.
 * Texts come by message.
 */
export function pagePolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
}

export function htmlOf({ nonce, title, script, styles }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="${attribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((each) => `<link rel="stylesheet" nonce="${nonce}" href="${attribute(each)}">`).join('\n')}
<title>${attribute(title)}</title>
</head>
<body data-nonce="${nonce}" data-texts="${attribute(JSON.stringify(vscode.l10n.bundle ?? {}))}">
<script nonce="${nonce}" src="${attribute(script)}"></script>
</body>
</html>`;
}

/** A folder of the machine can have any name. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
