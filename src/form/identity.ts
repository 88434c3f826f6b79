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
import { textBox, type Proposal } from './textBox.ts';

/** In the order of the page: the id is the last. */
export const IDENTITY_FIELDS: readonly TextField[] = [
  ...TEXT_FIELDS.filter((field) => field !== 'user_group_id'),
  'user_group_id',
];

export function fieldTitle(field: TextField): string {
  switch (field) {
    case 'name':
      return l10n.t('Name');
    case 'user_group_id':
      return l10n.t('User group ID');
  }
}

export function identity(state: FormState, fields: DocumentFields): TemplateResult {
  const hints = IDENTITY_FIELDS.map((field) => [field, hintOn(field, fields)] as const);
  return html`
    <div class=${state.isIdFixed ? 'identity fixed' : 'identity'}>
      ${hints.map(([field, hint]) => fieldBox(field, state, fields, hint))}
      ${hints.map(([field, hint]) => (hint === undefined ? nothing : html`<p id=${hintId(field)} class="quiet-words">${hint}</p>`))}
    </div>
  `;
}

function fieldBox(
  field: TextField,
  state: FormState,
  fields: DocumentFields,
  hint: string | undefined,
): TemplateResult {
  const isId = field === 'user_group_id';
  const isFixed = isId && state.isIdFixed;
  const isWrong = isId && state.isIdKnown;
  const isReadOnly = state.isReadOnly || isFixed || troubleWith(field, fields) !== undefined;
  const described = [...(hint === undefined ? [] : [hintId(field)]), ...(isWrong ? [KNOWN_ID] : [])];
  return textBox({
    id: field,
    label: fieldTitle(field),
    text: fields.text(field) ?? '',
    tooltip: isFixed ? l10n.t("The ID can't be changed after creation.") : undefined,
    describedBy: described.length === 0 ? undefined : described.join(' '),
    isReadOnly,
    isWrong,
    proposal: isId && !isReadOnly && state.kind === 'new' ? idProposal(fields) : undefined,
    onInput: (typed) => {
      fields.setText(field, typed);
    },
  });
}

/** As long as there is no id: only what is accepted is in the document, and so can be sent. */
function idProposal(fields: DocumentFields): Proposal | undefined {
  const id = fields.text('user_group_id') === '' ? proposedId(fields.text('name') ?? '') : undefined;
  if (id === undefined) return undefined;
  return {
    text: id,
    title: l10n.t('Use "{0}" as the ID', id),
    accept: () => {
      fields.setText('user_group_id', id);
      document.getElementById('user_group_id')?.focus();
    },
  };
}

function hintId(field: TextField): string {
  return `${field}-hint`;
}

/** What the box does not show of its text, or why there is none. */
function hintOn(field: TextField, fields: DocumentFields): string | undefined {
  const text = fields.text(field);
  if (text !== undefined) return deceptions(text).join(' ') || undefined;
  const title = fieldTitle(field);
  return troubleWith(field, fields) ?? l10n.t('{0} is not in the document. The request omits it.', title);
}

/** What an input does not show of its text, and what it shows like something else. */
function deceptions(text: string): string[] {
  return [
    ...(holdsInvisible(text) ? [l10n.t('Contains invisible characters: {0}', visibleId(text))] : []),
    ...lookAlikeLetterText(l10n.t('It'), text),
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
