// Set API Token… and Review API Token…: what is asked before a token is stored for a connection, kept, or removed.

import assert from 'node:assert/strict';
import type { TokenMismatch } from '../../../../src/core/connection.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { reviewApiToken, setApiToken } from '../../../../src/vscode/connections/apiTokenCommands.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const OTHER = 'https://other.example.com';
const about = (connection = 'staging') => ({ origin: 'item', input: { connection } }) as const;
const contextOf = ({ services }: Product, { messages, run }: PlayedPerson): CommandContext =>
  standIn<CommandContext>({ services, messages, run });

const tokenOf = async ({ services }: Product, name = 'staging'): Promise<string | undefined> => {
  const source = await services.apiTokens.find(services.connections.named(name));
  return source.from === 'none' ? undefined : source.token;
};

describe('Set API Token…', () => {
  const start = productStarter();

  /** Beside `staging` there is `other`, which has no token. */
  async function withOther(environment?: 'Customer' | 'Testing'): Promise<Product> {
    const product = await start();
    product.settings.edit([
      ...product.settings.entries,
      { name: 'other', baseUrl: OTHER, ...(environment !== undefined && { environment }) },
    ]);
    return product;
  }

  async function typing(product: Product, person: PlayedPerson, token: string): Promise<void> {
    const setting = setApiToken(contextOf(product, person), about('other'));
    const box = await nextBox();
    box.type(token);
    box.accept();
    await setting;
  }

  it('takes it from a masked box that names the one address it is sent to', async () => {
    const product = await withOther('Customer');
    const person = new PlayedPerson();
    const setting = setApiToken(contextOf(product, person), about('other'));
    const box = await nextBox();
    assert.deepEqual(
      [box.title, box.prompt, box.placeholder, box.password],
      [
        'Set API Token: other (PRODUCTION)',
        `Stored as a secret on this machine. Sent to ${OTHER} only.`,
        'API token',
        true,
      ],
    );
    box.type('two words');
    box.accept();
    assert.ok(box.validationMessage);
    box.type(' a-token ');
    box.accept();
    await setting;
    assert.deepEqual(
      [await tokenOf(product, 'other'), person.shown],
      ['a-token', ['status: API token of "other" (PRODUCTION) set.']],
    );
  });

  for (const [answer, stored] of [
    [undefined, undefined],
    ['Set Anyway', 'that'],
  ] as const) {
    it(`stores that of another connection only on demand: ${answer ?? 'closed'}`, async () => {
      const product = await withOther();
      const person = new PlayedPerson([answer]);
      const ended = (await Promise.allSettled([typing(product, person, product.remote.apiToken)]))[0].status;
      assert.deepEqual(person.shown.slice(0, 6), [
        '? This is the API token of "staging". Set it for "other"?',
        `  It would be sent to ${OTHER}.`,
        '  Environments:',
        '  • "other": undeclared, guarded like production',
        '  • "staging": Testing',
        '  [Set Anyway]',
      ]);
      assert.deepEqual(
        [await tokenOf(product, 'other'), ended],
        stored === undefined ? [undefined, 'rejected'] : [product.remote.apiToken, 'fulfilled'],
      );
    });
  }

  it('stores the token of a group only on demand', async () => {
    const product = await withOther('Testing');
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const person = new PlayedPerson();
    await assert.rejects(typing(product, person, product.remote.group('acme')!.token), { kind: 'cancelled' });
    assert.deepEqual(person.shown, [
      '? This is the group token of "acme", not an API token. Set it for "other"?',
      `  It would be sent to ${OTHER}.`,
      '  [Set Anyway]',
    ]);
    assert.equal(await tokenOf(product, 'other'), undefined);
  });

  it('is refused for the sandbox, which has its own', async () => {
    const product = await start();
    const { name } = await product.services.sandbox.start();
    await assert.rejects(setApiToken(contextOf(product, new PlayedPerson()), about(name)), {
      kind: 'forbidden',
      message: 'The local sandbox has its own API token.',
    });
  });

  describe('where a variable holds one that was used elsewhere', () => {
    async function usedElsewhere(): Promise<Product> {
      const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
      await product.services.apiTokens.delete(product.connection);
      product.variables.set('STAGING_TOKEN', product.remote.apiToken);
      await product.services.sending.getOrCreate(product.connection, documentOf());
      product.settings.edit([{ name: 'other', baseUrl: OTHER, apiTokenEnv: 'STAGING_TOKEN' }]);
      return product;
    }

    it('sends that nowhere else when the question is closed', async () => {
      const product = await usedElsewhere();
      const person = new PlayedPerson();
      await assert.rejects(setApiToken(contextOf(product, person), about('other')), { kind: 'cancelled' });
      assert.deepEqual(person.shown, [
        `? Send the API token in STAGING_TOKEN to ${OTHER}?`,
        '  Environment: undeclared, guarded like production.',
        `  Until now it was only sent to ${product.remote.baseUrl}.`,
        '  [Use Token] [Set Another Token…]',
      ]);
      assert.equal(await tokenOf(product, 'other'), undefined);
    });

    it('says that it is set once its use is allowed', async () => {
      const product = await usedElsewhere();
      const person = new PlayedPerson(['Use Token']);
      const setting = setApiToken(contextOf(product, person), about('other'));
      const box = await nextBox();
      assert.equal(box.title, `Send the API token in STAGING_TOKEN to ${OTHER} (undeclared, guarded like production)`);
      box.type('other');
      box.accept();
      await setting;
      assert.equal(person.shown.at(-1), 'status: API token of "other" (undeclared, guarded like production) set.');
    });
  });
});

