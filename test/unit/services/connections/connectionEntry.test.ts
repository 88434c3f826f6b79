// Entries of the setting as the user may have typed them: usable, or not and why.

import assert from 'node:assert/strict';
import { assertApproved } from '../../../support/approved.ts';
import { readConnectionEntry } from '../../../../src/services/connections/connectionEntry.ts';

const GOOD = { name: 'staging', baseUrl: 'https://dashboards.example.com' };

describe('An entry of the settings can be used', () => {
  const rows: readonly [string, object][] = [
    ['with a name and a base URL alone', {}],
    [
      'with every field of the public interface',
      {
        api: 'user-group',
        environment: 'Customer',
        requestsPerMinute: 30,
        checkBeforeUpdate: false,
        locked: 'rotation',
        apiTokenEnv: 'TOKEN',
        caFile: '/etc/ca.pem',
      },
    ],
    ['with a name of any script, with spaces and signs within', { name: 'Café 東京 / 50% & more' }],
  ];
  for (const [title, fields] of rows) {
    it(title, () => {
      const { config, problem } = readConnectionEntry({ ...GOOD, ...fields }, []);
      assert.equal(problem, undefined);
      assert.deepEqual(JSON.parse(JSON.stringify(config)), { ...GOOD, ...fields });
    });
  }

  it('with its base URL in normal form', () => {
    assert.equal(
      readConnectionEntry({ ...GOOD, baseUrl: ' https://dashboards.example.com/eu/api/user/ ' }, []).config.baseUrl,
      'https://dashboards.example.com/eu',
    );
  });
});

describe('An entry of the settings cannot be used, and says why', () => {
  const rows: Readonly<Record<string, unknown>> = {
    'that is no object': 'staging',
    'that is null': null,
    'without a name': { baseUrl: GOOD.baseUrl },
    'without a base URL': { name: 'staging' },
    'over plain http': { ...GOOD, baseUrl: 'http://dashboards.example.com' },
    ...Object.fromEntries(
      [
        '  ',
        5,
        'staging ',
        'x'.repeat(61),
        '[prod](command:x)',
        '$(check) prod',
        'prod\u202E',
        'sandbox',
        'Production',
      ].map((name) => [`with the name ${JSON.stringify(name)}`, { ...GOOD, name }]),
    ),
    'with a misspelt field': { ...GOOD, enviroment: 'Customer' },
    'with a field that every object has': { ...GOOD, constructor: 'Customer' },
    'with a field that would act as a link': { ...GOOD, '[x](command:y)': 1 },
    'with a misspelt environment': { ...GOOD, environment: 'customer' },
    'with a lock that does not exist': { ...GOOD, locked: true },
    'with no requests allowed': { ...GOOD, requestsPerMinute: 0 },
    'with half a request': { ...GOOD, requestsPerMinute: 0.5 },
    'with a text for a switch': { ...GOOD, checkBeforeUpdate: 'false' },
    'with null for a text': { ...GOOD, apiTokenEnv: null },
  };
  it('as each rule has it', () => {
    assertApproved(
      'connections/refusedEntries',
      Object.entries(rows).map(([title, entry]) => [
        `An entry ${title}`,
        readConnectionEntry(entry, ['production']).problem ?? 'not refused',
      ]),
    );
  });

  it('keeps a name to be shown by, and none of its other fields', () => {
    const entry = { ...GOOD, environment: 'Testing', enviroment: 'Customer' };
    assert.deepEqual(readConnectionEntry(entry, []).config, { name: 'staging', baseUrl: GOOD.baseUrl });
    assert.equal(readConnectionEntry({}, []).config.name, '(no name)');
  });
});
