// Writes the tables of docs/ci.md, docs/reference.md and docs/states.md from the manifest, commands, filters and
// states: between `<!-- generated: name -->` and `<!-- end -->`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'oxfmt';
import formatting from '../oxfmt.config.ts';
import { stateMeaning, STATES } from '../src/services/groups/groupFilters.ts';
import { ALL_STATUSES, STATUS_ICON, statusSentence, statusText } from '../src/core/groupStatus.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { COMMAND_CELLS } from './docs/commandCells.ts';
import { root } from './editor/folders.ts';
import { readManifest } from './package/manifest.ts';

interface Property {
  readonly type?: string;
  readonly scope?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly items?: { readonly required?: readonly string[]; readonly properties?: Properties };
  readonly properties?: Properties;
  readonly additionalProperties?: Property | boolean;
}
type Properties = Readonly<Record<string, Property>>;
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Properties };
  };
}
type Row = readonly string[];

type Tables = Readonly<Record<string, readonly Row[]>>;

/** Every page with tables. */
export const PAGES: Readonly<Record<string, () => Tables>> = {
  'docs/ci.md': commandLineTables,
  'docs/reference.md': referenceTables,
  'docs/states.md': stateTables,
};

/** The page with its tables as they have to be now. @throws Error when a table has no place in it */
export async function withTables(file: string, page: string): Promise<string> {
  let text = page;
  for (const [name, rows] of Object.entries(PAGES[file]?.() ?? {})) {
    const [begin, end] = [`<!-- generated: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${file} has no place for the table of ${name}.`);
    text = `${text.slice(0, from)}${begin}\n\n${markdown(rows)}\n\n${text.slice(to)}`;
  }
  return (await format(file, text, formatting)).code;
}

function referenceTables(): Tables {
  const { contributes } = readManifest() as Manifest;
  const { properties } = contributes.configuration;
  const { items } = properties['userGroups.connections'] ?? {};
  return {
    settings: [
      ['Setting', 'Type', 'Default', 'Scope', 'Meaning'],
      ...Object.entries(properties).map(([name, property]) => [
        code(name),
        typeText(property),
        property.default === undefined ? '' : code(JSON.stringify(property.default)),
        property.scope ?? '',
        meaning(property),
      ]),
    ],
    'fields of a connection': [
      ['Field', 'Type', 'Meaning'],
      ...Object.entries(items?.properties ?? {}).map(([name, field]) => [
        code(items?.required?.includes(name) === true ? name : `${name}?`),
        typeText(field),
        meaning(field),
      ]),
    ],
    'fields of a service description': [
      ['Field', 'Default', 'Meaning'],
      ...leavesOf(properties['userGroups.apis']?.additionalProperties).map(([name, field]) => [
        code(name),
        field.default === undefined ? '' : code(JSON.stringify(field.default)),
        meaning(field),
      ]),
    ],
    commands: [
      ['Command', 'Title', 'Argument object', 'Result'],
      ...Object.entries(COMMAND_CELLS).map(([id, { argument = '', result = '' }]) => [
        code(id),
        contributes.commands.find(({ command }) => command === id)?.title ?? '',
        argument,
        result,
      ]),
    ],
    states: [
      ['Filter', 'Finds groups in this state'],
      ...STATES.map((state) => [code(`is:${state}`), stateMeaning(state)]),
    ],
  };
}

function commandLineTables(): Tables {
  const schema = JSON.parse(readFileSync(join(root, 'media/groups-config.schema.json'), 'utf8')) as Property;
  const { connections, ...others } = schema.properties ?? {};
  const { properties = {}, required = [] } = connections?.items ?? {};
  return {
    commands: [
      ['Command', 'Does'],
      ...COMMANDS.map(({ name, positionals, summary }) => [code([name, positionals].join(' ').trim()), summary()]),
    ],
    options: [
      ['Command', 'Option', 'Does'],
      ...COMMANDS.flatMap(({ name, options }) => options().map(([option, does]) => [code(name), code(option), does])),
    ],
    'fields of the configuration': [
      ['Field', 'Meaning'],
      ...Object.entries(properties).map(([name, field]) => [
        code(`connections[].${name}${required.includes(name) ? '' : '?'}`),
        meaning(field),
      ]),
      ...Object.entries(others)
        .filter(([name]) => name !== '$schema')
        .map(([name, field]) => [code(`${name}?`), meaning(field)]),
    ],
  };
}

/** The legend of icons and words. */
function stateTables(): Tables {
  const at = new Date(2026, 4, 12).getTime();
  const state = {
    mappingKnown: true,
    sentAt: at,
    answeredAt: at,
    tokenSince: at,
    unknownOutcome: { operation: 'rotate' as const, at, askedAt: at },
  };
  return {
    'states of a group': [
      ['Icon', 'State', 'What it means'],
      ...ALL_STATUSES.map((status) => [
        `![${STATUS_ICON[status]}](icons/${STATUS_ICON[status]}.svg)`,
        `**${statusText(status, state, new Date(2026, 5, 1).getTime())}**`,
        statusSentence(status),
      ]),
    ],
  };
}

/** What holds a value, by its path: `authentication.header`. */
function leavesOf(schema: Property | boolean | undefined, before = ''): (readonly [string, Property])[] {
  const { properties = {} } = typeof schema === 'object' ? schema : {};
  return Object.entries(properties).flatMap(([name, property]) =>
    property.properties === undefined ? [[before + name, property] as const] : leavesOf(property, `${before}${name}.`),
  );
}

function typeText({ type, enum: choices, minimum, maximum }: Property): string {
  if (choices !== undefined) return choices.map(code).join(', ');
  if (type === undefined) return 'path or object';
  const least = minimum === undefined ? '' : `, from ${minimum}`;
  return maximum === undefined ? `${type}${least}` : `${type}, ${minimum ?? 0} to ${maximum}`;
}

function meaning({ description, markdownDescription, enum: choices = [], enumDescriptions = [] }: Property): string {
  const each = enumDescriptions.map((text, at) => `${code(choices[at] ?? '')}: ${text}`);
  return [description ?? markdownDescription ?? '', ...each].join(' ');
}

function markdown([head = [], ...rows]: readonly Row[]): string {
  const line = (row: Row): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const file of Object.keys(PAGES)) {
    const path = join(root, file);
    writeFileSync(path, await withTables(file, readFileSync(path, 'utf8')));
  }
