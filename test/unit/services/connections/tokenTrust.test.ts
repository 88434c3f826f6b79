// An API token that was set for the wrong connection: noticed by what known groups answer, and then nothing is sent.

import assert from 'node:assert/strict';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import type { AnswerValidator } from '../../../../src/services/connections/tokenTrust.ts';
import type { SentResult } from '../../../../src/services/sending/sendService.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product, type ProductOptions } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const CHANGED = documentOf({ name: 'Acme Ltd' });
const never = (): Promise<boolean> => Promise.reject(new Error('nobody is asked'));

const mismatchOf = ({ connection }: Product): string | undefined => connection.mismatch?.about;

/** Every way by which a group's answer comes. */
const actions: Readonly<Record<string, (product: Product) => Promise<unknown>>> = {
  'get-or-create': ({ services, connection }) => services.sending.getOrCreate(connection, documentOf()),
  'a fetch': ({ services, connection }) => services.sending.fetch(connection, 'acme'),
  'the question before an update': ({ services, connection }) => services.sending.checkBeforeUpdate(connection, 'acme'),
  'an update': ({ services, connection }) => services.sending.update(connection, CHANGED),
  'a rotation': ({ services, connection }) => services.rotation.rotate(connection, 'acme'),
};

/** What the sentence says that the service has done all the same. */
const doneThere: Readonly<Record<string, RegExp>> = {
  'an update': /^The update of "acme" on staging may have been applied\. .* before anything more is sent\.$/,
  'a rotation':
    /^The token of "acme" on staging may have been rotated\. .* then "Show Unrecognized Response…" for the new token\.$/,
};

/** The service accepts only one token: another one was set in between, so that this one is new. */
async function setAgain({ services, connection, remote }: Product): Promise<void> {
  await services.apiTokens.set(connection, 'another-api-token');
  await services.apiTokens.set(connection, remote.apiToken);
}

