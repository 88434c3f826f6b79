// What a group is known to have on the service: what was answered, and for the rest what was last applied from here.

import type { UserGroupAnswer, UserGroupRecord } from '../../core/userGroup.ts';
import { difference, type Change } from '../../document/difference.ts';
import { readDocument, type GroupFields, type UserGroupDocument } from '../../document/userGroupDocument.ts';

/** The fields of a request body beside the id (interface document, "Request body fields of a user group"). */
export const BODY_FIELDS = ['name', 'mapping', 'properties'] as const;
export type BodyField = (typeof BODY_FIELDS)[number];

/** How a document compares with a group that existed. A field that the document leaves out claims nothing. */
export interface Comparison {
  /** From what the group has to what the document says. */
  readonly differences: readonly Change[];
  /** Fields of the document of which nobody here knows what the group has. */
  readonly unknown: readonly BodyField[];
}

/** A mapping is never answered (interface document, "User group"), and other fields need not be. */
export function compareWithService(
  document: UserGroupDocument,
  before: UserGroupRecord | undefined,
  answer: UserGroupAnswer,
): Comparison {
  const known = knownOnService(before, answer);
  const claimed = BODY_FIELDS.filter((field) => document[field] !== undefined);
  const comparable = claimed.filter((field) => known[field] !== undefined);
  return {
    differences: difference(only(comparable, known), only(comparable, document)),
    unknown: claimed.filter((field) => known[field] === undefined),
  };
}

function knownOnService(before: UserGroupRecord | undefined, { name, properties }: UserGroupAnswer): GroupFields {
  const applied = before?.base?.from === 'sent' ? readDocument(before.base.text) : undefined;
  return {
    name: name ?? applied?.name,
    mapping: applied?.mapping,
    properties: properties === null ? 'null' : (properties ?? applied?.properties),
  };
}

function only(fields: readonly BodyField[], of: GroupFields): GroupFields {
  return Object.fromEntries(fields.map((field) => [field, of[field]]));
}
