// Seals group tokens: AES-256-GCM with a key that is kept in the editor's secrets, never in the database.

import * as l10n from '@vscode/l10n';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';

import { UserGroupsError } from '../../core/errors.ts';
import type { SealedFor, TokenSealer } from '../../core/ports/sealer.ts';
import type { Secrets } from '../../core/ports/storage.ts';
import type { SealedToken } from '../../core/userGroup.ts';

/** Which key seals from now on, remembered where all windows see it. */
export interface KeyRing {
  current(): string | undefined;
  /**
   * Makes the key the current one, if the current one still is `insteadOf`. Returns the current one: the first window
   * wins.
   */
  offer(keyId: string, insteadOf: string | undefined): string;
}

export interface TokenSealerOptions {
  readonly secrets: Secrets;
  readonly keyRing: KeyRing;
  /** Given each key's secret value before it is used, so that it can be redacted everywhere. */
  readonly onKey?: ((value: string) => void) | undefined;
}

/** The two keys made of one secret: what seals is not what fingerprints. */
interface TokenKey {
  readonly id: string;
  readonly sealing: KeyObject;
  readonly fingerprinting: KeyObject;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };

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
  /**
   * Made here. Used when the current key is another window's that cannot be read here, or two windows would make keys
   * in turns.
   */
  #own: TokenKey | undefined;

  constructor({ secrets, keyRing, onKey }: TokenSealerOptions) {
    this.#secrets = secrets;
    this.#keyRing = keyRing;
    this.#onKey = onKey ?? (() => undefined);
  }

  async seal(secret: string, owner: SealedFor): Promise<SealedToken> {
    const key = await this.#keyToSealWith();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.sealing, nonce, TAG).setAAD(binding(owner));
    const box = Buffer.concat([nonce, cipher.update(Buffer.from(secret)), cipher.final(), cipher.getAuthTag()]);
    return { keyId: key.id, box: new Uint8Array(box), fingerprint: fingerprintOf(secret, key) };
  }

  async unseal({ keyId, box }: SealedToken, owner: SealedFor): Promise<string | undefined> {
    const key = await this.#key(keyId);
    if (key === undefined || box.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, key.sealing, box.subarray(0, NONCE_BYTES), TAG)
      .setAAD(binding(owner))
      .setAuthTag(box.subarray(-TAG_BYTES));
    const opened = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch {
      // Not sealed with this key for this group, or changed since.
    }
    return undefined;
  }

  async fingerprints(token: string, keyIds: readonly string[]): Promise<Pick<SealedToken, 'keyId' | 'fingerprint'>[]> {
    const keys = await Promise.all(keyIds.map((keyId) => this.#key(keyId)));
    return keys.flatMap((key) =>
      key === undefined ? [] : [{ keyId: key.id, fingerprint: fingerprintOf(token, key) }],
    );
  }

  async readableKeys(keyIds: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = await Promise.all([...new Set(keyIds)].map((keyId) => this.#key(keyId)));
    return new Set(keys.flatMap((key) => (key === undefined ? [] : [key.id])));
  }

  forget(): void {
    this.#finding = undefined;
    this.#forgetKeys();
  }

  /** One search at a time: two first tokens must not make two keys. */
  #keyToSealWith(): Promise<TokenKey> {
    this.#finding ??= this.#findOrMakeKey().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #findOrMakeKey(): Promise<TokenKey> {
    const currentId = this.#keyRing.current();
    // Nothing was ever sealed, or all of it was deleted since, perhaps by another window: with the key that is in
    // memory here.
    if (currentId === undefined) this.#forgetKeys();
    const current = currentId === undefined ? undefined : await this.#key(currentId);
    return current ?? (await this.#ownKept()) ?? (await this.#makeKey(currentId));
  }

  #forgetKeys(): void {
    this.#keys.clear();
    this.#own = undefined;
  }

  /** The key made here, unless it was deleted since: what it seals would not be readable by the next window. */
  async #ownKept(): Promise<TokenKey | undefined> {
    if (this.#own !== undefined && (await this.#secret(secretName(this.#own.id))) === undefined) this.#own = undefined;
    return this.#own;
  }

  async #makeKey(unreadable: string | undefined): Promise<TokenKey> {
    const keyId = randomUUID();
    await this.#keep(secretName(keyId), randomBytes(KEY_BYTES).toString('base64'));
    const made = await this.#key(keyId);
    if (made === undefined) throw noKeyKept();
    const winner = await this.#key(this.#keyRing.offer(keyId, unreadable));
    if (winner !== undefined && winner !== made) {
      // At worst a key that sealed nothing is left over.
      await this.#secrets.delete(secretName(keyId)).catch(() => undefined);
      return winner;
    }
    this.#own = made;
    return made;
  }

  async #keep(name: string, value: string): Promise<void> {
    this.#onKey(value);
    // What is there then decides. Nobody knows what a cause would say.
    await this.#secrets.store(name, value).catch(() => undefined);
    if ((await this.#secret(name)) !== value) throw noKeyKept();
  }

  #key(keyId: string): Promise<TokenKey | undefined> {
    const found = this.#keys.get(keyId) ?? this.#load(keyId);
    this.#keys.set(keyId, found);
    return found;
  }

  async #load(keyId: string): Promise<TokenKey | undefined> {
    const value = await this.#secret(secretName(keyId));
    const bytes = value === undefined ? undefined : Buffer.from(value, 'base64');
    if (bytes?.length !== KEY_BYTES || bytes.toString('base64') !== value) {
      this.#keys.delete(keyId);
      return undefined;
    }
    this.#onKey(value);
    return { id: keyId, sealing: derive(bytes, 'seal'), fingerprinting: derive(bytes, 'fingerprint') };
  }

  /** Secrets that cannot be asked for are missing. */
  async #secret(name: string): Promise<string | undefined> {
    try {
      return await this.#secrets.get(name);
    } catch {
      // As if it were gone.
    }
    return undefined;
  }
}

function secretName(keyId: string): string {
  return `tokenKey.${keyId}`;
}

/** As an object of the library: bytes are made into one again with each use, which takes ten times as long. */
function derive(secret: Buffer, purpose: 'seal' | 'fingerprint'): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `user group token: ${purpose}`, KEY_BYTES)));
}

function fingerprintOf(secret: string, { fingerprinting }: TokenKey): string {
  return createHmac('sha256', fingerprinting).update(secret).digest('hex');
}

/** Each part with its length before it, so that no two owners share a binding. */
function binding(owner: SealedFor): Buffer {
  return Buffer.concat(
    partsOf(owner).flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Two parts for the token of a group, three for an answer about it, four where there is no group. */
function partsOf({ connectionId, userGroupId, isAnswer = false }: SealedFor): string[] {
  if (userGroupId === undefined) return [connectionId, '', isAnswer ? 'answer' : 'token', 'of no group in the list'];
  return isAnswer ? [connectionId, userGroupId, 'answer'] : [connectionId, userGroupId];
}

function noKeyKept(): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t('The editor has no secret storage for the token.'),
    l10n.t('Set up the secret storage of the editor or the operating system, then try again.'),
  );
}
