// Rotate User Group Token… and Rotate a Leaked Token…: what is asked first, what is sent then, and what is reported.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { rotateLeakedToken } from '../../../../src/vscode/rotation/leakedToken.ts';
import { rotateToken } from '../../../../src/vscode/rotation/rotateToken.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const contextOf = ({ services }: Product, { messages, run }: PlayedPerson): CommandContext =>
  standIn<CommandContext>({ services, messages, run });

const tokenOf = ({ remote }: Product, id = 'acme'): string | undefined => remote.group(id)?.token;

const rotations = ({ requests }: Product): number => requests.filter(({ method }) => method === 'POST').length;

const asking = (group: string): string[] => [
  `? Rotate the token of ${group}?`,
  '  The previous token may stop working immediately. Viewers may see errors until the new one is deployed.',
  '  The new token is saved first. The previous one is kept.',
  '  [Rotate Token]',
];

describe('Rotate User Group Token…', () => {
  const start = productStarter();
  const acme: Invocation = { origin: 'item', input: { connection: 'staging', user_group_id: 'acme' } };

  async function withGroup(environment: 'Customer' | 'Testing' = 'Testing', id = 'acme'): Promise<Product> {
    const product = await start({ entry: { environment } });
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id }));
    return product;
  }

  it('asks in a dialog, stores the new token, and offers to copy it', async () => {
    const product = await withGroup();
    const before = tokenOf(product);
    const person = new PlayedPerson(['Rotate Token'], 'Copy New Token');
    assert.deepEqual(await rotateToken(contextOf(product, person), acme), { rotated: true });
    await person.settled();
    assert.deepEqual(person.shown, [
      ...asking('"acme" on staging'),
      'info: Token of "acme" on staging rotated and stored. Deploy it now. [Copy New Token]',
    ]);
    assert.deepEqual(person.ran, ['userGroups.copyToken {"connection":"staging","user_group_id":"acme"}']);
    assert.notEqual(tokenOf(product), before);
    assert.equal(await product.services.tokens.require(product.connection, product.ref('acme')), tokenOf(product));
  });

  it('sends nothing when the dialog is closed', async () => {
    const product = await withGroup();
    await assert.rejects(rotateToken(contextOf(product, new PlayedPerson()), acme), { kind: 'cancelled' });
    assert.equal(rotations(product), 0);
  });

  it('asks for the name of a guarded connection as well, and sends nothing unless it is typed', async () => {
    const product = await withGroup('Customer');
    const person = new PlayedPerson(['Rotate Token']);
    const rotating = rotateToken(contextOf(product, person), acme);
    const box = await nextBox();
    assert.deepEqual(
      [box.title, box.prompt],
      ['Rotate the token of "acme" on staging (PRODUCTION)', 'Type "staging" to confirm.'],
    );
    box.type('Staging');
    box.accept();
    box.close();
    await assert.rejects(rotating, { kind: 'cancelled' });
    const [title = '', ...others] = asking('"acme" on staging');
    assert.deepEqual([person.shown, rotations(product)], [[title, '  Environment: PRODUCTION.', ...others], 0]);
  });

  it('marks a guarded connection when it has rotated one of its tokens for a caller', async () => {
    const product = await withGroup();
    product.settings.edit([{ name: 'staging', baseUrl: product.remote.baseUrl }]);
    const person = new PlayedPerson(['Rotate Token']);
    const rotating = rotateToken(contextOf(product, person), { ...acme, origin: 'argument' });
    const box = await nextBox();
    box.type('staging');
    box.accept();
    await rotating;
    assert.deepEqual(
      [person.shown.at(-1), rotations(product)],
      ['status: Token of "acme" on staging (undeclared, guarded like production) rotated and stored.', 1],
    );
  });

  it('names an earlier rotation that was probably not carried out, and is sent despite it', async () => {
    const product = await withGroup();
    const { services, connection, remote, clock } = product;
    remote.misbehave('resetUnprocessed', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    remote.misbehave(undefined);
    clock.now += DAY / 1000;
    await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
    const person = new PlayedPerson(['Rotate Token']);
    await rotateToken(contextOf(product, person), acme);
    assert.deepEqual(person.shown.slice(1, 4), [
      asking('')[1],
      '  The rotation sent 12 May 2025 hh:mm may still take effect and replace this token.',
      '  [Rotate Token]',
    ]);
    assert.deepEqual(services.rotation.open(), []);
  });

  it('rotates no other token than the one that was asked about', async () => {
    const product = await withGroup();
    const person = new PlayedPerson(['Rotate Token']);
    person.meanwhile = () => product.anotherWindow().services.rotation.rotate(product.connection, 'acme');
    await assert.rejects(rotateToken(contextOf(product, person), acme), {
      kind: 'conflict',
      message: /Its token was replaced meanwhile/,
    });
    assert.equal(rotations(product), 1);
  });
});

