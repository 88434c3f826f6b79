// Name and id of the group, edited where they stand.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { sentences } from '../core/sentences.ts';
import { TEXT_FIELDS, type TextField } from '../contract/fields.ts';
import { fieldTitle } from '../core/fieldTitle.ts';
import { holdsInvisible, visibleId } from '../core/foreignText.ts';
import { lookAlikeLetterText } from '../core/lookAlikeLetters.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import { type Remark, boxed, remarkId } from './boxed.ts';
import type { DocumentFields } from './documentFields.ts';
import { icon } from '../webview/icons.ts';
import { KNOWN_ID } from './stateLine.ts';
import { shownText } from './shownText.ts';

/** In the order of the page: the id is the last. */
export const IDENTITY_FIELDS: readonly TextField[] = [
  ...TEXT_FIELDS.filter((field) => field !== 'user_group_id'),
  'user_group_id',
];

/** What describes the id that is missing. */
const MISSING_ID = 'missing-id';

/** A group without one could neither be named nor found again. */
export function lacksId({ isIdFixed }: Pick<FormState, 'isIdFixed'>, fields: DocumentFields): boolean {
  return !isIdFixed && (fields.text('user_group_id') === '' || fields.isAbsent('user_group_id'));
}

/** `isTried`: sending was tried, so that what is missing is said. */
export function identity(state: FormState, fields: DocumentFields, isTried: boolean): TemplateResult {
  return html`
    <div class=${state.isIdFixed ? 'identity fixed' : 'identity'}>
      ${IDENTITY_FIELDS.map((field) => fieldBox(field, state, fields, isTried))}
    </div>
  `;
}

function fieldBox(field: TextField, state: FormState, fields: DocumentFields, isTried: boolean): TemplateResult {
  const isId = field === 'user_group_id';
  const isFixed = isId && state.isIdFixed;
  const isMissing = isId && isTried && lacksId(state, fields);
  const text = fields.text(field) ?? '';
  const trouble = troubleWith(field, fields);
  const isReadOnly = state.isReadOnly || isFixed || trouble !== undefined;
  const proposal = isId && !isReadOnly && state.kind === 'new' ? idProposal(fields) : undefined;
  return textBox({
    id: field,
    label: fieldTitle(field),
    text,
    placeholder: trouble ?? (fields.isAbsent(field) ? absentText(field) : fieldTitle(field)),
    tooltip: isFixed ? fixedText(text, state) : (trouble ?? (isId ? state.names.id : undefined)),
    remark: deception(text),
    describedBy: [...(isId && state.isIdKnown ? [KNOWN_ID] : []), ...(isMissing ? [MISSING_ID] : [])],
    isReadOnly,
    isWrong: isMissing || (isId && state.isIdKnown),
    beside: isId && !isFixed ? besideId(isMissing, proposal) : undefined,
    onEnter: proposal?.accept,
    onInput: (typed) => {
      fields.setText(field, typed);
    },
  });
}

interface Proposal {
  readonly text: string;
  readonly accept: () => void;
}

function besideId(isMissing: boolean, proposal: Proposal | undefined): unknown {
  return html`
    ${isMissing ? html`<span id=${MISSING_ID}>${icon('error')} ${l10n.t('Enter an ID.')}</span>` : nothing}
    ${
      proposal === undefined
        ? nothing
        : html`<button type="button" class="quiet small" @click=${proposal.accept}>
            ${l10n.t('Use "{0}"', proposal.text)}
          </button>`
    }
  `;
}

/** As long as there is no id: only what is accepted is in the document, and so can be sent. */
function idProposal(fields: DocumentFields): Proposal | undefined {
  const id = fields.text('user_group_id') === '' ? proposedId(fields.text('name') ?? '') : undefined;
  if (id === undefined) return undefined;
  return {
    text: id,
    accept: () => {
      fields.setText('user_group_id', id);
      document.getElementById('user_group_id')?.focus();
    },
  };
}

/** With the whole ID, of which the box may show less. */
function fixedText(id: string, { names }: FormState): string {
  const words =
    names.newId === undefined
      ? l10n.t("The ID can't be changed after creation.")
      : l10n.t('To change the ID, use "Change ID…".');
  return `${visibleId(id)}\n${words}`;
}

function absentText(field: TextField): string {
  return l10n.t('{0} is not in the document and is not sent.', fieldTitle(field));
}

/** What an input does not show of its text, and what it shows like something else. */
function deception(text: string): Remark | undefined {
  const words = [
    ...(holdsInvisible(text) ? [l10n.t('Contains invisible characters: {0}', visibleId(text))] : []),
    ...lookAlikeLetterText(text),
  ];
  return words.length === 0 ? undefined : { severity: 'warning', words: sentences(words) };
}

/** Why nothing can be typed into its box. */
function troubleWith(field: TextField, fields: DocumentFields): string | undefined {
  if (fields.range(field) !== undefined && fields.text(field) === undefined)
    return l10n.t('Unsupported value. Edit as JSON.');
  return fields.range(field) !== undefined || fields.isAbsent(field)
    ? undefined
    : l10n.t('Not readable until the JSON is valid.');
}

/** What no decomposition turns into letters of ASCII. */
const SPELT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th' };

const LONGEST = 60;

/** "Acme Europe" → "acme-europe". `undefined` for a name without letters or digits that ASCII can spell. */
export function proposedId(name: string): string | undefined {
  const words = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþ]/g, (letter) => SPELT[letter] ?? '')
    // An apostrophe is part of its word.
    .replaceAll(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const id = words.join('-').slice(0, LONGEST).replace(/-$/, '');
  return id === '' ? undefined : id;
}

/** A labelled text box for a string of the document. */
interface TextBox {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Stands in it while it is empty. */
  readonly placeholder: string;
  readonly tooltip?: string | undefined;
  readonly remark?: Remark | undefined;
  /** Of elements that say more about it. */
  readonly describedBy: readonly string[];
  readonly isReadOnly: boolean;
  /** What is in it cannot be used. */
  readonly isWrong: boolean;
  /** Stands beside its label. */
  readonly beside?: unknown;
  /** Enter was pressed in it. */
  readonly onEnter?: (() => void) | undefined;
  readonly onInput: (text: string) => void;
}

function textBox(box: TextBox): TemplateResult {
  const { id, label, text, placeholder, tooltip, remark, describedBy, isReadOnly, isWrong, beside } = box;
  const describing = [...(remark === undefined ? [] : [remarkId(id)]), ...describedBy];
  const input = html`<input
    id=${id}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${placeholder}
    title=${tooltip ?? nothing}
    ?readonly=${isReadOnly}
    aria-describedby=${describing.length === 0 ? nothing : describing.join(' ')}
    aria-invalid=${isWrong ? 'true' : nothing}
    @input=${(event: Event) => {
      box.onInput((event.target as HTMLInputElement).value);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.isComposing) box.onEnter?.();
    }}
    ${shownText(text)}
  />`;
  return html`
    <div class="text-box of-${id}">
      <div class="above">
        <label class="caption" for=${id}>${label}</label>
        ${beside === undefined ? nothing : html`<div class="beside">${beside}</div>`}
      </div>
      ${boxed(input, id, remark)}
    </div>
  `;
}
