// Every trouble that a request can meet, generated from what the sandbox can be asked to do, and how a sending that
// lives through it ends.

import type { RequestKind } from '../../../src/contract/operations.ts';
import type { SendOutcome } from '../../../src/core/userGroup.ts';
import { faults, type Fault } from '../../../src/sandbox/faults.ts';
import type { ServedOperation } from '../../../src/sandbox/sandboxApis.ts';
import { HELD_SECONDS, HeldTimers } from '../heldTimers.ts';
import type { Product } from '../product.ts';

/**
 * What the request came to that the window waited for: `done` as asked, `refused` by the service, `notSent` at all, or
 * `open`, when nobody can tell.
 */
export type End = 'done' | 'refused' | 'notSent' | 'open';

export interface Trouble {
  /** Ends the sentence "A rotation …". */
  readonly words: string;
  readonly arrange: (product: Product, operation: RequestKind) => Promise<void>;
  /** The request has arrived. */
  readonly onArrival?: () => void;
  /** The service works again, and is reached again. */
  readonly mend: (product: Product) => Promise<void>;
  readonly ends: Readonly<Record<RequestKind, End>>;
  /** The request leaves on a connection that has carried nothing before. */
  readonly onNewConnection: boolean;
  /** The sending has been written down when the trouble comes. */
  readonly hasBegun: boolean;
  /** It takes long to make its answer. */
  readonly isHeavy?: boolean;
  /** The group that the answer names in place of the right one. */
  readonly answersAbout?: string;
}

/** Holds the deadline of a request until it has arrived, so that it comes neither early nor late. */
const deadline = new HeldTimers();

const alike = (end: End): Record<RequestKind, End> => ({
  getOrCreate: end,
  update: end,
  rotate: end,
  delete: end,
  changeId: end,
  list: end,
});

/** What is not `open`. The service's refusals and the answers that are odd but whole. */
const ENDS: Partial<Record<Fault, Partial<Record<RequestKind, End>>>> = {
  successZero: alike('refused'),
  redirect: alike('refused'),
  status403: alike('refused'),
  status429Plain: alike('refused'),
  dropsGetBody: { ...alike('done'), getOrCreate: 'refused' },
  // The answer to a deletion says only that it is done, and a list is none of these answers.
  nullUserGroup: { delete: 'done', list: 'done' },
  tokenMissing: { delete: 'done', list: 'done' },
  tokenNotString: { delete: 'done', list: 'done' },
  otherProvidedId: { delete: 'done', list: 'done' },
  // A list may be longer.
  hugeAnswer: { list: 'done' },
  hugeGzip: { list: 'done' },
  hugeTeamId: alike('done'),
  extraFields: alike('done'),
  normalisesProperties: alike('done'),
  bom: alike('done'),
  gzip: alike('done'),
  slow: alike('done'),
  closesAfterEach: alike('done'),
};

/** Hit once, these are tried again where that does no harm. */
const TRIED_AGAIN: readonly Fault[] = [
  'status429Plain',
  'status503RetryAfter',
  'status503RetryAfterDate',
  'resetWhileSending',
  'resetUnprocessed',
  'resetBeforeAnswer',
];

/** A change of the ID is an update. */
export function servedAs(operation: RequestKind): ServedOperation {
  return operation === 'changeId' ? 'update' : operation;
}

function meeting(fault: Fault): Trouble {
  return {
    words: `meets ${fault} (${faults[fault].about})`,
    arrange: ({ remote }, operation) => {
      remote.misbehave(fault, { operation: servedAs(operation), seconds: 0.01 });
      return Promise.resolve();
    },
    mend: ({ remote }) => {
      remote.misbehave(undefined);
      return Promise.resolve();
    },
    ends: { ...alike('open'), ...ENDS[fault] },
    onNewConnection: false,
    hasBegun: true,
    ...(fault.startsWith('huge') && fault !== 'hugeTeamId' && { isHeavy: true }),
    ...(fault === 'otherProvidedId' && { answersAbout: 'somebody_else' }),
  };
}

