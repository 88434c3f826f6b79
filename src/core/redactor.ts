// Removes secrets from any text by value: the one place that redacts.

export const REDACTED = '•••';

/** Shorter values would blot out ordinary words; nothing that short protects anything. */
const SHORTEST = 6;

/** Knows the secrets seen so far, and blots them out of texts in every spelling they may have there. */
export class Redactor {
  readonly #spellings = new Set<string>();

  /** From now on this value leaves no text: plain, JSON-escaped, percent-encoded or in base64. */
  add(secret: string): void {
    if (secret.length < SHORTEST || this.#spellings.has(secret)) return;
    const spellings = [secret, JSON.stringify(secret).slice(1, -1), ...percentEncoded(secret), ...base64Cores(secret)];
    for (const spelling of spellings) this.#spellings.add(spelling);
  }

  redact(text: string): string {
    let redacted = text;
    // Longest first: a secret that contains another must not leave its tail behind.
    const spellings = [...this.#spellings].sort((a, b) => b.length - a.length);
    for (const spelling of spellings) redacted = redacted.replaceAll(spelling, REDACTED);
    return redacted;
  }
}

function percentEncoded(secret: string): string[] {
  if (!secret.isWellFormed()) return [];
  const encoded = encodeURIComponent(secret);
  return [encoded, encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())];
}

/** The base64 of a text that contains the secret has one of three cores, by where the secret begins; the edges depend on the neighbours. */
function base64Cores(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const encoded = btoa(String.fromCharCode(...padded));
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor((padded.length * 8) / 6));
    return core.length < SHORTEST ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
