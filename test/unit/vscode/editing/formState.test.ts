// What the form says of a group, from the real use cases.

import assert from 'node:assert/strict';
import { TESTING } from '../../../support/connections.ts';
import { DAY, describeService, documentOf, type Product, productStarter } from '../../../support/product.ts';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { statusSentence } from '../../../../src/core/groupStatus.ts';
import type { SentVersion, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import type { FormState } from '../../../../src/protocol/formProtocol.ts';
import type { ListedGroup } from '../../../../src/services/groups/groupService.ts';
import { formState, type Shown } from '../../../../src/vscode/editing/form/formState.ts';

const sent = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

async function stateOf(product: Product, shown: Partial<Shown> = {}): Promise<FormState> {
  const { services, connection, clock } = product;
  const record = product.record('acme');
  const listed = await services.groups.listed(product.ref('acme'));
  const group = record &&
    listed && {
      record,
      listed,
      lastSent: services.groups.versions({ ref: record.ref, limit: 1 })[0],
      isTokenIssued: services.groups.isTokenIssued(record),
    };
  return formState(
    { kind: 'group', connection, choices: [], group, hasChanges: false, isSending: false, hasApiToken: true, ...shown },
    clock.now,
  );
}

describe('The form', () => {
  const start = productStarter();

  it('of a group that was sent updates it, and says what its mapping does not show', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.clock.now += 94 * DAY;
    const state = await stateOf(product);
    assert.equal(state.sendLabel, 'Update on staging');
    assert.deepEqual(state.words, ['Sent 12 May']);
    assert.equal(state.status, 'sent');
    assert.equal(state.sentence, statusSentence('sent'));
    assert.equal(state.mappingText, "Mapping changes made elsewhere don't show here.");
    assert.equal(state.isMappingUnknown, false);
    assert.equal(state.isIdFixed, true);
    assert.deepEqual(state.token, { words: 'Issued 12 May', isReadable: true });
    // When it was sent is said once.
    assert.equal(state.lastRequest, undefined);
    assert.equal(
      state.actions.join(' '),
      'send openAsText sendAnyway copyToken rotateToken compareWithSent compareWithAnswered discardDraft copyAsCurl',
    );
  });

  it('says whether the service keeps what an update omits', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    assert.equal((await stateOf(product)).keepsOmitted, false);
    describeService(product, { updatesOnlyGiven: true });
    assert.equal((await stateOf(product)).keepsOmitted, true);
  });

  it('says that there are unsent changes before they are saved, and once when they are', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, sent);
    const state = await stateOf(product, { hasChanges: true });
    assert.deepEqual(state.words, ['Unsent changes', 'Sent today 12:00']);
    assert.deepEqual([state.status, state.sentence], ['draft', statusSentence('draft')]);
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Other' }));
    assert.deepEqual((await stateOf(product, { hasChanges: true })).words, ['Unsent changes', 'Sent today 12:00']);
  });

  it('of a new document is calm until something is typed', async () => {
    const product = await start();
    const said = async (hasChanges: boolean): Promise<unknown> => {
      const { words, status, sentence } = await stateOf(product, { kind: 'new', hasChanges });
      return [words, status, sentence];
    };
    assert.deepEqual(await said(false), [['Not sent'], 'notSent', statusSentence('notSent')]);
    assert.deepEqual(await said(true), [['Unsent changes'], 'draft', statusSentence('draft')]);
  });

  it('of a file says nothing of a draft in the list, which is another text', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, sent);
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Other' }));
    assert.deepEqual((await stateOf(product, { kind: 'file', hasChanges: true })).words, ['Sent today 12:00']);
    const applied = 'staging: not applied yet';
    assert.deepEqual((await stateOf(product, { kind: 'file', applied })).words, [applied, 'Sent today 12:00']);
    const member = { field: 'properties', key: 'tier', keyText: '"tier"', valueText: '"gold"' } as const;
    assert.deepEqual((await stateOf(product, { kind: 'file', inherited: [member] })).inherited, {
      properties: '{\n  "tier": "gold"\n}',
    });
    assert.equal((await stateOf(product, { kind: 'file', inherited: [] })).inherited, undefined);
  });

  it('says what follows a rotation, until its token is marked as deployed', async () => {
    const product = await start();
    const { services, connection, ref } = product;
    await services.sending.getOrCreate(connection, sent);
    await services.rotation.rotate(connection, 'acme');
    const state = await stateOf(product);
    assert.equal(state.token?.nextStep, 'Previous token kept');
    assert.ok(state.actions.includes('copyPreviousToken') && state.actions.includes('markAsDeployed'));
    await services.rotation.rotate(connection, 'acme');
    assert.equal((await stateOf(product)).token?.nextStep, '2 previous tokens kept');
    services.tokens.dropReplaced(ref('acme'), 2);
    const done = await stateOf(product);
    assert.equal(done.token?.nextStep, undefined);
    assert.ok(!done.actions.includes('markAsDeployed'));
  });

  it('of a file offers nothing that is about the text of the group in the list', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    const { actions } = await stateOf(product, { kind: 'file' });
    assert.ok(actions.includes('sendAnyway') && actions.includes('copyToken'));
    assert.ok(!actions.includes('discardDraft') && !actions.includes('copyAsCurl'));
  });

  it('says of a token that was not issued by the last response that it was received', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.services.groups.remove(product.ref('acme'));
    await product.services.sending.getOrCreate(product.connection, documentOf());
    assert.match((await stateOf(product)).token?.words ?? '', /^Received today/);
  });

  it('says why the last sending failed, in the sentence that was shown', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.remote.misbehave('html');
    await assert.rejects(product.services.sending.update(product.connection, documentOf({ name: 'Other' })));
    const { lastRequest } = await stateOf(product);
    assert.match(lastRequest!.failure!, /^Update, .*: (Refused|Outcome unknown)\. .*web page/);
  });

  it('gets or creates what is not known yet, and leaves the id and the connection to the user', async () => {
    const product = await start();
    const state = await stateOf(product, { kind: 'new', choices: [product.connection], group: undefined });
    assert.equal(state.sendLabel, 'Get or Create on staging');
    assert.equal(state.isIdFixed, false);
    assert.deepEqual(state.words, ['Not sent']);
    assert.deepEqual(state.connections, [{ name: 'staging', environment: 'Testing', isGuarded: false }]);
    assert.deepEqual(state.actions, ['send', 'openAsText', 'discardDraft', 'copyAsCurl']);
    const choices = [product.connection];
    assert.deepEqual((await stateOf(product, { kind: 'file', choices, likely: choices })).connections, [
      { name: 'staging', environment: 'Testing', isGuarded: false, hasGroup: true },
    ]);
  });

  for (const [why, shown, problem] of [
    ['no connection is chosen', { connection: undefined }, 'Choose a connection first.'],
    ['No API token is set', { hasApiToken: false }, 'No API token is set for this connection.'],
  ] as const) {
    it(`cannot be sent while ${why}`, async () => {
      assert.equal((await stateOf(await start(), { kind: 'file', ...shown })).sendProblem, problem);
    });
  }

  it('cannot be sent while the API token is unverified, and leads to the decision', async () => {
    const product = await start({ entry: { environment: 'Customer' } });
    await product.services.sending.getOrCreate(product.connection, sent);
    await assert.rejects(product.services.sending.update(product.connection, documentOf({ name: 'Other' })));
    const state = await stateOf(product);
    assert.equal(
      state.sendProblem,
      'API token unverified: responses are of another environment. Review it before anything is sent.',
    );
    assert.ok(state.actions.includes('reviewApiToken'));
  });

  it('cannot be sent when the address of its connection changed, and leads to the decision', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
    const state = await stateOf(product);
    assert.equal(state.sendProblem, 'The connection changed in the settings.');
    assert.ok(state.actions.includes('resolveConnection'));
  });

  it('of a file in a workspace that is not trusted says so, and offers nothing that is sent', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    const state = await stateOf(product, { kind: 'file', isRestricted: true });
    assert.equal(state.sendProblem, 'This workspace is not trusted. Its files are sent to the local sandbox only.');
    assert.deepEqual(
      state.actions.filter((action) => ['sendAnyway', 'rotateToken', 'resolveRotation'].includes(action)),
      [],
    );
    assert.ok(state.actions.includes('copyToken'));
  });

  it('of such a file offers no copy of a token that the service would be asked about first', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await assert.rejects(product.services.rotation.rotate(product.connection, 'acme'));
    assert.ok((await stateOf(product, { kind: 'file' })).actions.includes('copyToken'));
    assert.ok(!(await stateOf(product, { kind: 'file', isRestricted: true })).actions.includes('copyToken'));
  });

  it('cannot be sent on a locked connection, and is read-only on one that the settings lost', async () => {
    const product = await start({ entry: { locked: 'all' } });
    assert.equal((await stateOf(product)).sendProblem, 'The connection is locked in the settings.');
    product.settings.edit([]);
    const lost = product.services.connections.list()[0]!;
    const state = await stateOf({ ...product, connection: lost });
    assert.equal(state.isReadOnly, true);
    assert.match(state.sendProblem!, /not in the settings/);
  });
});

