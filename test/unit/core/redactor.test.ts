// Secrets leave no text, whatever spelling they have there.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REDACTED, Redactor, spellings } from '../../../src/core/redactor.ts';
import { Readings } from '../../../src/core/readings.ts';
import { plainlyRedacted } from '../../support/plainRedactor.ts';
import { inDepth } from '../../support/depth.ts';

const anySecret = fc.string({ unit: 'binary', minLength: 6, maxLength: 40 });
const anyText = fc.string({ unit: 'binary', maxLength: 20 });

const hex = (code: number): string => code.toString(16).padStart(2, '0');

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

/** @throws AssertionError when the work looks at signs of texts, of ASCII alone, more often than so */
function assertLooks(most: number, work: () => void): void {
  const { charAt, charCodeAt } = Object.getOwnPropertyDescriptors(String.prototype);
  const at = Object.getOwnPropertyDescriptor(Readings.prototype, 'at')!;
  let looks = 0;
  const look = (): void => {
    looks += 1;
    assert.ok(looks <= most, `more than ${most}`);
  };
  String.prototype.charAt = function (place) {
    look();
    return this.substring(place, place + 1);
  };
  String.prototype.charCodeAt = function (place) {
    look();
    return this.codePointAt(place) ?? NaN;
  };
  Readings.prototype.at = function (...where) {
    look();
    return (at.value as Readings['at']).apply(this, where);
  };
  try {
    work();
  } finally {
    Object.defineProperties(String.prototype, { charAt, charCodeAt });
    Object.defineProperty(Readings.prototype, 'at', at);
  }
}

