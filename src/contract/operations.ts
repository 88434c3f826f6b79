// The contract with the service: its operations, one row each (interface document, "Endpoints"). What that document
// says may enter, and what follows from it for everybody; this room imports nothing. Begin with OPERATIONS; the fields
// that they send and answer are in fields.ts, and how they are asked in serviceApi.ts.

/** A document, the token of the group alone, or its former and its new ID. */
export type BodyKind = 'document' | 'token' | 'ids';

interface OperationRow {
  /** A request that comes twice does no harm that it does not do once. */
  readonly mayBeRepeated: boolean;
  /** Absent: nothing. */
  readonly body?: BodyKind;
  /** Afterwards the service has no group of this ID, so that what asks for one would create it. */
  readonly endsId?: true;
  /**
   * What the group of this ID is once it was done, on record and in the list. Nothing else about the group is asked
   * meanwhile: nobody could tell which of the two the service carries out first.
   */
  readonly listedAs?: string;
}

export const OPERATIONS = {
  // The second finds the group that the first has created.
  getOrCreate: { mayBeRepeated: true, body: 'document' },
  // The second sets the same values again.
  update: { mayBeRepeated: true, body: 'document' },
  // The second would destroy the token that the first one issued.
  rotate: { mayBeRepeated: false, body: 'token' },
} as const satisfies Readonly<Record<string, OperationRow>>;

export type Operation = keyof typeof OPERATIONS;

/** All that is asked of a service. What is not among OPERATIONS, some services have (serviceApi.ts). */
export const REQUESTS = {
  ...OPERATIONS,
  // The second finds no group, which reads as if the first had not deleted it.
  delete: { mayBeRepeated: false, body: 'token', endsId: true, listedAs: 'deleted' },
  // The second finds no group by the former ID.
  changeId: { mayBeRepeated: false, body: 'ids', endsId: true, listedAs: 'idChanged' },
  list: { mayBeRepeated: true },
} as const satisfies Readonly<Record<string, OperationRow>>;

export type RequestKind = keyof typeof REQUESTS;
/** What is asked about one group, and so is on record. */
export type SentOperation = Exclude<RequestKind, 'list'>;
/** What some services do with a group by its token alone, and answer without the group. */
export type FurtherOperation = Exclude<RequestsLike<{ readonly body: 'token' }>, Operation>;
export type AskedAlone = RequestsLike<{ readonly listedAs: string }>;
export type ListedAs = (typeof REQUESTS)[AskedAlone]['listedAs'];
type RequestsLike<Row> = { [R in RequestKind]: (typeof REQUESTS)[R] extends Row ? R : never }[RequestKind];

const rowOf = (operation: RequestKind): OperationRow => REQUESTS[operation];

export const sendsDocument = (operation: RequestKind): operation is RequestsLike<{ readonly body: 'document' }> =>
  rowOf(operation).body === 'document';
export const endsId = (operation: RequestKind): operation is RequestsLike<{ readonly endsId: true }> =>
  rowOf(operation).endsId === true;
export const isAskedAlone = (operation: RequestKind): operation is AskedAlone =>
  rowOf(operation).listedAs !== undefined;

export const FURTHER_OPERATIONS = Object.keys(REQUESTS).filter(
  (name): name is FurtherOperation =>
    !Object.hasOwn(OPERATIONS, name) && Object.hasOwn(REQUESTS, name) && rowOf(name as RequestKind).body === 'token',
);
export const SENT_OPERATIONS = Object.keys(REQUESTS).filter(
  (name): name is SentOperation => name !== 'list' && Object.hasOwn(REQUESTS, name),
);
export const OPERATION_NAMES = Object.keys(OPERATIONS).filter((name): name is Operation =>
  Object.hasOwn(OPERATIONS, name),
);