describe('The form says', () => {
  const NOW = Date.UTC(2025, 4, 12, 12);
  const ref = { connectionId: '1', userGroupId: 'acme' };
  const connection = TESTING;
  const listed: ListedGroup = {
    ref,
    name: 'Acme',
    mappingKnown: false,
    previousTokens: 0,
    isTokenReadable: undefined,
    isTokenUnstored: false,
    hasToken: false,
    isTokenOld: false,
    hasUnrecognizedResponse: false,
    words: [],
  };
  const answered: UserGroupRecord['answered'] = { name: 'Acme', properties: '{}', at: NOW, operation: 'update' };
  const text = documentOf({ name: 'Sent' });

  function state(
    shown: Partial<Shown>,
    record: Partial<UserGroupRecord> = {},
    of: Partial<ListedGroup> = {},
    sent?: Partial<SentVersion>,
  ): FormState {
    const lastSent = sent && { id: 1, ref, operation: 'update' as const, text, at: NOW, outcome: 'updated' as const };
    const group = {
      record: { ref, name: 'Acme', mappingKnown: false, documentMtime: 0, ...record },
      listed: { ...listed, ...of },
      lastSent: lastSent && { ...lastSent, ...sent },
    };
    const given = { connection, choices: [], group, hasChanges: false, isSending: false, hasApiToken: true };
    return formState({ kind: 'group', ...given, ...shown }, NOW);
  }

  const NOT_KEPT = { status: 'invalid', notKept: new UserGroupsError('unavailable', 'The disk is full.') } as const;
  for (const [words, on, isReadOnly, sendProblem] of [
    ['a connection that is ready', {}, false, undefined],
    ['a connection that cannot be stored', NOT_KEPT, true, "The connection can't be stored on this machine."],
    ['a connection that is wrong', { status: 'invalid' }, true, 'The connection has an error in its settings.'],
    ['a connection that is gone', { status: 'notInSettings' }, true, 'The connection is not in the settings.'],
    ['a connection that moved', { status: 'moved' }, true, 'The connection changed in the settings.'],
    ['a connection that is perhaps new', { status: 'renamedOrNew' }, true, 'The connection changed in the settings.'],
  ] as const) {
    it(`whether something can be typed and sent on ${words}`, () => {
      const { connection: named, ...said } = state({ connection: { ...connection, ...on } });
      assert.deepEqual(named, { name: 'staging', environment: 'Testing', isGuarded: false });
      assert.deepEqual([said.isReadOnly, said.sendProblem], [isReadOnly, sendProblem]);
      assert.equal(
        said.actions.includes('resolveConnection'),
        ['moved', 'renamedOrNew'].some((status) => status === ('status' in on ? on.status : '')),
      );
    });
  }

  it('that no connection is chosen, and keeps the text open for input', () => {
    const { connection: named, isReadOnly, sendLabel } = state({ kind: 'file', connection: undefined });
    assert.deepEqual([named, isReadOnly, sendLabel], [undefined, false, 'Update']);
  });

  it('that a file or a group is not in the list', () => {
    const { words, status } = state({ kind: 'file', group: undefined });
    assert.deepEqual([words, status], [['Not in the list'], undefined]);
    assert.deepEqual(state({ group: undefined }).words, ['Not sent']);
  });

  for (const [words, record, of, expected] of [
    ['nothing of the mapping before the service has answered', {}, { hasNoMapping: true }, [false, false]],
    ['that the mapping is not known', { answered }, {}, [true, false]],
    ['that there is no mapping', { answered }, { hasNoMapping: true }, [false, true]],
    ['nothing of a mapping that is known', { answered }, { mappingKnown: true }, [false, false]],
  ] as const) {
    it(words, () => {
      const { isMappingUnknown, hasNoMapping } = state({}, record, of);
      assert.deepEqual([isMappingUnknown, hasNoMapping], expected);
    });
  }

  for (const [isTokenReadable, expected] of [
    [undefined, { words: 'Not fetched', isReadable: false }],
    [false, { words: 'Not readable here', isReadable: false }],
    [true, { words: 'Stored locally', isReadable: true }],
  ] as const) {
    it(`where the token is: ${expected.words}`, () => {
      assert.deepEqual(state({}, {}, { isTokenReadable }).token, expected);
    });
  }

  for (const [outcome, expected] of [
    ['refused', 'the service rejected it. Nothing was updated.'],
    ['notSent', "the service couldn't be reached. Nothing was updated."],
    ['unknown', 'no usable response. Nothing was updated.'],
  ] as const) {
    it(`that a question before an update failed, and not that a creation did: ${outcome}`, () => {
      const { lastRequest } = state({}, { answered }, {}, { operation: 'getOrCreate', outcome });
      assert.deepEqual(lastRequest!.differences, []);
      assert.match(lastRequest!.failure!, new RegExp(`^Fetch, today \\d\\d:\\d\\d: ${expected}$`));
    });
  }

  for (const [words, record, isDifferent] of [
    ['of an answer to what was sent', { base: { text, from: 'sent', at: NOW }, answered }, true],
    ['of an answer from before', { base: { text, from: 'sent', at: NOW + 1 }, answered }, false],
    ['of an answer that nothing was sent before', { base: { text, from: 'answered', at: NOW }, answered }, false],
    ['without an answer', { base: { text, from: 'sent', at: NOW } }, false],
    ['without what was sent', { answered }, false],
  ] as const) {
    it(`${isDifferent ? 'the' : 'no'} differences ${words}`, () => {
      assert.equal(state({}, record, {}, {}).lastRequest !== undefined, isDifferent);
    });
  }

  it('that an ID is known, except while it is sent or asked about', () => {
    const isKnown = (shown: Partial<Shown>): boolean => state({ kind: 'new', hasKnownId: true, ...shown }).isIdKnown;
    assert.deepEqual([isKnown({}), isKnown({ isBusy: true }), isKnown({ isSending: true })], [true, false, false]);
  });

  it('that a draft can be discarded where something else is known of the group', () => {
    const base = { text, from: 'sent', at: NOW } as const;
    const canDiscard = (record: Partial<UserGroupRecord>, on: Partial<Connection> = {}): boolean =>
      state({ connection: { ...connection, ...on } }, record).actions.includes('discardDraft');
    assert.deepEqual(
      [canDiscard({ base }), canDiscard({}), canDiscard({ base }, { status: 'moved' })],
      [true, false, false],
    );
  });
});
