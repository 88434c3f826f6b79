// What a JSON schema of `mapping` offers: schema ids and data sources, with the names it has for them.

import { isObject, type JsonObject } from '../core/isObject.ts';
import { targetOf, type SchemaFiles } from './schemaReferences.ts';

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
  /** The title beside a `const`. */
  readonly title?: string | undefined;
  /** The description of an `enum` value: from its `enumDescriptions` or `markdownEnumDescriptions`. */
  readonly described?: string | undefined;
}

export interface SchemaChoices {
  readonly schemaIds: readonly SchemaIdChoice[];
  readonly dataSources: readonly DataSourceChoice[];
}

/** Foreign text, all of it: not yet harmless. Pairs, since any text is a possible id. */
export interface SchemaLabels {
  readonly schemas: readonly (readonly [schemaId: string, label: string])[];
  /** A data source as it reads without quotes. For any schema id where the first is absent. */
  readonly dataSources: readonly (readonly [schemaId: string | undefined, dataSource: string, label: string])[];
}

/** An object of a schema, and the file that its references count from. */
interface Part {
  readonly schema: JsonObject;
  readonly file: string;
}

/** So many references deep, and so many objects in all, are read of a schema that points to itself or is very large. */
const DEEPEST = 32;
const MOST_PARTS = 200_000;

/** @param file that holds it, in `files`; references to others lead nowhere. Never throws, for any value. */
export function schemaChoices(
  mappingSchema: unknown,
  file = '',
  files: SchemaFiles = new Map([[file, { schema: mappingSchema }]]),
): SchemaChoices {
  return new Reading(files).choicesOf(mappingSchema, file);
}

/**
 * Schema ids are named by `title` under `properties`; data sources by `const` with `title`, or by `enum` with
 * descriptions. Of several names the first counts.
 */
export function labelsOf({ schemaIds, dataSources }: SchemaChoices): SchemaLabels {
  return {
    schemas: firsts(
      schemaIds.flatMap(({ id, title }) => (title === undefined ? [] : [[id, title] as const])),
      ([id]) => id,
    ),
    dataSources: firsts(
      dataSources.flatMap(({ schemaId, value, title, described }) => {
        const label = title ?? described;
        return label === undefined ? [] : [[schemaId, String(value), label] as const];
      }),
      ([schemaId, value]) => JSON.stringify([schemaId, value]),
    ),
  };
}

class Reading {
  readonly #files: SchemaFiles;
  readonly #schemaIds: SchemaIdChoice[] = [];
  readonly #dataSources: DataSourceChoice[] = [];
  #parts = 0;

  constructor(files: SchemaFiles) {
    this.#files = files;
  }

  choicesOf(mappingSchema: unknown, first: string): SchemaChoices {
    for (const { schema, file } of this.#partsOf(mappingSchema, first)) {
      for (const [id, ofId] of entries(schema.properties)) {
        this.#schemaIds.push({ id, title: this.#titleOf(ofId, file) });
        this.#readDataSources(id, ofId, file);
      }
      for (const [, ofMany] of entries(schema.patternProperties)) this.#readDataSources(undefined, ofMany, file);
      this.#readDataSources(undefined, schema.additionalProperties, file);
    }
    return { schemaIds: this.#schemaIds, dataSources: this.#dataSources };
  }

  #readDataSources(
    schemaId: string | undefined,
    schema: unknown,
    file: string,
    seen = new Set<unknown>(),
    depth = 0,
  ): void {
    if (depth > DEEPEST) return;
    for (const part of this.#partsOf(schema, file)) {
      if (seen.has(part.schema)) continue;
      seen.add(part.schema);
      // The title beside a `const` is its name only where it is one choice of several; else it names the schema id.
      const isNamed = depth > 0 && part.schema.const !== undefined;
      this.#readValues(schemaId, part.schema, isNamed ? this.#titleOf(schema, file) : undefined);
      for (const choices of [part.schema.oneOf, part.schema.anyOf]) {
        for (const choice of list(choices)) this.#readDataSources(schemaId, choice, part.file, seen, depth + 1);
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

  #titleOf(schema: unknown, file: string): string | undefined {
    for (const part of this.#partsOf(schema, file)) {
      const title = text(part.schema.title);
      if (title !== undefined) return title;
    }
    return undefined;
  }

  /** The schema itself, what it refers to, and what all of it must hold. */
  *#partsOf(schema: unknown, file: string, seen = new Set<unknown>(), depth = 0): Generator<Part> {
    if (!isObject(schema) || seen.has(schema) || depth > DEEPEST || this.#parts > MOST_PARTS) return;
    seen.add(schema);
    this.#parts += 1;
    yield { schema, file };
    if (typeof schema.$ref === 'string') {
      const target = targetOf(schema.$ref, file, this.#files);
      if (target !== undefined) yield* this.#partsOf(target.schema, target.file, seen, depth + 1);
    }
    for (const member of list(schema.allOf)) yield* this.#partsOf(member, file, seen, depth + 1);
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

function firsts<T>(all: readonly T[], keyOf: (item: T) => string): T[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}