function meetingOnce(fault: Fault): Trouble {
  return {
    ...meeting(fault),
    words: `meets ${fault} once`,
    arrange: ({ remote }, operation) => {
      remote.misbehave(fault, { operation: servedAs(operation), times: 1, seconds: 0.01 });
      return Promise.resolve();
    },
    ends: {
      ...alike(fault === 'status429Plain' ? 'refused' : 'open'),
      getOrCreate: 'done',
      update: 'done',
      list: 'done',
    },
  };
}

function onNewConnection(fault: Fault): Trouble {
  return { ...meeting(fault), words: `meets ${fault} on a new connection`, onNewConnection: true };
}

const inTime = (Object.keys(faults) as Fault[]).filter((fault) => fault !== 'neverAnswers').map(meeting);

const tooLate = (['slow', 'neverAnswers'] as const).map((fault): Trouble => ({
  ...meeting(fault),
  words: fault === 'slow' ? 'is answered after the deadline' : 'is never answered',
  arrange: ({ remote, settings }, operation) => {
    settings.timeoutSeconds = HELD_SECONDS;
    deadline.hold();
    remote.misbehave(fault, { operation: servedAs(operation), seconds: 60 });
    return Promise.resolve();
  },
  onArrival: () => {
    deadline.goOff();
  },
  mend: ({ remote, settings }) => {
    deadline.release();
    settings.timeoutSeconds = 10;
    remote.misbehave(undefined);
    return Promise.resolve();
  },
  ends: alike('open'),
}));

const beforeSending: readonly Trouble[] = [
  {
    words: 'finds nobody listening',
    arrange: ({ stopRemote }) => stopRemote(),
    mend: ({ restartRemote }) => restartRemote(),
    ends: alike('notSent'),
    onNewConnection: true,
    hasBegun: true,
  },
  {
    words: 'has no API token',
    arrange: ({ services, connection }) => services.apiTokens.delete(connection),
    mend: ({ services, connection, remote }) => services.apiTokens.set(connection, remote.apiToken),
    ends: alike('notSent'),
    onNewConnection: false,
    hasBegun: false,
  },
];

export const none: Trouble = {
  words: 'meets no trouble',
  arrange: () => Promise.resolve(),
  mend: () => Promise.resolve(),
  ends: alike('done'),
  onNewConnection: false,
  hasBegun: true,
};

const reused: Trouble = {
  ...meeting('closesAfterEach'),
  words: 'meets a connection that the service has just closed',
  arrange: async ({ remote, services, connection }) => {
    remote.misbehave('closesAfterEach');
    await services.sending.getOrCreate(connection, '{"user_group_id": "before"}');
  },
};

export const troubles: readonly Trouble[] = [
  none,
  ...beforeSending,
  ...inTime,
  ...tooLate,
  ...TRIED_AGAIN.map(meetingOnce),
  reused,
  ...(['resetUnprocessed', 'resetBeforeAnswer', 'halfAnswer'] as const).map(onNewConnection),
];

/** What the store may say that a sending came to, by what it came to and what the service did. */
export function outcomesOf(operation: RequestKind, end: End, did: boolean): readonly (SendOutcome | undefined)[] {
  // It is about no group, and stands in no history.
  if (operation === 'list') return [undefined];
  switch (end) {
    case 'open':
      return ['unknown'];
    case 'refused':
      return ['refused', undefined];
    case 'notSent':
      return ['notSent', undefined];
    case 'done':
      return {
        getOrCreate: did ? ['created', 'createdOrExisted', 'existed', 'existedNotApplied'] : ['existed'],
        update: ['updated'],
        rotate: ['rotated'],
        delete: ['deleted'],
        changeId: ['idChanged'],
      }[operation] as SendOutcome[];
  }
}
