// Where the fields of the document stand in its text: read from it while it is valid, moved along with every change
// while it is not.

import { StateEffect, StateField, type ChangeDesc, type Text } from '@codemirror/state';
import type { RequestNames } from '../contract/serviceApi.ts';
import { readFieldRanges, type FieldRange, type FieldRanges } from '../document/fieldRanges.ts';

/** Says what was read from the text. */
export const fieldsRead = StateEffect.define<FieldRanges>();

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
