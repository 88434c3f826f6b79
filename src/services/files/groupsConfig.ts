// The file by which a repository says where the groups of its folders belong. It never holds a token.

import * as l10n from '@vscode/l10n';
import { win32 } from 'node:path';
import { isObject, type JsonObject } from '../../core/isObject.ts';
import { requireUniqueKeys } from '../../document/duplicateKeys.ts';
import { offsetAt } from '../../document/jsonPlace.ts';
import { invalidAt, readStrictly } from '../../document/walkJson.ts';
import { readConnectionEntry, type UsableEntry } from '../connections/connectionEntry.ts';
import { fieldsProblem, isRecord, isText, type Check } from '../connections/fieldChecks.ts';

export const CONFIG_FILE = 'usergroups.config.json';

export interface GroupsConfig {
  readonly connections: readonly ConfiguredConnection[];
  /** Paths of JSON schemas, relative to the file's folder. */
  readonly mappingSchema?: string | undefined;
  readonly propertiesSchema?: string | undefined;
}

export interface ConfiguredConnection extends UsableEntry {
  /** Of its documents, relative to the file's folder and within it. */
  readonly folder: string;
}

/**
 * Reads the file strictly: an unknown field is refused, too.
 * @throws UserGroupsError `invalid`, with its place in the text
 */
export function readGroupsConfig(text: string): GroupsConfig {
  readStrictly(text);
  requireUniqueKeys(text);
  const typed: unknown = JSON.parse(text);
  if (!isObject(typed)) throw invalidAt(text, 0, l10n.t('A JSON object is expected.'));
  const problem = fieldsProblem(typed, FIELDS);
  if (problem !== undefined) throw invalidAt(text, 0, problem);
  const { connections = [], apis, mappingSchema, propertiesSchema } = typed as TypedConfig;
  const names: string[] = [];
  return {
    mappingSchema,
    propertiesSchema,
    connections: connections.map((entry, index) => {
      const read = connectionIn(entry, names, apis);
      if (typeof read === 'string') throw invalidAt(text, offsetAt(text, ['connections', index]), read);
      names.push(read.config.name);
      return read;
    }),
  };
}

interface TypedConfig {
  readonly connections?: readonly unknown[];
  readonly apis?: JsonObject;
  readonly mappingSchema?: string;
  readonly propertiesSchema?: string;
}

/** Or why it cannot be used: a sentence. */
function connectionIn(
  entry: unknown,
  usedNames: readonly string[],
  apis: JsonObject | undefined,
): ConfiguredConnection | string {
  if (!isObject(entry)) return l10n.t('A connection must be an object.');
  const { folder, ...fields } = entry;
  if (folder === undefined) return l10n.t('"{0}" is missing.', 'folder');
  const problem = isFolder(folder, 'folder') ?? NOT_HERE.map((field) => notHere(fields, field)).find(Boolean);
  if (problem !== undefined) return problem;
  const read = readConnectionEntry(fields, usedNames, apis, 'apis');
  if (read.problem !== undefined) return read.problem;
  if (!FILE_NAME.test(read.config.name))
    return l10n.t('"{0}" must have letters, digits, dots, hyphens or underscores only.', 'name');
  return { ...read, folder: folder as string };
}

/** It names files. */
const FILE_NAME = /^\w[\w.-]*$/;

/** Fields of a connection in the settings that a repository must not decide about, or that mean nothing here. */
const NOT_HERE = ['caFile', 'checkBeforeUpdate'];

function notHere(fields: JsonObject, field: string): string | undefined {
  return fields[field] === undefined ? undefined : l10n.t('"{0}" can\'t be set in this file.', field);
}

const isList: Check = (value, place) => (Array.isArray(value) ? undefined : l10n.t('"{0}" must be a list.', place));

/** By the rules of both kinds of systems: the same file is used on several machines. */
const isFolder: Check = (value, place) =>
  typeof value === 'string' && value !== '' && !win32.isAbsolute(value) && !/^[a-z]:/i.test(value) && !hasStepUp(value)
    ? undefined
    : l10n.t('"{0}" must be a path within the folder of this file.', place);

function hasStepUp(path: string): boolean {
  return path.split(/[\\/]/).includes('..');
}

const FIELDS: Readonly<Record<keyof TypedConfig | '$schema', Check>> = {
  $schema: isText,
  connections: isList,
  apis: isRecord,
  mappingSchema: isFolder,
  propertiesSchema: isFolder,
};
