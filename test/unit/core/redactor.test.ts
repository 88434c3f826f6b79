// Secrets leave no text, whatever spelling they have there.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REDACTED, Redactor } from '../../../src/core/redactor.ts';

const anySecret = fc.string({ unit: 'binary', minLength: 6, maxLength: 40 });
const anyText = fc.string({ unit: 'binary', maxLength: 20 });

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe('A secret is blotted out', () => {
  it('where it stands as it is', () => {
    fc.assert(fc.property(anySecret, anyText, anyText, (secret, before, after) => {
      assert.ok(!knowing(secret).redact(before + secret + after).includes(secret));
    }));
  });

  it('where it is escaped for JSON', () => {
    fc.assert(fc.property(anySecret, (secret) => {
      assert.equal(knowing(secret).redact(JSON.stringify({ token: secret })), `{"token":"${REDACTED}"}`);
    }));
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
      fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 }), fc.string({ unit: 'grapheme-ascii', maxLength: 9 }), (secret, after) => {
        const encoded = Buffer.from(`user:${'-'.repeat(1 + offset)}${secret}${after}`).toString('base64');
        const left = Buffer.from(knowing(secret).redact(encoded).replace(REDACTED, ''), 'base64').toString('latin1');
        assert.ok(!left.includes(secret) && knowing(secret).redact(encoded).includes(REDACTED));
      }));
    });
  }

  it('in base64 for addresses', () => {
    const secret = '???>>>???>>>';
    const encoded = Buffer.from(secret).toString('base64url');
    assert.equal(knowing(secret).redact(encoded), REDACTED);
  });

  it('every time it occurs', () => {
    assert.equal(knowing('secret-1').redact('secret-1, secret-1'), `${REDACTED}, ${REDACTED}`);
  });

  it('whole, when another secret is a part of it or overlaps it', () => {
    assert.equal(knowing('secret', 'secret-and-more').redact('a secret-and-more b secret c'), `a ${REDACTED} b ${REDACTED} c`);
    assert.equal(knowing('abcdefgh', 'efghijkl').redact('<abcdefghijkl>'), `<${REDACTED}>`);
    assert.equal(knowing('abcdefghijkl', 'defghi').redact('<abcdefghijkl>'), `<${REDACTED}>`);
  });

  it('when it is longer than any header or token should be', () => {
    const secret = 'x'.repeat(1_000_000);
    assert.equal(knowing(secret).redact(`<${secret}>`), `<${REDACTED}>`);
  });
});

describe('The redactor', () => {
  it('leaves every other text as it is', () => {
    assert.equal(knowing('secret-1').redact('secret- 1 and secret-2'), 'secret- 1 and secret-2');
  });

  it('takes no notice of values that are too short to protect anything', () => {
    assert.equal(knowing('', 'a', 'token').redact('a token'), 'a token');
  });
});
