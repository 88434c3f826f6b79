// Names of the files that groups are saved to: readable, fit for every file system, and of two groups never the same.

import { createHash } from 'node:crypto';
import { trimTrailing } from '../../core/trimming.ts';
import { DOCUMENT_SUFFIX } from '../../document/documentUri.ts';

/** In UTF-8, so that the whole name stays below the 255 of most file systems. */
const MOST_BYTES = 150;

/** Devices of Windows, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The id, as much of it as any file system may have in a name; never empty. What is left out makes two ids alike:
 * `GroupFileNames` distinguishes them.
 */
export function readableStem(userGroupId: string): string {
  const name = userGroupId.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-').replace(/^[ .]+/, '');
  const cut = trimTrailing(cutTo(name, MOST_BYTES), ' .');
  if (cut === '') return 'user-group';
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

/** What is in the folder: which group it is, where it says so. */
export interface FileThere {
  readonly name: string;
  readonly userGroupId: string | undefined;
  readonly isLink?: boolean;
}

/**
 * Of one folder. A group that has a file there keeps it, whatever its name; ids that differ by letter case alone get
 * two names.
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

  /**
   * The same for an id as often as it is asked. A link that has the name keeps it: that is for the person to decide.
   */
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

/** As file systems compare names that do not tell letters by case, or accents by how they are put together. */
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