describe('Review API Token…', () => {
  const start = productStarter();
  const question = [
    '? Is this the API token of "staging"?',
    '  The service returned another environment.',
    '  That response was discarded. Nothing is sent until you decide.',
  ];

  async function unverified(entry: object = {}): Promise<Product> {
    const product = await start({ entry });
    const { services } = product;
    const mismatch: TokenMismatch = { about: 'environment', reason: 'The service returned another environment.' };
    const named = services.connections.named.bind(services.connections);
    services.connections.named = (name) => ({ ...named(name), mismatch });
    return product;
  }

  const review = (product: Product, person: PlayedPerson): Promise<void> =>
    reviewApiToken(contextOf(product, person), about());

  it('decides nothing when it is closed', async () => {
    const product = await unverified();
    const person = new PlayedPerson();
    await assert.rejects(review(product, person), { kind: 'cancelled' });
    assert.deepEqual(person.shown, [...question, '  [Keep Token] [Set Another Token…] [Remove Token]']);
    assert.equal(await tokenOf(product), product.remote.apiToken);
  });

  it('keeps the token', async () => {
    const product = await unverified();
    const kept: string[] = [];
    product.services.trust.keep = ({ name }, { about: what }) => void kept.push(`${name}: ${what}`);
    const person = new PlayedPerson(['Keep Token']);
    await review(product, person);
    assert.deepEqual([person.shown.at(-1), kept], ['status: API token of "staging" kept.', ['staging: environment']]);
  });

  it('takes another one', async () => {
    const product = await unverified();
    const reviewing = review(product, new PlayedPerson(['Set Another Token…']));
    const box = await nextBox();
    box.type('another-token');
    box.accept();
    await reviewing;
    assert.equal(await tokenOf(product), 'another-token');
  });

  it('removes it', async () => {
    const product = await unverified();
    const person = new PlayedPerson(['Remove Token']);
    await review(product, person);
    assert.equal(person.shown.at(-1), 'status: API token of "staging" removed.');
    assert.equal(await tokenOf(product), undefined);
  });

  it('does not offer to remove that of a variable, and names a guarded environment', async () => {
    const product = await unverified({ apiTokenEnv: 'STAGING_TOKEN', environment: 'Customer' });
    await product.services.apiTokens.delete(product.connection);
    product.variables.set('STAGING_TOKEN', product.remote.apiToken);
    const person = new PlayedPerson();
    await assert.rejects(review(product, person));
    assert.deepEqual(
      [person.shown[1], person.shown.at(-1)],
      ['  Environment: PRODUCTION.', '  [Keep Token] [Set Another Token…]'],
    );
  });

  it('says so where nothing is unverified', async () => {
    const product = await start();
    const person = new PlayedPerson();
    await review(product, person);
    assert.deepEqual(person.shown, ['status: API token of "staging" needs no review.']);
  });

  it('is about the one connection whose token is unverified', async () => {
    const product = await unverified();
    const { connections } = product.services;
    const staging = connections.named('staging');
    const listed = [
      { ...staging, mismatch: undefined },
      { ...staging, name: 'other' },
    ];
    connections.list = () => listed;
    const person = new PlayedPerson();
    await assert.rejects(reviewApiToken(contextOf(product, person), { origin: 'palette', input: {} }), {
      kind: 'cancelled',
    });
    assert.equal(person.shown[0], '? Is this the API token of "other"?');
  });
});
