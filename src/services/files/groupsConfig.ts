// The file by which a repository says where the groups of its folders belong. It never holds a token.

import * as l10n from '@vscode/l10n';
import { win32 } from 'node:path';
import type { UserGroupsError } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../core/isObject.ts';
import { requireUniqueKeys } from '../../document/duplicateKeys.ts';
import { offsetAt } from '../../document/jsonPlace.ts';
import { invalidAt, readStrictly } from '../../document/walkJson.ts';
import { entryProblem, readConnectionEntry, type UsableEntry } from '../connections/connectionEntry.ts';
import { apiProblem } from '../connections/serviceApis.ts';
import { aRecord, aText, fieldsProblem, within, type Check, type FieldProblem } from '../connections/fieldChecks.ts';

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
 * The index of the nearest one with a configuration, within the repository of the first; -1 where there is none.
 * @param places a folder and those above it
 */
export function nearestConfig(
  places: readonly { readonly hasConfig: boolean; readonly isRepository: boolean }[],
): number {
  const end = places.findIndex(({ isRepository }) => isRepository);
  // Without a repository, what is above belongs to anybody.
  return places.slice(0, Math.max(end, 0) + 1).findIndex(({ hasConfig }) => hasConfig);
}

/**
 * Reads the file strictly: an unknown field is refused, too.
 * @throws UserGroupsError `invalid`, with its place in the text
 */
export function readGroupsConfig(text: string): GroupsConfig {
  readStrictly(text);
  requireUniqueKeys(text);
  const typed: unknown = JSON.parse(text);
  const problem = isObject(typed) ? fieldsProblem(typed, FIELDS) : notAnObject();
  if (problem !== undefined) throw problemAt(text, problem);
  const { connections = [], apis, mappingSchema, propertiesSchema } = typed as TypedConfig;
  const names: string[] = [];
  for (const name of Object.keys(apis ?? {})) {
    const wrong = within('apis', apiProblem(name, apis ?? {}, 'apis'));
    if (wrong !== undefined) throw problemAt(text, wrong);
  }
  return {
    mappingSchema,
    propertiesSchema,
    connections: connections.map((entry, index) => {
      const read = connectionIn(entry, index, names, apis);
      if ('reason' in read) throw problemAt(text, read);
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

function notAnObject(): FieldProblem {
  return { reason: l10n.t('A JSON object is expected.'), path: [] };
}

function problemAt(text: string, { reason, path, isName }: FieldProblem): UserGroupsError {
  return invalidAt(text, offsetAt(text, path, isName), reason);
}

/** Or why it cannot be used, with its place in the file. */
function connectionIn(
  entry: unknown,
  index: number,
  usedNames: readonly string[],
  apis: JsonObject | undefined,
): ConfiguredConnection | FieldProblem {
  const wrong = (problem: FieldProblem): FieldProblem => ({
    ...problem,
    path: ['connections', index, ...problem.path],
  });
  if (!isObject(entry)) return wrong({ reason: l10n.t('A connection must be an object.'), path: [] });
  const { folder, ...fields } = entry;
  const problem =
    folder === undefined
      ? { reason: l10n.t('"{0}" is missing.', 'folder'), path: [] }
      : (within('folder', isFolder(folder, 'folder')) ?? notHere(fields) ?? entryProblem(fields, usedNames));
  if (problem !== undefined) return wrong(problem);
  const read = readConnectionEntry(fields, usedNames, apis, 'apis');
  if (read.problem !== undefined) return wrong({ reason: read.problem, path: ['api'] });
  if (FILE_NAME.test(read.config.name)) return { ...read, folder: folder as string };
  const reason = l10n.t('"{0}" must have letters, digits, dots, hyphens or underscores only.', 'name');
  return wrong({ reason, path: ['name'] });
}

/** It names files. */
const FILE_NAME = /^\w[\w.-]*$/;

/** Fields of a connection in the settings that a repository must not decide about, or that mean nothing here. */
const NOT_HERE = ['caFile', 'checkBeforeUpdate'];

function notHere(fields: JsonObject): FieldProblem | undefined {
  const field = NOT_HERE.find((each) => fields[each] !== undefined);
  return field === undefined
    ? undefined
    : { reason: l10n.t('"{0}" can\'t be set in this file.', field), path: [field], isName: true };
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
  $schema: aText,
  connections: isList,
  apis: aRecord,
  mappingSchema: isFolder,
  propertiesSchema: isFolder,
};
