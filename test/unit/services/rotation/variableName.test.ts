// Names of variables: which are one, which are taken, and which one is proposed for a group.

import assert from 'node:assert/strict';
import { isReserved, isVariableName, proposedVariable } from '../../../../src/services/rotation/variableName.ts';

describe('The name of a variable', () => {
  it('is one for every program', () => {
    const names = ['A', '_a1', 'token', '1A', 'A-B', 'A.B', '', 'A=B', 'A B', 'A\n', 'Ä'];
    assert.deepEqual(names.filter(isVariableName), ['A', '_a1', 'token']);
  });

  it('is none that programs go by', () => {
    const names = [
      'PATH',
      'Path',
      'HOME',
      'NODE_OPTIONS',
      'LD_PRELOAD',
      'DYLD_INSERT_LIBRARIES',
      'MY_PATH',
      'LDAP',
      'PATHS',
    ];
    assert.deepEqual(
      names.filter((name) => !isReserved(name)),
      ['MY_PATH', 'LDAP', 'PATHS'],
    );
  });

  for (const [id, name] of [
    ['acme', 'ACME_TOKEN'],
    ['Acme GmbH & Co.', 'ACME_GMBH_CO_TOKEN'],
    ['4711', 'GROUP_4711_TOKEN'],
    ['ld-preload', 'GROUP_LD_PRELOAD_TOKEN'],
    ['顧客', 'USER_GROUP_TOKEN'],
    ['x'.repeat(100), `${'X'.repeat(60)}_TOKEN`],
  ] as const)
    it(`proposed for ${id} contains its ID`, () => {
      assert.equal(proposedVariable(id), name);
      assert.ok(isVariableName(name) && !isReserved(name));
    });
});
