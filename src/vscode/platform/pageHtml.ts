// The HTML of a page, with a policy that allows one script and styles, and no access to anything else.

import * as vscode from 'vscode';

export interface PageParts {
  /** New for each page, of nothing but letters, digits and hyphens. */
  readonly nonce: string;
  /** Read aloud by screen readers. */
  readonly title: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Shown until the script has drawn the page, which may take a second. */
  readonly first?: { readonly title: string; readonly headline: string };
}

/**
 * Only this page's nonce allows scripts and styles; images, fonts, frames, requests, forms and bases are blocked.
 * All texts but the first come by message.
 */
export function pagePolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
}

export function htmlOf({ nonce, title, script, styles, first }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((each) => `<link rel="stylesheet" nonce="${nonce}" href="${escaped(each)}">`).join('\n')}
<title>${escaped(title)}</title>
</head>
<body data-nonce="${nonce}"${translationOf(vscode.l10n.bundle)}>
${first === undefined ? '' : firstOf(first)}
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>`;
}

function translationOf(bundle: Record<string, string> | undefined): string {
  return bundle === undefined ? '' : ` data-texts="${escaped(JSON.stringify(bundle))}"`;
}

/** As the page draws it at its top (toolbar.ts). */
function firstOf({ title, headline }: NonNullable<PageParts['first']>): string {
  return `<main class="table"><header class="top">
<p class="title">${escaped(title)}</p><h1>${escaped(headline)}</h1>
</header></main>`;
}

/** For an attribute and between tags. A folder of the machine can have any name. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
