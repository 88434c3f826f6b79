// What a window can be doing when trouble comes: each action with what was known before, and what the service then has
// or has not done.

import assert from 'node:assert/strict';
import type { RequestOptions } from '../../../src/core/ports/client.ts';
import type { RequestKind } from '../../../src/contract/operations.ts';
import type { StoredGroup } from '../../../src/sandbox/sandbox.ts';
import { ask } from '../../unit/sandbox/ask.ts';
import { elsewhereAsCustomer } from '../elsewhere.ts';
import { documentOf, type Product } from '../product.ts';

/** The text that is sent, and lies as a draft until the service has applied it. */
export const TYPED = documentOf({ name: 'Acme anew', mapping: { 40: '7' }, properties: { plan: 'pro' } });
const FORMER = documentOf({ mapping: { 40: '6' }, properties: { plan: 'basic' } });

export interface Action {
  /** Begins the name of a test. */
  readonly words: string;
  /** The operation of the request that meets trouble. */
  readonly operation: RequestKind;
  readonly prepare: (product: Product) => Promise<void>;
  /** `current`: what the service holds then. */
  readonly run: (product: Product, options: RequestOptions, current: StoredGroup | undefined) => Promise<unknown>;
  /** Whether the service has done what it was asked, by what it held before and holds after. */
  readonly isDone: (before: StoredGroup | undefined, after: StoredGroup | undefined) => boolean;
  /** What the list knew before: its token is the current one, or it may learn it by the answer alone. */
  readonly knewToken: boolean;
  /** Whose token it is, is known from the answer alone. */
  readonly trustsAnswer: boolean;
  /** The person's text, which is the group's document whatever happens, if the group is listed then. */
  readonly document: string | undefined;
}

const accepting = (): Promise<boolean> => Promise.resolve(true);

/** The group as a user has it after a while: sent, rotated once, and with a draft that was not sent. */
async function withHistory({ services, connection, clock }: Product): Promise<void> {
  await services.sending.getOrCreate(connection, FORMER);
  clock.now += 1000;
  await services.rotation.rotate(connection, 'acme');
  clock.now += 1000;
  services.groups.saveDraft(connection, 'acme', TYPED);
  clock.now += 1000;
}

/** A rotation that nobody knows the end of. */
async function afterUnknownRotation(product: Product, fault: 'resetUnprocessed' | 'resetBeforeAnswer'): Promise<void> {
  const { services, connection, remote, clock } = product;
  await withHistory(product);
  remote.misbehave(fault);
  await assert.rejects(services.rotation.rotate(connection, 'acme'), { kind: 'outcomeUnknown' });
  remote.misbehave(undefined);
  clock.now += 1000;
}

/** The API by which the service is asked. */
export type Api = 'user-group' | 'customer';

const isRotated: Action['isDone'] = (before, after) => before?.token !== after?.token;
const changesNothing: Action['isDone'] = () => false;

export const rotation: Action = {
  words: 'A rotation',
  operation: 'rotate',
  prepare: withHistory,
  run: ({ services, connection }, options) => services.rotation.rotate(connection, 'acme', options),
  isDone: isRotated,
  knewToken: true,
  trustsAnswer: false,
  document: TYPED,
};

const deletion: Action = {
  words: 'A deletion',
  operation: 'delete',
  prepare: async (product) => {
    await withHistory(product);
    // By what a list has, it is known that it is the right one.
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'other' }));
  },
  run: async ({ services, connection }, options) => {
    const { asked } = await services.byToken.ready('delete', connection, 'acme');
    await services.byToken.send('delete', connection, 'acme', asked, options);
  },
  isDone: (before, after) => before !== undefined && after === undefined,
  knewToken: true,
  trustsAnswer: false,
  document: TYPED,
};

/** The ID that the group has when its change was carried out. */
export const NEW_ID = 'acme-2';

