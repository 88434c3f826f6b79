// A difference in a cell: each change with its sign, which the colour repeats.

import { html, type TemplateResult } from 'lit-html';
import type { CellChange, ChangeKind, TableCell } from '../protocol/tableProtocol.ts';

const SIGNS: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '−', changed: '~', more: '' };

export function changesOf(changes: readonly CellChange[]): TemplateResult[] {
  return changes.map(
    ({ kind, text }) =>
      html`<span class="change is-${kind}"><span class="sign" aria-hidden="true">${SIGNS[kind]}</span> ${text}</span>`,
  );
}

/** All that the cell says, a change a line. */
export function cellText({ text, changes = [] }: TableCell): string {
  return [...changes.map((change) => `${SIGNS[change.kind]} ${change.text}`.trim()), text]
    .filter((line) => line !== '')
    .join('\n');
}
