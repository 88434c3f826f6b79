// The test of whole sentences sees what fills a place: through functions, tables, parameters and properties.

import assert from 'node:assert/strict';
import { parsed } from '../../../scripts/metrics/sourceFile.ts';
import { filledTexts, programOf } from '../../support/l10n/filledTexts.ts';
import { isGlued } from '../../support/l10n/values.ts';

const SOURCE = `
declare const l10n: { t(text: string, ...args: unknown[]): string };
const why = (isOld: boolean): string => (isOld ? l10n.t('it is too old') : l10n.t('it is too new'));
const WHYS: Record<string, () => string> = { none: () => l10n.t('there is none') };
interface Told { readonly reason: string; readonly name: string }
const told: Told = { reason: l10n.t('it has ended'), name: 'acme' };
const timeText = (): string => l10n.t('today at noon');
function say(what: string): string {
  return l10n.t('By a parameter: {0}.', what);
}
export const texts = [
  l10n.t('By a function, {0}.', why(true)),
  l10n.t('By a table, {0}.', WHYS['none']!()),
  l10n.t('By a property, {0}.', told.reason),
  l10n.t('By a list, {0}.', [1, 2].map(() => l10n.t('one of them')).join(', ')),
  l10n.t('By a value, {0}.', timeText()),
  l10n.t('By another property, {0}.', told.name),
  l10n.t('{0} ({1})', why(true), why(false)),
  l10n.t('Behind a label: {0}', why(true)),
  l10n.t('Behind a label, within a sentence: {0}.', why(true)),
  l10n.t('As it stands: "{0}".', why(true)),
  say(l10n.t('it was refused here')),
];
`;

describe('What fills a place of a message', () => {
  it('is found where it is a message, and is none by rule', () => {
    const found = filledTexts(programOf([parsed('src/a.ts', SOURCE)]), (name) => name === 'timeText').filter(isGlued);
    assert.deepEqual(
      found.map(({ text, by }) => [text, by]),
      [
        ['By a parameter: {0}.', ['it was refused here']],
        ['By a function, {0}.', ['it is too new', 'it is too old']],
        ['By a table, {0}.', ['there is none']],
        ['By a property, {0}.', ['it has ended']],
        ['By a list, {0}.', ['one of them']],
        ['Behind a label, within a sentence: {0}.', ['it is too new', 'it is too old']],
      ],
    );
  });
});
