// The schema that a document is checked by: what the contract says, and what the user's own schemas add.

import * as l10n from '@vscode/l10n';
import type { ObjectField } from '../contract/fields.ts';
import type { FurtherField } from '../contract/furtherFields.ts';
import type { RequestNames } from '../contract/serviceApi.ts';
import type { JsonObject } from '../core/isObject.ts';
import { STORED_NAMES } from './idName.ts';

/** One of the user's schemas that can be used. */
export interface PersonalSchema {
  readonly field: ObjectField;
  /** An object or a boolean, as JSON Schema allows. */
  readonly schema: JsonObject | boolean;
  /** Where the schema is served, so that references within it hold. */
  readonly uri: string;
}

/** What the user's schema says of the field itself comes before what the contract says. */
const WORDS = ['title', 'description', 'markdownDescription'];

/** Oldest first. */
const DRAFTS = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'];

/**
 * JSON text of a schema. The user's own are referred to, never copied.
 * @param names of service descriptions: a document has the ID under one of these or the contract's, and any of their
 * fields; which service it is for says its connection, when it is sent
 */
export function composedSchema(
  ofContract: JsonObject,
  personal: readonly PersonalSchema[],
  names: readonly RequestNames[] = [],
): string {
  const contract = withFurtherFields(withIdNames(describedSchema(ofContract), names), names);
  if (personal.length === 0) return JSON.stringify(contract, undefined, 2);
  const properties: Record<string, unknown> = { ...(contract.properties as JsonObject) };
  for (const { field, schema, uri } of personal) {
    properties[field] = {
      ...(properties[field] as JsonObject),
      ...wordsOf(schema),
      allOf: [typeof schema === 'boolean' ? schema : { $ref: uri }],
    };
  }
  return JSON.stringify({ ...contract, $schema: newestDraft(personal), properties }, undefined, 2);
}

function withIdNames(contract: JsonObject, names: readonly RequestNames[]): JsonObject {
  const properties = contract.properties as JsonObject;
  const all = new Set([STORED_NAMES.id, ...names.map(({ id }) => id)]);
  if (all.size === 1) return contract;
  const ofId = properties[STORED_NAMES.id];
  return {
    ...contract,
    required: undefined,
    properties: { ...properties, ...Object.fromEntries(Array.from(all, (name) => [name, ofId])) },
    oneOf: Array.from(all, (name) => ({ required: [name] })),
  };
}

function withFurtherFields(contract: JsonObject, names: readonly RequestNames[]): JsonObject {
  const further = names.flatMap(({ fields = {} }) => Object.entries(fields));
  if (further.length === 0) return contract;
  const properties: Record<string, unknown> = { ...(contract.properties as JsonObject) };
  for (const [name, ofName] of Map.groupBy(further, ([field]) => field)) {
    const types = [...new Set(ofName.map(([, { type }]) => type))].map((type) => SCHEMA_OF[type]);
    // One service may call its ID as another one calls a field.
    const all = [properties[name], ...types].filter((each) => each !== undefined);
    properties[name] = all.length === 1 ? all[0] : { anyOf: all };
  }
  return { ...contract, properties };
}

const SCHEMA_OF: Readonly<Record<FurtherField['type'], JsonObject>> = {
  string: { type: 'string' },
  strings: { type: 'array', items: { type: 'string' } },
  boolean: { type: 'boolean' },
};

function wordsOf(schema: JsonObject | boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => WORDS.includes(key) && typeof value === 'string'),
  );
}

/**
 * VS Code reads a schema, and all it refers to, by the draft that its outermost `$schema` names; without one, by the
 * newest it knows. So it is the user's draft that must stand there; of two, the newer, which leaves out least.
 */
function newestDraft(personal: readonly PersonalSchema[]): string | undefined {
  const declared = personal.flatMap(({ schema }) =>
    typeof schema === 'object' && typeof schema.$schema === 'string' ? [schema.$schema] : [],
  );
  const rankOf = (draft: string): number => DRAFTS.findIndex((name) => draft.includes(name));
  return declared
    .filter((draft) => rankOf(draft) >= 0)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .at(-1);
}

/** @param contract the schema that ships, which has no words */
function describedSchema(contract: JsonObject): JsonObject {
  const fields = Object.entries(contract.properties as Readonly<Record<string, JsonObject>>);
  return {
    title: l10n.t('Group'),
    description: l10n.t('A group of the dashboard service, as get-or-create and update send it.'),
    ...contract,
    properties: Object.fromEntries(
      fields.map(([name, schema]) => [name, { ...schema, description: DESCRIPTIONS[name]?.() }]),
    ),
  };
}

const DESCRIPTIONS: Readonly<Record<string, () => string>> = {
  $schema: () => l10n.t('Never sent.'),
  user_group_id: () => l10n.t('The ID of this group in your own database. It is unique within one environment.'),
  name: () => l10n.t('Name of the group.'),
  mapping: () =>
    l10n.t(
      "The data source of each schema ID: the one the group is associated with, or the ID of one you supplied when creating it. If the service doesn't return the mapping, this was last sent from this machine.",
    ),
  properties: () =>
    l10n.t('Properties assigned to the group, available as variables in dashboards and the SQL editor.'),
};