describe('A new API token', () => {
  const start = productStarter();

  async function withKnownGroups(options?: ProductOptions): Promise<Product> {
    const product = await start(options);
    for (const userGroupId of ['acme', 'beta'])
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: userGroupId }));
    await setAgain(product);
    product.requests.length = 0;
    return product;
  }

  /** `beta` answers another team_id than before. */
  async function unverified(
    options?: ProductOptions,
  ): Promise<{ readonly product: Product; readonly failure: UserGroupsError }> {
    const product = await withKnownGroups(options);
    product.remote.misbehave('hugeTeamId');
    const failure = await failureOf(product.services.sending.fetch(product.connection, 'beta'));
    product.remote.misbehave(undefined);
    product.requests.length = 0;
    return { product, failure };
  }

  for (const [action, run] of Object.entries(actions)) {
    it(`is unverified when the first known group answers ${action} with another team_id: nothing of the answer is used`, async () => {
      const product = await withKnownGroups();
      const { record, services, connection, ref } = product;
      const [before, token] = [record('acme'), await services.tokens.require(connection, ref('acme'))];
      product.remote.misbehave('hugeTeamId');
      const failure = await failureOf(run(product));
      assert.match(
        failure.message,
        /The service returned team_id 90071992547409931 for "acme", but 1 before this token was set\./,
      );
      assert.match(failure.message, doneThere[action] ?? /^Couldn't .* before anything more is sent\.$/);
      assert.deepEqual(
        [failure.kind, failure.failure.remedy, failure.failure.about?.connection],
        ['conflict', 'reviewApiToken', 'staging'],
      );
      assert.deepEqual(
        [record('acme')?.answered, record('acme')?.base, record('acme')?.token],
        [before?.answered, before?.base, before?.token],
      );
      assert.equal(await services.tokens.require(connection, ref('acme')), token);
      assert.deepEqual(
        [product.requests.length, services.tokens.isInMemory(ref('acme')), mismatchOf(product)],
        [1, false, 'team'],
      );
    });
  }

  it('that is unverified is named by the reports on its connection and its groups', async () => {
    const {
      product: { services, connection },
    } = await unverified();
    assert.match(
      await services.connectionCheck.report(connection),
      /^The API token is unverified. Nothing is sent with it until you review it. The service returned team_id/m,
    );
    assert.match(
      (await services.groupCheck.report(connection, 'acme')).text,
      /^\d+\. The service returned team_id .* → Use "Review API Token…"/m,
    );
  });

  it('that is unverified sends nothing more, in any window, until the person decides', async () => {
    const { product } = await unverified();
    for (const window of [product, product.anotherWindow()]) {
      const { services, connection } = window;
      const failures = await Promise.all([
        ...Object.values(actions).map((run) => failureOf(run(window))),
        failureOf(services.sending.requireSendable(connection, 'acme', 'update')),
        failureOf(services.rotation.rotatable(connection, 'acme')),
        failureOf(services.rotation.requireLeakedRotatable(connection, 'a-token-found-in-a-log')),
        failureOf(services.rotation.rotateLeaked(connection, 'a-token-found-in-a-log')),
      ]);
      assert.deepEqual(
        [...new Set(failures.map(({ failure }) => `${failure.kind} ${failure.remedy}`))],
        ['conflict reviewApiToken'],
      );
      assert.equal(
        failures[1].message,
        `Couldn't fetch "acme" from staging. ` +
          'The service returned team_id 90071992547409931 for "beta", but 2 before this token was set. Use "Review API Token…" before anything is sent.',
      );
    }
    assert.deepEqual(product.requests, []);
  });

  it('is unverified when a known group was gone and has been recreated', async () => {
    const product = await withKnownGroups();
    product.loseOnService('acme');
    const failure = await failureOf(product.services.sending.fetch(product.connection, 'acme'));
    assert.match(
      failure.message,
      /"acme" was recreated since this token was set \(team_id 3, was 1\), so it was deleted or is of another environment/,
    );
    assert.match(failure.message, /^"acme" on staging may have been recreated\. .* before anything more is sent\.$/);
    assert.equal(mismatchOf(product), 'recreated');
  });

  it('is proved by a known group that answers as before: what another one answers then is about that group', async () => {
    const product = await withKnownGroups();
    const { services, connection, remote } = product;
    await services.sending.fetch(connection, 'acme');
    remote.misbehave('hugeTeamId');
    const { notes } = await services.sending.fetch(connection, 'beta');
    assert.match(notes.join(), /team_id 90071992547409931 instead of 2, so this is another group than before/);
    assert.equal(mismatchOf(product), undefined);
  });

  it('is not proved by a group that is known through it alone', async () => {
    const product = await withKnownGroups();
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'gamma' }));
    await services.sending.fetch(connection, 'gamma');
    remote.misbehave('hugeTeamId');
    await failureOf(services.sending.fetch(connection, 'acme'));
    assert.equal(mismatchOf(product), 'team');
  });

  it('that is kept counts as proved, in every window', async () => {
    const { product } = await unverified();
    const { services, connection, remote } = product;
    services.trust.keep(connection, connection.mismatch!);
    remote.misbehave('hugeTeamId');
    const other = product.anotherWindow();
    assert.equal(mismatchOf(other), undefined);
    assert.equal((await other.services.sending.fetch(other.connection, 'beta')).userGroup.teamId, '90071992547409931');
    assert.equal(
      (
        await failureOf(
          Promise.resolve().then(() => {
            services.trust.keep(connection, { about: 'team', reason: 'of before' });
          }),
        )
      ).kind,
      'conflict',
    );
  });

  it('that replaces an unverified one is new again, and the unverified one stays so when it is set once more', async () => {
    const { product } = await unverified();
    const { services, connection, remote } = product;
    await services.apiTokens.set(connection, remote.apiToken);
    assert.equal(mismatchOf(product), 'team');
    await services.apiTokens.set(connection, 'another-api-token');
    assert.equal(mismatchOf(product), undefined);
    await services.apiTokens.set(connection, remote.apiToken);
    remote.misbehave('hugeTeamId');
    await failureOf(services.sending.fetch(connection, 'acme'));
    assert.equal(mismatchOf(product), 'team');
  });

  it('that is removed has no mismatch any more', async () => {
    const { product } = await unverified();
    await product.services.apiTokens.delete(product.connection);
    assert.equal(mismatchOf(product), undefined);
    assert.equal((await failureOf(product.services.sending.fetch(product.connection, 'beta'))).kind, 'unauthorized');
  });

  it('stays unverified when the key of its fingerprint is gone', async () => {
    const { product } = await unverified();
    for (const key of [...product.secrets.kept.keys()].filter((name) => name.startsWith('tokenKey.')))
      product.secrets.kept.delete(key);
    const other = product.anotherWindow();
    assert.equal(
      (await failureOf(other.services.sending.fetch(other.connection, 'beta'))).failure.remedy,
      'reviewApiToken',
    );
    assert.deepEqual(product.requests, []);
  });

  it('stays unverified in its window when that cannot be stored', async () => {
    const product = await withKnownGroups();
    const { services, connection, remote, store } = product;
    remote.misbehave('hugeTeamId');
    const validator = store.apiTokens.validate.bind(store.apiTokens);
    store.apiTokens.validate = () => {
      throw new Error('The disk is full');
    };
    assert.equal((await failureOf(services.sending.fetch(connection, 'acme'))).failure.remedy, 'reviewApiToken');
    await assert.rejects(services.sending.fetch(connection, 'acme'));
    store.apiTokens.validate = validator;
    assert.equal((await failureOf(services.sending.fetch(connection, 'acme'))).failure.remedy, 'reviewApiToken');
    assert.deepEqual([product.requests.length, mismatchOf(product)], [1, 'team']);
  });

  it('in an environment variable is new when the variable says another one', async () => {
    const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    const { services, connection, remote, variables, store } = product;
    await services.apiTokens.delete(connection);
    variables.set('STAGING_TOKEN', remote.apiToken);
    await services.sending.getOrCreate(connection, documentOf());
    const first = store.apiTokens.find(connection.id);
    await services.sending.fetch(connection, 'acme');
    assert.equal(store.apiTokens.find(connection.id)?.id, first?.id);
    variables.set('STAGING_TOKEN', 'another-api-token');
    await failureOf(services.sending.fetch(connection, 'acme'));
    assert.notEqual(store.apiTokens.find(connection.id)?.id, first?.id);
  });

  it('in an environment variable stays unverified while the variable has another value, here or in another window, until the person sets one', async () => {
    const product = await withKnownGroups({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    const { services, connection, remote, variables, requests } = product;
    await services.apiTokens.delete(connection);
    variables.set('STAGING_TOKEN', remote.apiToken);
    remote.misbehave('hugeTeamId');
    await failureOf(services.sending.fetch(connection, 'beta'));
    requests.length = 0;
    variables.set('STAGING_TOKEN', 'another-api-token');
    const { services: others } = product.anotherWindow();
    assert.equal(
      (await failureOf(others.sending.requireSendable(connection, 'acme', 'update'))).failure.remedy,
      'reviewApiToken',
    );
    variables.set('STAGING_TOKEN', remote.apiToken);
    assert.equal((await failureOf(services.sending.fetch(connection, 'acme'))).failure.remedy, 'reviewApiToken');
    assert.deepEqual([requests, mismatchOf(product)], [[], 'team']);
    await services.apiTokens.set(connection, 'another-api-token');
    assert.equal(mismatchOf(product), undefined);
  });

  it('that is proved meanwhile says nothing for the one that an answer was asked for with', async () => {
    const { services, connection, remote, store, ref, record } = await withKnownGroups();
    const validator = await services.trust.validatorOf(connection, remote.apiToken);
    await services.apiTokens.set(connection, 'another-api-token');
    store.apiTokens.validate(connection.id, store.apiTokens.find(connection.id)!.id, 'proved');
    const answer = standIn<Parameters<typeof validator>[2]>({
      status: 200,
      isNew: false,
      userGroup: { ...record('acme')!.answered!, teamId: '77' },
    });
    const failure = validator(ref('acme'), 'getOrCreate', answer);
    assert.equal(failure?.failure.remedy, 'reviewApiToken');
  });

  it('is another one at another origin, even with the same value', async () => {
    const product = await withKnownGroups();
    const { services, settings, remote, store } = product;
    await services.sending.fetch(product.connection, 'acme');
    assert.equal(store.apiTokens.find(product.connection.id)?.isProved, true);
    settings.edit([{ name: 'staging', baseUrl: 'https://other.example.com', environment: 'Testing' }]);
    services.connections.answerMoved(product.connection, 'sameServiceMoved');
    await services.apiTokens.set(product.connection, remote.apiToken);
    assert.deepEqual(
      [store.apiTokens.find(product.connection.id)?.isProved, store.apiTokens.find(product.connection.id)?.origin],
      [false, 'https://other.example.com'],
    );
  });

  it('loses no token that a rotation brought: its answer is stored, and resolved once the token is stored', async () => {
    const product = await withKnownGroups();
    const { services, connection, remote, ref, words } = product;
    remote.misbehave('hugeTeamId');
    assert.match(
      (await failureOf(services.rotation.rotate(connection, 'acme'))).message,
      /Use "Review API Token…", then "Show Unrecognized Response…" for the new token\./,
    );
    const { token } = remote.group('acme')!;
    assert.equal((await words('acme'))?.[0], 'Rotation: outcome unknown');
    assert.match(
      await services.rotation.unrecognizedResponse(services.rotation.openOf(ref('acme'))!),
      new RegExp(token),
    );
    remote.misbehave(undefined);
    assert.equal(
      (await failureOf(services.rotation.findOut(connection, 'acme', never))).failure.remedy,
      'reviewApiToken',
    );
    services.trust.keep(product.connection, product.connection.mismatch!);
    assert.equal((await services.rotation.findOut(product.connection, 'acme', never)).kind, 'rotated');
    assert.equal(await services.tokens.require(connection, ref('acme')), token);
  });

  it('is unverified after the rotation of a leaked token, too, whose answer is stored', async () => {
    const product = await withKnownGroups();
    const { services, connection, remote, record } = product;
    const before = record('acme');
    await ask(remote, 'POST', JSON.stringify({ current_token: remote.group('acme')?.token }));
    const leaked = remote.group('acme')!.token;
    remote.misbehave('hugeTeamId');
    assert.equal(
      (await failureOf(services.rotation.rotateLeaked(connection, leaked))).failure.remedy,
      'reviewApiToken',
    );
    const [open] = services.rotation.open();
    assert.match(await services.rotation.unrecognizedResponse(open!), new RegExp(remote.group('acme')!.token));
    assert.deepEqual(
      [record('acme')?.answered, record('acme')?.token, mismatchOf(product)],
      [before?.answered, before?.token, 'team'],
    );
  });
});

