// Refreshing a plan by a list that is not all of it.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import type { ListedPage } from '../../../../src/core/ports/client.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { refreshPlan, type RefreshDependencies } from '../../../../src/services/plans/refreshPlan.ts';
import type { FolderPlan } from '../../../../src/services/plans/folderPlan.ts';
import { standIn } from '../../../support/standIn.ts';

describe('A plan that is refreshed by a list', () => {
  const applied = new Map(
    ['acme', 'beta'].map((userGroupId) => [userGroupId, { userGroupId, sha256: '', at: '', tool: '' }]),
  );
  const plan: FolderPlan = {
    errors: [],
    unmanaged: [],
    groups: [...applied.keys()].map((userGroupId) => ({
      userGroupId,
      file: userGroupId,
      sha256: '',
      status: 'same',
      omitted: [],
      inherited: [],
    })),
  };
  const refreshed = async (total: number, odd: ListedPage['odd'] = []): Promise<FolderPlan['groups']> => {
    const dependencies = standIn<RefreshDependencies>({
      applied,
      connection: standIn({ serviceApi: CUSTOMER_API }),
      target: standIn({}),
      signals: {},
      client: standIn({
        list: (_target, page) =>
          Promise.resolve({
            total,
            groups: page > 1 ? [] : [{ userGroup: { providedId: 'acme' }, token: '' }],
            odd: page > 1 ? [] : odd,
          }),
      }),
      documentOf: ({ userGroupId }) => Promise.resolve(readSendable(JSON.stringify({ user_group_id: userGroupId }))),
      onProgress: () => undefined,
    });
    return (await refreshPlan(plan, dependencies)).groups;
  };
  const statuses = async (total: number): Promise<string[]> => (await refreshed(total)).map(({ status }) => status);

  it('takes a group for deleted only where the list is whole', async () => {
    assert.deepEqual(await statuses(1), ['same', 'gone']);
    assert.deepEqual(await statuses(2), ['same', 'same']);
  });

  it('does not take one for deleted that the list has, and that cannot be read, and says so', async () => {
    const [acme, beta] = await refreshed(2, [{ userGroupId: 'beta', reason: 'No token.' }, { reason: 'No ID.' }]);
    assert.deepEqual([acme?.status, acme?.note], ['same', undefined]);
    assert.deepEqual([beta?.status, beta?.note], ['same', 'No token.']);
  });
});
