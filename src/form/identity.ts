// Name and id of the group.

import { html, type TemplateResult } from 'lit-html';
import type { BodyField } from '../contract/fields.ts';
import { holdsInvisible, visibleId } from '../core/foreignText.ts';
import { lookAlikeLetterText } from '../core/lookAlikeLetters.ts';
import type { FormState } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import { textBox } from './textBox.ts';

export function identity({ isIdFixed, isReadOnly }: FormState, fields: DocumentFields): TemplateResult {
  return html`
    <div class="identity">
      ${fieldBox('name', 'Name', isReadOnly, fields)}
      ${fieldBox('user_group_id', 'User group ID', isReadOnly || isIdFixed, fields, isIdFixed ? 'Fixed: the group exists by this id.' : undefined)}
    </div>
  `;
}

function fieldBox(
  name: BodyField,
  label: string,
  isFixed: boolean,
  fields: DocumentFields,
  hint?: string,
): TemplateResult {
  const text = fields.text(name);
  const trouble = text === undefined ? troubleWith(name, fields) : undefined;
  return textBox({
    id: name,
    label,
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
function troubleWith(name: BodyField, fields: DocumentFields): string | undefined {
  if (fields.range(name) !== undefined) return 'Not a text: change it as JSON.';
  return fields.isAbsent(name) ? undefined : 'Not readable until the JSON is valid.';
}