describe('A secret is blotted out', () => {
  it('where it stands as it is', () => {
    fc.assert(
      fc.property(anySecret, anyText, anyText, (secret, before, after) => {
        assert.ok(
          !knowing(secret)
            .redact(before + secret + after)
            .includes(secret),
        );
      }),
    );
  });

  it('where it is escaped for JSON', () => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        assert.equal(knowing(secret).redact(JSON.stringify({ token: secret })), `{"token":"${REDACTED}"}`);
      }),
    );
  });

  it('where JSON has its slashes escaped', () => {
    assert.equal(knowing('abc/def/ghi').redact('{"token":"abc\\/def\\/ghi"}'), `{"token":"${REDACTED}"}`);
  });

  it('where it is percent-encoded, in capitals or not', () => {
    const secret = 'a+b/c=d e?f';
    const encoded = encodeURIComponent(secret);
    assert.equal(knowing(secret).redact(`?t=${encoded}&u=${encoded.toLowerCase()}`), `?t=${REDACTED}&u=${REDACTED}`);
  });

  for (const offset of [0, 1, 2]) {
    it(`where it is part of a text in base64, ${offset} bytes after a whole group`, () => {
      fc.assert(
        fc.property(
          fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 }),
          fc.string({ unit: 'grapheme-ascii', maxLength: 9 }),
          (secret, after) => {
            const encoded = Buffer.from(`user:${'-'.repeat(1 + offset)}${secret}${after}`).toString('base64');
            const left = Buffer.from(knowing(secret).redact(encoded).replace(REDACTED, ''), 'base64').toString(
              'latin1',
            );
            assert.ok(!left.includes(secret) && knowing(secret).redact(encoded).includes(REDACTED));
          },
        ),
      );
    });
  }

  it('in base64 for addresses', () => {
    const secret = '???>>>???>>>';
    const encoded = Buffer.from(secret).toString('base64url');
    assert.equal(knowing(secret).redact(encoded), REDACTED);
  });

  const awkward = 'a+b/c=d e?f"g\\h&i\'j<k>é';
  const strictly = encodeURIComponent(awkward).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  for (const [where, spelling] of [
    ['JSON within JSON', JSON.stringify(JSON.stringify(awkward)).slice(3, -3)],
    [
      'JSON of nothing but ASCII',
      JSON.stringify(awkward)
        .slice(1, -1)
        .replace(/[<>&'é]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['an address within an address', encodeURIComponent(encodeURIComponent(awkward))],
    ['an address that encodes every sign', strictly],
    ['an address that encodes every sign in small letters', strictly.toLowerCase().replace('a%2b', 'a%2b')],
    ['a form', strictly.replaceAll('%20', '+').replaceAll(/%[0-9a-f]{2}/g, (escape) => escape.toUpperCase())],
    ['hexadecimal digits', Buffer.from(awkward).toString('hex')],
    ['hexadecimal digits in capitals', Buffer.from(awkward).toString('hex').toUpperCase()],
  ] as const) {
    it(`in ${where}`, () => {
      assert.equal(knowing(awkward).redact(`<${spelling}>`), `<${REDACTED}>`);
    });
  }

  it('where it was cut with an ellipsis before', () => {
    assert.equal(knowing('secret-that-is-long').redact('of secret-tha… on staging'), `of ${REDACTED}… on staging`);
    assert.equal(knowing('secret-that-is-long').redact('of secret-other… on staging'), 'of secret-other… on staging');
  });

  it('where it was cut with an ellipsis, however far on, or where its signs are escaped', () => {
    const secret = 'secret-'.padEnd(3000, 'x');
    assert.equal(knowing(secret).redact(`${secret.slice(0, 2001)}… on staging`), `${REDACTED}… on staging`);
    assert.equal(knowing(secret).redact('\\u0073ecret%2Dxx…'), `${REDACTED}…`);
    assert.equal(knowing(secret).redact('\\u0073ecret%2Dxy…'), '\\u0073ecret%2Dxy…');
  });

  it('at the end of a text that was cut there, and no few signs of it are left', () => {
    const secret = 'tok-7f3a9c51d2e84b60';
    for (let length = 0; length <= secret.length; length += 1) {
      assert.doesNotMatch(knowing(secret).redactCut(`${'.'.repeat(10)}${secret.slice(0, length)}`), /[^.•]/);
    }
  });

  it('at the end of a text that was cut within an escape, however its signs are escaped', () => {
    const secret = 'tok-7f3a9c51d2e84b60';
    const json = (code: number): string => `\\u${hex(code).padStart(4, '0')}`;
    const ways: readonly ((code: number) => string)[] = [
      json,
      (code) => `\\${json(code)}`,
      (code) => `%${hex(code)}`,
      (code) => `%25${hex(code)}`,
      (code) => `&#${code};`,
      (code) => `&#x${hex(code)};`,
      (code) => `&amp;#${code};`,
      (code) => encodeURIComponent(json(code)),
    ];
    for (const way of ways) {
      const escaped = Array.from(secret, (sign) => way(sign.charCodeAt(0))).join('');
      for (let length = 0; length <= escaped.length; length += 1) {
        assert.doesNotMatch(
          knowing(secret).redactCut(`${'.'.repeat(100)}${escaped.slice(0, length)}`),
          /[^.•]/,
          escaped.slice(0, length),
        );
      }
    }
  });

  it('where each of its signs is escaped in a way of its own, or in none', () => {
    const ways: readonly ((sign: string, code: number) => string)[] = [
      (sign) => sign,
      (_, code) => `\\u${hex(code).padStart(4, '0')}`,
      (_, code) => `\\u${hex(code).toUpperCase().padStart(4, '0')}`,
      (_, code) => `%${hex(code)}`,
      (_, code) => `%${hex(code).toUpperCase()}`,
      (_, code) => `&#${code};`,
      (_, code) => `&#x${hex(code)};`,
      (sign) =>
        ({
          '&': '&amp;',
          '"': '&quot;',
          "'": '&apos;',
          '<': '&lt;',
          '>': '&gt;',
          '+': '&plus;',
          '=': '&equals;',
          '/': '&sol;',
          '%': '&percnt;',
          '\\': '&bsol;',
        })[sign] ?? sign,
      (sign) => JSON.stringify(sign).slice(1, -1).replace('/', '\\/'),
      (sign) => encodeURIComponent(sign),
    ];
    const again: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => encodeURIComponent(text),
      (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    ];
    const spelt = fc.tuple(
      fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 }),
      fc.array(fc.tuple(fc.constantFrom(...ways), fc.constantFrom(...again), fc.constantFrom(...again)), {
        minLength: 40,
        maxLength: 40,
      }),
    );
    fc.assert(
      fc.property(spelt, ([secret, choices]) => {
        const spelling = Array.from(secret, (sign, index) => {
          const [way, first, second] = choices[index]!;
          return second(first(way(sign, sign.charCodeAt(0))));
        }).join('');
        assert.equal(knowing(secret).redact(`<${spelling}>`), `<${REDACTED}>`);
      }),
      { numRuns: inDepth(1000) },
    );
  });

  for (const spelling of [
    'a%2Bb/c=d&e',
    'a+b/c%3Dd&amp;e',
    'a&#43;b\\/c&#x3D;d\\u0026e',
    'a%252Bb%252Fc%253Dd%2526e',
    'a\\\\u002bb/c=d&amp;amp;e',
    '%26%2397%3B+b/c=d%26amp%3Be',
    '\\u0061\\u002B\\u0062\\u002F\\u0063\\u003D\\u0064\\u0026\\u0065',
  ]) {
    it(`spelt ${spelling}`, () => {
      assert.equal(knowing('a+b/c=d&e').redact(`of ${spelling} here, 100%`), `of ${REDACTED} here, 100%`);
    });
  }

  it('in base64 whose signs are escaped', () => {
    const secret = '???>>>???>>>';
    assert.equal(knowing(secret).redact(btoa(secret).replaceAll('/', '\\/').replaceAll('+', '%2B')), REDACTED);
  });

  it('every time it occurs', () => {
    assert.equal(knowing('secret-1').redact('secret-1, secret-1'), `${REDACTED}, ${REDACTED}`);
  });

  it('whole, when another secret is a part of it or overlaps it', () => {
    assert.equal(
      knowing('secret', 'secret-and-more').redact('a secret-and-more b secret c'),
      `a ${REDACTED} b ${REDACTED} c`,
    );
    assert.equal(knowing('abcdefgh', 'efghijkl').redact('<abcdefghijkl>'), `<${REDACTED}>`);
    assert.equal(knowing('abcdefghijkl', 'defghi').redact('<abcdefghijkl>'), `<${REDACTED}>`);
  });

  it('when it is longer than any header or token should be', () => {
    const secret = 'x'.repeat(1_000_000);
    assert.equal(knowing(secret).redact(`<${secret}>`), `<${REDACTED}>`);
  });
});

