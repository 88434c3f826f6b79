// Whatever a service answers: decoded without losing a digit, or refused in words of our own that hold no value of it.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerShape, isWebPage, quotedAnswer } from '../../../src/api/quotedAnswer.ts';
import { answerText, readableText } from '../../../src/api/answerText.ts';
import { decodeAnswer, isRefusal, isSuccess, tokenIn } from '../../../src/api/decodeAnswer.ts';
import type { HttpAnswer } from '../../../src/api/httpExchange.ts';
import { memberSlices } from '../../../src/api/memberSlices.ts';
import { NotTheContract } from '../../../src/api/notTheContract.ts';
import { USER_GROUP_API } from '../../../src/contract/serviceApi.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { inDepth } from '../../support/depth.ts';

const NAMES = USER_GROUP_API.response;
const MARK = 'marked-value-77';

/** A value that no sentence may hold. */
const anyValue = fc.oneof(
  fc.constant(MARK),
  fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text)),
  fc.constantFrom(null, 0, 1, true, [], {}, '', [MARK], { [MARK]: MARK }),
);
const name = fc.constantFrom(
  'success',
  'user_group',
  'new_user_group',
  'token',
  'team_id',
  'name',
  'provided_id',
  'properties',
  'api_environment_tag',
  '__proto__',
  'constructor',
  'toString',
  'x',
);
const nearGroup = fc.oneof(anyValue, fc.dictionary(name, anyValue));
const near = fc
  .oneof(
    fc.dictionary(name, anyValue),
    fc.record({ success: fc.oneof(fc.constant(1), anyValue), user_group: nearGroup, new_user_group: anyValue }),
  )
  .map((value) => JSON.stringify(value));
const cut = fc.tuple(near, fc.nat(100)).map(([text, at]) => text.slice(0, at));
const anyText = fc.oneof(
  near,
  cut,
  fc.json(),
  fc.string({ unit: 'binary' }),
  near.map((text) => `[${text}]`),
  near.map((text) => `${text}${text}`),
);

/** JSON texts of numbers that a double would change. */
const anyNumberText = fc.oneof(
  fc.bigInt().map(String),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => `${whole}.${part}0`),
  fc.tuple(fc.integer(), fc.integer({ min: -400, max: 400 })).map(([digits, exponent]) => `${digits}e${exponent}`),
);

function answer(body: Uint8Array, encoding?: string): HttpAnswer {
  return {
    status: 200,
    header: (wanted: string) => (wanted === 'content-encoding' ? encoding : undefined),
    body,
    mostBytes: 10_000_000,
  };
}

/** @throws what is neither a result nor our own refusal */
function wordsOfRefusal(text: string): string {
  try {
    decodeAnswer(text, USER_GROUP_API);
    return '';
  } catch (error) {
    if (error instanceof NotTheContract) return error.message;
    throw error;
  }
}

describe('Whatever the service answers', () => {
  it('is decoded, or refused in words that hold none of its values', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.ok(!wordsOfRefusal(text).includes(MARK));
        for (const ask of [isRefusal, isSuccess]) ask(text);
        tokenIn(text, NAMES);
      }),
      { numRuns: inDepth(600) },
    );
  });

  it('is described by its shape, without a value', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, size) => {
        const shape = answerShape(text, size, NAMES.object);
        assert.ok(!shape.includes(MARK) && shape.length < 700, shape);
      }),
      { numRuns: inDepth(600) },
    );
  });

  it('is quoted in one short line, whatever its bytes and however they are said to be compressed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          anyText.map((text) => new TextEncoder().encode(text)),
        ),
        fc.constantFrom(undefined, 'gzip', 'br', 'deflate', 'zstd', 'identity'),
        (body, encoding) => {
          const came = answer(body, encoding);
          assert.match(quotedAnswer(came, new Redactor()), /^(.{1,400})?$/u);
          assert.equal(typeof readableText(came), 'string');
          assert.equal(typeof isWebPage(came), 'boolean');
          try {
            answerText(came);
          } catch (error) {
            assert.ok(error instanceof NotTheContract);
          }
        },
      ),
      { numRuns: inDepth(300) },
    );
  });

  it('keeps every digit of team_id, and the text of properties to the character', () => {
    fc.assert(
      fc.property(
        anyNumberText.filter((text) => Number.isFinite(Number(text))),
        fc.array(anyNumberText),
        fc.json(),
        (teamId, numbers, json) => {
          const properties = `{ "numbers": [${numbers.join(' , ')}],\n"json" :${json} }`;
          const came = decodeAnswer(
            `{"success":1,"user_group":{"properties":${properties},"token":"t","team_id":${teamId}}}`,
            USER_GROUP_API,
          );
          assert.ok(came !== 'refused');
          assert.deepEqual([came.userGroup.teamId, came.userGroup.properties], [teamId, properties]);
        },
      ),
    );
  });

  it('is sliced as JSON.parse reads it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
        fc.constantFrom(undefined, 1, '\t'),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          const slices = [...memberSlices(text)].map(([key, slice]): [string, unknown] => [key, JSON.parse(slice)]);
          assert.deepEqual(
            slices,
            Object.entries(JSON.parse(text) as object).toSorted(
              ([a], [b]) => slices.findIndex(([key]) => key === a) - slices.findIndex(([key]) => key === b),
            ),
          );
        },
      ),
    );
  });
});
