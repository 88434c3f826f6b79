// What is proposed for the cell that has the focus: a list below it, with the keys of a combo box. Nothing of it is put
// in but by Enter or a click.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Suggestion } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { focusTarget, UP_AND_DOWN } from './toolbarKeys.ts';

/** Proposals that are listed. */
const LISTED = 100;
const LIST_ID = 'proposals';

export interface ProposedCell {
  /** Of its input. */
  readonly id: string;
  readonly isEmpty: boolean;
  readonly ask: () => Promise<readonly Suggestion[]>;
  readonly accept: (value: string) => void;
}

export class CellProposals {
  readonly #draw: () => void;
  /** The one that has the focus. */
  #cell: ProposedCell | undefined;
  /** Unknown until the host has answered. */
  #all: readonly Suggestion[] | undefined;
  #isOpen = false;
  /** What was typed since the cell got the focus, by which proposals are chosen. */
  #typed = '';
  #marked: number | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** A cell gets the focus. What could stand in it is shown at once where there is nothing yet. */
  async enter(cell: ProposedCell): Promise<void> {
    this.#cell = cell;
    this.#all = undefined;
    this.#close();
    const all = await cell.ask().catch(() => []);
    if (this.#cell !== cell) return;
    this.#all = all;
    this.#isOpen ||= cell.isEmpty;
    this.#draw();
  }

  leave(cellId: string): void {
    if (this.#cell?.id !== cellId) return;
    this.#cell = undefined;
    this.#close();
    this.#draw();
  }

  type(text: string): void {
    this.#close();
    this.#typed = text;
    this.#isOpen = true;
  }

  /** A key of the cell. */
  press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (ctrlKey || metaKey || altKey || isComposing || !this.#act(key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#draw();
    document.getElementById(optionId(this.#marked))?.scrollIntoView({ block: 'nearest' });
  }

  /** For a cell's attributes: the list that is below it, and the option in it that Enter takes. */
  shownBelow(cellId: string): { readonly list?: string; readonly option?: string } {
    if (this.#cell?.id !== cellId || !this.#isShown) return {};
    return { list: LIST_ID, ...(this.#marked !== undefined && { option: optionId(this.#marked) }) };
  }

  template(): TemplateResult | typeof nothing {
    if (!this.#isShown) return nothing;
    return html`
      <ul role="listbox" id=${LIST_ID} class="proposals" aria-label=${l10n.t('Suggestions')}>
        ${this.#shown.map((suggestion, index) => this.#option(suggestion, index))}
      </ul>
    `;
  }

  #option(suggestion: Suggestion, index: number): TemplateResult {
    const { title, detail, isOfOne } = suggestion;
    return html`
      <li
        role="option"
        id=${optionId(index)}
        aria-selected=${index === this.#marked}
        @pointerdown=${(event: Event) => {
          // The cell keeps the focus.
          event.preventDefault();
        }}
        @click=${() => {
          this.#accept(suggestion);
          this.#draw();
        }}
      >
        <span class="words">${title}</span>
        ${detail === undefined ? nothing : html`<span class="quiet-words">${isOfOne ? icon('warning') : nothing} ${detail}</span>`}
      </li>
    `;
  }

  get #isShown(): boolean {
    return this.#isOpen && this.#shown.length > 0;
  }

  /** All of them until something is typed; then what it may become. */
  get #shown(): readonly Suggestion[] {
    const words = this.#typed.trim().toLowerCase();
    return (this.#all ?? [])
      .filter(({ value, title }) => value !== this.#typed && `${title}\n${value}`.toLowerCase().includes(words))
      .slice(0, LISTED);
  }

  /** False for a key that is none of the list's. */
  #act(key: string): boolean {
    if (UP_AND_DOWN.some((each) => each === key)) {
      const { length } = this.#shown;
      if (length > 0) this.#marked = focusTarget(key, this.#isOpen ? (this.#marked ?? -1) : -1, length, UP_AND_DOWN);
      this.#isOpen = true;
      return length > 0 || this.#all === undefined;
    }
    if (!this.#isShown) return false;
    if (key === 'Escape') this.#close();
    else if (key === 'Enter' && this.#marked !== undefined) this.#accept(this.#shown[this.#marked]);
    else return false;
    return true;
  }

  #accept(suggestion: Suggestion | undefined): void {
    if (suggestion !== undefined) this.#cell?.accept(suggestion.value);
    this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    this.#typed = '';
    this.#marked = undefined;
  }
}

function optionId(index: number | undefined): string {
  return `proposal-${index}`;
}
