// A difference in a cell: each change with its sign, which the color repeats and screen readers say.

import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit-html';
import type { CellChange, ChangeKind, TableCell } from '../protocol/tableProtocol.ts';

const SIGNS: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '−', changed: '~', more: '' };

/** What a sign says that the words leave out. */
function signText(kind: ChangeKind): string | undefined {
  switch (kind) {
    case 'added':
      return l10n.t('added');
    case 'removed':
      return l10n.t('removed');
    case 'changed':
    case 'more':
      return undefined;
  }
}

export function changesOf(changes: readonly CellChange[]): TemplateResult[] {
  return changes.map(({ kind, text }) => html`<span class="change is-${kind}">${signOf(kind)} ${text}</span>`);
}

function signOf(kind: ChangeKind): TemplateResult {
  const words = signText(kind);
  return words === undefined
    ? html`<span class="sign" aria-hidden="true">${SIGNS[kind]}</span>`
    : html`<span class="sign" role="img" aria-label=${words}>${SIGNS[kind]}</span>`;
}

/** All that the cell says, a change a line. */
export function cellText(cell: TableCell): string {
  return linesOf(cell).join('\n');
}

/** All that the cell says, as it stands in its line. */
export function cellLine(cell: TableCell): string {
  return linesOf(cell).join(' ');
}

function linesOf({ text, changes = [] }: TableCell): string[] {
  return [...changes.map((change) => `${SIGNS[change.kind]} ${change.text}`.trim()), text].filter(
    (line) => line !== '',
  );
}
