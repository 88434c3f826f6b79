// Removes secrets from any text by value: the one place that redacts.

export const REDACTED = '•••';

/** Shorter values would blot out ordinary words; nothing that short protects anything. */
const SHORTEST = 6;

/** Knows the secrets seen so far, and blots them out of texts in every spelling they may have there. */
export class Redactor {
  readonly #added = new Set<string>();
  /** Spellings by how they begin, the longest first: a text is gone through once, however many secrets are known. */
  readonly #byBeginning = new Map<string, readonly string[]>();

  /** From now on this value leaves no text: plain, JSON-escaped, percent-encoded or in base64. */
  add(secret: string): void {
    // The same few are added at every call; their spellings cost more than the rest of it.
    if (secret.length < SHORTEST || this.#added.has(secret)) return;
    this.#added.add(secret);
    for (const spelling of [secret, ...jsonEscaped(secret), ...percentEncoded(secret), ...base64Cores(secret)]) {
      const beginning = spelling.slice(0, SHORTEST);
      const known = this.#byBeginning.get(beginning) ?? [];
      if (!known.includes(spelling)) this.#byBeginning.set(beginning, [...known, spelling].sort((a, b) => b.length - a.length));
    }
  }

  /** Secrets that overlap or hold one another leave no tail behind. */
  redact(text: string): string {
    const pieces: string[] = [];
    let blottedUntil = 0;
    for (let at = 0; at <= text.length - SHORTEST; at += 1) {
      const found = this.#byBeginning.get(text.slice(at, at + SHORTEST))?.find((spelling) => text.startsWith(spelling, at));
      if (found === undefined) continue;
      if (at >= blottedUntil) pieces.push(text.slice(blottedUntil, at), REDACTED);
      blottedUntil = Math.max(blottedUntil, at + found.length);
    }
    return pieces.join('') + text.slice(blottedUntil);
  }
}

/** With the slash both ways: some writers of JSON escape it. */
function jsonEscaped(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [escaped, escaped.replaceAll('/', '\\/')];
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
    const encoded = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(''));
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor((padded.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
