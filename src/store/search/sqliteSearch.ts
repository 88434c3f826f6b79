// The role of finding: groups by words and filters, and what the others of a connection have.

import type { FoundCursor, FoundSlice, GroupQuestion, GroupSearch } from '../../core/ports/groupSearch.ts';
import type { DataSourceUse, NamedGroup, NameUse } from '../../core/ports/siblingStore.ts';
import type { GroupRef, UserGroupSummary } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import type { LiveConnections } from '../database/liveConnections.ts';
import { GroupMatches } from './groupMatches.ts';
import { GroupsContaining } from './groupsContaining.ts';
import { SiblingUses } from './siblingUses.ts';

export class SqliteSearch implements GroupSearch {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #containing;
  readonly #matches;
  readonly #siblings;

  constructor(database: Database, live: LiveConnections) {
    this.#database = database;
    this.#live = live;
    this.#containing = new GroupsContaining(database);
    this.#matches = new GroupMatches(database);
    this.#siblings = new SiblingUses(database);
  }

  containing(text: string, limit: number): UserGroupSummary[] {
    return this.#database.read(() => this.#containing.find(text, limit));
  }

  matching(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice {
    return this.#database.read(() => this.#matches.slice(question, after, limit));
  }

  siblingNames(ref: GroupRef, field: 'mapping' | 'properties', limit: number): NameUse[] {
    return this.#database.read(() => this.#siblings.names(this.#live.of(ref), field, limit));
  }

  siblingsWith(ref: GroupRef, field: 'mapping' | 'properties', name?: string): number {
    return this.#database.read(() => this.#siblings.groupsWith(this.#live.of(ref), field, name));
  }

  siblingDataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[] {
    return this.#database.read(() => this.#siblings.dataSources(this.#live.of(ref), schemaId, limit));
  }

  onlySiblingWith(ref: GroupRef, dataSource: string): NamedGroup | undefined {
    return this.#database.read(() => this.#siblings.onlyOther(this.#live.of(ref), dataSource));
  }
}
