// What may stand in a place of a message although it is translated itself: by rule.

import type { FilledText } from './filledTexts.ts';

/** Results of these functions are values, like a number or a name: by their names, each with what it is. */
export const VALUES: Readonly<Record<string, string>> = {
  agoText: 'A time.',
  answerShape: 'What the service sent.',
  answeredText: 'What the service sent.',
  dateText: 'A time.',
  datedText: 'A time.',
  dayText: 'A time.',
  describedAnswer: 'What the service sent.',
  environmentOf: 'The environment of a connection.',
  environmentText: 'The environment of a connection.',
  fieldTitle: 'The name of a field.',
  formatChanges: 'A list of changes.',
  foundText: 'How many were found.',
  groupText: 'The name of a group.',
  indentKeys: 'Keys.',
  grouped: 'A number.',
  lastDay: 'A time.',
  listed: 'A list with commas.',
  listedText: 'A list of names.',
  markedGroup: 'The name of a group.',
  momentText: 'A time.',
  notAppliedText: 'A list of changes.',
  ownText: 'The name of a group.',
  nameOf: 'A name.',
  othersNamed: 'A list of names.',
  placeText: 'A place in a text.',
  positionText: 'A place in a text.',
  progressText: 'How many are done.',
  quotedAnswer: 'What the service sent.',
  quotedId: 'A name.',
  rotatedGroups: 'A list of names.',
  runTitle: 'The title of a bulk operation.',
  secondText: 'A time.',
  subjectOf: 'The name of a group.',
  sizeText: 'A number.',
  sourceName: 'A name.',
  visibleId: 'A name.',
};

/** A clause within a sentence, or a sentence behind one: neither can be translated. */
export function isGlued({ text, place, by }: FilledText): boolean {
  return !isFrame(text) && !isBehindLabel(text, place) && !text.includes(`"{${place}}"`) && !by.every(isName);
}

/** No words of its own: `{0}: {1}`, `{0} ({1})`. */
function isFrame(text: string): boolean {
  return !/\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, ''));
}

/** The value of a label: `API token: {0}`. */
function isBehindLabel(text: string, place: string): boolean {
  const label = text.lastIndexOf(': ');
  return label >= 0 && text.indexOf(`{${place}}`) > label && isFrame(text.slice(label)) && !text.endsWith('.');
}

const STANDS_FOR_A_NAME = new Set(['(no name)', 'no name', 'a removed connection']);

/** The title of a column or a field, or what stands for a name. */
function isName(text: string): boolean {
  return STANDS_FOR_A_NAME.has(text) || /^\p{Lu}\p{L}*(?: \p{L}+){0,2}$/u.test(text);
}
