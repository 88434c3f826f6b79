// The questions of Edit Multiple Groups… about a field that the service has beside those of the contract.

import * as l10n from '@vscode/l10n';
import { furtherJson } from '../../bulk/furtherCell.ts';
import { isOfFurtherType, type FurtherField } from '../../contract/furtherFields.ts';
import type { RequestNames } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { isJson } from '../../core/isJson.ts';
import { furtherField, TYPE_EXPECTED } from '../../document/userGroupDocument.ts';
import { askChoice, askText, BACK } from '../command/ask.ts';
import type { ChangeAnswers, ChangeStep } from './changeArgument.ts';

type FurtherType = FurtherField['type'];

export const askFurtherField =
  ({ fields = {} }: RequestNames): ChangeStep =>
  async ({ key }, place) => {
    const choices = Object.keys(fields).map((name) => ({ label: name, value: name }));
    const chosen = await askChoice({ ...place, placeholder: l10n.t('Select the field'), choices, active: key });
    return chosen === BACK ? BACK : { key: chosen };
  };

export const askFurtherValue =
  (type: FurtherType): ChangeStep =>
  async ({ key = '', value }, place, keep) => {
    const typed = await askText({
      ...place,
      prompt: PROMPT[type](quotedId(key)),
      value: value === undefined ? '' : asTyped(value, type),
      onLeft: (left) => {
        keep({ value: left });
      },
      check: (text) => {
        const json = furtherJson(text, type);
        return json === undefined ? { problem: TYPE_EXPECTED[type](key) } : { hint: l10n.t('New value: {0}', json) };
      },
    });
    return typed === BACK ? BACK : { value: furtherJson(typed, type) ?? '' };
  };

/** An argument object may name any. @throws UserGroupsError `invalid` */
export function requireFurther({ what, key, value }: ChangeAnswers, names: RequestNames): void {
  const field = furtherField(names, key);
  if (field === undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t('The service has no field {0}.', quotedId(key)),
      l10n.t('Choose another field.'),
    );
  if (what.action === 'set' && !isOfFurtherType(field.type, value))
    throw new UserGroupsError('invalid', TYPE_EXPECTED[field.type](key));
}

const PROMPT: Readonly<Record<FurtherType, (name: string) => string>> = {
  string: (name) => l10n.t('Text of {0}', name),
  boolean: (name) => l10n.t('Value of {0}: true or false', name),
  strings: (name) => l10n.t('Items of {0}, with semicolons between them', name),
};

/** A text has no quotes in the box. */
function asTyped(json: string, type: FurtherType): string {
  return type === 'string' && isJson(json) && isOfFurtherType(type, json) ? (JSON.parse(json) as string) : json;
}
