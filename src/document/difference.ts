// What changes from one state of a group to another: by value, losslessly, flat, and as lines for a dialog.

import * as l10n from '@vscode/l10n';
import { grouped } from '../core/language.ts';
import { parseTree, type Node as JsonNode } from 'jsonc-parser';
import { isBodyField, isTextField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import type { UserGroupAnswer } from '../core/userGroup.ts';
import { answeredFields, knownFields } from './answeredFields.ts';
import { compactJson, cut, shortJson } from './shortJson.ts';
import { editableNames, fieldText, hasField, type GroupFields } from './userGroupDocument.ts';
import { readStrictly } from './walkJson.ts';

/** Foreign text throughout: `formatChanges` makes it harmless. */
export interface Change {
  /**
   * `name`, `mapping.40`, `properties."odd key".list[0]`; a key's second occurrence in its object: `mapping.40 (2)`.
   */
  readonly path: string;
  /** Short JSON text; absent when the value is added. */
  readonly before?: string;
  /** Short JSON text; absent when the value is removed. */
  readonly after?: string;
}

/** Characters of a value that are shown, and of what is alike before the first difference. */
const SHOWN = 60;
const LEAD = 10;

/** How values are shown. */
interface Showing {
  /** Characters of a value. */
  readonly room?: number;
  /** Asked for each value while it is whole: what was cut may no longer be known as a secret. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** A value inside a JSON text; without a node when the text cannot be read, and is compared as text. */
interface Value {
  readonly source: string;
  readonly node: JsonNode | undefined;
}

/**
 * Order of keys, white space and the spelling of strings make no difference; that of numbers does (`1.0`, `1`), because
 * the service gets it. Arrays are compared by index, equal keys of one object by their occurrence.
 */
export function difference(before: GroupFields | undefined, after: GroupFields, showing: Showing = {}): Change[] {
  return ['user_group_id', ...editableNames(before, after)].flatMap((field) => {
    const [old, now] = [fieldJson(before, field), fieldJson(after, field)];
    // A large field that stayed as it was is not read.
    return old === now ? [] : changes(field, jsonValue(old), jsonValue(now), showing);
  });
}

/**
 * Where the service's answer differs from the document: `before` is the document's, `after` the service's. Only fields
 * that both name are compared, and none that is withheld.
 */
export function differenceFromAnswer(document: GroupFields, answer: UserGroupAnswer, showing?: Showing): Change[] {
  return differenceOfBoth(document, knownFields(answer), showing);
}

/** As `difference`, of the fields beside the id that both have: an absent one claims nothing. */
export function differenceOfBoth(before: GroupFields, after: GroupFields, showing: Showing = {}): Change[] {
  return editableNames(before, after).flatMap((field) => {
    const [old, now] = [fieldJson(before, field), fieldJson(after, field)];
    return old === undefined || now === undefined ? [] : changes(field, jsonValue(old), jsonValue(now), showing);
  });
}

/** What the answer has in the fields that `known` lacks: each entry, as added where there was an empty value. */
export function differenceBeside(known: GroupFields, answer: UserGroupAnswer): Change[] {
  const answered = answeredFields(answer);
  return editableNames(answered).flatMap((field) => {
    const json = hasField(known, field) ? undefined : fieldJson(answered, field);
    return json === undefined
      ? []
      : changes(field, jsonValue(EMPTY_BY_START[json[0] ?? ''] ?? 'null'), jsonValue(json));
  });
}

/** By how a JSON text begins: the value of its type that says nothing. */
const EMPTY_BY_START: Readonly<Record<string, string>> = { '{': '{}', '[': '[]', '"': '""', t: 'false', f: 'false' };

/** Those of these fields. */
export function changesIn(fields: readonly string[], changes: readonly Change[]): Change[] {
  return changes.filter((change) => fields.includes(fieldOf(change)));
}

export function fieldOf({ path }: Change): string {
  const [name = ''] = /^\w+/.exec(path) ?? [];
  return name;
}

/**
 * Whether two JSON texts have the same value, as `difference` sees it. Texts that are not JSON are the same when they
 * are equal.
 */
export function sameJson(a: string, b: string): boolean {
  return changes('', jsonValue(a), jsonValue(b)).length === 0;
}

/**
 * Lines such as `properties.region: "EU" → "US"`, safe to show; beyond `max` of them the last says how many more there
 * are.
 */
export function formatChanges(found: readonly Change[], max = 15): string[] {
  const lines = found.slice(0, max).map(formatChange);
  return found.length > max ? [...lines, moreText(found.length - max)] : lines;
}

export function moreText(count: number): string {
  return l10n.t('and {0} more', grouped(count));
}

function formatChange({ path, before, after }: Change): string {
  const where = foreignText(path, 100);
  if (after === undefined) return l10n.t('{0}: removed', where);
  const now = foreignText(after);
  return before === undefined ? l10n.t('{0}: added {1}', where, now) : `${where}: ${foreignText(before)} → ${now}`;
}

function changes(path: string, before: Value | undefined, after: Value | undefined, showing: Showing = {}): Change[] {
  if (before === undefined) return after === undefined ? [] : [{ path, after: shown(textOf(after), showing) }];
  if (after === undefined) return [{ path, before: shown(textOf(before), showing) }];
  if (textOf(before) === textOf(after)) return [];
  const type = before.node?.type;
  if (type !== undefined && type === after.node?.type) {
    if (type === 'object' || type === 'array') return changesInside(path, before, after, showing);
    if (type === 'string' && before.node?.value === after.node.value) return [];
  }
  return [changed(path, textOf(before), textOf(after), showing)];
}

function changesInside(path: string, before: Value, after: Value, showing: Showing): Change[] {
  const old = membersOf(before);
  const now = membersOf(after);
  const labels = new Set([...old.keys(), ...now.keys()]);
  return [...labels].flatMap((label) => changes(path + label, old.get(label), now.get(label), showing));
}

/** By the piece of path that leads to each. */
function membersOf({ source, node }: Value): Map<string, Value> {
  const members = new Map<string, Value>();
  const seen = new Map<unknown, number>();
  for (const [index, child] of (node?.children ?? []).entries()) {
    if (node?.type === 'array') {
      members.set(`[${index}]`, { source, node: child });
    } else {
      const key = child.children?.[0]?.value as string;
      const occurrence = (seen.get(key) ?? 0) + 1;
      seen.set(key, occurrence);
      members.set(keyLabel(key, occurrence), { source, node: child.children?.[1] });
    }
  }
  return members;
}

function keyLabel(key: string, occurrence: number): string {
  const label = /^[\p{L}\p{N}_$-]+$/u.test(key) ? `.${key}` : `.${JSON.stringify(key)}`;
  return occurrence === 1 ? label : `${label} (${occurrence})`;
}

/** Long texts that begin alike are shown from shortly before the place where they part. */
function changed(path: string, before: string, after: string, { room = SHOWN, redact }: Showing): Change {
  const [old, now] = [wholeJson(before, redact), wholeJson(after, redact)];
  let alike = 0;
  while (alike < old.length && old[alike] === now[alike]) alike += 1;
  const from = alike > room - LEAD ? alike - LEAD : 0;
  const fromThere = (text: string): string => cut(from === 0 ? text : `…${text.slice(from).toWellFormed()}`, room);
  return { path, before: fromThere(old), after: fromThere(now) };
}

/** Of a large value that nobody redacts, no more than is shown is read. */
function shown(json: string, { room = SHOWN, redact }: Showing): string {
  return redact === undefined ? shortJson(json, room) : cut(wholeJson(json, redact), room);
}

function wholeJson(json: string, redact: Showing['redact']): string {
  const whole = compactJson(json);
  return redact?.(whole) ?? whole;
}

function fieldJson(fields: GroupFields = {}, field: string): string | undefined {
  const text = fieldText(fields, field);
  return text !== undefined && isBodyField(field) && isTextField(field) ? JSON.stringify(text) : text;
}

function jsonValue(text: string | undefined): Value | undefined {
  if (text === undefined) return undefined;
  try {
    readStrictly(text);
    return { source: text, node: parseTree(text) };
  } catch (error) {
    if (error instanceof UserGroupsError) return { source: text, node: undefined };
    throw error;
  }
}

function textOf({ source, node }: Value): string {
  return node === undefined ? source : source.slice(node.offset, node.offset + node.length);
}