describe('The fingerprint of an API token', () => {
  const start = productStarter();
  const NO_SECRETS = new Error('The editor keeps no secrets.');

  function loseKeys({ secrets }: Product): void {
    for (const key of [...secrets.kept.keys()].filter((name) => name.startsWith('tokenKey.'))) secrets.kept.delete(key);
  }
  const idOf = ({ store, connection }: Product): number | undefined => store.apiTokens.find(connection.id)?.id;

  it('that is missing, or cannot be computed, counts as the same: the token stays what it is', async () => {
    const product = await start();
    const { services, connection, remote, sealing } = product;
    await services.apiTokens.delete(connection);
    sealing.failure = NO_SECRETS;
    await services.apiTokens.set(connection, 'another-token');
    const id = idOf(product);
    sealing.failure = undefined;
    await services.trust.validatorOf(connection, 'another-token');
    assert.equal(idOf(product), id);
    await services.apiTokens.set(connection, remote.apiToken);
    loseKeys(product);
    const next = product.anotherWindow();
    next.sealing.failure = NO_SECRETS;
    const known = idOf(next);
    await next.services.trust.validatorOf(connection, remote.apiToken);
    assert.equal(idOf(next), known);
  });

  it('that cannot be computed makes a token that the person sets another one, each time', async () => {
    const product = await start();
    loseKeys(product);
    const next = product.anotherWindow();
    next.sealing.failure = NO_SECRETS;
    const ids = [idOf(next)];
    for (let times = 0; times < 2; times += 1) {
      await next.services.apiTokens.set(next.connection, next.remote.apiToken);
      ids.push(idOf(next));
    }
    assert.equal(new Set(ids).size, 3);
  });

  it('is under a new key where the former one is gone: the token counts as another one', async () => {
    const product = await start();
    loseKeys(product);
    const next = product.anotherWindow();
    const id = idOf(next);
    await next.services.trust.validatorOf(next.connection, next.remote.apiToken);
    assert.notEqual(idOf(next), id);
  });

  it('under a new key, which another window has stored, is the one that counts', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    await services.trust.validatorOf(connection, remote.apiToken);
    loseKeys(product);
    const other = product.anotherWindow();
    await other.services.apiTokens.set(connection, remote.apiToken);
    const id = idOf(product);
    await services.trust.validatorOf(connection, remote.apiToken);
    assert.equal(idOf(product), id);
  });
});

