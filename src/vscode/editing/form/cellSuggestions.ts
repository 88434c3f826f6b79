// What could stand in the cells of a mapping: of the person's schema, and of the other groups of the connection.

import { groupRef } from '../../../core/groupKey.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import type { Suggestion } from '../../../protocol/formProtocol.ts';
import {
  MappingProposals,
  proposalDetail,
  proposalTitle,
  type MappingProposal,
} from '../../../services/editing/mappingProposals.ts';
import type { Siblings } from '../../../services/editing/siblings.ts';
import type { Subject } from './formSubject.ts';

const MOST_SUGGESTIONS = 1_000;

export class CellSuggestions {
  readonly #siblings: Siblings;
  readonly #choices: () => Promise<SchemaChoices>;

  constructor(siblings: Siblings, choices: () => Promise<SchemaChoices>) {
    this.#siblings = siblings;
    this.#choices = choices;
  }

  async schemaIds(subject: Subject): Promise<Suggestion[]> {
    return (await this.#proposals()).schemaIds(siblingRef(subject)).map(suggestionOf);
  }

  async dataSources(subject: Subject, schemaId: string): Promise<Suggestion[]> {
    return (await this.#proposals()).dataSources(siblingRef(subject), schemaId).map(suggestionOf);
  }

  async #proposals(): Promise<MappingProposals> {
    return new MappingProposals(this.#siblings, await this.#choices(), MOST_SUGGESTIONS);
  }
}

function suggestionOf(proposal: MappingProposal): Suggestion {
  const detail = proposalDetail(proposal);
  return {
    value: proposal.id,
    title: proposalTitle(proposal),
    ...(detail !== undefined && { detail }),
    isOfOne: proposal.onlyBy !== undefined,
  };
}

/** A group without an id yet has siblings, too. */
function siblingRef({ connection, userGroupId = '' }: Subject): GroupRef | undefined {
  return connection === undefined || connection.id === ''
    ? undefined
    : groupRef(connection, userGroupId.toWellFormed());
}
