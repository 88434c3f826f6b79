// Entries of the setting as a person may have typed them: usable, or not and why.

import assert from 'node:assert/strict';
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
  const rows: readonly [string, unknown, string][] = [
    ['that is no object', 'staging', 'A connection needs a name.'],
    ['that is null', null, 'A connection needs a name.'],
    ['without a name', { baseUrl: GOOD.baseUrl }, 'A connection needs a name.'],
    ['with a name of spaces', { ...GOOD, name: '  ' }, 'A connection needs a name.'],
    ['with a number for a name', { ...GOOD, name: 5 }, 'A connection needs a name.'],
    ['with a space at the edge of its name', { ...GOOD, name: 'staging ' }, 'The name begins or ends with a space.'],
    [
      'with a name that nobody can read at a glance',
      { ...GOOD, name: 'x'.repeat(61) },
      'The name is longer than 60 characters.',
    ],
    [
      'with a link for a name',
      { ...GOOD, name: '[prod](command:x)' },
      'The name contains invisible characters, or characters that act as a link.',
    ],
    [
      'with an icon in its name',
      { ...GOOD, name: '$(check) prod' },
      'The name contains invisible characters, or characters that act as a link.',
    ],
    [
      'with a name that reads backwards',
      { ...GOOD, name: 'prod\u202E' },
      'The name contains invisible characters, or characters that act as a link.',
    ],
    ["with the sandbox's name", { ...GOOD, name: 'sandbox' }, 'The name "Sandbox" is reserved for the local sandbox.'],
    [
      'with the name of an entry before it',
      { ...GOOD, name: 'Production' },
      'Another connection is named "Production".',
    ],
    [
      'without a base URL',
      { name: 'staging' },
      'The base URL is not a web address. Write it like https://dashboards.example.com.',
    ],
    [
      'over plain http',
      { ...GOOD, baseUrl: 'http://dashboards.example.com' },
      'Plain http is allowed to this machine only. Use https to encrypt tokens.',
    ],
    ['with a misspelt field', { ...GOOD, enviroment: 'Customer' }, 'Unknown field "enviroment".'],
    ['with a field that every object has', { ...GOOD, constructor: 'Customer' }, 'Unknown field "constructor".'],
    ['with a field that would act as a link', { ...GOOD, '[x](command:y)': 1 }, 'Unknown field "[x]​(command:y)".'],
    [
      'with a misspelt environment',
      { ...GOOD, environment: 'customer' },
      '"environment" must be one of these: "Customer", "Testing".',
    ],
    ['with a lock that does not exist', { ...GOOD, locked: true }, '"locked" must be one of these: "rotation", "all".'],
    ['with no requests allowed', { ...GOOD, requestsPerMinute: 0 }, '"requestsPerMinute" must be an integer above 0.'],
    ['with half a request', { ...GOOD, requestsPerMinute: 0.5 }, '"requestsPerMinute" must be an integer above 0.'],
    ['with a text for a switch', { ...GOOD, checkBeforeUpdate: 'false' }, '"checkBeforeUpdate" must be true or false.'],
    ['with null for a text', { ...GOOD, apiTokenEnv: null }, '"apiTokenEnv" must be a string.'],
  ];
  for (const [title, entry, problem] of rows) {
    it(title, () => {
      assert.equal(readConnectionEntry(entry, ['production']).problem, problem);
    });
  }

  it('keeps a name to be shown by, and none of its other fields', () => {
    const entry = { ...GOOD, environment: 'Testing', enviroment: 'Customer' };
    assert.deepEqual(readConnectionEntry(entry, []).config, { name: 'staging', baseUrl: GOOD.baseUrl });
    assert.equal(readConnectionEntry({}, []).config.name, '(no name)');
  });
});
