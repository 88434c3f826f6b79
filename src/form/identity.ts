// Name and id of the group.

import { html, type TemplateResult } from 'lit-html';
import { TEXT_FIELDS, type TextField } from '../contract/fields.ts';
import { holdsInvisible, visibleId } from '../core/foreignText.ts';
import { lookAlikeLetterText } from '../core/lookAlikeLetters.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import { textBox } from './textBox.ts';

export const LABELS: Readonly<Record<TextField, string>> = { name: 'Name', user_group_id: 'User group ID' };

export function identity({ isIdFixed, isReadOnly }: FormState, fields: DocumentFields): TemplateResult {
  return html`
    <div class="identity">
      ${TEXT_FIELDS.filter((name) => name !== 'user_group_id').map((name) => fieldBox(name, isReadOnly, fields))}
      ${fieldBox('user_group_id', isReadOnly || isIdFixed, fields, isIdFixed ? "The ID can't be changed." : undefined)}
    </div>
  `;
}

function fieldBox(name: TextField, isFixed: boolean, fields: DocumentFields, hint?: string): TemplateResult {
  const text = fields.text(name);
  const trouble = text === undefined ? troubleWith(name, fields) : undefined;
  return textBox({
    id: name,
    label: LABELS[name],
    text: text ?? '',
    hint:
      trouble ??
      (text === undefined
        ? 'Not in the document; not sent.'
        : [...deceptions(text), ...(hint === undefined ? [] : [hint])].join(' ')),
    isReadOnly: isFixed || trouble !== undefined,
    onInput: (typed) => {
      fields.setText(name, typed);
    },
  });
}

/** What an input does not show of its text, and what it shows like something else. */
function deceptions(text: string): string[] {
  return [
    ...(holdsInvisible(text) ? [`Holds characters that are not seen: ${visibleId(text)}.`] : []),
    ...lookAlikeLetterText('It', text),
  ];
}

/** Why nothing can be typed into its box. */
function troubleWith(name: TextField, fields: DocumentFields): string | undefined {
  if (fields.range(name) !== undefined) return 'Not a text: change it as JSON.';
  return fields.isAbsent(name) ? undefined : 'Not readable until the JSON is valid.';
}