describe('What is known of an API token', () => {
  const start = productStarter();
  type Answer = Parameters<AnswerValidator>[2];
  const answer = (userGroup: Answer['userGroup'], isNew = false): Answer =>
    standIn<Answer>({ status: 200, isNew, userGroup });
  const fail = (): never => {
    throw new Error('The disk is full');
  };

  /** `acme` is known from before the token was set. */
  async function withAcme(options?: ProductOptions): Promise<Product> {
    const product = await start(options);
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await setAgain(product);
    return product;
  }

  it('is read when the answer comes: it may be proved by then', async () => {
    const { services, connection, remote, store, ref } = await withAcme();
    const validator = await services.trust.validatorOf(connection, remote.apiToken);
    store.apiTokens.validate(connection.id, store.apiTokens.find(connection.id)!.id, 'proved');
    assert.equal(validator(ref('acme'), 'update', answer({ teamId: '77' })), undefined);
  });

  it('is what it was when the request left, once the token was removed', async () => {
    const { services, connection, remote, ref } = await withAcme();
    const validator = await services.trust.validatorOf(connection, remote.apiToken);
    services.trust.drop(connection);
    assert.equal(validator(ref('acme'), 'update', answer({ teamId: '77' }))?.failure.remedy, 'reviewApiToken');
  });

  it('and cannot be read leaves the answer alone to be judged', async () => {
    const { services, connection, remote, store, ref, logged } = await withAcme({ entry: { environment: 'Customer' } });
    const validator = await services.trust.validatorOf(connection, remote.apiToken);
    store.apiTokens.find = fail;
    assert.equal(validator(ref('acme'), 'update', answer({ teamId: '77' }, true)), undefined);
    const failure = validator(ref('acme'), 'update', answer({ environmentTag: 'Testing' }));
    assert.equal(failure?.failure.remedy, 'reviewApiToken');
    assert.match(logged.join('\n'), /What is known of an API token could not be read: Error: The disk is full/);
  });

  it('and cannot be read still has what the person has accepted', async () => {
    const product = await start({ entry: { environment: 'Customer' } });
    const { services, connection, remote, store, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await failureOf(services.sending.update(connection, CHANGED));
    services.trust.keep(connection, product.connection.mismatch!);
    const validator = await services.trust.validatorOf(connection, remote.apiToken);
    store.apiTokens.find = fail;
    assert.equal(validator(ref('acme'), 'update', answer({ environmentTag: 'Testing' })), undefined);
  });

  it('is no mismatch where a proof could not be stored', async () => {
    const { services, connection, store, logged } = await withAcme();
    const validate = store.apiTokens.validate.bind(store.apiTokens);
    store.apiTokens.validate = fail;
    await services.sending.fetch(connection, 'acme');
    assert.match(logged.join('\n'), /What is known of an API token could not be recorded: Error: The disk is full/);
    store.apiTokens.validate = validate;
    await services.sending.fetch(connection, 'acme');
  });

  for (const [when, isStored] of [
    ['stored by this window', true],
    ['found by the other window', false],
  ] as const) {
    it(`is no mismatch any more once another window keeps the token, be it ${when}`, async () => {
      const product = await withAcme();
      const { services, connection, remote, store } = product;
      const other = product.anotherWindow();
      remote.misbehave('hugeTeamId');
      const validate = store.apiTokens.validate.bind(store.apiTokens);
      store.apiTokens.validate = fail;
      await failureOf(services.sending.fetch(connection, 'acme'));
      store.apiTokens.validate = validate;
      await failureOf([other, product][Number(isStored)]!.services.sending.fetch(connection, 'acme'));
      [product, other][Number(isStored)]!.services.trust.keep(connection, product.connection.mismatch!);
      assert.equal((await services.sending.fetch(connection, 'acme')).userGroup.teamId, '90071992547409931');
    });
  }
});

describe('The environment that the service answers', () => {
  const start = productStarter();
  const update = ({ services, connection }: Product): Promise<SentResult> =>
    services.sending.update(connection, CHANGED);

  for (const [action, run] of [
    ['an update', actions['an update']!],
    ['a rotation', actions['a rotation']!],
  ] as const) {
    it(`is compared with the one declared at ${action}, also with a token that is proved: a contradiction stops everything`, async () => {
      const product = await start({ entry: { environment: 'Customer' } });
      await product.services.sending.getOrCreate(product.connection, documentOf());
      await setAgain(product);
      await product.services.sending.fetch(product.connection, 'acme');
      const failure = await failureOf(run(product));
      assert.match(
        failure.message,
        /The service returned the environment Testing for "acme", but the connection "staging" is declared Customer\./,
      );
      const requests = product.requests.length;
      assert.equal(
        (await failureOf(product.services.sending.fetch(product.connection, 'acme'))).failure.remedy,
        'reviewApiToken',
      );
      assert.deepEqual([product.requests.length, mismatchOf(product)], [requests, 'environment']);
    });
  }

  it('is accepted, and reported every time, once the person keeps the token', async () => {
    const product = await start({ entry: { environment: 'Customer' } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await failureOf(update(product));
    product.services.trust.keep(product.connection, product.connection.mismatch!);
    const { notes } = await update(product);
    assert.deepEqual(notes, [
      `The service returned Testing as the group's environment, but the connection "staging" is declared Customer.`,
    ]);
    assert.equal(mismatchOf(product), undefined);
  });

  it('raises no mismatch for the sandbox', async () => {
    const { services } = await start();
    const sandbox = await services.sandbox.start();
    await services.sending.getOrCreate(sandbox, groupBody());
    await services.sending.update(sandbox, groupBody({ name: 'Other' }));
    assert.equal(services.connections.named('Sandbox').mismatch, undefined);
  });
});
