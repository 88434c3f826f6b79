// Seals group tokens: AES-256-GCM with a key that is kept in the editor's secrets, never in the database.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';

import { UserGroupsError } from '../core/errors.ts';
import type { Secrets, TokenSealer } from '../core/ports.ts';
import type { GroupRef, SealedToken } from '../core/userGroup.ts';

/** Which key seals from now on, remembered where all windows see it. */
export interface KeyRing {
  current(): string | undefined;
  /** Makes the key the current one, if the current one still is `insteadOf`. Returns the current one: the first window wins. */
  offer(keyId: string, insteadOf: string | undefined): string;
}

export interface TokenSealerOptions {
  readonly secrets: Secrets;
  readonly keyRing: KeyRing;
  /** Told each key's secret value before it is used, so that it can be redacted everywhere. */
  readonly onKey?: ((value: string) => void) | undefined;
}

/** The two keys made of one secret: what seals is not what fingerprints. */
interface TokenKey {
  readonly id: string;
  readonly sealing: Buffer;
  readonly fingerprinting: Buffer;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createTokenSealer(options: TokenSealerOptions): TokenSealer {
  return new Sealer(options);
}

class Sealer implements TokenSealer {
  readonly #secrets: Secrets;
  readonly #keyRing: KeyRing;
  readonly #onKey: (value: string) => void;
  /** Keys found, and keys being looked for; one that is missing is asked for again. */
  readonly #keys = new Map<string, Promise<TokenKey | undefined>>();
  #finding: Promise<TokenKey> | undefined;
  /** Made here. Used when the current key is another window's that cannot be read here, or two windows would make keys in turns. */
  #own: TokenKey | undefined;

  constructor({ secrets, keyRing, onKey }: TokenSealerOptions) {
    this.#secrets = secrets;
    this.#keyRing = keyRing;
    this.#onKey = onKey ?? (() => undefined);
  }

  async seal(token: string, ref: GroupRef): Promise<SealedToken> {
    const key = await this.#keyToSealWith();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.sealing, nonce, { authTagLength: TAG_BYTES }).setAAD(binding(ref));
    const box = Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    const fingerprint = createHmac('sha256', key.fingerprinting).update(token, 'utf8').digest('hex');
    return { keyId: key.id, box: new Uint8Array(box), fingerprint };
  }

  async unseal({ keyId, box }: SealedToken, ref: GroupRef): Promise<string | undefined> {
    const key = await this.#key(keyId);
    if (key === undefined || box.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, key.sealing, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(binding(ref))
      .setAuthTag(box.subarray(-TAG_BYTES));
    const opened = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch {
      // Not sealed with this key for this group, or changed since.
      return undefined;
    }
  }

  async readableKeys(keyIds: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = await Promise.all([...new Set(keyIds)].map((keyId) => this.#key(keyId)));
    return new Set(keys.flatMap((key) => key === undefined ? [] : [key.id]));
  }

  /** One search at a time: two first tokens must not make two keys. */
  #keyToSealWith(): Promise<TokenKey> {
    this.#finding ??= this.#findOrMakeKey().finally(() => { this.#finding = undefined; });
    return this.#finding;
  }

  async #findOrMakeKey(): Promise<TokenKey> {
    const currentId = this.#keyRing.current();
    const current = currentId === undefined ? undefined : await this.#key(currentId);
    return current ?? this.#own ?? await this.#makeKey(currentId);
  }

  async #makeKey(unreadable: string | undefined): Promise<TokenKey> {
    const keyId = randomUUID();
    await this.#keep(secretName(keyId), randomBytes(KEY_BYTES).toString('base64'));
    const made = await this.#key(keyId);
    if (made === undefined) throw noKeyKept();
    const winner = await this.#key(this.#keyRing.offer(keyId, unreadable));
    if (winner !== undefined && winner !== made) {
      this.#keys.delete(keyId);
      // At worst a key that sealed nothing is left over.
      await this.#secrets.delete(secretName(keyId)).catch(() => undefined);
      return winner;
    }
    this.#own = made;
    return made;
  }

  async #keep(name: string, value: string): Promise<void> {
    this.#onKey(value);
    try {
      await this.#secrets.store(name, value);
    } catch {
      // Without the cause: nobody knows what it says.
      throw noKeyKept();
    }
    if (await this.#secret(name) !== value) throw noKeyKept();
  }

  #key(keyId: string): Promise<TokenKey | undefined> {
    const found = this.#keys.get(keyId) ?? this.#load(keyId);
    this.#keys.set(keyId, found);
    return found;
  }

  async #load(keyId: string): Promise<TokenKey | undefined> {
    const value = await this.#secret(secretName(keyId));
    const bytes = Buffer.from(value ?? '', 'base64');
    if (value === undefined || bytes.length !== KEY_BYTES || bytes.toString('base64') !== value) {
      this.#keys.delete(keyId);
      return undefined;
    }
    this.#onKey(value);
    return { id: keyId, sealing: derive(bytes, 'seal'), fingerprinting: derive(bytes, 'fingerprint') };
  }

  /** Secrets that cannot be asked for are missing, like those that are gone. */
  async #secret(name: string): Promise<string | undefined> {
    try {
      return await this.#secrets.get(name);
    } catch {
      return undefined;
    }
  }
}

function secretName(keyId: string): string {
  return `tokenKey.${keyId}`;
}

function derive(secret: Buffer, purpose: 'seal' | 'fingerprint'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `user group token: ${purpose}`, KEY_BYTES));
}

/** Each part with its length before it, so that no two groups share a binding. */
function binding({ connectionId, userGroupId }: GroupRef): Buffer {
  return Buffer.concat([connectionId, userGroupId].flatMap((part) => {
    const bytes = Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  }));
}

function noKeyKept(): UserGroupsError {
  return new UserGroupsError({
    kind: 'unavailable',
    happened: 'the editor keeps no secrets, so the token cannot be kept safely',
    next: 'set up the secret storage of the editor or of the operating system, then try again',
  });
}
