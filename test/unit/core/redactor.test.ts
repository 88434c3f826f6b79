// Secrets leave no text, whatever spelling they have there, and the time stays in proportion to the text.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REDACTED, Redactor } from '../../../src/core/redactor.ts';
import { inDepth } from '../../support/depth.ts';

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

const codes = (text: string, write: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join('');
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  quoted(text).replaceAll(/[^ -~]|[<>&'=+]/g, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
const strict = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${hex(character.charCodeAt(0), 2).toUpperCase()}`);
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => named[character] ?? character);

/** How programs write a text into another. */
const ESCAPED: Readonly<Record<string, (text: string) => string>> = {
  JSON: quoted,
  'JSON with slashes escaped': (text) => quoted(text).replaceAll('/', '\\/'),
  'JSON of ASCII alone': ascii,
  'JSON with every character escaped': (text) => codes(text, (code) => `\\u${hex(code, 4)}`),
  'JSON with every character escaped, in capitals': (text) => codes(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  'an address': encodeURI,
  'a part of an address': encodeURIComponent,
  'a part of an address, strictly': strict,
  'a part of an address, in small letters': (text) =>
    strict(text).replaceAll(/%../g, (character) => character.toLowerCase()),
  'a part of an address with every byte encoded': (text) =>
    Array.from(new TextEncoder().encode(text), (byte) => `%${hex(byte, 2)}`).join(''),
  'a form': (text) => strict(text).replaceAll('%20', '+'),
  HTML: html,
  'HTML by decimal numbers': (text) => codes(text, (code) => `&#${code};`),
  'HTML by hexadecimal numbers': (text) => codes(text, (code) => `&#x${hex(code, 2).toUpperCase()};`),
  'HTML by names': (text) => html(text).replaceAll('+', '&plus;').replaceAll('=', '&equals;').replaceAll('/', '&sol;'),
};
const CODED: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

const AROUND = [
  ['', ''],
  ['<', '>'],
  ['{"a":"', '","b":"x\\n%20&amp;"}'],
  ['C:\\x 100% a&b… ', ' c…'],
] as const;

const anySecret = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 6, maxLength: 20 }),
  // Whose characters look like escapes themselves.
  fc
    .array(fc.constantFrom('%41', '\\u0041', '&amp;', '&', '%', '\\', '+', ' ', '/', '=', 'a', '0'), {
      minLength: 6,
      maxLength: 20,
    })
    .map((pieces) => pieces.join('')),
);