describe('The redactor does the same as one that looks for every spelling at every place', () => {
  const secrets = ['secret-of%41', 'aab\\u0061aab"aab', '\\\\\\"a"&amp;b', 'secretsecret-2', 'a+b/c=d&e f'];
  const wayOf: readonly ((sign: string) => string)[] = [
    (sign) => sign,
    (sign) => sign,
    (sign) => `\\u00${hex(sign.charCodeAt(0))}`,
    (sign) => `%${hex(sign.charCodeAt(0)).toUpperCase()}`,
    (sign) => `&#x${hex(sign.charCodeAt(0))};`,
    (sign) => `&#${sign.charCodeAt(0)}`,
    (sign) => JSON.stringify(sign).slice(1, -1),
    (sign) => encodeURIComponent(encodeURIComponent(sign)),
    (sign) => JSON.stringify(JSON.stringify(sign).slice(1, -1)).slice(1, -1),
  ];
  const noise = fc.constantFrom(
    '\\',
    '\\u',
    '\\u00',
    '%',
    '%2',
    '%25',
    '&',
    '&#',
    '&amp;',
    ';',
    '+',
    'a',
    'aab',
    'secret',
    '5C',
    '…',
    '0061',
    '"',
    ' ',
  );
  const spelt = fc
    .tuple(
      fc.constantFrom(...secrets),
      fc.array(fc.constantFrom(...wayOf), { minLength: 20, maxLength: 20 }),
      fc.nat(20),
    )
    .map(([secret, ways, length]) =>
      Array.from(secret.slice(0, Math.max(6, length)), (sign, index) => ways[index]!(sign)).join(''),
    );
  const text = fc.array(fc.oneof(noise, noise, spelt), { maxLength: 8 }).map((parts) => parts.join(''));

  it('whatever stands around it', () => {
    const redactor = knowing(...secrets);
    const all = [...new Set(secrets.flatMap(spellings))];
    fc.assert(
      fc.property(text, (one) => {
        assert.equal(redactor.redact(one), plainlyRedacted(one, all));
      }),
      { numRuns: inDepth(400) },
    );
  });
});

