// Where something stands in a text, told as the form tells it.

import * as l10n from '@vscode/l10n';
import type { BodyField } from '../contract/fields.ts';
import { fieldTitle } from '../core/fieldTitle.ts';

/** A field of a document, and where its value begins. */
export interface FieldStart {
  readonly name: BodyField;
  readonly start: number;
}

/** "Mapping, line 3", counted in the field; "JSON, line 7" outside of one; "JSON, character 12" of a single line. */
export function placeText(text: string, offset: number, field?: FieldStart): string {
  const line = lineCount(text.slice(field?.start ?? 0, offset));
  if (field !== undefined) return l10n.t('{0}, line {1}', fieldTitle(field.name), line);
  return lineCount(text) === 1 ? l10n.t('JSON, character {0}', offset + 1) : l10n.t('JSON, line {0}', line);
}

function lineCount(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
