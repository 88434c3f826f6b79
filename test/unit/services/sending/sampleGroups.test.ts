// Whether the sample groups are added to a sandbox: by what an earlier start has remembered.

import assert from 'node:assert/strict';
import type { GroupService } from '../../../../src/services/groups/groupService.ts';
import { SampleGroups } from '../../../../src/services/sending/sampleGroups.ts';
import type { SendService } from '../../../../src/services/sending/sendService.ts';
import { SANDBOX } from '../../../support/connections.ts';
import { documentOf } from '../../../support/documents.ts';
import { standIn } from '../../../support/standIn.ts';

interface Added {
  readonly sent: readonly unknown[];
  readonly remembered: unknown;
}

async function added(remembered: unknown, listed: readonly string[]): Promise<Added> {
  const sent: unknown[] = [];
  const memory = new Map([['sampleGroupsAdded', remembered]]);
  const samples = new SampleGroups(
    standIn({
      get: (key) => memory.get(key),
      set: (key, value) => Promise.resolve(void memory.set(key, value)),
    }),
    standIn<GroupService>({
      find: ({ userGroupId }) => (listed.includes(userGroupId) ? standIn({}) : undefined),
    }),
    standIn<SendService>({
      getOrCreate: (_connection, text) => {
        assert.ok(typeof text === 'string');
        sent.push(JSON.parse(text));
        return Promise.resolve(standIn({}));
      },
    }),
    () => Promise.resolve([documentOf({ mapping: { 40: '1' } }), documentOf({ user_group_id: 'globex' })]),
  );
  await samples.addOnce(SANDBOX);
  return { sent, remembered: memory.get('sampleGroupsAdded') };
}

describe('The sample groups', () => {
  const ACME = { user_group_id: 'acme', name: 'Acme', mapping: { 40: '1' } };
  const GLOBEX = { user_group_id: 'globex', name: 'Acme' };

  for (const [words, remembered, listed, sent, then] of [
    ['are added to a new sandbox', undefined, [], [ACME, GLOBEX], SANDBOX.id],
    ['are added where some are missing', undefined, ['acme'], [GLOBEX], SANDBOX.id],
    ['are added again to another sandbox', 'former', [], [ACME, GLOBEX], SANDBOX.id],
    ['are not added again to the same one, though none is left', SANDBOX.id, [], [], SANDBOX.id],
  ] as const)
    it(words, async () => {
      assert.deepEqual(await added(remembered, listed), { sent, remembered: then });
    });
});
