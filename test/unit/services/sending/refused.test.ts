// A sending that is refused on this machine: what was being done is said, of which group on which connection.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { SendService, type SendDependencies } from '../../../../src/services/sending/sendService.ts';
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
    fails: Parameters<typeof sendingThat>[0],
    said: string,
  ])[] = [
    [
      'before a get-or-create',
      (sending) => sending.requireSendable(TESTING, 'acme', 'getOrCreate'),
      'cannot leave',
      `Couldn't get or create "acme" on staging. No getOrCreate now.`,
    ],
    [
      'before an update',
      (sending) => sending.requireSendable(TESTING, 'acme', 'update'),
      'cannot leave',
      `Couldn't update "acme" on staging. No update now.`,
    ],
    [
      'before a fetch',
      (sending) => sending.requireSendable(TESTING, 'acme', 'fetch'),
      'cannot leave',
      `Couldn't fetch "acme" from staging. No getOrCreate now.`,
    ],
    [
      'as a get-or-create',
      (sending) => sending.getOrCreate(TESTING, documentOf()),
      'cannot leave',
      `Couldn't get or create "acme" on staging. No getOrCreate now.`,
    ],
    [
      'as an update',
      (sending) => sending.update(TESTING, documentOf()),
      'cannot leave',
      `Couldn't update "acme" on staging. No update now.`,
    ],
    [
      'as a fetch',
      (sending) => sending.fetch(TESTING, 'acme'),
      'cannot leave',
      `Couldn't fetch "acme" from staging. No getOrCreate now.`,
    ],
    [
      'as a fetch of what cannot be read',
      (sending) => sending.fetch(TESTING, 'acme'),
      'cannot be read',
      `Couldn't fetch "acme" from staging. No list now.`,
    ],
    [
      'as the check before an update',
      (sending) => sending.checkBeforeUpdate(TESTING, 'acme'),
      'cannot leave',
      `Couldn't update "acme" on staging. No getOrCreate now.`,
    ],
    [
      'as the check before an update of what cannot be read',
      (sending) => sending.checkBeforeUpdate(TESTING, 'acme'),
      'cannot be read',
      `Couldn't update "acme" on staging. No list now.`,
    ],
    [
      'as the plan of an update of what cannot be read',
      (sending) => sending.planUpdate(TESTING, documentOf()),
      'cannot be read',
      `Couldn't update "acme" on staging. No list now.`,
    ],
  ];
  for (const [words, run, fails, said] of actions)
    it(`is named ${words}`, async () => {
      const { message, failure } = await failureOf(Promise.resolve(sendingThat(fails)).then(run));
      assert.deepEqual([message, failure.about], [said, { connection: 'staging', userGroupId: 'acme' }]);
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

  it('as a fetch of a group that was never sent says what to use', async () => {
    const sending = new SendService(
      standIn<SendDependencies>({ store: standIn({ groups: standIn({ find: () => undefined }) }) }),
    );
    const { message, kind } = await failureOf(sending.fetch(TESTING, 'acme'));
    assert.deepEqual(
      [kind, message],
      [
        'notFound',
        `Couldn't fetch "acme" from staging. It was never sent. Use "Get or Create User Group…" or "Add Existing User Group…".`,
      ],
    );
  });
});

describe('A document that is read already', () => {
  it('is taken as it is', () => {
    const document = readSendable(documentOf());
    assert.equal(sendingThat('cannot leave').read(TESTING, document), document);
  });
});
