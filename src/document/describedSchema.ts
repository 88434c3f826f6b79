// What the schema of a document says of it and of its fields, in the display language.

import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../core/isObject.ts';

/** @param contract the schema that ships, which has no words */
export function describedSchema(contract: JsonObject): JsonObject {
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
