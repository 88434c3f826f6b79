// The tools that propose: drafts that a person sends, and requests that a person allows one by one.

import assert from 'node:assert/strict';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { openedUris } from '../../../support/editor/openedUris.ts';
import { toolsOf, type UsedTools } from '../../../support/editor/usedTools.ts';
import { workspace } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };
const SENT = { mapping: { 40: '213' }, properties: { region: 'EU' } };
const TO_US = { ...ACME, properties: { region: 'US' } };

describe('A tool that proposes', () => {
  const start = productStarter();
  const opened = openedUris();

  async function withAcme(entry: object = { checkBeforeUpdate: false }): Promise<Product> {
    const product = await start({ entry });
    await product.services.sending.getOrCreate(product.connection, documentOf(SENT));
    product.requests.length = 0;
    product.settings.assistantsMay = 'propose';
    return product;
  }

  const methods = ({ requests }: Product): string[] => requests.map(({ method }) => method);
  const questions = ({ shown }: PlayedPerson): number => shown.filter((line) => line.startsWith('? ')).length;
  /** By another window. */
  const sendElsewhere = async (product: Product, fields: object): Promise<void> => {
    const { services, connection } = product.anotherWindow();
    await services.sending.update(connection, services.sending.read(connection, documentOf({ ...SENT, ...fields })));
  };
  const rotateInVain = async (product: Product): Promise<void> => {
    product.remote.misbehave('resetBeforeAnswer');
    await product.services.rotation.rotate(product.connection, 'acme').catch(() => undefined);
    product.remote.misbehave(undefined);
    product.requests.length = 0;
  };
  const draftOf = (product: Product): unknown => JSON.parse(product.record('acme')?.draft?.text ?? 'null');

  describe('a draft', () => {
    it('keeps it and opens it, and sends nothing', async () => {
      const product = await withAcme();
      const { data } = await toolsOf(product, new PlayedPerson()).use('userGroups_draft', TO_US);
      assert.deepEqual([data?.user_group_id, data?.is_draft], ['acme', true]);
      assert.deepEqual(draftOf(product), {
        user_group_id: 'acme',
        name: 'Acme',
        ...SENT,
        properties: { region: 'US' },
      });
      assert.deepEqual([opened, methods(product)], [[groupUri('staging', 'acme').toString()], []]);
    });

    it('of a group that is not known is a new document', async () => {
      const product = await withAcme();
      const { use } = toolsOf(product, new PlayedPerson());
      await use('userGroups_draft', { ...ACME, user_group_id: 'globex', name: 'Globex' });
      const [draft] = product.services.groups.newDrafts(product.connection.id);
      assert.deepEqual(JSON.parse(draft?.text ?? ''), { user_group_id: 'globex', name: 'Globex' });
      assert.match(opened[0] ?? '', /~new\/1/);
      const again = await use('userGroups_draft', { ...ACME, user_group_id: 'globex', name: 'Other' });
      assert.match(again.error?.message ?? '', /"globex" on staging has other unsent changes/);
      assert.deepEqual(methods(product), []);
    });

    it('of a new group is not kept beside twenty that nobody has touched', async () => {
      const product = await withAcme();
      const { use } = toolsOf(product, new PlayedPerson());
      const add = (number: number) => use('userGroups_draft', { ...ACME, user_group_id: `new-${number}` });
      for (let number = 0; number < 20; number += 1) assert.equal((await add(number)).error, undefined);
      assert.match((await add(20)).error?.message ?? '', /Assistants keep 20 new drafts already/);
      assert.equal(opened.length, 20);
      const [first] = product.services.groups.newDrafts(product.connection.id);
      product.services.groups.saveNewDraft(product.connection, first!.number, documentOf({ name: 'By hand' }));
      assert.equal((await add(20)).error, undefined);
      assert.equal((await add(21)).error?.kind, 'conflict');
    });

    it('replaces its own draft, and never that of a person', async () => {
      const product = await withAcme();
      const { use } = toolsOf(product, new PlayedPerson());
      await use('userGroups_draft', TO_US);
      assert.equal((await use('userGroups_draft', { ...ACME, name: 'Acme Inc' })).data?.is_draft, true);
      assert.deepEqual(draftOf(product), {
        user_group_id: 'acme',
        name: 'Acme Inc',
        ...SENT,
        properties: { region: 'US' },
      });
      const own = documentOf({ ...SENT, name: 'By hand' });
      product.services.groups.saveDraft(product.connection, 'acme', own);
      const { error } = await use('userGroups_draft', TO_US);
      assert.deepEqual(error, {
        kind: 'conflict',
        message: '"acme" on staging has other unsent changes. Ask the person to send or discard these first.',
      });
      assert.equal(product.record('acme')?.draft?.text, own);
    });

    it('is not kept beside what a person is typing', async () => {
      const product = await withAcme();
      const text = documentOf({ ...SENT, name: 'Typed' });
      const typed = { uri: groupUri('staging', 'acme'), getText: () => text, isDirty: true, isClosed: false };
      workspace.textDocuments = [typed];
      const { error } = await toolsOf(product, new PlayedPerson()).use('userGroups_draft', TO_US);
      workspace.textDocuments = [];
      assert.equal(error?.kind, 'conflict');
      assert.equal(product.record('acme')?.draft, undefined);
    });

    it('that is none of the contract is not kept', async () => {
      const product = await withAcme();
      const { use } = toolsOf(product, new PlayedPerson());
      for (const wrong of [{ mapping: '{' }, { token: 'x' }, { name: 5 }])
        assert.equal((await use('userGroups_draft', { ...ACME, ...wrong })).error?.kind, 'invalid');
      assert.equal(
        (await use('userGroups_draft', { connection: 'staging', user_group_id: '' })).error?.kind,
        'invalid',
      );
      assert.deepEqual([product.record('acme')?.draft, opened], [undefined, []]);
    });

    it('can be kept on a guarded connection, where only a person sends it', async () => {
      const product = await withAcme({ environment: 'Customer' });
      const { data } = await toolsOf(product, new PlayedPerson()).use('userGroups_draft', TO_US);
      assert.deepEqual([data?.is_guarded, data?.is_draft], [true, true]);
    });
  });

  describe('an update', () => {
    it('shows the person what changes, asks, and sends', async () => {
      const product = await withAcme();
      const person = new PlayedPerson(['Update']);
      const { data } = await toolsOf(product, person).use('userGroups_update', TO_US);
      assert.deepEqual(person.shown.filter((line) => !line.includes('since last sent')).slice(0, 4), [
        '? Update "acme" on staging?',
        '  An assistant asks for this.',
        '  • properties.region: "EU" → "US"',
        '  [Compare] [Update]',
      ]);
      assert.deepEqual(methods(product), ['PUT']);
      assert.deepEqual(data?.answered, { user_group_id: 'acme', name: 'Acme', properties: { region: 'US' } });
    });

    for (const answer of [undefined, 'Compare'])
      it(`sends nothing when the person answers ${String(answer)}`, async () => {
        const product = await withAcme();
        const { error } = await toolsOf(product, new PlayedPerson([answer])).use('userGroups_update', TO_US);
        assert.deepEqual([error?.kind, methods(product)], ['cancelled', []]);
      });

    it('is the draft first, so that what is compared is what is sent, and is no draft afterwards', async () => {
      const product = await withAcme();
      const person = new PlayedPerson(['Update']);
      person.meanwhile = () => {
        assert.match(product.record('acme')?.draft?.text ?? '', /"US"/);
      };
      assert.equal((await toolsOf(product, person).use('userGroups_update', TO_US)).error, undefined);
      assert.equal(product.record('acme')?.draft, undefined);
    });

    it("never sends a person's draft, nor replaces it", async () => {
      const product = await withAcme();
      const own = documentOf({ ...SENT, name: 'By hand' });
      product.services.groups.saveDraft(product.connection, 'acme', own);
      for (const input of [TO_US, ACME]) {
        const { error } = await toolsOf(product, new PlayedPerson(['Update'])).use('userGroups_update', input);
        assert.deepEqual([error?.kind, methods(product)], ['conflict', []]);
      }
      assert.equal(product.record('acme')?.draft?.text, own);
    });

    for (const [what, properties] of [
      ['many changes', Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`p${index}`, 1]))],
      ['a long value', { region: `EU${' '.repeat(80)}OR 1=1` }],
      ['a long key', { [`${'k'.repeat(120)}1`]: 1 }],
      ['invisible letters', { region: `EU${'\u200B'.repeat(30)}OR 1=1` }],
      ['a secret', { region: 'token-of-somebody' }],
    ] as const)
      it(`of ${what}, which a dialog does not show whole, is left to the person as a draft`, async () => {
        const product = await withAcme();
        product.redactor.add('token-of-somebody');
        const person = new PlayedPerson(['Update']);
        const { error } = await toolsOf(product, person).use('userGroups_update', { ...ACME, properties });
        assert.match(error?.message ?? '', /more than a dialog can show. They are kept as a draft/);
        assert.deepEqual([person.shown, methods(product), opened.length], [[], [], 1]);
        assert.ok(product.record('acme')?.draft !== undefined);
      });

    it('does not leave when the group was changed while the person was asked', async () => {
      const product = await withAcme();
      const person = new PlayedPerson(['Update']);
      person.meanwhile = () => sendElsewhere(product, { mapping: { 40: '999' } });
      const { error } = await toolsOf(product, person).use('userGroups_update', TO_US);
      assert.match(error?.message ?? '', /It changed while you were asked/);
      assert.deepEqual(methods(product), ['PUT'], "the other window's alone");
    });

    it('does not leave when the group was changed right before the person was asked', async () => {
      const product = await withAcme();
      const { use } = toolsOf(product, new PlayedPerson(['Update']), {
        settings: Object.assign(product.settings, { schemaErrors: () => 'block' }),
        schemas: standIn({ errorsIn: () => sendElsewhere(product, { name: 'Acme Inc' }).then(() => []) }),
      });
      const { error } = await use('userGroups_update', TO_US);
      assert.match(error?.message ?? '', /It changed while you were asked/);
      assert.deepEqual(methods(product), ['PUT'], "the other window's alone");
    });

    it('stays the draft that the person is asked about', async () => {
      const product = await withAcme();
      const person = new PlayedPerson();
      const { use } = toolsOf(product, person);
      person.meanwhile = async () => {
        const { error } = await use('userGroups_draft', { ...ACME, name: 'Other' });
        assert.equal(error?.kind, 'conflict');
      };
      await use('userGroups_update', TO_US);
      assert.deepEqual(draftOf(product), {
        user_group_id: 'acme',
        name: 'Acme',
        ...SENT,
        properties: { region: 'US' },
      });
    });

    it('tells that its check may recreate the group', async () => {
      const product = await withAcme({});
      const person = new PlayedPerson();
      await toolsOf(product, person).use('userGroups_update', TO_US);
      assert.ok(person.shown.includes('  If the group is gone, it is recreated as last sent, with a new token.'));
    });

    it('of a group without changes sends nothing', async () => {
      const product = await withAcme();
      const person = new PlayedPerson(['Update']);
      assert.equal((await toolsOf(product, person).use('userGroups_update', ACME)).error, undefined);
      assert.deepEqual([person.shown, methods(product)], [['status: "acme" on staging has no changes to send.'], []]);
    });

    it('of a group that the service has not answered for is refused', async () => {
      const product = await withAcme();
      product.services.groups.saveDraft(product.connection, 'globex', documentOf({ user_group_id: 'globex' }));
      const { error } = await toolsOf(product, new PlayedPerson(['Update'])).use('userGroups_update', {
        user_group_id: 'globex',
      });
      assert.match(error?.message ?? '', /hasn't confirmed "globex" on staging yet/);
      assert.deepEqual(methods(product), []);
    });
  });

  describe('a refresh', () => {
    it('tells the person that it is a get-or-create, asks, and answers without the token', async () => {
      const product = await withAcme();
      const person = new PlayedPerson(['Fetch']);
      const { data } = await toolsOf(product, person).use('userGroups_refresh', ACME);
      assert.deepEqual(person.shown.slice(0, 4), [
        '? Fetch "acme" on staging?',
        '  An assistant asks for this.',
        '  Fetching is a get-or-create: a group that is gone is recreated as last sent, with a new token.',
        '  [Fetch]',
      ]);
      assert.deepEqual(methods(product), ['GET']);
      assert.deepEqual(data?.answered, { user_group_id: 'acme', name: 'Acme', properties: { region: 'EU' } });
    });

    it('sends nothing when the person declines, and for a group that is not in the list', async () => {
      const product = await withAcme();
      const { use } = toolsOf(product, new PlayedPerson([undefined, 'Fetch']));
      assert.equal((await use('userGroups_refresh', ACME)).error?.kind, 'cancelled');
      assert.equal((await use('userGroups_refresh', { ...ACME, user_group_id: 'globex' })).error?.kind, 'notFound');
      assert.deepEqual(methods(product), []);
    });

    it('does not recreate a group that was deleted while the person was asked', async () => {
      const product = await withAcme({ api: 'customer' });
      const person = new PlayedPerson(['Fetch']);
      person.meanwhile = async () => {
        const { services, connection } = product.anotherWindow();
        const { asked } = await services.deletion.deletable(connection, 'acme');
        await services.deletion.delete(connection, 'acme', asked);
        product.requests.length = 0;
      };
      const { error } = await toolsOf(product, person).use('userGroups_refresh', ACME);
      assert.match(error?.message ?? '', /"acme" on staging changed while you were asked/);
      assert.deepEqual(methods(product), []);
    });
  });

  const REQUESTS = [
    ['userGroups_update', TO_US, 'Update'],
    ['userGroups_refresh', ACME, 'Fetch'],
  ] as const;
  for (const [name, input, yes] of REQUESTS) {
    const used = (product: Product, meanwhile: (tools: UsedTools) => void = () => undefined) => {
      const person = new PlayedPerson([yes, yes, yes]);
      const tools = toolsOf(product, person);
      person.meanwhile = () => {
        meanwhile(tools);
      };
      return tools.use(name, input).then(({ error }) => [error?.kind, methods(product), person.shown.length > 0]);
    };

    it(`${name} leaves an unresolved rotation to a person, also one that arises while the person is asked`, async () => {
      for (const isBefore of [true, false]) {
        const product = await withAcme({});
        const person = new PlayedPerson([yes]);
        if (isBefore) await rotateInVain(product);
        else person.meanwhile = () => rotateInVain(product);
        const { error } = await toolsOf(product, person).use(name, input);
        assert.match(error?.message ?? '', /A rotation of the token of "acme" on staging is unresolved/);
        assert.deepEqual([methods(product), questions(person)], [[], isBefore ? 0 : 1]);
      }
    });

    it(`${name} does not leave with another API token than when the person was asked`, async () => {
      const product = await withAcme({});
      const person = new PlayedPerson([yes]);
      person.meanwhile = () => product.services.apiTokens.set(product.connection, 'another-api-token');
      const { error } = await toolsOf(product, person).use(name, input);
      assert.match(error?.message ?? '', /The API token changed meanwhile/);
      assert.deepEqual(methods(product), []);
    });

    it(`${name} does not ask beside another question of an assistant, but after it`, async () => {
      const product = await withAcme();
      const person = new PlayedPerson([undefined, yes]);
      const { use } = toolsOf(product, person);
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'globex' }));
      person.meanwhile = async () => {
        person.meanwhile = () => undefined;
        const { error } = await use(name, { ...input, user_group_id: 'globex' });
        assert.match(error?.message ?? '', /Another question of an assistant is open/);
      };
      assert.equal((await use('userGroups_refresh', ACME)).error?.kind, 'cancelled');
      assert.equal(questions(person), 1);
      assert.equal((await use(name, input)).error, undefined);
    });

    it(`${name} does not ask about a group whose ID is cut in the question`, async () => {
      const product = await withAcme();
      const userGroupId = `acme-${'x'.repeat(80)}`;
      await product.services.sending.getOrCreate(
        product.connection,
        documentOf({ ...SENT, user_group_id: userGroupId }),
      );
      product.requests.length = 0;
      const person = new PlayedPerson([yes]);
      const { error } = await toolsOf(product, person).use(name, { ...input, user_group_id: userGroupId });
      assert.match(error?.message ?? '', /more than a dialog can show/);
      assert.deepEqual([person.shown, methods(product)], [[], []]);
    });

    it(`${name} never leaves for a guarded connection, and does not ask`, async () => {
      for (const environment of ['Customer', undefined] as const) {
        const product = await withAcme({ environment });
        assert.deepEqual(await used(product), ['forbidden', [], false]);
      }
    });

    it(`${name} does not leave when the connection became guarded while the person was asked`, async () => {
      const product = await withAcme();
      const [entry] = product.settings.entries as readonly object[];
      const outcome = await used(product, () => {
        product.settings.edit([{ ...entry, environment: 'Customer' }]);
      });
      assert.deepEqual(outcome, ['forbidden', [], true]);
    });

    for (const [what, change] of [
      ['locked', { locked: 'all' }],
      ['moved', { baseUrl: 'https://elsewhere.invalid' }],
      ['asked by another API', { api: 'customer' }],
    ] as const)
      it(`${name} does not leave when the connection was ${what} while the person was asked`, async () => {
        const product = await withAcme();
        const [entry] = product.settings.entries as readonly object[];
        const [kind, ...rest] = await used(product, () => {
          product.settings.edit([{ ...entry, ...change }]);
        });
        assert.deepEqual([kind, ...rest], ['conflict', [], true]);
      });

    it(`${name} is not tried again when it is no longer allowed`, async () => {
      const product = await withAcme();
      product.remote.misbehave('status503RetryAfter');
      product.pausing.happens = () => {
        product.settings.assistantsMay = 'off';
      };
      const [kind, left] = await used(product);
      assert.deepEqual([kind, (left as string[]).length], ['unavailable', 1]);
    });

    it(`${name} does not ask the service first, either, when the connection became guarded meanwhile`, async () => {
      const product = await withAcme({});
      const [entry] = product.settings.entries as readonly object[];
      const outcome = await used(product, () => {
        product.settings.edit([{ ...entry, environment: 'Customer' }]);
      });
      assert.deepEqual(outcome, ['forbidden', [], true]);
    });

    it(`${name} does not leave when the setting or the chat ended while the person was asked`, async () => {
      const product = await withAcme();
      const byChat = await used(product, ({ token }) => {
        token.isCancellationRequested = true;
      });
      assert.deepEqual(byChat, ['cancelled', [], true]);
      const other = await withAcme();
      const bySetting = await used(other, () => {
        other.settings.assistantsMay = 'look';
      });
      assert.deepEqual(bySetting, ['forbidden', [], true]);
    });

    it(`${name} asks whatever the settings say of asking, each time`, async () => {
      const product = await withAcme();
      assert.equal(product.settings.confirmSend(), 'never');
      const person = new PlayedPerson([yes]);
      const { use } = toolsOf(product, person);
      assert.equal((await use(name, input)).error, undefined);
      assert.equal(
        (await use(name, { ...input, ...(name === 'userGroups_update' && { name: 'B' }) })).error?.kind,
        'cancelled',
      );
    });
  }

  it('does not update when the connection became guarded while the service was asked first', async () => {
    const product = await withAcme({});
    const [entry] = product.settings.entries as readonly object[];
    product.meanwhile.happens = () => {
      product.settings.edit([{ ...entry, environment: 'Customer' }]);
    };
    const { error } = await toolsOf(product, new PlayedPerson(['Update'])).use('userGroups_update', TO_US);
    assert.deepEqual([error?.kind, methods(product)], ['forbidden', ['GET']]);
  });

  it('asks once more before it overwrites what the service has by now', async () => {
    const product = await withAcme({});
    await ask(product.remote, 'PUT', groupBody({ ...SENT, properties: { region: 'APAC' } }));
    product.requests.length = 0;
    const person = new PlayedPerson(['Update']);
    const { error } = await toolsOf(product, person).use('userGroups_update', TO_US);
    assert.deepEqual([error?.kind, methods(product)], ['cancelled', ['GET']]);
    assert.ok(
      person.shown.some((line) => line.includes('Overwrites a change made elsewhere')),
      person.shown.join('\n'),
    );
  });

  it('does not overwrite what another window has sent while the person was asked once more', async () => {
    const product = await withAcme({});
    await ask(product.remote, 'PUT', groupBody({ ...SENT, properties: { region: 'APAC' } }));
    product.requests.length = 0;
    const person = new PlayedPerson(['Update', 'Overwrite']);
    person.meanwhile = () => (questions(person) === 2 ? sendElsewhere(product, { mapping: { 40: '999' } }) : undefined);
    const { error } = await toolsOf(product, person).use('userGroups_update', TO_US);
    assert.match(error?.message ?? '', /It changed while you were asked/);
    assert.deepEqual(methods(product), ['GET', 'PUT'], "the other window's alone");
  });

  it('does not overwrite more of what the service has by now than a dialog shows', async () => {
    const product = await withAcme({});
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, 1]));
    await ask(product.remote, 'PUT', groupBody({ ...SENT, properties: { ...SENT.properties, ...many } }));
    product.requests.length = 0;
    const person = new PlayedPerson(['Update', 'Overwrite']);
    const { error } = await toolsOf(product, person).use('userGroups_update', TO_US);
    assert.match(error?.message ?? '', /more than a dialog can show/);
    assert.deepEqual([methods(product), questions(person)], [['GET'], 1]);
  });
});
