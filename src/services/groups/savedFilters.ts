// The filters of the list that the user has saved under a name.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { fold } from '../../core/folding.ts';
import { isObject } from '../../core/isObject.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import type { Memory } from '../../core/ports/storage.ts';
import type { Redactor } from '../../core/redactor.ts';
import { sameName } from '../connections/connectionEntry.ts';

export interface SavedFilter {
  readonly name: string;
  readonly query: string;
}

const KEY = 'savedFilters';

export class SavedFilters {
  readonly #memory: Memory;
  readonly #redactor: Redactor;

  constructor(memory: Memory, redactor: Redactor) {
    this.#memory = memory;
    this.#redactor = redactor;
  }

  /** By name. */
  list(): SavedFilter[] {
    const stored = this.#memory.get(KEY);
    return (Array.isArray(stored) ? stored : [])
      .filter(isSavedFilter)
      .sort((a, b) => (naturalKey(fold(a.name)) < naturalKey(fold(b.name)) ? -1 : 1));
  }

  /** Replaces the one of the same name. @throws UserGroupsError `invalid` for one that holds a token */
  async save(filter: SavedFilter): Promise<void> {
    const text = `${filter.name}\n${filter.query}`;
    if (this.#redactor.redact(text) !== text)
      throw new UserGroupsError('invalid', l10n.t('A filter with a token is not saved.'));
    await this.#memory.set(KEY, [...this.#others(filter.name), filter]);
  }

  async remove(name: string): Promise<void> {
    await this.#memory.set(KEY, this.#others(name));
  }

  #others(name: string): SavedFilter[] {
    return this.list().filter((other) => !sameName(other.name, name));
  }
}

function isSavedFilter(value: unknown): value is SavedFilter {
  return isObject(value) && typeof value.name === 'string' && typeof value.query === 'string';
}
