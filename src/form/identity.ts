// Name and id of the group, edited where they stand.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { TEXT_FIELDS, type TextField } from '../contract/fields.ts';
import { holdsInvisible, visibleId } from '../core/foreignText.ts';
import { lookAlikeLetterText } from '../core/lookAlikeLetters.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import { KNOWN_ID } from './draftBar.ts';
import { proposedId } from './proposedId.ts';
import { icon } from '../webview/icons.ts';
import { textBox } from './textBox.ts';

/** In the order of the page: the id is the last. */
export const IDENTITY_FIELDS: readonly TextField[] = [
  ...TEXT_FIELDS.filter((field) => field !== 'user_group_id'),
  'user_group_id',
];

/** What describes the id that is missing. */
const MISSING_ID = 'missing-id';

export function fieldTitle(field: TextField): string {
  switch (field) {
    case 'name':
      return l10n.t('Name');
    case 'user_group_id':
      return l10n.t('ID');
  }
}

/** Beside its caption, which the group's name and state explain to those who see the page. */
function accessibleName(field: TextField): string {
  return field === 'user_group_id' ? l10n.t('User group ID') : fieldTitle(field);
}

/** A group without one could neither be named nor found again. */
export function lacksId({ isIdFixed }: Pick<FormState, 'isIdFixed'>, fields: DocumentFields): boolean {
  return !isIdFixed && (fields.text('user_group_id') === '' || fields.isAbsent('user_group_id'));
}

/** `isTried`: sending was tried, so that what is missing is said. */
export function identity(state: FormState, fields: DocumentFields, isTried: boolean): TemplateResult {
  const hints = IDENTITY_FIELDS.map((field) => [field, hintOn(field, fields)] as const);
  return html`
    <div class=${state.isIdFixed ? 'identity fixed' : 'identity'}>
      ${hints.map(([field, hint]) => fieldBox(field, state, fields, isTried, hint))}
      ${hints.map(([field, hint]) => (hint === undefined ? nothing : html`<p id=${hintId(field)} class="quiet-words">${hint}</p>`))}
    </div>
  `;
}

function fieldBox(
  field: TextField,
  state: FormState,
  fields: DocumentFields,
  isTried: boolean,
  hint: string | undefined,
): TemplateResult {
  const isId = field === 'user_group_id';
  const isFixed = isId && state.isIdFixed;
  const isMissing = isId && isTried && lacksId(state, fields);
  const isReadOnly = state.isReadOnly || isFixed || troubleWith(field, fields) !== undefined;
  const described = [
    ...(hint === undefined ? [] : [hintId(field)]),
    ...(isId && state.isIdKnown ? [KNOWN_ID] : []),
    ...(isMissing ? [MISSING_ID] : []),
  ];
  const proposal = isId && !isReadOnly && state.kind === 'new' ? idProposal(fields) : undefined;
  return textBox({
    id: field,
    label: fieldTitle(field),
    name: accessibleName(field),
    text: fields.text(field) ?? '',
    tooltip: isFixed ? fixedText(fields.text(field) ?? '') : undefined,
    describedBy: described.length === 0 ? undefined : described.join(' '),
    isReadOnly,
    isWrong: isMissing || (isId && state.isIdKnown),
    below: isId && !isFixed ? belowId(isMissing, proposal) : undefined,
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

/** Keeps its place while it is empty, so that nothing moves. */
function belowId(isMissing: boolean, proposal: Proposal | undefined): TemplateResult {
  return html`<div class="below">
    ${isMissing ? html`<span id=${MISSING_ID}>${icon('error')} ${l10n.t('Enter an ID.')}</span>` : nothing}
    ${
      proposal === undefined
        ? nothing
        : html`<button type="button" class="quiet small" @click=${proposal.accept}>
            ${l10n.t('Use "{0}"', proposal.text)}
          </button>`
    }
  </div>`;
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
function fixedText(id: string): string {
  return `${visibleId(id)}\n${l10n.t("The ID can't be changed after creation.")}`;
}

function hintId(field: TextField): string {
  return `${field}-hint`;
}

/** What the box does not show of its text, or why there is none. */
function hintOn(field: TextField, fields: DocumentFields): string | undefined {
  const text = fields.text(field);
  if (text !== undefined) return deceptions(text).join(' ') || undefined;
  const title = fieldTitle(field);
  return troubleWith(field, fields) ?? l10n.t('{0} is not in the document and is not sent.', title);
}

/** What an input does not show of its text, and what it shows like something else. */
function deceptions(text: string): string[] {
  return [
    ...(holdsInvisible(text) ? [l10n.t('Contains invisible characters: {0}', visibleId(text))] : []),
    ...lookAlikeLetterText(text),
  ];
}

/** Why nothing can be typed into its box. */
function troubleWith(field: TextField, fields: DocumentFields): string | undefined {
  if (fields.range(field) !== undefined && fields.text(field) === undefined)
    return l10n.t('Unsupported value. Edit as JSON.');
  return fields.range(field) !== undefined || fields.isAbsent(field)
    ? undefined
    : l10n.t('Not readable until the JSON is valid.');
}
