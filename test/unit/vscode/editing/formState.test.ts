// What the form says of a group, from the real use cases.

import assert from 'node:assert/strict';
import { elsewhere } from '../../../support/elsewhere.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import type { FormState } from '../../../../src/protocol/formProtocol.ts';
import { statusSentence } from '../../../../src/core/groupStatus.ts';
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
    assert.deepEqual(state.actions, [
      'send',
      'openAsText',
      'sendAnyway',
      'copyToken',
      'rotateToken',
      'compareWithSent',
      'compareWithAnswered',
      'discardDraft',
      'copyAsCurl',
    ]);
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
  });

  it('says what follows a rotation, until its token is marked as deployed', async () => {
    const product = await start();
    const { services, connection, ref } = product;
    await services.sending.getOrCreate(connection, sent);
    await services.rotation.rotate(connection, 'acme');
    const state = await stateOf(product);
    assert.equal(state.token?.nextStep, 'Previous token kept');
    assert.ok(state.actions.includes('copyReplacedToken') && state.actions.includes('markAsDeployed'));
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

  it('says of a token when it was received, and that it was issued then only where the answer proves it', async () => {
    const product = await start();
    const { services, connection, clock, ref } = product;
    const tokenText = async (): Promise<string | undefined> => (await stateOf(product)).token?.words;
    await services.sending.getOrCreate(connection, sent);
    services.groups.forget(ref('acme'));
    clock.now += DAY;
    await services.sending.getOrCreate(connection, documentOf());
    assert.match((await tokenText()) ?? '', /^Received today/, 'it was only fetched');
    clock.now += DAY;
    await services.sending.update(connection, sent);
    assert.equal(await tokenText(), 'Received 13 May', 'an update answers the token that is known');
    await services.rotation.rotate(connection, 'acme');
    assert.match((await tokenText()) ?? '', /^Issued today/);
    clock.now += DAY;
    await services.sending.fetch(connection, 'acme');
    assert.equal(await tokenText(), 'Issued 14 May');
    product.loseOnService('acme');
    await services.sending.fetch(connection, 'acme');
    assert.match((await tokenText()) ?? '', /^Issued today/, 'it was recreated');
  });

  it('of a group that existed says that its mapping is not known, and what the service has otherwise', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ properties: { region: 'EU' } }));
    product.services.groups.forget(product.ref('acme'));
    await product.services.sending.getOrCreate(product.connection, sent);
    const state = await stateOf(product);
    assert.equal(state.isMappingUnknown, true);
    assert.equal(state.mappingText, undefined);
    assert.equal(state.status, 'notApplied');
    assert.equal(state.sentence, statusSentence('notApplied'));
    assert.match(state.lastRequest!.failure!, /^Get or create, today \d\d:\d\d: Existed already, not applied$/);
    assert.ok(state.actions.includes('discardDraft'));
  });

  it('says why the last sending failed, in the sentence that was shown', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.remote.misbehave('html');
    await assert.rejects(product.services.sending.update(product.connection, documentOf({ name: 'Other' })));
    const { lastRequest } = await stateOf(product);
    assert.match(lastRequest!.failure!, /^Update, .*: (Refused|Outcome unknown)\. .*web page/);
  });

  it('does not call a question before an update a creation, when it failed', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.remote.misbehave('status403');
    await assert.rejects(product.services.sending.checkBeforeUpdate(product.connection, 'acme'));
    const { lastRequest } = await stateOf(product);
    assert.match(lastRequest!.failure!, /^Fetch, today \d\d:\d\d: the service rejected it\. Nothing was updated\.$/);
  });

  it('shows what was changed elsewhere though the clock was set back before it was fetched', async () => {
    const product = await start();
    const { services, connection, remote, clock } = product;
    await services.sending.getOrCreate(connection, sent);
    clock.now -= DAY;
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: 'Changed elsewhere' });
    await services.sending.fetch(connection, 'acme');
    assert.match((await stateOf(product)).lastRequest!.differences.join(), /name.*Changed elsewhere/);
  });

  it('shows what the service answered otherwise than was sent', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    product.remote.misbehave('normalisesProperties');
    await product.services.sending.update(
      product.connection,
      documentOf({ properties: {} }).replace('{}', '{ "seats": 9007199254740993 }'),
    );
    assert.deepEqual((await stateOf(product)).lastRequest!.differences, [
      'properties.seats: 9007199254740993 → 9007199254740992',
    ]);
  });

  it('gets or creates what is not known yet, and leaves the id and the connection to the person', async () => {
    const product = await start();
    const state = await stateOf(product, { kind: 'new', choices: [product.connection], group: undefined });
    assert.equal(state.sendLabel, 'Get or Create on staging');
    assert.equal(state.isIdFixed, false);
    assert.deepEqual(state.words, ['Not sent']);
    assert.deepEqual(state.connections, [{ name: 'staging', environment: 'Testing', isGuarded: false }]);
    assert.deepEqual(state.actions, ['send', 'openAsText', 'discardDraft', 'copyAsCurl']);
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
    assert.ok(state.actions.includes('resolveApiToken'));
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