const idChange: Action = {
  ...deletion,
  words: 'A change of an ID',
  operation: 'changeId',
  run: async ({ services, connection }, options) => {
    const { asked } = await services.idChange.changeable(connection, 'acme');
    await services.idChange.change(connection, 'acme', NEW_ID, asked, options);
  },
};

/** Of what somebody else has changed and rotated. */
const list: Action = {
  words: 'A refresh of the list',
  operation: 'list',
  prepare: async (product) => {
    await withHistory(product);
    const { remote } = product;
    await elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'acme', name: 'Acme elsewhere' });
    await ask(remote, 'POST', JSON.stringify({ current_token: remote.group('acme')!.token }));
  },
  run: ({ services, connection }, options) => services.serviceList.refresh(connection, options),
  isDone: changesNothing,
  knewToken: false,
  trustsAnswer: false,
  document: TYPED,
};

const actions: readonly Action[] = [
  {
    words: 'A get-or-create of a new group',
    operation: 'getOrCreate',
    prepare: async ({ services, connection }) => {
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'other' }));
      services.groups.saveDraft(connection, 'acme', TYPED);
    },
    run: ({ services, connection }, options) => services.sending.getOrCreate(connection, TYPED, options),
    isDone: (before, after) => before === undefined && after !== undefined,
    knewToken: false,
    trustsAnswer: false,
    document: TYPED,
  },
  {
    words: 'A get-or-create of a new group that is not in the list',
    operation: 'getOrCreate',
    prepare: async ({ services, connection }) => {
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'other' }));
    },
    run: ({ services, connection }, options) => services.sending.getOrCreate(connection, TYPED, options),
    isDone: (before, after) => before === undefined && after !== undefined,
    knewToken: false,
    trustsAnswer: false,
    document: TYPED,
  },
  {
    words: 'A get-or-create of a known group',
    operation: 'getOrCreate',
    prepare: withHistory,
    run: ({ services, connection }, options) => services.sending.getOrCreate(connection, FORMER, options),
    isDone: changesNothing,
    knewToken: true,
    trustsAnswer: false,
    document: TYPED,
  },
  {
    words: 'An update',
    operation: 'update',
    prepare: withHistory,
    run: ({ services, connection }, options) => services.sending.update(connection, TYPED, options),
    isDone: (before, after) => before?.name !== after?.name,
    knewToken: true,
    trustsAnswer: false,
    document: TYPED,
  },
  rotation,
  ...(
    [
      ['resetBeforeAnswer', 'that was carried out'],
      ['resetUnprocessed', 'that was not carried out'],
    ] as const
  ).map(([fault, words]): Action => ({
    words: `A question what became of a rotation ${words}`,
    operation: 'getOrCreate',
    prepare: (product) => afterUnknownRotation(product, fault),
    run: ({ services, connection }, options) => services.rotation.findOut(connection, 'acme', accepting, options),
    isDone: changesNothing,
    knewToken: true,
    trustsAnswer: false,
    document: TYPED,
  })),
  {
    words: 'A rotation of a token that no group in the list has',
    operation: 'rotate',
    prepare: async ({ remote, services, connection }) => {
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'other' }));
      await ask(remote, 'GET', FORMER);
    },
    run: ({ services, connection }, options, current) =>
      services.rotation.rotateLeaked(connection, current!.token, options),
    isDone: isRotated,
    knewToken: false,
    trustsAnswer: true,
    document: undefined,
  },
  {
    words: 'A rotation of a token that came to a listed group elsewhere',
    operation: 'rotate',
    prepare: async (product) => {
      await withHistory(product);
      await ask(product.remote, 'POST', JSON.stringify({ current_token: product.remote.group('acme')!.token }));
    },
    run: ({ services, connection }, options, current) =>
      services.rotation.rotateLeaked(connection, current!.token, options),
    isDone: isRotated,
    knewToken: false,
    trustsAnswer: true,
    document: TYPED,
  },
];

export function actionsBy(api: Api): readonly Action[] {
  return api === 'customer' ? [...actions, deletion, idChange, list] : actions;
}
