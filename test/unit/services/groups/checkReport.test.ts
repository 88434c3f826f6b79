// The report of a check, as a whole: what is known of the group, what was found, and at which line.

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
import { PRODUCTION, SANDBOX, TESTING } from '../../../support/connections.ts';
import { DAY, documentOf, MAY_12 } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connectionId: TESTING.id, userGroupId: 'acme' };
const MAPPED = documentOf({ mapping: { 40: '213' } });
const RECORD: UserGroupRecord = {
  ref: ACME,
  name: 'Acme',
  documentMtime: 1,
  token: { sealed: { keyId: 'k', box: new Uint8Array(), fingerprint: 'f' }, at: MAY_12 },
  base: { text: MAPPED, from: 'sent', at: MAY_12 },
  answered: { at: MAY_12, operation: 'getOrCreate' },
};

interface Known {
  readonly record?: UserGroupRecord | undefined;
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
  record = RECORD,
  connection = TESTING,
  mappingKnown = true,
  isTokenReadable = true,
  withMapping = 0,
  ago = 0,
  others = [],
  apiToken,
}: Known): Promise<CheckReport> {
  const check = new GroupCheck({
    store: { journal: standIn({ openRotations: () => [] }) },
    connections: standIn<GroupCheckDependencies['connections']>({ list: () => [connection, ...others] }),
    groups: standIn<GroupCheckDependencies['groups']>({
      find: ({ connectionId }) => (connectionId === PRODUCTION.id ? undefined : record),
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

const timeless = (text: string): string => text.replaceAll(/\d\d:\d\d/g, 'hh:mm');

/** The lines of what is known here. */
const knownIn = ({ text }: CheckReport): string[] => timeless(text).match(/(?<=^- ).*/gm) ?? [];

describe('The report of a check', () => {
  it('is whole where nothing is found', async () => {
    const { text, steps } = await reportOf({ withMapping: 1 });
    assert.deepEqual(
      [timeless(text).split('\n'), steps],
      [
        [
          'Check of "acme" on staging (Testing), 12 May 2025 hh:mm',
          'From local data, without a request.',
          '',
          'Nothing in the local data explains missing data.',
          '',
          'Local data:',
          '- Name: Acme',
          '- Last request: today hh:mm',
          '- Mapping: 1 schema ID, last sent today hh:mm',
          '- Draft: none',
          '- Token: stored locally since today hh:mm',
          '- Compared with 1 other group of the connection whose mapping is known.',
          '',
          '"Fetch from Service…" shows whether the group exists, its name, its properties and its current token.',
          'It recreates a group that is gone. The service never returns a mapping.',
          '',
        ],
        [],
      ],
    );
  });

  it('names its findings by number, and the line of each command', async () => {
    const { text, steps } = await reportOf({ record: { ...RECORD, goneAt: MAY_12, existedNotAppliedAt: MAY_12 } });
    const lines = text.split('\n');
    assert.equal(lines[3], 'Possible causes of missing data, the most likely first:');
    assert.match(lines[4] ?? '', /^1\. The group was gone .* → Use "Update User Group…", then deploy/);
    assert.match(lines[5] ?? '', /^2\. The group existed already.* → Use "Update User Group…"\.$/);
    assert.deepEqual(steps, [
      { line: 4, step: 'update' },
      { line: 4, step: 'copyToken' },
      { line: 5, step: 'update' },
    ]);
  });

  for (const [words, known, expected] of [
    [
      'a group of which little is known',
      {
        record: { ref: ACME, name: '', documentMtime: 1 },
        mappingKnown: false,
        isTokenReadable: undefined,
        withMapping: 2,
      },
      [
        'Name: (empty)',
        'Last request: never',
        'Mapping: unknown',
        'Draft: none',
        'Token: not stored locally',
        'Compared with 2 other groups of the connection whose mapping is known.',
      ],
    ],
    [
      'what was done just less than a day ago',
      { ago: DAY - 1, record: { ...RECORD, draft: { text: MAPPED, at: MAY_12 } }, isTokenReadable: false },
      [
        'Name: Acme',
        'Last request: 12 May hh:mm',
        'Mapping: 1 schema ID, last sent 12 May hh:mm',
        'Draft: 12 May hh:mm',
        'Token: stored locally since 12 May hh:mm, not readable',
        'Compared with 0 other groups of the connection whose mapping is known.',
      ],
    ],
    [
      'what was done a day ago',
      {
        ago: DAY,
        record: {
          ...RECORD,
          base: { text: documentOf({ mapping: { 40: '1', 41: '2' } }), from: 'sent', at: MAY_12 },
          draft: { text: MAPPED, at: MAY_12 },
        },
      },
      [
        'Name: Acme',
        'Last request: 12 May hh:mm (1 day ago)',
        'Mapping: 2 schema IDs, last sent 12 May hh:mm (1 day ago)',
        'Draft: 12 May hh:mm (1 day ago)',
        'Token: stored locally since 12 May hh:mm (1 day ago)',
        'Compared with 0 other groups of the connection whose mapping is known.',
      ],
    ],
  ] as const)
    it(`says of ${words} what is known`, async () => {
      assert.deepEqual(knownIn(await reportOf(known)), expected);
    });

  for (const [words, base, mapping] of [
    ['that is unknown', { text: MAPPED, from: 'answered', at: MAY_12 }, 'Mapping: unknown'],
    ['that is not set', { text: documentOf(), from: 'sent', at: MAY_12, hasNoMapping: true }, 'Mapping: none set'],
  ] as const)
    it(`says of a mapping ${words} that it is`, async () => {
      const known = knownIn(await reportOf({ record: { ...RECORD, base }, mappingKnown: false }));
      assert.equal(known[2], mapping);
    });

  it('says of a group that is not in the list that nothing is known', async () => {
    const { text } = await reportOf({ connection: PRODUCTION });
    assert.match(text, /\nLocal data:\n- Nothing: it is not in the list\.\n\n/);
  });

  it('names the same id on other connections that have it', async () => {
    const others = [PRODUCTION, SANDBOX, { ...TESTING, id: '', name: 'invalid', status: 'invalid' }] as const;
    const { text } = await reportOf({ others });
    assert.match(text, /\n1\. The list has the same ID on Sandbox \(local\)\. /);
  });

  const failed = new UserGroupsError('unauthorized', 'It has none.', 'Set one.');
  const mismatch = { about: 'team', reason: 'It is of another team.' } as const;
  for (const [words, known, said, ...steps] of [
    [
      'is locked',
      { connection: { ...TESTING, locked: 'all' } },
      'The connection "staging" is locked for all requests.',
    ],
    [
      'has an unverified API token',
      { connection: { ...TESTING, mismatch } },
      'It is of another team. → Use "Review API Token…" before anything is sent.',
      'reviewApiToken',
    ],
    ['has no API token', { apiToken: failed }, 'It has none. → Set one.', 'checkConnection'],
    [
      'cannot be used, and nothing says what helps',
      { apiToken: new UserGroupsError('unavailable', 'It broke.') },
      'It broke. → Check the connection.',
      'checkConnection',
    ],
  ] as const)
    it(`says that its connection ${words}`, async () => {
      const report = await reportOf(known);
      assert.ok(report.text.includes(`\n1. ${said}`));
      assert.deepEqual(
        report.steps,
        steps.map((step) => ({ line: 4, step })),
      );
    });

  it('says nothing of the API token of the sandbox, which needs none', async () => {
    assert.deepEqual((await reportOf({ connection: SANDBOX, apiToken: failed })).steps, []);
  });

  it('hides no mistake of the code', async () => {
    const mistake = new TypeError('x is not a function');
    await assert.rejects(reportOf({ apiToken: mistake }), mistake);
  });
});
