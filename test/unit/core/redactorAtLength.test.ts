// Long texts and very many secrets: nothing is left, and the time stays in proportion.

import assert from 'node:assert/strict';
import { Readings } from '../../../src/core/readings.ts';
import { REDACTED, type Redactor } from '../../../src/core/redactor.ts';
import { knowing } from './knowing.ts';

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

describe('The redactor', () => {
  it('blots out a secret that is longer than any header or token should be', () => {
    const secret = 'x'.repeat(1_000_000);
    assert.equal(knowing(secret).redact(`<${secret}>`), `<${REDACTED}>`);
  });

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
    passed(redactor, 0, 2100);
    for (let number = 100; number < 2100; number += 50) {
      assert.equal(
        redactor.redact(`<${nth(number)}> ${encodeURIComponent(nth(number))} ${btoa(nth(number)).slice(0, 20)}…`),
        `<${REDACTED}> ${REDACTED} ${REDACTED}…`,
      );
    }
  });

  it('those that passed long ago are known no more', () => {
    const redactor = knowing();
    passed(redactor, 0, 2100);
    assert.deepEqual(
      [0, 50, 99].filter((number) => !shown(redactor, nth(number))),
      [],
    );
  });

  it('one that passed twice long ago is known no more, either', () => {
    const redactor = knowing();
    redactor.addPassing(nth(0));
    passed(redactor, 0, 2100);
    assert.ok(shown(redactor, nth(0)));
  });

  it('one that is known costs nothing when it comes again', () => {
    const redactor = knowing(nth(0));
    redactor.addPassing(nth(1));
    assertLooks(0, () => {
      redactor.add(nth(0));
      redactor.addPassing(nth(0));
      redactor.addPassing(nth(1));
      redactor.add(nth(1));
    });
  });

  it('those that were added for good stay, whether they passed before or after that', () => {
    const redactor = knowing(nth(1), nth(10_000));
    redactor.addPassing(nth(1));
    redactor.addPassing(nth(2));
    redactor.add(nth(2));
    passed(redactor, 3, 2100);
    assert.deepEqual(
      [1, 2, 10_000].filter((number) => shown(redactor, nth(number))),
      [],
    );
  });

  it('one that passes again is the last', () => {
    const redactor = knowing();
    redactor.addPassing('token-of-every-time');
    passed(redactor, 0, 1500);
    redactor.addPassing('token-of-every-time');
    passed(redactor, 1500, 2100);
    assert.ok(!shown(redactor, 'token-of-every-time'));
  });

  it('what one shares with another is known as long as that one is', () => {
    const redactor = knowing('token-of%2Fthe-group');
    redactor.addPassing('token-of/the-group');
    passed(redactor, 0, 2100);
    assert.ok(!shown(redactor, 'token-of%2Fthe-group'));
    assert.ok(shown(redactor, 'token-of/the-group'));
  });
});