describe('A secret is redacted', () => {
  for (const [where, coded] of Object.entries(CODED))
    it(`where it is ${where}, be that escaped up to three times, whatever stands around it`, () => {
      const ways = fc.array(fc.constantFrom(...Object.keys(ESCAPED)), { maxLength: 3 });
      fc.assert(
        fc.property(anySecret, ways, fc.constantFrom(...AROUND), (secret, chain, [before, after]) => {
          const spelling = chain.reduce((text, way) => ESCAPED[way]!(text), coded(secret));
          assert.equal(knowing(secret, 'other-secret').redact(before + spelling + after), before + REDACTED + after);
        }),
        { numRuns: inDepth(300) },
      );
    });

  for (const coding of ['base64', 'base64url'] as const)
    it(`where it is part of a text in ${coding}, however many bytes after a whole group`, () => {
      const any = fc.string({ unit: 'grapheme-ascii', maxLength: 9 });
      fc.assert(
        fc.property(anySecret, any, any, (secret, before, after) => {
          const redacted = knowing(secret).redact(Buffer.from(before + secret + after).toString(coding));
          const [left = '', right = ''] = redacted.split(REDACTED);
          // No more than the edges, whose characters belong to the neighbours as well.
          const most = Math.ceil((Buffer.byteLength(before + after) * 4) / 3) + 4;
          assert.ok(redacted.includes(REDACTED) && left.length + right.length <= most, redacted);
        }),
        { numRuns: inDepth(200) },
      );
    });

  it('in base64 whose characters are escaped', () => {
    const encoded = btoa('???>>>???>>>').replaceAll('/', '\\/').replaceAll('+', '%2B');
    assert.equal(knowing('???>>>???>>>').redact(encoded), REDACTED);
  });

  it('in the log of a response in a response', () => {
    const secret = 'a+b/c="d"';
    const body = JSON.stringify({
      error: JSON.stringify({ at: `https://x.example/?t=${encodeURIComponent(secret)}` }),
    });
    assert.equal(
      knowing(secret).redact(`answered ${body}`),
      `answered ${JSON.stringify({ error: JSON.stringify({ at: `https://x.example/?t=${REDACTED}` }) })}`,
    );
  });

  it('also twice in JSON or an address in a text that is too long to be read three times', () => {
    const [secret, rest] = ['a+b/c=d e?f"g\\h&i\'j<k>é*(!)', '-'.repeat(200_000)];
    const ways = Object.values(ESCAPED);
    const twice = ways.flatMap((outer) => ways.map((inner) => outer(inner(secret))));
    const written = (spellings: readonly string[]): string => `${spellings.join('>\n<')}${rest}`;
    assert.deepEqual(
      knowing(secret).redact(written(twice)).split('\n'),
      written(twice.map(() => REDACTED)).split('\n'),
    );
  });

  it('where it holds half of a surrogate pair', () => {
    assert.equal(knowing('half-\uD83D-secret').redact('<half-\uD83D-secret>'), `<${REDACTED}>`);
  });

  it('where a plus of it was read as a space, and the other way round', () => {
    assert.equal(knowing('one+two+==').redact('<one two ==>'), `<${REDACTED}>`);
    assert.equal(knowing('two words here').redact('<two+words+here>'), `<${REDACTED}>`);
  });

  it('every time it occurs, and whole when another secret is a part of it or overlaps it', () => {
    for (const [secrets, text, redacted] of [
      [['secret-1'], 'secret-1, secret-1', `${REDACTED}, ${REDACTED}`],
      [['secret', 'secret-and-more'], 'a secret-and-more b secret c', `a ${REDACTED} b ${REDACTED} c`],
      [['secret-1', 'secret', 'secret-and-more'], 'a secret-and-less', `a ${REDACTED}-and-less`],
      [['abcdefgh', 'efghijkl'], '<abcdefghijkl>', `<${REDACTED}>`],
      [['abcdefghijkl', 'defghi'], '<abcdefghijkl>', `<${REDACTED}>`],
    ] as const)
      assert.equal(knowing(...secrets).redact(text), redacted);
  });
});

describe('The beginning of a secret is redacted', () => {
  const secret = 'tok-7f+9/51d=e84b60';
  const redactor = knowing(secret, 'tok-7f', 'tok-8a9c51d2e84b60');

  it('where it was cut with an ellipsis, in each spelling, within an escape as well', () => {
    const spelt = { ...CODED, ...ESCAPED, 'escaped twice': (text: string) => ascii(strict(text)) };
    for (const [way, spell] of Object.entries(spelt)) {
      const spelling = spell(secret);
      for (let length = spell(secret.slice(0, 6)).length; length <= spelling.length; length += 1)
        assert.equal(
          redactor.redact(`of ${spelling.slice(0, length)}… on staging`),
          `of ${REDACTED}… on staging`,
          `${way} ${length}`,
        );
    }
  });

  it('but no five characters of it, and no text that goes on otherwise', () => {
    for (const text of ['of tok-7… on staging', 'of tok-9f3a… on staging', 'of tok-7… tok-8a9', 'tok-8a9c51'])
      assert.equal(redactor.redact(text), text);
  });

  it('at the end of a text that was cut there, and no few characters of it are left, however they are escaped', () => {
    const ways = { ...ESCAPED, plain: CODED.plain!, 'escaped twice': (text: string) => ascii(strict(text)) };
    for (const [way, spell] of Object.entries(ways)) {
      const spelling = spell(secret);
      for (let length = 0; length <= spelling.length; length += 1)
        assert.doesNotMatch(
          redactor.redactCut(`${'.'.repeat(200)}${spelling.slice(0, length)}`),
          /[^.•]/,
          `${way}, ${length} characters`,
        );
    }
  });

  for (const [what, text, left] of [
    ['all but five characters', '.'.repeat(500), 495],
    ['nothing where there are no more', '.'.repeat(5), 0],
    ['what stands five characters before an escape among the last 120', `${'.'.repeat(30)}%${'.'.repeat(119)}`, 25],
    ['what has an escape before them', `${'.'.repeat(30)}%${'.'.repeat(120)}`, 146],
  ] as const)
    it(`of a text that was cut, ${what} is left`, () => {
      assert.equal(redactor.redactCut(text), text.slice(0, left));
    });
});

