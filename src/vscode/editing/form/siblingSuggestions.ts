// What the other groups of the connection have in their mappings, for the cells of this one's.

import * as l10n from '@vscode/l10n';
import { visibleId } from '../../../core/foreignText.ts';
import { groupRef } from '../../../core/groupKey.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import type { Suggestion } from '../../../protocol/formProtocol.ts';
import type { Siblings } from '../../../services/editing/siblings.ts';
import type { Subject } from './formSubject.ts';

const MOST_SUGGESTIONS = 200;

export class SiblingSuggestions {
  readonly #siblings: Siblings;

  constructor(siblings: Siblings) {
    this.#siblings = siblings;
  }

  schemaIds(subject: Subject): Suggestion[] {
    const ref = siblingRef(subject);
    if (ref === undefined) return [];
    return this.#siblings.schemaIds(ref, MOST_SUGGESTIONS).map(({ schemaId, groups }) => ({
      value: schemaId,
      detail: groups === 1 ? l10n.t('in 1 other group') : l10n.t('in {0} other groups', groups),
    }));
  }

  dataSources(subject: Subject, schemaId: string): Suggestion[] {
    const ref = siblingRef(subject);
    if (ref === undefined) return [];
    return this.#siblings.dataSources(ref, schemaId, MOST_SUGGESTIONS).map(({ dataSource, groups, onlyBy }) => ({
      value: dataSource,
      detail: onlyBy === undefined ? usedByText(groups) : l10n.t('used by {0} only', visibleId(onlyBy.name)),
    }));
  }
}

/** A group without an id yet has siblings, too. */
function siblingRef({ connection, userGroupId = '' }: Subject): GroupRef | undefined {
  return connection === undefined || connection.id === ''
    ? undefined
    : groupRef(connection, userGroupId.toWellFormed());
}

function usedByText(groups: number): string {
  return groups === 1 ? l10n.t('used by 1 other group') : l10n.t('used by {0} other groups', groups);
}
