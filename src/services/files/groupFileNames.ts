// Names of the files that groups are saved to: readable, valid on every file system, unique per group.

import { createHash } from 'node:crypto';
import { trimTrailing } from '../../core/trimming.ts';
import { DOCUMENT_SUFFIX } from '../../document/documentUri.ts';

/** In UTF-8, so that the whole name stays below the 255 of most file systems. */
const MOST_BYTES = 150;

/** Device names of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The id as far as file names allow it, never empty and never a name that other programs use. Two ids may become equal
 * where characters are removed: `GroupFileNames` distinguishes them.
 */
export function readableStem(userGroupId: string): string {
  const name = userGroupId
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replace(/^(?:[ .]|~\$)+/, '');
  const cut = trimTrailing(cutTo(name, MOST_BYTES), ' .');
  if (cut === '') return 'user-group';
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

/** An existing file: its group, if it names one. */
export interface FileThere {
  readonly name: string;
  readonly userGroupId: string | undefined;
  readonly isLink?: boolean;
}

/**
 * Names of one folder. A group keeps the file it already has there; ids that differ only in letter case get two names.
 */
export class GroupFileNames {
  readonly #byId = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #links = new Set<string>();

  constructor(there: Iterable<FileThere>) {
    for (const { name, userGroupId, isLink = false } of there) {
      this.#used.add(folded(name));
      if (isLink) this.#links.add(folded(name));
      if (userGroupId !== undefined && !this.#byId.has(userGroupId)) this.#byId.set(userGroupId, name);
    }
  }

  /** Returns the same name for the same id. An existing link keeps its name: the person decides about it. */
  nameFor(userGroupId: string): string {
    const known = this.#byId.get(userGroupId);
    if (known !== undefined) return known;
    const stem = readableStem(userGroupId);
    const digest = createHash('sha256').update(userGroupId).digest('hex');
    const names = [
      ...(stem === userGroupId ? [stem] : []),
      ...[8, 16, 64].map((length) => `${stem}-${digest.slice(0, length)}`),
    ].map((each) => each + DOCUMENT_SUFFIX);
    const name = names.find((each) => this.isLink(each) || !this.#used.has(folded(each))) ?? names.at(-1) ?? '';
    this.#used.add(folded(name));
    this.#byId.set(userGroupId, name);
    return name;
  }

  isLink(name: string): boolean {
    return this.#links.has(folded(name));
  }
}

/** As file systems compare names that ignore letter case and the composition of accents. */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

function cutTo(text: string, bytes: number): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += new TextEncoder().encode(character).length;
    if (length > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
