// What a JSON schema refers to: parts of itself, files of its folder, and what must not be asked for.

import type { Node } from 'jsonc-parser';
import { isObject, type JsonObject } from '../core/isObject.ts';

/** Offsets count UTF-16 units. */
export interface SchemaReference {
  /** As written. Foreign text. */
  readonly to: string;
  readonly offset: number;
  readonly length: number;
  /**
   * Why a schema with it is not used. `address`: it names no file but an address, which VS Code would request.
   * `outside`: its path leads out of the folder. `data`: it leads into a part that is not checked. `pattern`: it is an
   * invalid regular expression, with which nothing would be checked.
   */
  readonly stray?: 'address' | 'outside' | 'data' | 'pattern' | undefined;
}

/** Files of a schema, by their paths within its folder, parted by slashes. */
export type SchemaFiles = ReadonlyMap<string, { readonly schema: unknown }>;

/** A part of the same file. */
const WITHIN = /^(?:#|$)/;
/** Not as the path of a file; VS Code takes it for an address even without slashes. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** No schema that is meant so has as many references that lead to nothing but the next one. */
const LONGEST_CHAIN = 100;
/** Drafts of JSON Schema by their own names, which VS Code knows. */
const DRAFT = /^https?:\/\/json-schema\.org\//i;
/** What they hold is data: references in it are followed only where another one leads into it. */
const DATA: readonly unknown[] = ['default', 'examples', 'enum', 'const'];
/** What these hold has names of the author's own, which may be those above; so may what any object inherits from. */
const NAMING: readonly unknown[] = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  '__proto__',
];

/** @param file path of the schema within its folder @throws RangeError for what nests too deep */
export function schemaReferences(root: Node, file: string): SchemaReference[] {
  const drafts = stringsOf(root, ['$schema']).filter(({ to }) => ADDRESS.test(to) && !DRAFT.test(to));
  return [...drafts.map((draft) => ({ ...draft, stray: 'address' as const })), ...referencesIn(root, file, false)];
}

/** @param isElsewhere an id further out is an address, to which VS Code may take references as relative */
function* referencesIn(node: Node, file: string, isElsewhere: boolean): Generator<SchemaReference> {
  const isInnerElsewhere =
    isElsewhere || stringsOf(node, ['$id', 'id']).some(({ to }) => ADDRESS.test(to) && !/^urn:/i.test(to));
  for (const reference of stringsOf(node, ['$ref', '$dynamicRef']))
    yield { ...reference, stray: strayOf(reference.to, file, isInnerElsewhere) };
  for (const pattern of patternsOf(node)) if (!isPattern(pattern.to)) yield { ...pattern, stray: 'pattern' };
  for (const child of node.children ?? [])
    if (!isData(nameOf(child), nameOf(node.parent))) yield* referencesIn(child, file, isInnerElsewhere);
}

function patternsOf(node: Node): SchemaReference[] {
  const named = (node.children ?? []).find((child) => nameOf(child) === 'patternProperties')?.children?.[1];
  const keys = (named?.children ?? []).flatMap(({ children: [key] = [] }) => key ?? []);
  return [
    ...stringsOf(node, ['pattern']),
    ...keys.map(({ value, offset, length }) => ({ to: String(value), offset, length })),
  ];
}

/** As vscode-json-languageservice reads them. */
function isPattern(text: string): boolean {
  const bare = text.replace(/^\(\?i\)/, '');
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(bare, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function strayOf(reference: string, file: string, isElsewhere: boolean): SchemaReference['stray'] {
  const fragment = reference.split('#', 2)[1] ?? '';
  const steps = (decoded(fragment) ?? fragment).split('/');
  if (steps.some((step, index) => isData(step, steps[index - 1]))) return 'data';
  if (WITHIN.test(reference)) return undefined;
  if (isElsewhere || ADDRESS.test(reference)) return 'address';
  return fileOf(reference, file) === undefined ? 'outside' : undefined;
}

/** The path within the folder of what is named beside the file `from`; `undefined` outside of the folder. */
export function pathFrom(from: string, reference: string): string | undefined {
  const named = reference.split(/[?#]/, 1)[0] ?? '';
  const path = (decoded(named) ?? named).replaceAll('\\', '/');
  if (path.startsWith('/')) return undefined;
  const steps = from.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step !== '..') steps.push(...(step === '.' ? [] : [step]));
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

/** The file that a reference leads to from another one; `undefined` outside of the folder. */
export function fileOf(reference: string, from: string): string | undefined {
  return WITHIN.test(reference) ? from : pathFrom(from, reference);
}

/** What a reference leads to, and in which file; names of anchors are not followed. Never throws. */
export function targetOf(
  reference: string,
  from: string,
  files: SchemaFiles,
): { readonly schema: unknown; readonly file: string } | undefined {
  const file = fileOf(reference, from);
  const pointer = decoded(reference.split('#', 2)[1] ?? '');
  if (file === undefined || pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  let schema = files.get(file)?.schema;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as JsonObject)[key];
  }
  return schema === undefined ? undefined : { schema, file };
}

/** Whether following it leads through nothing but references, back to one of them: VS Code would never end. */
export function isEndless(reference: string, from: string, files: SchemaFiles): boolean {
  const seen = new Set<unknown>();
  let next = targetOf(reference, from, files);
  while (next !== undefined && isObject(next.schema) && typeof next.schema.$ref === 'string') {
    if (seen.has(next.schema) || seen.size === LONGEST_CHAIN) return true;
    seen.add(next.schema);
    next = targetOf(next.schema.$ref, next.file, files);
  }
  return false;
}

/** The name of an object's member. */
function nameOf(node: Node | undefined): unknown {
  return node?.type === 'property' ? node.children?.[0]?.value : undefined;
}

function isData(name: unknown, within: unknown): boolean {
  return DATA.includes(name) && !NAMING.includes(within);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** All of an object's members of these names that are strings: of two of one name, VS Code says which one counts. */
function stringsOf(node: Node, names: readonly string[]): SchemaReference[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    names.includes(String(name?.value)) && typeof value?.value === 'string'
      ? [{ to: value.value, offset: value.offset, length: value.length }]
      : [],
  );
}
