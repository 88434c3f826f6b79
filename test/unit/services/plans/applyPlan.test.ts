// What is told of a group that was applied: what its answer says, and what of it is on disk.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { GetOrCreateAnswer } from '../../../../src/core/ports/client.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { applyGroups, type AppliedResult, type ApplyDependencies } from '../../../../src/services/plans/applyPlan.ts';
import type { PlannedGroup } from '../../../../src/services/plans/folderPlan.ts';
import { Journaled, type JournalEntry } from '../../../../src/services/plans/planJournal.ts';
import { standIn } from '../../../support/standIn.ts';

const PLANNED: PlannedGroup = {
  userGroupId: 'acme',
  file: 'acme.usergroup.json',
  sha256: 'a'.repeat(64),
  status: 'new',
  operation: 'getOrCreate',
  omitted: [],
  inherited: [],
};

const ANSWER: GetOrCreateAnswer = {
  userGroup: { providedId: 'acme', name: 'Acme' },
  token: 'token-of-acme',
  status: 200,
  durationMs: 1,
  unknownFields: [],
  isNew: true,
  mayHaveBeenCreatedByThisRequest: false,
};

interface RunOptions {
  readonly fields?: object;
  readonly status?: PlannedGroup['status'];
  /** Called with how many were recorded before. */
  readonly recording?: (before: number) => void;
}

class Applied {
  readonly known = new Journaled(new Map(), '');
  readonly delivered: string[] = [];
  sent = 0;

  async run(
    answering: () => Promise<GetOrCreateAnswer>,
    { fields = {}, status = 'new', recording = () => undefined }: RunOptions = {},
  ): Promise<AppliedResult> {
    let recorded = 0;
    const dependencies = standIn<ApplyDependencies>({
      applied: this.known.applied,
      pending: this.known.pending,
      connection: standIn({ name: 'staging', serviceApi: undefined, environment: 'Testing' }),
      target: standIn({}),
      client: standIn({
        getOrCreate: () => {
          this.sent += 1;
          return answering();
        },
        update: () => Promise.resolve(ANSWER),
      }),
      signals: {},
      documentOf: () =>
        Promise.resolve(readSendable(JSON.stringify({ user_group_id: 'acme', name: 'Acme', ...fields }))),
      deliver: (token) => {
        this.delivered.push(token);
        return Promise.resolve();
      },
      record: (...entries: readonly JournalEntry[]) => {
        recording(recorded);
        recorded += 1;
        for (const entry of entries) this.known.follow(entry);
      },
      tool: '1',
      now: Date.now,
    });
    const { value } = await applyGroups([{ ...PLANNED, status }], false, dependencies).next();
    return value as AppliedResult;
  }

  get isUnknown(): boolean {
    return this.known.pending.get('acme')?.sending !== undefined;
  }
}

describe('A group that was asked for by get-or-create', () => {
  const TWICE = 'It may have been created by this request, which was sent twice. Plan again to update it.';
  const THERE = 'It exists already, so nothing was applied. Plan again to update it.';
  const UNTOLD = 'Unknown whether the group is new. Plan again to update it.';
  const mapping = { mapping: { 40: '213' } };
  const cases: readonly (readonly [
    what: string,
    answer: Partial<GetOrCreateAnswer>,
    fields: object,
    outcome: AppliedResult['outcome'],
    reason: string | undefined,
    isDelivered: boolean,
  ])[] = [
    ['is new', {}, mapping, 'created', undefined, true],
    ['was there as in its file', { isNew: false }, {}, 'same', undefined, false],
    ['was there', { isNew: false }, mapping, 'existed', THERE, false],
    ...(
      [
        ['was asked for twice', { isNew: false, mayHaveBeenCreatedByThisRequest: true }, TWICE],
        ['is not told to be new or old', { isNew: undefined }, UNTOLD],
      ] as const
    ).flatMap(([what, answer, reason]) => [
      [`${what}, and is as in its file`, answer, {}, 'createdOrExisted', undefined, true] as const,
      [`${what}, and has a mapping that is not answered`, answer, mapping, 'unknown', reason, true] as const,
      [`${what}, and has another name`, answer, { name: 'Other' }, 'unknown', reason, true] as const,
    ]),
  ];
  for (const [what, answer, fields, outcome, reason, isDelivered] of cases)
    it(`has its token delivered as far as it is due where it ${what}`, async () => {
      const applied = new Applied();
      const result = await applied.run(() => Promise.resolve({ ...ANSWER, ...answer }), { fields });
      assert.deepEqual([result.outcome, result.reason], [outcome, reason]);
      assert.deepEqual(applied.delivered, isDelivered ? ['token-of-acme'] : []);
      assert.equal(applied.known.pending.size, 0);
      const isAsPlanned = reason === undefined;
      assert.equal(applied.known.applied.get('acme')?.sha256, isAsPlanned ? PLANNED.sha256 : undefined);
    });
});

describe('A group whose outcome was unknown', () => {
  it('is brought to its file at once where it was asked for twice', async () => {
    const applied = new Applied();
    const answer = { ...ANSWER, isNew: false, mayHaveBeenCreatedByThisRequest: true };
    const { outcome, reason, token } = await applied.run(() => Promise.resolve(answer), {
      fields: { name: 'Other' },
      status: 'unknown',
    });
    assert.deepEqual([outcome, reason, token], ['updated', undefined, 'delivered']);
  });
});

describe('A journal that cannot be written', () => {
  const full = new UserGroupsError('unavailable', 'The disk is full.');
  const fullFrom =
    (first: number) =>
    (before: number): void => {
      if (before >= first) throw full;
    };
  const refused = (): Promise<never> =>
    Promise.reject(new UserGroupsError('forbidden', 'Not allowed.', undefined, { status: 403 }));
  const answered = (): Promise<GetOrCreateAnswer> => Promise.resolve(ANSWER);

  it('before a request lets it not leave', async () => {
    const applied = new Applied();
    const { outcome, reason } = await applied.run(answered, { recording: fullFrom(0) });
    assert.deepEqual([outcome, reason, applied.sent, applied.isUnknown], ['failed', 'The disk is full.', 0, false]);
  });

  it('after an answer leaves the outcome unknown', async () => {
    for (const answering of [answered, refused]) {
      const applied = new Applied();
      const { outcome, reason } = await applied.run(answering, { recording: fullFrom(1) });
      assert.deepEqual([outcome, applied.isUnknown, applied.delivered], ['unknown', true, []]);
      assert.equal(reason, 'The disk is full. It may have been created.');
    }
  });

  it('after a delivery keeps the token due', async () => {
    const applied = new Applied();
    const { outcome } = await applied.run(answered, { recording: fullFrom(2) });
    assert.deepEqual([outcome, applied.delivered], ['unknown', ['token-of-acme']]);
    assert.notEqual(applied.known.pending.get('acme')?.tokenDueSince, undefined);
  });
});
