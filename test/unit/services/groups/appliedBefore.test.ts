// What the service had applied before each version: of the history, else of the group, and what may have come between.

import assert from 'node:assert/strict';
import type { SentVersion, UserGroupRecord, VersionSummary } from '../../../../src/core/userGroup.ts';
import { AppliedBefore } from '../../../../src/services/groups/appliedBefore.ts';
import type { GroupService } from '../../../../src/services/groups/groupService.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const EU = documentOf({ properties: { region: 'EU' } });
const US = documentOf({ properties: { region: 'US' } });

/** Oldest first: how each ended, what was applied before it, and whether that is certain. */
function pasts({ services, ref }: Product, before = new AppliedBefore(services.groups)): unknown[] {
  return services.groups
    .versionSummaries({ ref: ref('acme'), limit: 99 })
    .toReversed()
    .map((version) => {
      const { applied, isUncertain } = before.of(version);
      return [version.outcome, applied?.text(), isUncertain];
    });
}

describe('What was applied before a version', () => {
  const start = productStarter();

  it('is what was last created or updated, whatever else was sent in between', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, EU);
    remote.misbehave('status403', { times: 1 });
    await failureOf(services.sending.getOrCreate(connection, US));
    await services.rotation.rotate(connection, 'acme');
    await services.sending.update(connection, US);
    await services.sending.update(connection, EU);
    assert.deepEqual(
      pasts(product).filter((past) => (past as unknown[])[0] !== 'existed'),
      [
        ['created', undefined, false],
        ['refused', EU, false],
        ['rotated', EU, false],
        ['updated', EU, false],
        ['updated', US, false],
      ],
    );
  });

  it('is uncertain after an outcome that is unknown, until something is applied again', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, EU);
    remote.misbehave('resetBeforeAnswer', { times: 9, operation: 'update' });
    await failureOf(services.sending.update(connection, US));
    remote.misbehave(undefined);
    await services.sending.update(connection, EU);
    await services.sending.update(connection, US);
    assert.deepEqual(
      pasts(product).filter((past) => (past as unknown[])[0] !== 'existed'),
      [
        ['created', undefined, false],
        ['unknown', EU, false],
        ['updated', EU, true],
        ['updated', EU, false],
      ],
    );
  });

  const version = (id: number, fields: Partial<VersionSummary>): VersionSummary => ({
    ...{ id, at: id, ref: { connectionId: 'c', userGroupId: 'acme' } },
    ...{ operation: 'update', outcome: 'refused' },
    ...fields,
  });
  const beforeOf = (versions: readonly VersionSummary[], base?: UserGroupRecord['base']): AppliedBefore =>
    new AppliedBefore(
      standIn<GroupService>({
        versionSummaries: () => [...versions],
        find: () => base && standIn<UserGroupRecord>({ base, baseVersion: undefined }),
        version: (id) => (id < 9 ? standIn<SentVersion>({ text: `text of ${id}` }) : undefined),
      }),
    );

  for (const [words, from, ...texts] of [
    ['what the group had been sent elsewhere', 'sent', undefined, EU],
    ['nothing that the service had only answered', 'answered', undefined, undefined],
  ] as const)
    it(`is ${words}, where nothing before it is on record`, () => {
      const versions = [version(20, {}), version(5, {})] as const;
      const before = beforeOf(versions, { from, text: EU, at: 10 });
      assert.deepEqual(versions.map((each) => before.of(each).applied?.text()).toReversed(), texts);
    });

  it('stays certain after a rotation of unknown outcome', () => {
    const versions = [
      version(3, {}),
      version(2, { operation: 'rotate', outcome: 'unknown' }),
      version(1, { outcome: 'updated' }),
    ] as const;
    const { applied, isUncertain } = beforeOf(versions).of(versions[0]);
    assert.deepEqual([applied?.key, applied?.at, applied?.text(), isUncertain], ['1', 1, 'text of 1', false]);
  });

  it('is nothing, and certain, once the group was deleted', () => {
    const versions = [
      version(4, { operation: 'getOrCreate' }),
      version(3, { operation: 'delete', outcome: 'deleted' }),
      version(2, { outcome: 'unknown' }),
      version(1, { outcome: 'updated' }),
    ] as const;
    assert.deepEqual(beforeOf(versions).of(versions[0]), { applied: undefined, isUncertain: false });
  });

  it('is remembered until it is told that more was sent', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, EU);
    const before = new AppliedBefore(services.groups);
    pasts(product, before);
    await services.sending.update(connection, US);
    assert.deepEqual(pasts(product, before).at(-1), ['updated', undefined, false]);
    before.invalidate(product.ref('acme'));
    assert.deepEqual(pasts(product, before).at(-1), ['updated', EU, false]);
  });
});
