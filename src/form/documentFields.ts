// The fields of the document as the page reads and changes them.

import * as l10n from '@vscode/l10n';
import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { addField, removeField, setString, stringAt } from '../document/fieldEdits.ts';
import { type FieldRange, type FieldRanges, readFieldRanges } from '../document/fieldRanges.ts';
import { STORED_NAMES } from '../document/idName.ts';
import type { TextEdit } from '../document/textEdit.ts';
import type { SyncedDocument } from './syncedDocument.ts';
import { StateEffect, StateField, type ChangeDesc, type Text } from '@codemirror/state';

export class DocumentFields {
  readonly #synced: SyncedDocument;
  readonly #refused: (failure: UserGroupsError) => void;
  #names = STORED_NAMES;

  /** `refused` is told why something cannot be changed. */
  constructor(synced: SyncedDocument, refused: (failure: UserGroupsError) => void) {
    this.#synced = synced;
    this.#refused = refused;
    // First of all listeners: the others ask for places in the text as it is by then.
    synced.onDidChange(({ isRemote }) => {
      if (isRemote) this.#readAgain();
    });
  }

  /** How the service calls them, from now on. */
  setNames(names: RequestNames): void {
    if (JSON.stringify(names) === JSON.stringify(this.#names)) return;
    this.#names = names;
    this.#readAgain();
  }

  /** Where they stand, and why others cannot be found. */
  get tracked(): FieldRanges {
    return this.#synced.state.field(trackedFields);
  }

  range(name: string): FieldRange | undefined {
    return this.tracked.fields[name];
  }

  /** Not in the text, as opposed to not readable. */
  isAbsent(name: string): boolean {
    const { errorAt, trouble } = this.tracked;
    return this.range(name) === undefined && errorAt === undefined && trouble === undefined;
  }

  /** The text of a string field. */
  text(name: string): string | undefined {
    const range = this.range(name);
    return range === undefined ? undefined : stringAt(this.#synced.wholeText, range);
  }

  /** The JSON text of a field. */
  json(name: string): string | undefined {
    const range = this.range(name);
    return range && this.#synced.wholeText.slice(range.from, range.to);
  }

  setText(name: string, value: string): void {
    const range = this.range(name);
    const edit = range && setString(this.#synced.wholeText, range, value);
    if (range === undefined) this.add(name, JSON.stringify(value));
    else if (edit !== undefined) this.#synced.edit(edit);
  }

  /** The JSON text of a field, be it there or not. */
  set(name: string, json: string): void {
    const range = this.range(name);
    if (range === undefined) this.add(name, json);
    else if (this.json(name) !== json) this.#synced.edit({ from: range.from, to: range.to, insert: json });
  }

  /** Puts in a field that is not there. */
  add(name: string, json: string): void {
    this.#putInOrOut(() => addField(this.#synced.wholeText, name, json, this.#names));
  }

  omit(name: string): void {
    this.#putInOrOut(() => removeField(this.#synced.wholeText, name, this.#names));
  }

  #putInOrOut(make: () => TextEdit | undefined): void {
    try {
      const edit = make();
      if (edit === undefined)
        throw new UserGroupsError(
          'invalid',
          l10n.t("The field can't be omitted because the document is not valid JSON."),
          l10n.t('Correct the document first.'),
        );
      this.#synced.edit(edit);
      this.#readAgain();
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
      this.#refused(error);
    }
  }

  #readAgain(): void {
    this.#synced.note(fieldsRead.of(readAgain(this.tracked, this.#synced.text, this.#names)));
  }
}

/** Says what was read from the text. */
const fieldsRead = StateEffect.define<FieldRanges>();

export const trackedFields = StateField.define<FieldRanges>({
  create: ({ doc }) => readFieldRanges(doc.toString()),
  update: (tracked, { changes, effects }) => {
    const moved = changes.empty ? tracked : movedFields(tracked, changes);
    return effects.reduce((now, effect) => (effect.is(fieldsRead) ? effect.value : now), moved);
  },
});

/**
 * What to know after a change from elsewhere. While the text is not valid, fields that are shown stay where they are,
 * so that an error in one does not disturb another; those that were not readable before may be now.
 */
export function readAgain(tracked: FieldRanges, text: Text, names: RequestNames): FieldRanges {
  const now = readFieldRanges(text.toString(), names);
  if (now.errorAt === undefined) return now;
  if (tracked.errorAt === undefined && tracked.trouble === undefined) return tracked;
  return { ...now, fields: { ...now.fields, ...tracked.fields } };
}

/** What is typed at the edge of a value belongs to it. */
function movedFields(tracked: FieldRanges, changes: ChangeDesc): FieldRanges {
  const entries = Object.entries(tracked.fields);
  const fields = Object.fromEntries(entries.map(([name, range]) => [name, movedRange(range, changes)]));
  return { ...tracked, fields, ...(tracked.errorAt !== undefined && { errorAt: changes.mapPos(tracked.errorAt) }) };
}

function movedRange({ keyFrom, from, to, type }: FieldRange, changes: ChangeDesc): FieldRange {
  return { keyFrom: changes.mapPos(keyFrom, 1), from: changes.mapPos(from, -1), to: changes.mapPos(to, 1), type };
}
