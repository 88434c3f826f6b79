// A sending that is refused on this machine: what was being done is said, of which group on which connection.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { SendService, type SendDependencies } from '../../../../src/services/sending/sendService.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { TESTING } from '../../../support/connections.ts';
import { documentOf } from '../../../support/documents.ts';
import { standIn } from '../../../support/standIn.ts';

const refusal = (what: string): UserGroupsError => new UserGroupsError('unavailable', `No ${what} now.`);
const refuse = (): never => {
  throw refusal('list');
};
const RECORD = standIn<UserGroupRecord>({
  ref: { connectionId: TESTING.id, userGroupId: 'acme' },
  base: { text: documentOf(), from: 'sent', at: 1 },
  answered: { at: 1, operation: 'update' },
  unknownOutcome: undefined,
  listing: undefined,
});

/** Nothing may leave, or the store cannot be read. */
function sendingThat(fails: 'cannot leave' | 'cannot be read'): SendService {
  return new SendService(
    standIn<SendDependencies>({
      targets: standIn({ require: (_connection, operation) => Promise.reject(refusal(operation)) }),
      store: standIn({
        groups: standIn({ find: fails === 'cannot be read' ? refuse : () => RECORD }),
        journal: standIn({}),
      }),
      tokens: standIn({ find: () => Promise.resolve('') }),
    }),
  );
}

describe('A sending that is refused', () => {
  const actions: readonly (readonly [
    words: string,
    run: (sending: SendService) => unknown,
    fails?: Parameters<typeof sendingThat>[0],
  ])[] = [
    ['before a get-or-create', (sending) => sending.requireSendable(TESTING, 'acme', 'getOrCreate')],
    ['before an update', (sending) => sending.requireSendable(TESTING, 'acme', 'update')],
    ['before a fetch', (sending) => sending.requireSendable(TESTING, 'acme', 'fetch')],
    ['get-or-create', (sending) => sending.getOrCreate(TESTING, documentOf())],
    ['update', (sending) => sending.update(TESTING, documentOf())],
    ['fetch', (sending) => sending.fetch(TESTING, 'acme')],
    ['fetch of what cannot be read', (sending) => sending.fetch(TESTING, 'acme'), 'cannot be read'],
    ['check', (sending) => sending.checkBeforeUpdate(TESTING, 'acme')],
    ['check of what cannot be read', (sending) => sending.checkBeforeUpdate(TESTING, 'acme'), 'cannot be read'],
    ['plan of what cannot be read', (sending) => sending.planUpdate(TESTING, documentOf()), 'cannot be read'],
  ];

  it('says what was being done, of which group on which connection', async () => {
    const said: Said[] = [];
    for (const [words, run, fails = 'cannot leave'] of actions) {
      const { message, failure } = await failureOf(Promise.resolve(sendingThat(fails)).then(run));
      assert.deepEqual(failure.about, { connection: 'staging', userGroupId: 'acme' });
      said.push([words, message]);
    }
    assertApproved('services/sending/refused', said);
  });

  it('as a text that is no document names the connection', async () => {
    const { message, failure } = await failureOf(sendingThat('cannot leave').getOrCreate(TESTING, '['));
    assert.match(message, /^Couldn't send the document on staging\. /);
    assert.deepEqual(failure.about, { connection: 'staging' });
  });

  it('is one without an id, before anything else is asked', async () => {
    const { kind } = await failureOf(sendingThat('cannot leave').requireSendable(TESTING, '', 'fetch'));
    assert.equal(kind, 'invalid');
  });
});

describe('A document that is read already', () => {
  it('is taken as it is', () => {
    const document = readSendable(documentOf());
    assert.equal(sendingThat('cannot leave').read(TESTING, document), document);
  });
});