describe('Rotate a Leaked Token…', () => {
  const start = productStarter();
  const fromPalette: Invocation = { origin: 'palette', input: {} };

  /** `acme` is in the list; `unlisted` is on the service alone. */
  async function withGroups(environment: 'Customer' | 'Testing' = 'Testing'): Promise<Product> {
    const product = await start({ entry: { environment } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'unlisted', name: 'Unlisted' }));
    return product;
  }

  async function pasted(
    product: Product,
    person: PlayedPerson,
    token: string | undefined,
    invocation = fromPalette,
  ): Promise<{ readonly ended: Promise<{ readonly rotated: boolean }>; readonly title: string }> {
    const rotating = rotateLeakedToken(contextOf(product, person), invocation);
    const box = await nextBox();
    box.type(` ${String(token)}\n`);
    box.accept();
    return { ended: rotating, title: box.title };
  }

  it('asks about the group in the list that has the token, and rotates it', async () => {
    const product = await withGroups();
    const before = tokenOf(product);
    const person = new PlayedPerson(['Rotate Token']);
    const { ended, title } = await pasted(product, person, before);
    assert.deepEqual([title, await ended], ['Rotate a Leaked Token', { rotated: true }]);
    assert.deepEqual(person.shown.slice(0, 4), asking('"acme" on staging'));
    assert.notEqual(tokenOf(product), before);
  });

  it('never sends a token that was replaced already: whose it was is said instead', async () => {
    const product = await withGroups();
    const before = tokenOf(product);
    await product.services.rotation.rotate(product.connection, 'acme');
    const { ended } = await pasted(product, new PlayedPerson(), before);
    await assert.rejects(ended, {
      kind: 'conflict',
      message:
        /^Couldn't rotate the leaked token\. It is a previous token of "acme" on staging, replaced .+\. If the current token leaked too, use "Rotate User Group Token…"\.$/,
    });
    assert.equal(rotations(product), 1);
  });

  it('says so where the connection of its group is gone by then', async () => {
    const product = await withGroups();
    product.services.connections.withId = () => undefined;
    const { ended } = await pasted(product, new PlayedPerson(['Rotate Token']), tokenOf(product));
    await assert.rejects(ended, { kind: 'notFound', message: 'The connection of its group no longer exists.' });
  });

  it('never sends an API token', async () => {
    const product = await withGroups();
    const { ended } = await pasted(product, new PlayedPerson(['Rotate Token']), product.remote.apiToken);
    await assert.rejects(ended, { kind: 'invalid', message: /^This is the API token of "staging"/ });
    assert.equal(rotations(product), 0);
  });

  it('rotates a token that is in no list, and says whose it was', async () => {
    const product = await withGroups();
    const person = new PlayedPerson(['Rotate Token']);
    const { ended } = await pasted(product, person, tokenOf(product, 'unlisted'));
    assert.deepEqual(await ended, { rotated: true });
    assert.deepEqual(person.shown.slice(0, -1), asking('an unlisted group on staging'));
    assert.match(
      person.shown.at(-1) ?? '',
      /^warning: Token of "unlisted" on staging rotated and stored\. Deploy it now\. The token belonged to "unlisted" on staging, which is in the list now\. /,
    );
    assert.ok(product.record('unlisted'));
  });

  it('asks for the name of a guarded connection before such a token is sent, and which one it is', async () => {
    const product = await withGroups('Customer');
    const person = new PlayedPerson(['Rotate Token']);
    const { ended } = await pasted(product, person, tokenOf(product, 'unlisted'));
    const list = await nextList();
    assert.equal(list.title, 'Rotate a Leaked Token: not in the list');
    list.choose('$(server-environment) staging');
    const box = await nextBox();
    assert.equal(box.title, 'Rotate the token of an unlisted group on staging (PRODUCTION)');
    box.close();
    await assert.rejects(ended, { kind: 'cancelled' });
    assert.deepEqual([person.shown[1], rotations(product)], ['  Environment: PRODUCTION.', 0]);
  });

  it('does not take the connection of the document in front for that of such a token', async () => {
    const product = await withGroups();
    await product.services.sandbox.start();
    const { ended } = await pasted(product, new PlayedPerson(), tokenOf(product, 'unlisted'), {
      origin: 'document',
      input: { connection: 'staging', user_group_id: 'acme' },
    });
    (await nextList()).close();
    await assert.rejects(ended, { kind: 'cancelled' });
  });
});
