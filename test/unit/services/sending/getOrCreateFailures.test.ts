// Get-or-create that fails: what each failure says, leaves alone, and is recorded as.

import assert from 'node:assert/strict';
import type { SendOutcome } from '../../../../src/core/userGroup.ts';
import type { Fault } from '../../../../src/sandbox/faults.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

function outcomes({ services, ref }: Product): SendOutcome[] {
  return services.groups.versions({ ref: ref('acme'), limit: 10 }).map(({ outcome }) => outcome);
}

describe('Get-or-create that fails', () => {
  const start = productStarter();
  const timers = heldTimers();
  // The matrix of faults has the others.
  for (const [fault, outcome] of [
    ['status403', 'refused'],
    ['dropsGetBody', 'refused'],
    ['status500', 'unknown'],
    ['truncated', 'unknown'],
    ['otherProvidedId', 'unknown'],
  ] as const)
    it(`by ${fault} leaves what is known alone, and is recorded as ${outcome}`, async () => {
      await leavesAlone(await start(), fault, outcome);
    });

  async function leavesAlone(product: Product, fault: Fault, outcome: SendOutcome): Promise<void> {
    const { services, connection, remote, ref } = product;
    await services.sending.getOrCreate(connection, TYPED);
    const before = product.record('acme');
    const token = await services.tokens.require(connection, ref('acme'));
    remote.misbehave(fault);
    const failure = await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.match(
      failure.message,
      outcome === 'unknown'
        ? /^"acme" on staging may have been created\. /
        : /^Couldn't get or create "acme" on staging\. /,
    );
    assert.deepEqual({ ...product.record('acme'), unknownOutcome: undefined }, before);
    assert.equal(await services.tokens.require(connection, ref('acme')), token);
    assert.deepEqual(outcomes(product), [outcome, 'created']);
  }

  it('before anything left is recorded as not sent', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, TYPED);
    await product.stopRemote();
    const { services, connection } = product.anotherWindow();
    const failure = await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.equal(failure.kind, 'unavailable');
    assert.deepEqual(outcomes(product), ['notSent', 'created']);
  });

  it('because the user cancelled it before it left is recorded as not sent', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, TYPED);
    const failure = await failureOf(
      product.services.sending.getOrCreate(product.connection, TYPED, { signal: AbortSignal.abort() }),
    );
    assert.equal(failure.kind, 'cancelled');
    assert.deepEqual(outcomes(product), ['notSent', 'created']);
  });

  it('gives the user the sentence again that was shown, without its secrets', async () => {
    const { services, connection, remote, ref } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    remote.misbehave('status403');
    await failureOf(services.sending.getOrCreate(connection, TYPED));
    const [version] = services.groups.versions({ ref: ref('acme'), limit: 1 });
    assert.match(version?.reason ?? '', /^The service doesn't permit this with the present API token \(403/);
    assert.equal(version?.status, 403);
  });

  it('lists no group that it alone had listed, when it was refused', async () => {
    const { services, connection, remote, record, words } = await start();
    remote.misbehave('status403');
    await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.deepEqual([record('acme'), await words('acme')], [undefined, undefined]);
  });

  it('lists the group when nobody knows what happened, with its words and what was sent as its draft', async () => {
    const { services, connection, remote, settings, meanwhile, record, words } = await start();
    settings.timeoutSeconds = HELD_SECONDS;
    meanwhile.happens = () => {
      timers.goOff();
    };
    remote.misbehave('neverAnswers', { times: 1 });
    const failure = await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.equal(failure.kind, 'outcomeUnknown');
    assert.deepEqual(await words('acme'), ['Get or create: outcome unknown', 'Unsent changes']);
    assert.equal(services.groups.documentText(record('acme')!), TYPED);
    settings.timeoutSeconds = 10;
    const again = await services.sending.getOrCreate(connection, TYPED);
    assert.equal(again.isNew, false);
    assert.equal(remote.groups().length, 1);
  });

  it('keeps another draft when nobody knows what happened', async () => {
    const { services, connection, remote, record } = await start();
    services.groups.saveDraft(connection, 'acme', 'being typed');
    remote.misbehave('html');
    await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.equal(record('acme')?.draft?.text, 'being typed');
  });

  it('says what went wrong on the service, also when that cannot be written down', async () => {
    const { services, connection, remote, store, logged } = await start();
    remote.misbehave('status403');
    store.journal.finishSend = () => {
      throw new Error('The disk is full');
    };
    assert.equal((await failureOf(services.sending.getOrCreate(connection, TYPED))).kind, 'forbidden');
    assert.deepEqual(logged.slice(-1), [
      'How a sending ended could not be recorded, which is tried again: Error: The disk is full',
    ]);
  });

  it('on its text sends nothing and says where it is wrong', async () => {
    const { services, connection, requests } = await start();
    const failure = await failureOf(
      services.sending.getOrCreate(connection, '{\n  "user_group_id": "acme",\n  "nmae": "Acme"\n}'),
    );
    assert.match(
      failure.message,
      /^Couldn't send the document on staging\. JSON, line 3: The service has no field "nmae"\./,
    );
    assert.deepEqual([failure.kind, requests], ['invalid', []]);
  });
});
