// The invariant of every cell: what the service holds is known here, or the list says that it is not, and asking brings
// it.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../src/core/ports/journal.ts';
import { endsId, sendsDocument } from '../../../src/contract/operations.ts';
import type { SentVersion } from '../../../src/core/userGroup.ts';
import { apiOf } from '../../../src/core/connection.ts';
import { difference } from '../../../src/document/difference.ts';
import { readDocument } from '../../../src/document/userGroupDocument.ts';
import type { StoredGroup } from '../../../src/sandbox/sandbox.ts';
import type { Product } from '../product.ts';
import { NEW_ID, TYPED, type Action } from './faultActions.ts';
import { outcomesOf, servedAs, type End } from './troubles.ts';

/** What is known at one moment, here and on the service. */
export interface Snapshot {
  readonly onService: StoredGroup | undefined;
  readonly record: ReturnType<Product['record']>;
  readonly tokens: readonly string[];
  readonly lastVersion: number;
  readonly requests: number;
}

/** What is asked of one cell after its deed has ended. */
export interface Cell {
  readonly action: Action;
  readonly end: End;
  /** The group that the answers name. */
  readonly userGroupId: string;
}

export async function snapshotOf(product: Product): Promise<Snapshot> {
  const { services, remote, record, requests } = product;
  return {
    onService: remote.group('acme'),
    record: record('acme'),
    tokens: await readableTokens(product, 'acme'),
    lastVersion: services.groups.versions({ limit: 1 })[0]?.id ?? 0,
    requests: requests.length,
  };
}

/**
 * The next window: the one that acted is gone or goes on, and whatever it had not finished belongs to nobody any more.
 */
export async function windowAfter(product: Product): Promise<Product> {
  const next = product.anotherWindow();
  await next.elapse(LEASE_MS + 1);
  return next;
}

export async function assertNothingLost(next: Product, before: Snapshot, cell: Cell): Promise<void> {
  const { action, userGroupId } = cell;
  const after = await snapshotOf(next);
  const did = action.isDone(before.onService, after.onService);
  assertTold(next, before, cell, did);
  assertRequests(next, before, action);
  await assertTokenOrMismatch(next, cell, did);
  assertKept(next, before, cell, did);
  const tokens = await everyToken(next, userGroupId);
  assert.deepEqual(
    before.tokens.filter((token) => !tokens.includes(token)),
    [],
    'a token that was known is not known any more',
  );
}

/** With the service as it should be, asking brings its current token, whatever happened before. */
export async function assertFoundOut(next: Product, before: Snapshot, { action, userGroupId }: Cell): Promise<void> {
  const { services, connection, remote, ref } = next;
  if (endsId(action.operation)) return assertEndingFoundOut(next, action.operation);
  if (action.operation === 'list') await services.serviceList.refresh(connection);
  const after = remote.group('acme');
  const did = action.isDone(before.onService, after);
  const accept = (): Promise<boolean> => Promise.resolve(true);
  const rotation = services.rotation.openOf(ref(userGroupId));
  if (rotation !== undefined) {
    const { kind } = await services.rotation.findOut(connection, userGroupId, accept);
    const former = await services.tokens.unseal(rotation.token, ref(userGroupId));
    assert.equal(kind, former === after?.token ? 'probablyNot' : 'rotated');
  }
  for (const open of services.rotation.open().filter((candidate) => candidate.userGroupId === undefined)) {
    if (next.record(userGroupId) === undefined) services.groups.saveDraft(connection, userGroupId, TYPED);
    assert.equal(
      await services.rotation.findOutLeaked(connection, open, userGroupId, accept),
      did ? 'another' : 'same',
    );
  }
  if (next.record(userGroupId)?.unknownOutcome?.operation === 'getOrCreate')
    await services.sending.getOrCreate(connection, TYPED);
  if (did || action.knewToken || action.operation === 'list')
    assert.equal(
      await services.tokens.find(ref(userGroupId)),
      remote.group('acme')?.token,
      'asking has not brought the current token',
    );
  const words = (await next.words(userGroupId)) ?? [];
  assert.ok(
    !words.includes('Rotation: outcome unknown') && !words.includes('Get or create: outcome unknown'),
    words.join(),
  );
}

/** The list of the service tells whether it has the ID still. */
async function assertEndingFoundOut(
  { services, connection, remote, record, words }: Product,
  operation: 'delete' | 'changeId',
): Promise<void> {
  const [ended, said] = operation === 'delete' ? ['deleted', 'Deleted'] : ['idChanged', 'ID changed'];
  if (record('acme')?.unknownOutcome !== undefined) await services.serviceList.refresh(connection);
  assert.equal(record(NEW_ID) !== undefined, remote.group(NEW_ID) !== undefined);
  const isThere = remote.group('acme') !== undefined;
  assert.equal(record('acme')?.listing, isThere ? undefined : ended);
  assert.equal((await words('acme'))?.[0] === said, !isThere);
}

/** What the versions tell is what the service did. */
function assertTold(next: Product, before: Snapshot, cell: Cell, did: boolean): void {
  const {
    action: { operation, trustsAnswer },
    end,
  } = cell;
  const version = newest(next, before, operation);
  const reported = version?.outcome;
  if (did)
    assert.ok(
      reported === undefined || !['refused', 'notSent', 'notRotated', 'sending'].includes(reported),
      `told ${reported ?? ''}, and the service did it`,
    );
  else
    assert.ok(
      reported === undefined ||
        !['created', 'updated', 'rotated', 'deleted', 'idChanged', 'sending'].includes(reported),
      `told ${reported ?? ''}, and the service did not do it`,
    );
  // Without a group there is nothing that a version could belong to: the journal of rotations tells.
  const expected = end === 'open' && trustsAnswer ? [undefined] : outcomesOf(operation, end, did);
  assert.ok(expected.includes(reported), `told ${reported ?? 'nothing'} where ${expected.join(' or ')} is expected`);
}

