// What others have changed on the service, by its answers, beside what was last sent: also in what that omits.

import assert from 'node:assert/strict';
import type { UserGroupAnswer, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import type { GroupFields } from '../../../../src/document/userGroupDocument.ts';
import type { Change } from '../../../../src/document/difference.ts';
import {
  changesSince,
  differenceOfAnswers,
  isChangedElsewhere,
  replacedBy,
} from '../../../../src/services/sending/changedElsewhere.ts';
import { elsewhere, elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

type Last = NonNullable<UserGroupRecord['answered']>;
const last = (answer: UserGroupAnswer, operation: Last['operation'] = 'getOrCreate'): Last => ({
  ...answer,
  at: 1,
  operation,
});

describe('The difference of two answers', () => {
  it('is from the first to the second, and says nothing of what either lacks', () => {
    assert.deepEqual(
      differenceOfAnswers(
        { name: 'Acme', properties: '{"region":"EU"}', teamId: '1' },
        { name: 'Acme Ltd', teamId: '2' },
      ),
      [{ path: 'name', before: '"Acme"', after: '"Acme Ltd"' }],
    );
  });
});

describe('What has changed since the last answer', () => {
  const came = (before: UserGroupAnswer, after: UserGroupAnswer, operation?: Last['operation']): string[] =>
    changesSince(last(before, operation), after).map(({ path }) => path);
  const FURTHER = { further: { access_group: '"Production"' } };
  const WITH_EMAILS = { further: { ...FURTHER.further, emails: '["a","b"]' } };

  it('is what has come where there was none', () => {
    assert.deepEqual(came(FURTHER, WITH_EMAILS), ['emails[0]', 'emails[1]']);
    assert.deepEqual(came({}, { properties: '{"region":"EU"}' }, 'update'), ['properties.region']);
    assert.deepEqual(came({ mapping: null }, { mapping: '{"40":"213"}' }), ['mapping.40']);
  });

  it('is nothing that the last answer may have lacked for another reason', () => {
    assert.deepEqual(came({}, WITH_EMAILS), []);
    assert.deepEqual(came({}, { mapping: '{"40":"213"}' }), []);
    assert.deepEqual(came({}, { properties: '{"region":"EU"}' }, 'rotate'), []);
  });
});

describe('What a document replaces of what was changed', () => {
  const replaced = (document: GroupFields, before: UserGroupAnswer, answer: UserGroupAnswer): string[] =>
    replacedBy(document, answer, differenceOfAnswers(before, answer)).map(({ path }) => path);
  const ANSWER = { name: 'Acme', properties: '{"region":"EU"}' };

  it('is where it says otherwise', () => {
    const before = { name: 'Other', properties: '{"region":"US"}' };
    assert.deepEqual(replaced({ name: 'Mine', properties: ANSWER.properties }, before, ANSWER), ['name']);
    assert.deepEqual(replaced({ name: 'Acme' }, before, ANSWER), []);
  });

  it('is all that has come in place of null, unless it keeps that', () => {
    const before = { name: 'Acme', properties: null };
    assert.deepEqual(replaced({ properties: '{"tier":1}' }, before, ANSWER), ['properties']);
    assert.deepEqual(replaced({ properties: '{"region":"EU","tier":1}' }, before, ANSWER), []);
  });
});

describe('A group in the list of its service', () => {
  const EMAILS = '["a@acme.example"]';
  const HAS = { access_group: '"Production"' };
  const CHANGED = { listing: 'changed' };
  const UNKNOWN = { unknownOutcome: { operation: 'update', at: 1 } };
  /** Last sent with its name alone. */
  const record = (further: Readonly<Record<string, string>> | undefined, more: object = {}): UserGroupRecord => ({
    ref: { connectionId: '1', userGroupId: 'acme' },
    name: 'Acme',
    mappingKnown: false,
    documentMtime: 1,
    base: { text: documentOf(), from: 'sent', at: 1 },
    answered: last({ name: 'Acme', further }),
    ...more,
  });
  const cases: readonly (readonly [
    words: string,
    isChanged: boolean,
    before: UserGroupRecord,
    further: Readonly<Record<string, string>>,
  ])[] = [
    ['is changed by a value that came since', true, record(HAS), { ...HAS, emails: EMAILS }],
    ['is changed by a value in place of an empty one', true, record({ emails: '[]' }), { emails: EMAILS }],
    ['is changed by a value in place of null', true, record({ emails: 'null' }), { emails: EMAILS }],
    ['is changed by another value', true, record({ emails: '["b"]' }), { emails: EMAILS }],
    ['is not changed by a value that was there before', false, record({ emails: EMAILS }), { emails: EMAILS }],
    ['is not changed by a first answer', false, record({}, { answered: undefined }), { emails: EMAILS }],
    ['is not changed by the first answer that has such fields', false, record(undefined), { emails: EMAILS }],
    ...(['""', '[]', '[ ]', 'null', 'false'] as const).map(
      (empty) =>
        [
          `is not changed by an empty value: ${empty}`,
          false,
          record({ ...HAS, emails: '["b"]' }),
          { ...HAS, emails: empty },
        ] as const,
    ),
    ['stays changed while nothing is changed', true, record({ emails: EMAILS }, CHANGED), { emails: EMAILS }],
    [
      'is changed no more without that value',
      false,
      record({ ...HAS, emails: EMAILS }, CHANGED),
      { ...HAS, emails: '[]' },
    ],
    [
      'is changed no more with the name that was sent',
      false,
      record({}, { ...CHANGED, answered: last({ name: 'Other', further: HAS }) }),
      HAS,
    ],
    ['that was absent is not changed by what was there before', false, record(HAS, { listing: 'absent' }), HAS],
    ['is not changed by what an update has perhaps set', false, record({ emails: '[]' }, UNKNOWN), { emails: EMAILS }],
  ];
  for (const [words, isChanged, before, further] of cases)
    it(words, () => {
      assert.equal(isChangedElsewhere(before, { name: 'Acme', further }), isChanged);
    });
});

describe('What a document omits, and others have set', () => {
  const start = productStarter();
  const UPDATE = '/api/update_customer/';
  const SET = { emails: ['boss@acme.example'], mapping: { 40: '213' }, properties: { region: 'EU' } };
  const TYPED = { emails: ['new@acme.example'], mapping: { 41: '9' }, properties: { tier: 'gold' } };
  const LOST: Readonly<Record<keyof typeof SET, Change>> = {
    emails: { path: 'emails[0]', before: '"boss@acme.example"', after: '"new@acme.example"' },
    mapping: { path: 'mapping.40', before: '"213"' },
    properties: { path: 'properties.region', before: '"EU"' },
  };

  async function withSetElsewhere(field: keyof typeof SET, entry: object = {}): Promise<Product> {
    const product = await start({ entry: { api: 'customer', ...entry } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.clock.now += DAY;
    await elsewhereAsCustomer(product.remote, UPDATE, { provided_id: 'acme', [field]: SET[field] });
    return product;
  }

  const answers = {
    list: ({ services, connection }: Product) => services.serviceList.refresh(connection),
    fetch: ({ services, connection }: Product) => services.sending.fetch(connection, 'acme'),
    'check before an update': ({ services, connection }: Product) =>
      services.sending.checkBeforeUpdate(connection, 'acme'),
  };
  for (const field of ['emails', 'mapping', 'properties'] as const) {
    for (const [what, answered] of Object.entries(answers))
      it(`is in the plan of an update that would replace it, after a ${what}: ${field}`, async () => {
        const product = await withSetElsewhere(field);
        await answered(product);
        const { services, connection } = product;
        const overwrites = (fields: object) =>
          services.sending.planUpdate(connection, documentOf({ ...fields })).overwrites;
        assert.deepEqual(overwrites({ [field]: TYPED[field] }), [LOST[field]]);
        assert.deepEqual([overwrites({ name: 'Other' }), overwrites({ [field]: SET[field] })], [[], []]);
      });

    it(`marks the group in the list until the service answers for it, or an update has a value for it: ${field}`, async () => {
      const product = await withSetElsewhere(field);
      const { services, connection } = product;
      for (let time = 0; time < 2; time += 1) assert.equal((await answers.list(product)).changed, 1);
      assert.equal(product.record('acme')?.listing, 'changed');
      await answers.fetch(product);
      assert.equal((await answers.list(product)).changed, 0);
      await services.sending.update(connection, documentOf({ name: 'Acme Inc' }));
      const typed = documentOf({ name: 'Acme Inc', [field]: TYPED[field] });
      assert.deepEqual(services.sending.planUpdate(connection, typed).overwrites, [LOST[field]]);
      await services.sending.update(connection, typed);
      const again = services.sending.planUpdate(connection, documentOf({ [field]: SET[field] }));
      assert.deepEqual([again.affectedFields, again.overwrites], [['name', field], []]);
      assert.equal((await answers.list(product)).changed, 0);
    });
  }

  it('is told where the connection has moved to an API that shows it, and marks no group by that', async () => {
    const product = await start();
    const { services, remote } = product;
    await services.sending.getOrCreate(product.connection, documentOf());
    await elsewhereAsCustomer(remote, UPDATE, { provided_id: 'acme', ...SET });
    const { connections } = services;
    await connections.setApi(product.connection, connections.withApi(product.connection, 'customer'));
    const { connection } = product;
    const document = services.sending.read(connection, documentOf({ emails: ['c'], access_group: 'Production' }));
    const { elsewhere: found } = await services.sending.checkBeforeUpdate(connection, 'acme', { document });
    assert.deepEqual(found, [
      { path: 'emails[0]', after: '"boss@acme.example"' },
      { path: 'access_group', before: '""', after: '"Development"' },
    ]);
    assert.equal((await services.serviceList.refresh(connection)).changed, 0);
    assert.deepEqual(
      services.sending.planUpdate(connection, document).overwrites.map(({ path }) => path),
      ['emails[0]', 'access_group'],
    );
  });

  for (const [words, fields, found] of [
    ['omits it', {}, []],
    ['says the same', { properties: SET.properties }, []],
    ['replaces it', { properties: TYPED.properties }, ['properties.region']],
  ] as const)
    it(`is told before an update by the contract's API that ${words}: ${found.length}`, async () => {
      const { services, connection, remote } = await start();
      await services.sending.getOrCreate(connection, documentOf({ mapping: {} }));
      await elsewhere(remote, 'PUT', { user_group_id: 'acme', properties: SET.properties });
      const document = services.sending.read(connection, documentOf({ mapping: {}, ...fields }));
      const check = await services.sending.checkBeforeUpdate(connection, 'acme', { document });
      assert.deepEqual(
        check.elsewhere.map(({ path }) => path),
        found,
      );
    });
});
