// Generated JSON texts in every spelling the user may use, and a reading of them that shares nothing with the
// product's.

import fc from 'fast-check';

/** White space as JSON allows it, line ends of every kind among it. */
const space = fc.constantFrom('', '', ' ', '\t', '\n', '\r\n', '\r');

const escapes = fc.constantFrom(
  ...String.raw`\" \\ \/ \b \f \n \r \t \u0041 \u00e9 \ud83d\ude00 \ud800 \u2028`.split(' '),
);
const plain = fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1));

/** A string literal with its quotes. */
export const stringText = fc.array(fc.oneof(plain, escapes), { maxLength: 4 }).map((pieces) => `"${pieces.join('')}"`);

export const numberText = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,6})?([eE][+-]?[0-9]{1,4})?$/),
  fc.constantFrom('9007199254740993', '1.0', '1', '-0', '1e400', '1E+2', '0.10'),
);

/** Keys that meet: digits, prototypes, duplicates and escaped spellings of the same. */
const keyText = fc.oneof(
  fc.constantFrom(...String.raw`"40" "134" "2" "__proto__" "constructor" "a" "\u0061" "" "a.b" "toJSON"`.split(' ')),
  stringText,
);

const { value, object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    numberText,
    stringText,
    fc.constantFrom('null', 'true', 'false'),
    tie('object'),
    tie('array'),
  ),
  object: joined(
    '{',
    fc
      .tuple(keyText, space, tie('value'), space)
      .map(([key, before, member, after]) => `${key}${before}:${after}${member}`),
    '}',
  ),
  array: joined('[', tie('value'), ']'),
}));

export const valueText = value;
export const objectText = object;

function joined(open: string, item: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(
        fc.tuple(space, item, space).map((pieces) => pieces.join('')),
        { maxLength: 5 },
      ),
      space,
    )
    .map(([items, inside]) => open + (items.join(',') || inside) + close);
}

/** Fields of a document as typed, in any order; `user_group_id` is always there. */
export const documentFields = fc
  .tuple(
    fc.record({
      user_group_id: fc.tuple(
        fc.constantFrom('"user_group_id"', '"user\\u005fgroup_id"'),
        stringText.filter((text) => (JSON.parse(text) as string).isWellFormed()),
      ),
      name: fc.option(fc.tuple(fc.constantFrom('"name"', '"n\\u0061me"'), stringText)),
      mapping: fc.option(fc.tuple(fc.constant('"mapping"'), objectText)),
      properties: fc.option(fc.tuple(fc.constant('"properties"'), objectText)),
      $schema: fc.option(fc.tuple(fc.constant('"$schema"'), valueText)),
    }),
    fc.shuffledSubarray(['user_group_id', 'name', 'mapping', 'properties', '$schema'] as const, { minLength: 5 }),
  )
  .map(([fields, order]) =>
    order.flatMap((field) => {
      const typed = fields[field];
      return typed === null ? [] : [{ field, key: typed[0], value: typed[1] }];
    }),
  );

export interface TypedField {
  readonly field: string;
  readonly key: string;
  readonly value: string;
}

/** The fields as one text, with white space around everything. */
export function documentText(fields: readonly TypedField[], blank = ' \r\n\t'): string {
  return `${blank}{${fields.map(({ key, value: text }) => `${blank}${key}${blank}:${blank}${text}${blank}`).join(',')}}${blank}`;
}

/** What a JSON text says, losslessly and in order: its tokens, strings decoded, numbers as written. */
export function tokensOf(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs)].map(([token]) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token,
  );
}