function newest(next: Product, before: Snapshot, operation: Action['operation']): SentVersion | undefined {
  return next.services.groups
    .versions({ limit: 50 })
    .find((version) => version.id > before.lastVersion && version.operation === operation);
}

/** Of what may come twice. */
const ATTEMPTS = 4;

/** Nothing that must not come twice was sent twice, and nothing that was not asked for was sent. */
function assertRequests({ requests }: Product, before: Snapshot, { operation }: Action): void {
  const sent = requests.slice(before.requests).map((request) => request.operation);
  assert.deepEqual(
    sent.filter((one) => one !== servedAs(operation)),
    [],
  );
  // The second page of a list is empty.
  const most = operation === 'list' ? 2 * ATTEMPTS : sendsDocument(operation) ? ATTEMPTS : 1;
  assert.ok(sent.length <= most, `${sent.length} requests`);
}

async function assertTokenOrMismatch(next: Product, { action, end, userGroupId }: Cell, did: boolean): Promise<void> {
  const { services, ref, remote } = next;
  const onService = remote.group(userGroupId === NEW_ID ? NEW_ID : 'acme');
  const words = await next.words(userGroupId);
  const held = await services.tokens.find(ref(userGroupId));
  const isHeld = held !== undefined && held === onService?.token;
  const saysSo =
    words?.some((word) => /^(Rotation|Get or create|Delete|Change ID): |^Deleted|^ID changed/.test(word)) === true ||
    (action.trustsAnswer && services.rotation.open().some((rotation) => rotation.userGroupId === undefined));
  assert.ok(
    isHeld || saysSo || (!did && !action.knewToken),
    `the token is not the current one, and the list says ${String(words)}`,
  );
  if (did && !action.trustsAnswer)
    assert.ok(words !== undefined, 'a group that was perhaps created is missing from the list');
  if (end === 'done' && (did || action.operation === 'list') && action.operation !== 'delete')
    assert.ok(isHeld, 'the answer came, and its token is not kept');
  if (end !== 'open' && action.operation === 'rotate')
    assert.ok(!saysSo, `the end is known, and the list says ${String(words)}`);
}

/** Nothing that was known is overwritten by what is not. */
function assertKept(next: Product, before: Snapshot, { action, end, userGroupId }: Cell, did: boolean): void {
  const record = next.record(userGroupId);
  if (record === undefined) {
    assert.equal(before.record, undefined, 'the group is not in the list any more');
    return;
  }
  assertDocument(next, action);
  const isDone = end === 'done';
  if (isDone && action.operation !== 'rotate') {
    assert.equal(record.answered?.name, next.remote.group(userGroupId === NEW_ID ? NEW_ID : 'acme')?.name);
  } else if (!isDone) {
    assert.deepEqual(record.answered, before.record?.answered);
  }
  const isApplied =
    did && isDone && action.operation !== 'list' && sendsDocument(action.operation) && record.base?.from === 'sent';
  if (record.listing === 'deleted') assert.equal(record.base, undefined);
  else if (isApplied) assert.equal(record.base.text, TYPED);
  else if (userGroupId === NEW_ID) assert.equal(record.draft?.text, TYPED.replace('"acme"', `"${NEW_ID}"`));
  else if (before.record?.base !== undefined) assert.deepEqual(next.record('acme')?.base, before.record.base);
}

/**
 * What the person typed is the group's document still, wherever the group is listed: kept as such, and not only among
 * the versions.
 */
function assertDocument(product: Product, { document }: Action): void {
  const acme = product.record('acme');
  // It went along.
  if (product.record(NEW_ID)?.draft !== undefined) return;
  if (acme !== undefined && document !== undefined)
    assert.ok(isDocument(product, (acme.draft ?? acme.base)?.text, document), 'the document is another one');
}

/** But for what a customer has in every answer, which a document that is written from one has, too. */
function isDocument({ connection }: Product, text: string | undefined, document: string): boolean {
  if (text === document || text === undefined || apiOf(connection).name !== 'customer') return text === document;
  return difference(readDocument(document), readDocument(text)).every(({ path }) => path === 'access_group');
}

/** The current one and those that it replaced. */
async function readableTokens({ services, ref }: Product, userGroupId: string): Promise<string[]> {
  const current = await services.tokens.find(ref(userGroupId));
  return [
    ...(current === undefined ? [] : [current]),
    ...(await services.tokens.replaced(ref(userGroupId))).map(({ token }) => token),
  ];
}

/** Those of open rotations, too. */
async function everyToken(next: Product, userGroupId: string): Promise<string[]> {
  const { services, store } = next;
  const open = await Promise.all(
    store.journal.openRotations().map((rotation) =>
      services.tokens.unseal(rotation.token, {
        connectionId: rotation.connectionId,
        userGroupId: rotation.userGroupId,
      }),
    ),
  );
  return [
    ...(await readableTokens(next, userGroupId)),
    ...(await readableTokens(next, 'acme')),
    ...open.filter((token) => token !== undefined),
  ];
}