describe('The redactor', () => {
  for (const [what, hostile] of [
    ['beginnings of a secret', 'secret'.repeat(350_000)],
    ['beginnings of a secret before an ellipsis far off', `${'secret'.repeat(350_000)} …`],
    ['backslashes', '\\'.repeat(700_000)],
    ['escaped percent signs', '%25'.repeat(250_000)],
    ['escaped escapes', '%26amp%3B\\\\u0025'.repeat(45_000)],
    ['escaped escapes that is read to the bottom', '%26amp%3B\\\\u0025'.repeat(12_000)],
    ['beginnings in escapes', '\\u0073ecret'.repeat(60_000)],
  ] as const) {
    it(`comes to the end of a long text of ${what}`, () => {
      assert.ok(knowing('secret-1', 'secretsecret-2').redact(hostile) === hostile);
    });
  }

  for (const [what, secrets, one] of [
    ['the same sign', ['a'.repeat(500)], 'a'],
    ['the same sign, escaped', [`${'a'.repeat(500)}!`], '\\u0061'],
    ['the same sign, escaped in several ways', [`${'a%61'.repeat(120)}!`], '%61'],
    ['backslashes', [`${'\\'.repeat(60)}!`], '\\'],
    ['secrets that begin alike', Array.from({ length: 200 }, (_, index) => `${'a'.repeat(index + 6)}!`), 'a'],
  ] as const) {
    it(`looks at each sign a few times at most, also where beginnings of secrets stand one in another: ${what}`, () => {
      const redactor = knowing(...secrets);
      for (const length of [10_000, 40_000, 160_000])
        assertLooks(100 * length, () => redactor.redact(one.repeat(length / one.length)));
    });
  }

  it('blots out the rest of a text that is made of beginnings, rather than compare all of them', () => {
    const secret = `${'a'.repeat(500)}!`;
    const redacted = knowing(secret).redact(`${'a'.repeat(200_000)}${secret} and so on`);
    assert.match(redacted, /^a{1,20000}•••$/);
  });

  it('leaves every other text as it is', () => {
    assert.equal(knowing('secret-1').redact('secret- 1 and secret-2'), 'secret- 1 and secret-2');
  });

  it('takes no notice of values that are too short to protect anything', () => {
    assert.equal(knowing('', 'a', 'token').redact('a token'), 'a token');
  });
});

describe('Of very many secrets', () => {
  const nth = (number: number): string => `token-of-the-group-${number}/${number}`;
  const passed = (redactor: Redactor, from: number, to: number): void => {
    for (let number = from; number < to; number += 1) redactor.addPassing(nth(number));
  };
  const shown = (redactor: Redactor, secret: string): boolean =>
    redactor.redact(JSON.stringify(secret)) !== `"${REDACTED}"`;

  it('the last ones that passed are known, in every spelling, however alike they begin', () => {
    const redactor = knowing();
    passed(redactor, 0, 5000);
    for (let number = 3001; number < 5000; number += 54) {
      assert.equal(
        redactor.redact(`<${nth(number)}> ${encodeURIComponent(nth(number))} ${btoa(nth(number)).slice(0, 20)}…`),
        `<${REDACTED}> ${REDACTED} ${REDACTED}…`,
      );
    }
  });

  it('those that passed long ago take no room any more', () => {
    const redactor = knowing();
    passed(redactor, 0, 5000);
    assert.deepEqual(
      [0, 1000, 2500].filter((number) => !shown(redactor, nth(number))),
      [],
    );
  });

  it('those that were added for good stay, whether they passed before or after that', () => {
    const redactor = knowing(nth(1), nth(10_000));
    redactor.addPassing(nth(1));
    redactor.addPassing(nth(2));
    redactor.add(nth(2));
    passed(redactor, 3, 5000);
    assert.deepEqual(
      [1, 2, 10_000].filter((number) => shown(redactor, nth(number))),
      [],
    );
  });

  it('one that passes again is the last', () => {
    const redactor = knowing();
    for (let number = 0; number < 5000; number += 1) {
      redactor.addPassing(nth(number));
      redactor.addPassing('token-of-every-time');
    }
    assert.ok(!shown(redactor, 'token-of-every-time'));
  });

  it('what one shares with another is known as long as that one is', () => {
    const redactor = knowing('token-of%2Fthe-group');
    redactor.addPassing('token-of/the-group');
    passed(redactor, 0, 5000);
    assert.ok(!shown(redactor, 'token-of%2Fthe-group'));
    assert.ok(shown(redactor, 'token-of/the-group'));
  });
});
