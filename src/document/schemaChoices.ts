// What a JSON schema of `mapping` offers: schema ids and data sources, with the names it has for them.

import { isObject, type JsonObject } from '../core/isObject.ts';

/** A schema id that the schema names. */
export interface SchemaIdChoice {
  readonly id: string;
  readonly title?: string | undefined;
}

/** A value that the schema names. */
export interface DataSourceChoice {
  /** Absent: for any schema id that has no entry of its own. */
  readonly schemaId: string | undefined;
  /** A number that JavaScript cannot hold exactly is not among the choices: its name would stand beside another one. */
  readonly value: string | number;
  /** Of a `const`. */
  readonly title?: string | undefined;
  /** Of an `enum`: its `enumDescriptions` or `markdownEnumDescriptions`. */
  readonly described?: string | undefined;
}

export interface SchemaChoices {
  readonly schemaIds: readonly SchemaIdChoice[];
  readonly dataSources: readonly DataSourceChoice[];
}

/** Other files of the schema's own folder, by file name. */
export type SchemaFiles = ReadonlyMap<string, unknown>;

/** An object of a schema, and the file that its local references point into. */
interface Part {
  readonly schema: JsonObject;
  readonly root: unknown;
}

/** So many references deep, and so many objects in all, are read of a schema that points to itself or is very large. */
const DEEPEST = 32;
const MOST_PARTS = 200_000;

/** Never throws, for any value. References to other files than `files` lead nowhere. */
export function schemaChoices(mappingSchema: unknown, files: SchemaFiles = new Map()): SchemaChoices {
  return new Reading(files).choicesOf(mappingSchema);
}

/** The names of files of the same folder that a schema refers to. Never throws. */
export function neighbourFiles(schema: unknown): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0 && seen.size < MOST_PARTS) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const name = isObject(value) && typeof value.$ref === 'string' ? fileName(value.$ref) : undefined;
    if (name !== undefined) names.add(name);
    for (const member of Object.values(value)) open.push(member);
  }
  return [...names];
}

class Reading {
  readonly #files: SchemaFiles;
  readonly #schemaIds: SchemaIdChoice[] = [];
  readonly #dataSources: DataSourceChoice[] = [];
  #parts = 0;

  constructor(files: SchemaFiles) {
    this.#files = files;
  }

  choicesOf(mappingSchema: unknown): SchemaChoices {
    for (const { schema, root } of this.#partsOf(mappingSchema, mappingSchema)) {
      for (const [id, ofId] of entries(schema.properties)) {
        this.#schemaIds.push({ id, title: this.#titleOf(ofId, root) });
        this.#readDataSources(id, ofId, root);
      }
      for (const [, ofMany] of entries(schema.patternProperties)) this.#readDataSources(undefined, ofMany, root);
      this.#readDataSources(undefined, schema.additionalProperties, root);
    }
    return { schemaIds: this.#schemaIds, dataSources: this.#dataSources };
  }

  #readDataSources(
    schemaId: string | undefined,
    schema: unknown,
    root: unknown,
    seen = new Set<unknown>(),
    depth = 0,
  ): void {
    if (depth > DEEPEST) return;
    for (const part of this.#partsOf(schema, root)) {
      if (seen.has(part.schema)) continue;
      seen.add(part.schema);
      // The title beside a `const` is its name only where it is one choice of several; else it names the schema id.
      const isNamed = depth > 0 && part.schema.const !== undefined;
      this.#readValues(schemaId, part.schema, isNamed ? this.#titleOf(schema, root) : undefined);
      for (const choices of [part.schema.oneOf, part.schema.anyOf]) {
        for (const choice of list(choices)) this.#readDataSources(schemaId, choice, part.root, seen, depth + 1);
      }
    }
  }

  #readValues(schemaId: string | undefined, schema: JsonObject, title: string | undefined): void {
    const add = (value: unknown, names: Pick<DataSourceChoice, 'title' | 'described'> = {}): void => {
      if (typeof value === 'string' || Number.isSafeInteger(value))
        this.#dataSources.push({ schemaId, value: value as string | number, ...names });
    };
    add(schema.const, { title });
    list(schema.enum).forEach((value, index) => {
      add(value, {
        described: text(list(schema.enumDescriptions)[index]) ?? text(list(schema.markdownEnumDescriptions)[index]),
      });
    });
    add(schema.default);
    list(schema.examples).forEach((value) => {
      add(value);
    });
  }

  #titleOf(schema: unknown, root: unknown): string | undefined {
    for (const part of this.#partsOf(schema, root)) {
      const title = text(part.schema.title);
      if (title !== undefined) return title;
    }
    return undefined;
  }

  /** The schema itself, what it refers to, and what all of it must hold. */
  *#partsOf(schema: unknown, root: unknown, seen = new Set<unknown>(), depth = 0): Generator<Part> {
    if (!isObject(schema) || seen.has(schema) || depth > DEEPEST || this.#parts > MOST_PARTS) return;
    seen.add(schema);
    this.#parts += 1;
    yield { schema, root };
    if (typeof schema.$ref === 'string') {
      const target = this.#target(schema.$ref, root);
      if (target !== undefined) yield* this.#partsOf(target.value, target.root, seen, depth + 1);
    }
    for (const member of list(schema.allOf)) yield* this.#partsOf(member, root, seen, depth + 1);
  }

  #target(reference: string, root: unknown): { readonly value: unknown; readonly root: unknown } | undefined {
    const name = fileName(reference);
    const file = name === undefined ? root : this.#files.get(name);
    const hash = reference.indexOf('#');
    if (name === undefined && hash !== 0) return undefined;
    const value = at(file, hash < 0 ? '' : reference.slice(hash + 1));
    return value === undefined ? undefined : { value, root: file };
  }
}

/** Of a reference to a file that lies beside the one it stands in. */
function fileName(reference: string): string | undefined {
  const [, name] = /^(?:\.\/)?([^/?#:]+)(?:#.*)?$/.exec(reference) ?? [];
  return name === undefined || name === '.' || name === '..' ? undefined : decoded(name);
}

/** What a JSON pointer (RFC 6901) in a fragment points to; names of anchors are not followed. */
function at(root: unknown, fragment: string): unknown {
  const pointer = decoded(fragment);
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
