// References of a JSON schema that lead away from its folder: VS Code would ask another machine, or read anywhere here.

import { parseTree, type Node } from 'jsonc-parser';

/** Where a schema lies, and by which addresses it and those beside it are served. */
export interface SchemaPlace {
  /** Its path within the folder, parted by slashes. */
  readonly file: string;
  readonly scheme: string;
}

/** Offsets count UTF-16 units. */
export interface StrayReference {
  /** Foreign text. */
  readonly to: string;
  /**
   * `address`: it names another place than a file. `outside`: its path leads out of the folder. `data`: into what is
   * not looked at. `tooDeep`: it cannot be read.
   */
  readonly leadsTo: 'address' | 'outside' | 'data' | 'tooDeep';
  readonly offset: number;
  readonly length: number;
}

/** What VS Code takes for an address rather than for the path of a file. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
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

/** What references count from, as ids further out say: a path, an address, or a place out of the folder. */
type Base = { readonly path: string } | { readonly address: string } | 'outside';

type IsOurs = (reference: string) => boolean;

/** The first of them, of text as VS Code reads it, be it valid or not. Never throws. */
export function strayReference(text: string, { file, scheme }: SchemaPlace): StrayReference | undefined {
  try {
    const root = parseTree(text, [], { allowTrailingComma: true });
    if (root === undefined) return undefined;
    const isOurs = (reference: string): boolean => reference.startsWith(`${scheme}://`);
    const drafts = stringsOf(root, ['$schema']).filter(({ text: draft }) => !DRAFT.test(draft));
    return strayAmong(drafts, { path: file }, isOurs) ?? strayIn(root, { path: file }, isOurs);
  } catch (error) {
    if (error instanceof RangeError) return { to: '', leadsTo: 'tooDeep', offset: 0, length: 1 };
    throw error;
  }
}

function strayIn(node: Node, outer: Base, isOurs: IsOurs): StrayReference | undefined {
  let base = outer;
  for (const { text } of stringsOf(node, ['$id', 'id', '$originalId'])) {
    if (!text.startsWith('#')) base = baseWith(base, text);
  }
  const stray = strayAmong(stringsOf(node, ['$ref', '$dynamicRef']), base, isOurs);
  if (stray !== undefined) return stray;
  for (const child of node.children ?? []) {
    if (isData(nameOf(child), nameOf(node.parent))) continue;
    const found = strayIn(child, base, isOurs);
    if (found !== undefined) return found;
  }
  return undefined;
}

function strayAmong(references: readonly Text[], base: Base, isOurs: IsOurs): StrayReference | undefined {
  for (const { text, offset, length } of references) {
    if (leadsIntoData(text)) return { to: text, leadsTo: 'data', offset, length };
    if (text.startsWith('#') || text === '' || isOurs(text)) continue;
    const target = baseWith(base, text);
    if (target === 'outside') return { to: text, leadsTo: 'outside', offset, length };
    if ('address' in target) return { to: target.address, leadsTo: 'address', offset, length };
  }
  return undefined;
}

/** Of a member of an object. */
function nameOf(node: Node | undefined): unknown {
  return node?.type === 'property' ? node.children?.[0]?.value : undefined;
}

function isData(name: unknown, within: unknown): boolean {
  return DATA.includes(name) && !NAMING.includes(within);
}

function leadsIntoData(reference: string): boolean {
  const steps = unescaped(reference.split('#', 2)[1] ?? '').split('/');
  return steps.some((step, index) => isData(step, steps[index - 1]));
}

/** As VS Code reads a fragment, which is nothing to it where this fails. */
function unescaped(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function baseWith(base: Base, reference: string): Base {
  if (ADDRESS.test(reference)) return { address: reference };
  if (base === 'outside') return 'outside';
  if ('address' in base) return { address: URL.parse(reference, base.address)?.href ?? reference };
  const path = pathFrom(base.path, reference);
  return path === undefined ? 'outside' : { path };
}

/** `undefined` for a path that leads out of the folder on any system, however often it is percent-encoded. */
function pathFrom(from: string, reference: string): string | undefined {
  const steps = from.split('/').slice(0, -1);
  const path = decoded(reference.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/');
  if (path.startsWith('/')) return undefined;
  for (const step of path.split('/')) {
    if (step !== '..') steps.push(...(step === '.' ? [] : [step]));
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

function decoded(path: string): string {
  const once = path.replaceAll(/%(?:2e|2f|5c|25)/gi, (code) => decodeURIComponent(code));
  return once === path ? path : decoded(once);
}

interface Text {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
}

/** All of an object's members of these names that are strings: of two of one name, VS Code says which one counts. */
function stringsOf(node: Node, names: readonly string[]): Text[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    const isNamed = name !== undefined && names.includes(String(name.value));
    if (!isNamed || typeof value?.value !== 'string') return [];
    return [{ text: value.value, offset: value.offset, length: value.length }];
  });
}
