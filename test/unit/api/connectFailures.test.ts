import assert from 'node:assert/strict';
import { connectFailure, mayPass } from '../../../src/api/connectFailures.ts';

describe('a connect failure', () => {
  for (const [code, words, passes] of [
    ['ENOTFOUND', 'its name is not known (ENOTFOUND)', false],
    ['EAI_AGAIN', 'the name server does not answer (EAI_AGAIN)', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'it does not answer (UND_ERR_CONNECT_TIMEOUT)', false],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate comes from an authority that is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)', false],
    ['EACCES', 'no connection could be made (EACCES)', false],
    ['constructor', 'no connection could be made (constructor)', false],
    [undefined, 'no connection could be made', false],
  ] as const) {
    it(`with ${String(code)} is told in words and ${passes ? 'tried again' : 'final'}`, () => {
      assert.deepEqual([connectFailure(code).words, mayPass(code)], [words, passes]);
    });
  }
});
