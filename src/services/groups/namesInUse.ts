// The names that filters can be about: connections, properties, schema IDs.

import type { Connection } from '../../core/connection.ts';
import type { GroupSearch } from '../../core/ports/groupSearch.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { ConnectionService } from '../connections/connectionService.ts';

export interface NameInUse {
  readonly name: string;
  readonly groups: number;
}

const MOST_NAMES = 200;

export class NamesInUse {
  readonly #search: GroupSearch;
  readonly #connections: ConnectionService;

  constructor(search: GroupSearch, connections: ConnectionService) {
    this.#search = search;
    this.#connections = connections;
  }

  connections(): Connection[] {
    return this.#connections.list().filter(({ id }) => id !== '');
  }

  has(field: 'mapping' | 'properties', name: string): boolean {
    return this.connections().some(({ id }) => this.#search.siblingsWith(anyGroup(id), field, name) > 0);
  }

  /** The most used first. */
  list(field: 'mapping' | 'properties'): NameInUse[] {
    return this.#ofAll((group) => this.#search.siblingNames(group, field, MOST_NAMES));
  }

  /** The most used data sources, each with the number of its groups. */
  dataSources(): NameInUse[] {
    return this.#ofAll((group) =>
      this.#search.siblingDataSources(group, '', MOST_NAMES).map(({ dataSource: name, groups }) => ({ name, groups })),
    );
  }

  #ofAll(usesIn: (group: GroupRef) => readonly NameInUse[]): NameInUse[] {
    const uses = new Map<string, number>();
    for (const { id } of this.connections())
      for (const { name, groups } of usesIn(anyGroup(id))) uses.set(name, (uses.get(name) ?? 0) + groups);
    return [...uses].map(([name, groups]) => ({ name, groups })).sort((a, b) => b.groups - a.groups);
  }
}

/** No group has an empty id: all of the connection are others. */
function anyGroup(connectionId: string): GroupRef {
  return { connectionId, userGroupId: '' };
}
