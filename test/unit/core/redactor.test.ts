// Secrets leave no text, whatever spelling they have there.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REDACTED, spellings } from '../../../src/core/redactor.ts';
import { plainlyRedacted } from '../../support/plainRedactor.ts';
import { inDepth } from '../../support/depth.ts';
import { knowing } from './knowing.ts';

const anySecret = fc.string({ unit: 'binary', minLength: 6, maxLength: 40 });
const anyText = fc.string({ unit: 'binary', maxLength: 20 });

const hex = (code: number): string => code.toString(16).padStart(2, '0');

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

  const awkward = 'a+b/c=d e?f"g\\h&i\'j<k>é*(!)';
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

  const small = (text: string): string => text.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
  const strict = (text: string): string =>
    encodeURIComponent(text).replaceAll(/['()*!]/g, (sign) => `%${hex(sign.charCodeAt(0)).toUpperCase()}`);
  const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
  const ascii = (text: string): string =>
    quoted(text).replaceAll(/[^ -~]|[<>&']/g, (sign) => `\\u${hex(sign.charCodeAt(0)).padStart(4, '0')}`);
  const slashed = (text: string): string => text.replaceAll('/', '\\/');
  const asForm = (text: string): string => strict(text).replaceAll('%20', '+');
  for (const [where, ways] of [
    ['JSON', [quoted, (text) => slashed(quoted(text)), ascii, (text) => slashed(ascii(text))]],
    [
      'addresses',
      [
        encodeURIComponent,
        encodeURI,
        strict,
        asForm,
        (text) => small(encodeURIComponent(text)),
        (text) => small(encodeURI(text)),
        (text) => small(strict(text)),
        (text) => small(asForm(text)),
      ],
    ],
  ] as const satisfies readonly (readonly [string, readonly ((text: string) => string)[]])[]) {
    it(`twice within ${where} of whichever kind, also in a text that is too long to be read more than once`, () => {
      const redactor = knowing(awkward);
      const rest = '-'.repeat(200_000);
      const twice = ways.flatMap((outer) => ways.map((inner) => outer(inner(awkward))));
      assert.deepEqual(
        twice.filter((spelling) => redactor.redact(`<${spelling}>${rest}`) !== `<${REDACTED}>${rest}`),
        [],
      );
    });
  }

  it('in hexadecimal digits of small numbers', () => {
    assert.equal(knowing('tab\tand\nline').redact('74616209616e640a6c696e65'), REDACTED);
  });

  it('where it holds half of a surrogate pair', () => {
    assert.equal(knowing('half-\uD83D-secret').redact('<half-\uD83D-secret>'), `<${REDACTED}>`);
  });

  it('in a form without any escape', () => {
    assert.equal(knowing('two words here').redact('<two+words+here>'), `<${REDACTED}>`);
  });

  it('where a plus could stand for itself or for a space, and another secret has it itself', () => {
    assert.equal(knowing('a b+c d-one', 'a b c d-two').redact('<a%20b+c+d-two>'), `<${REDACTED}>`);
  });

  it('where it was cut with an ellipsis before', () => {
    assert.equal(knowing('secret-that-is-long').redact('of secret-tha… on staging'), `of ${REDACTED}… on staging`);
    assert.equal(knowing('secret-that-is-long').redact('of secret-other… on staging'), 'of secret-other… on staging');
  });

  for (const [what, text, redacted] of [
    ['six of its signs', '<secret…', `<${REDACTED}…`],
    ['six of its signs, one of them escaped', '<\\u0073ecret…', `<${REDACTED}…`],
    ['no more than five', '<secre…', '<secre…'],
    ['no more than five, one of them escaped', '<\\u0073ecre…', '<\\u0073ecre…'],
  ] as const) {
    it(`where it was cut with an ellipsis behind ${what}`, () => {
      assert.equal(knowing('secretly-held').redact(text), redacted);
    });
  }

  it('where it was cut with an ellipsis, however far on, or where its signs are escaped', () => {
    const secret = 'secret-'.padEnd(3000, 'x');
    assert.equal(knowing(secret).redact(`${secret.slice(0, 2001)}… on staging`), `${REDACTED}… on staging`);
    assert.equal(knowing(secret).redact('\\u0073ecret%2Dxx…'), `${REDACTED}…`);
    assert.equal(knowing(secret).redact('\\u0073ecret%2Dxy…'), '\\u0073ecret%2Dxy…');
  });

  it('at the end of a text that was cut there, and no few signs of it are left', () => {
    const secret = 'tok-7f3a9c51d2e84b60';
    const redactor = knowing(secret);
    for (let length = 0; length <= secret.length; length += 1) {
      assert.doesNotMatch(redactor.redactCut(`${'.'.repeat(10)}${secret.slice(0, length)}`), /[^.•]/);
    }
  });

  it('at the end of a text that was cut within an escape, however its signs are escaped', () => {
    const secret = 'tok-7f3a';
    const redactor = knowing(secret);
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
          redactor.redactCut(`${'.'.repeat(100)}${escaped.slice(0, length)}`),
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
      { numRuns: inDepth(250) },
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
    assert.equal(knowing('secret').redact('secret, secret'), `${REDACTED}, ${REDACTED}`);
    assert.equal(knowing('abcdefgh', 'efghijkl').redact('<abcdefghijkl>'), `<${REDACTED}>`);
    assert.equal(knowing('abcdefghijkl', 'defghi').redact('<abcdefghijkl>'), `<${REDACTED}>`);
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
      { numRuns: inDepth(200) },
    );
  });
});

describe('Of a text that was cut, the redactor leaves', () => {
  const dots = (count: number): string => '.'.repeat(count);
  for (const [what, text, left] of [
    ['all but five signs, with which a secret may begin', dots(500), dots(495)],
    ['nothing where there are no more than five', dots(5), ''],
    ['nothing of five signs of an escape', dots(3), ''],
    ['nothing from an escape on that stands among the last 120 signs', `${dots(30)}%${dots(119)}`, dots(30)],
    ['nothing from the first escape among them on', `${dots(150)}%${dots(60)}`, dots(150)],
    ['what has an escape before them', `${dots(30)}%${dots(120)}`, `${dots(30)}%${dots(115)}`],
    ['nothing from six signs of a secret on, behind which an escape may have been', `my secret%${dots(255)}`, 'm'],
    ['them where the escape is too far from the end to be cut', `secret%${dots(256)}`, `secret%${dots(251)}`],
    ['five signs of a secret before an escape', `secre%${dots(200)}`, `secre%${dots(195)}`],
  ] as const) {
    it(what, () => {
      assert.equal(knowing('secretly-held').redactCut(text), left);
    });
  }
});

describe('The redactor', () => {
  it('leaves every other text as it is', () => {
    assert.equal(knowing('secret-1').redact('secret- 1 and secret-2'), 'secret- 1 and secret-2');
  });

  it('takes no notice of values that are too short to protect anything', () => {
    const redactor = knowing('', 'a', 'token');
    redactor.addPassing('token');
    redactor.addPassing('secret');
    assert.equal(redactor.redact('a token, a secret'), `a token, a ${REDACTED}`);
  });
});
