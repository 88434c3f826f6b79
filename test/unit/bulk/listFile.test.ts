// A line of the list file that is wrong is refused by its number and the field.

import assert from 'node:assert/strict';
import {
  endLine,
  groupLine,
  headerLine,
  readHeader,
  readLine,
  type ListGroup,
  type ListHeader,
} from '../../../src/bulk/listFile.ts';

const AT = '2026-01-02T03:04:05.678Z';

describe('A line of the list file', () => {
  it('gives back all that was written of a group', () => {
    const at = Date.parse(AT);
    const group: ListGroup = {
      connection: 'staging',
      facts: {
        userGroupId: 'acme',
        draft: { text: 'a draft', at },
        base: { text: '{}', from: 'sent', at: at + 1, mappingKnown: true },
        answered: {
          at: at + 2,
          operation: 'update',
          name: 'Acme',
          mapping: '{"40":9007199254740993}',
          properties: '{"big":9007199254740993}',
          teamId: '42',
          providedId: 'acme',
          environmentTag: null,
        },
        existedNotAppliedAt: at + 3,
        goneAt: at + 4,
        versions: [
          { operation: 'update', at, outcome: 'refused', status: 400, durationMs: 7, reason: 'No.', text: '{}' },
        ],
      },
    };
    assert.deepEqual(readLine(groupLine(group), 2), { kind: 'group', group });
  });

  it('gives back how many groups were written', () => {
    assert.deepEqual(readLine(endLine(3), 2), { kind: 'end', groups: 3 });
  });

  for (const [why, wrong] of [
    ['"connection" must be a string', { connection: undefined }],
    ['"user_group_id" is empty', { user_group_id: '' }],
    ['"user_group_id" contains half of a surrogate pair', { user_group_id: '\uD800' }],
    ['"draft" must be an object', { draft: null }],
    ['"text" must be a string', { draft: { at: AT } }],
    ['"at" must be a time', { draft: { text: '{}', at: 'yesterday' } }],
    ['"from" must be one of these: sent, answered', { base: { text: '{}', at: AT } }],
    ['"team_id" must be digits', { answered: { at: AT, operation: 'update', team_id: '1.5' } }],
    ['"properties" must be JSON', { answered: { at: AT, operation: 'update', properties: '{' } }],
    ['"versions" must be a list of objects', { versions: {} }],
    ['"versions" must be a list of objects', { versions: [1] }],
    [
      '"status" must be a number',
      { versions: [{ operation: 'update', at: AT, outcome: 'updated', status: '200', text: '{}' }] },
    ],
  ] as const) {
    it(`is refused where ${why}`, () => {
      const text = JSON.stringify({ connection: 'staging', user_group_id: 'acme', ...wrong });
      assert.throws(() => readLine(text, 7), {
        kind: 'invalid',
        message: `Line 7 of the list file: ${why}. Export the list again.`,
      });
    });
  }

  it('says of what is being sent that its outcome is unknown', () => {
    const version = { operation: 'update', at: 0, text: '{}' } as const;
    const versions = (['sending', 'updated'] as const).map((outcome) => ({ ...version, outcome }));
    const line = groupLine({ connection: 'staging', facts: { userGroupId: 'acme', versions } });
    const read = readLine(line, 2);
    assert.deepEqual(read.kind === 'group' && read.group.facts.versions.map(({ outcome }) => outcome), [
      'unknown',
      'updated',
    ]);
  });

  it('that begins the file gives back what was written', () => {
    const header: ListHeader = {
      exportedAt: Date.parse(AT),
      connections: [{ name: 'staging', kind: 'service', baseUrl: 'https://acme.example' }],
    };
    assert.deepEqual(readHeader(headerLine(header)), header);
  });

  it('that begins the file of a newer version is refused', () => {
    const header = headerLine({ exportedAt: 0, connections: [] });
    assert.throws(() => readHeader(header.replace('"version":1', '"version":2')), {
      kind: 'invalid',
      message: 'The list file has version 2 instead of 1. Update the extension.',
    });
  });

  it('that begins the file says which connection has no base URL', () => {
    const header = headerLine({ exportedAt: 0, connections: [{ name: 'staging', kind: 'service', baseUrl: '' }] });
    assert.throws(() => readHeader(header.replace('base_url', 'url')), {
      message: /^Line 1 .*: "base_url" must be a string/,
    });
  });
});