describe('The redactor', () => {
  it('leaves every other text as it is', () => {
    const other = fc.string({ unit: fc.constantFrom(...'secrt-12%5&;\\u+ …"{}'.split('')), maxLength: 60 });
    fc.assert(
      fc.property(other, (text) => {
        assert.equal(knowing('other-secret-1', 'it is another').redact(text), text);
      }),
      { numRuns: inDepth(200) },
    );
  });

  it('takes no notice of values that are too short to protect anything', () => {
    assert.equal(knowing('', 'a', 'token', 'secret').redact('a token, a secret'), `a token, a ${REDACTED}`);
  });

  it('knows what others know, and learns nothing from them', () => {
    const [one, other] = [knowing('secret-1'), knowing('secret-2')];
    const both = new Redactor([one, other]);
    both.add('secret-3');
    one.add('secret-4');
    const text = 'secret-1 secret-2 secret-3 secret-4';
    assert.equal(both.redact(text), `${REDACTED} ${REDACTED} ${REDACTED} ${REDACTED}`);
    assert.equal(other.redact(text), `secret-1 ${REDACTED} secret-3 secret-4`);
    assert.equal(new Redactor([new Redactor()]).redact(text), text);
  });

  it('of those that pass, knows the last ones in every spelling, however alike they begin, and not the first', () => {
    const passing = new Redactor([], 1000);
    const nth = (number: number): string => `token-of-the-group-${number}/${number}`;
    for (let number = 0; number < 2500; number += 1) passing.add(nth(number));
    // Seen again, it is one of the last.
    passing.add(nth(1200));
    for (let number = 2500; number < 3000; number += 1) passing.add(nth(number));
    const shown = (number: number): boolean =>
      [nth(number), encodeURIComponent(nth(number)), btoa(nth(number)).slice(0, 28)].some(
        (spelling) => passing.redact(`<${spelling}…`) !== `<${REDACTED}…`,
      );
    assert.deepEqual([0, 500, 999, 1200, 2000, 2500, 2999].filter(shown), [0, 500, 999]);
  });
});

/** How many characters of texts the work looks at. */
function looks(work: () => void): number {
  const { charCodeAt } = Object.getOwnPropertyDescriptors(String.prototype);
  let count = 0;
  String.prototype.charCodeAt = function (place) {
    count += 1;
    return charCodeAt.value!.call(this, place);
  };
  try {
    work();
  } finally {
    Object.defineProperty(String.prototype, 'charCodeAt', charCodeAt);
  }
  return count;
}

describe('Redacting takes time in proportion to the length', () => {
  const alike = Array.from({ length: 200 }, (_, index) => `${'a'.repeat(index + 6)}!`);
  for (const [what, secrets, piece] of [
    ['words', ['secret-1'], 'nothing here is one '],
    ['beginnings of a secret', ['secret-1', 'secretsecret-2'], 'secret'],
    ['beginnings of secrets before an ellipsis', ['secret-1', 'secretsecret-2'], 'secret…'],
    ['the same character', ['a'.repeat(500)], 'a'],
    ['the same character, escaped', [`${'a'.repeat(500)}!`], '\\u0061'],
    ['secrets that begin alike', alike, 'a'],
    ['backslashes', [`${'\\'.repeat(60)}!`], '\\'],
    ['escaped escapes', ['secret-1'], '%26amp%3B\\\\u0025'],
  ] as const)
    it(`of ${what}`, () => {
      const redactor = knowing(...secrets);
      // Neither is so long that it is read less often.
      const [one, four] = [40_000, 160_000].map((length) =>
        looks(() => redactor.redact(piece.repeat(length / piece.length))),
      );
      assert.ok(one! <= 100 * 40 * 40_000 && four! <= 4.1 * one!, `${one}, ${four}`);
    });

  it('and redacts the rest of a text that is made of beginnings, rather than compare all of them', () => {
    const secret = `${'a'.repeat(500)}!`;
    const redacted = knowing(secret).redact(`${'a'.repeat(200_000)}${secret} and so on`);
    assert.match(redacted, /^a{1,60000}•••$/);
  });

  it('and finds a secret that is longer than any token should be', () => {
    const secret = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join('-');
    assert.equal(knowing(secret).redact(`<${quoted(secret)}>`), `<${REDACTED}>`);
  });
});
