// "Customer X sees no data": the report about a group, from what this machine knows and without any request.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { Redactor } from '../../../../src/core/redactor.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { NO_SIBLINGS } from '../../../../src/document/softWarnings.ts';
import {
  GroupCheck,
  type CheckReport,
  type GroupCheckDependencies,
} from '../../../../src/services/groups/groupCheck.ts';
import { assertApproved } from '../../../support/approved.ts';
import { PRODUCTION, SANDBOX, TESTING } from '../../../support/connections.ts';
import { DAY, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const MAPPED = documentOf({ mapping: { 40: '213' } });
const RECORD: UserGroupRecord = {
  ref: { connectionId: TESTING.id, userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  token: { sealed: { keyId: 'k', box: new Uint8Array(), fingerprint: 'f' }, at: MAY_12 },
  base: { text: MAPPED, from: 'sent', at: MAY_12 },
  answered: { at: MAY_12, operation: 'getOrCreate' },
};
const DRAFT = { text: MAPPED, at: MAY_12 };

interface Known {
  readonly record?: Partial<UserGroupRecord>;
  readonly connection?: Connection;
  readonly mappingKnown?: boolean;
  readonly isTokenReadable?: boolean | undefined;
  readonly withMapping?: number;
  /** How long ago everything happened. */
  readonly ago?: number;
  readonly others?: readonly Connection[];
  readonly apiToken?: Error;
}

function reportOf({
  record = {},
  connection = TESTING,
  ago = 0,
  others = [],
  apiToken,
  ...known
}: Known): Promise<CheckReport> {
  const { mappingKnown = true, withMapping = 0 } = known;
  const isTokenReadable = 'isTokenReadable' in known ? known.isTokenReadable : true;
  const check = new GroupCheck({
    store: { journal: standIn({ openRotations: () => [] }) },
    connections: standIn<GroupCheckDependencies['connections']>({ list: () => [connection, ...others] }),
    groups: standIn<GroupCheckDependencies['groups']>({
      find: ({ connectionId }) => (connectionId === PRODUCTION.id ? undefined : { ...RECORD, ...record }),
      listed: () => Promise.resolve(standIn({ mappingKnown, isTokenReadable })),
      lookAlikes: () => [],
      nearMisses: () => [],
    }),
    tokens: standIn<GroupCheckDependencies['tokens']>({
      find: () => Promise.resolve(undefined),
      replaced: () => Promise.resolve([]),
      countReplaced: () => 0,
    }),
    apiTokens: standIn<GroupCheckDependencies['apiTokens']>({
      requireFound: () =>
        apiToken === undefined ? Promise.resolve({ from: 'secret', token: '' }) : Promise.reject(apiToken),
    }),
    siblings: standIn<GroupCheckDependencies['siblings']>({ facts: () => ({ ...NO_SIBLINGS, withMapping }) }),
    redactor: new Redactor(),
    now: () => MAY_12 + ago,
  });
  return check.report(connection, 'acme');
}

const NO_TOKEN = new UserGroupsError('unauthorized', 'It has none.', 'Set one.');
const REPORTS: readonly (readonly [situation: string, Known])[] = [
  ['Nothing is found', { withMapping: 1 }],
  ['Two findings', { record: { goneAt: MAY_12, existedNotAppliedAt: MAY_12 } }],
  [
    'Little is known',
    {
      record: { name: '', token: undefined, base: undefined, answered: undefined },
      ...{ mappingKnown: false, isTokenReadable: undefined, withMapping: 2 },
    },
  ],
  [
    'Just less than a day later',
    {
      ...{ ago: DAY - 1, isTokenReadable: false },
      record: { draft: DRAFT, answered: { ...RECORD.answered!, mapping: '{"40":"213"}' } },
    },
  ],
  [
    'A day later',
    {
      ago: DAY,
      record: { base: { text: documentOf({ mapping: { 40: '1', 41: '2' } }), from: 'sent', at: MAY_12 }, draft: DRAFT },
    },
  ],
  ['An unknown mapping', { mappingKnown: false, record: { base: { text: MAPPED, from: 'answered', at: MAY_12 } } }],
  ['No mapping set', { mappingKnown: false, record: { base: { ...RECORD.base!, hasNoMapping: true } } }],
  ['Not in the list', { connection: PRODUCTION }],
  [
    'The same ID on other connections',
    { others: [PRODUCTION, SANDBOX, { ...TESTING, id: '', name: 'invalid', status: 'invalid' }] },
  ],
  ['A locked connection', { connection: { ...TESTING, locked: 'all' } }],
  [
    'An API token to review',
    { connection: { ...TESTING, mismatch: { about: 'team', reason: 'It is of another team.' } } },
  ],
  ['No API token', { apiToken: NO_TOKEN }],
  ['No next step known', { apiToken: new UserGroupsError('unavailable', 'It broke.') }],
  ['The sandbox, which needs no API token', { connection: SANDBOX, apiToken: NO_TOKEN }],
];

describe('The report of a check', () => {
  it('says what is known, what was found, and which command belongs to which line', async () => {
    const printed = async (known: Known): Promise<string[]> => {
      const { text, steps } = await reportOf(known);
      return [
        ...text.replaceAll(/\d\d:\d\d/g, 'hh:mm').split('\n'),
        ...steps.map(({ line, step }) => `line ${line}: ${step}`),
      ];
    };
    assertApproved(
      'groups/checkReport',
      await Promise.all(REPORTS.map(async ([situation, known]) => [situation, await printed(known)] as const)),
    );
  });

  it('hides no mistake of the code', async () => {
    const mistake = new TypeError('x is not a function');
    await assert.rejects(reportOf({ apiToken: mistake }), mistake);
  });
});

describe('The check of a group in the product', () => {
  const start = productStarter();

  const send = async ({ services, connection }: Product, fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
    services.sending.getOrCreate(connection, documentOf(fields));

  /** Without next steps. */
  const findings = async ({ services, connection }: Product, userGroupId = 'acme'): Promise<string[]> =>
    [...(await services.groupCheck.report(connection, userGroupId)).text.matchAll(/^\d+\. (.*?)\. → /gm)].map(
      ([, what]) => String(what).replace(/today \d\d:\d\d|12 May/, 'then'),
    );

  it('compares what was sent with other groups, before the draft, and makes no request', async () => {
    const product = await start();
    for (let number = 0; number < 5; number += 1)
      await send(product, {
        user_group_id: `sibling-${number}-${'x'.repeat(number)}`,
        name: `Sibling ${number}`,
        mapping: { 40: `4${number}`, 134: `3${number}` },
        properties: { region: 'EU' },
      });
    await send(product, { mapping: { 40: 'a' }, properties: { regoin: 'US' } });
    const { services, connection, requests } = product;
    const draft = documentOf({ mapping: { 40: 'a', 134: 'b' }, properties: { regoin: 'US' } });
    services.groups.saveDraft(connection, 'acme', draft);
    requests.length = 0;
    assert.deepEqual(await findings(product), [
      'Schema ID "134" is missing. 5 of 5 groups on this connection map it',
      'Unsent changes of then: mapping.134: added "b"',
      'Did you mean "region" instead of "regoin"? 5 of 5 groups on this connection have it',
    ]);
    assert.deepEqual(requests, []);
  });

  it('finds a kept previous token, then the open rotation, and a token whose key is gone', async () => {
    const product = await start();
    await send(product, { mapping: { 40: 'a' } });
    await product.services.rotation.rotate(product.connection, 'acme');
    product.remote.misbehave('resetBeforeAnswer', { times: 1, operation: 'rotate' });
    await assert.rejects(product.services.rotation.rotate(product.connection, 'acme'));
    for (const key of product.secrets.kept.keys()) if (!key.startsWith('apiToken')) product.secrets.kept.delete(key);
    assert.deepEqual(await findings(product.anotherWindow()), [
      'The outcome of the rotation of then is unknown. The token that viewers use may not work',
      '1 previous token is kept, replaced then. Viewers may still use it',
      "Its token can't be read on this machine, because its key is gone",
    ]);
  });

  it('finds IDs that could be meant, the same ID elsewhere, and a connection that moved', async () => {
    const product = await start();
    await send(product, { user_group_id: 'Acme ' });
    const { settings, services } = product;
    const production = { name: 'production', baseUrl: 'https://dashboards.example.com', environment: 'Customer' };
    settings.edit([...settings.entries, production]);
    services.groups.saveDraft(services.connections.named('production'), 'acme', documentOf());
    settings.edit([{ ...settings.entries[0]!, baseUrl: 'https://moved.example.com' }, production]);
    const [notListed, lookAlike, elsewhere, moved] = await findings(product);
    assert.deepEqual(
      [notListed, lookAlike, elsewhere],
      [
        '"acme" on staging is not in the list',
        'This is not "Acme␠". The IDs differ only in letter case or in leading or trailing spaces',
        'The list has the same ID on production (PRODUCTION). A token from there shows the data from there',
      ],
    );
    assert.match(moved ?? '', /^The connection's address changed from/);
  });

  it('does not decide which address the token of an environment variable belongs to', async () => {
    const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    const { services, settings, variables } = product;
    product.secrets.kept.clear();
    variables.set('STAGING_TOKEN', 'token-of-variable');
    await services.groupCheck.report(product.connection, 'acme');
    settings.edit([{ name: 'other', baseUrl: 'https://other.example.com', apiTokenEnv: 'STAGING_TOKEN' }]);
    assert.equal((await services.apiTokens.find(services.connections.named('other'))).from, 'environment');
  });

  it('says first whose a pasted token is', async () => {
    const product = await start();
    await send(product, { mapping: { 40: 'a' } });
    const { services, connection, remote } = product;
    const pasted = await services.inHand.look(remote.group('acme')!.token);
    const { text } = await services.groupCheck.report(connection, 'acme', { pasted });
    assert.match(text, /^1\. The pasted token is the current one of this group/m);
  });

  it('holds no token, not even one from a property', async () => {
    const product = await start();
    await send(product, { mapping: { 40: 'a' } });
    const { token } = product.remote.group('acme')!;
    const later = product.anotherWindow();
    const leaking = documentOf({ properties: { leaked: token, api: product.remote.apiToken } });
    later.services.groups.saveDraft(later.connection, 'acme', leaking);
    const { text: report } = await later.services.groupCheck.report(later.connection, 'acme');
    assert.match(report, /properties: added[^]*•••/);
    assert.ok(!report.includes(token) && !report.includes(product.remote.apiToken));
  });
});
