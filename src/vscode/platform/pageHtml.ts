// What a page may do, as its policy says: run one script, have styles, and reach nothing at all.

export interface PageParts {
  /** New for each page, of nothing but letters, digits and hyphens. */
  readonly nonce: string;
  /** Said by those who hear that the page is there. */
  readonly title: string;
  readonly script: string;
  readonly styles: readonly string[];
}

/**
 * Scripts and styles pass by this page's nonce alone; images, fonts, frames, requests, forms and bases by nothing.
 * Texts come by message.
 */
export function pagePolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
}

export function htmlOf({ nonce, title, script, styles }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((each) => `<link rel="stylesheet" nonce="${nonce}" href="${attribute(each)}">`).join('\n')}
<title>${attribute(title)}</title>
</head>
<body data-nonce="${nonce}">
<script nonce="${nonce}" src="${attribute(script)}"></script>
</body>
</html>`;
}

/** A folder of the machine may be called anything. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
