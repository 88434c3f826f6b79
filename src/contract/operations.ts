// The contract with the service: its operations, one row each (interface document, "Endpoints"). What that document
// says may enter, and what follows from it for everybody; this room imports nothing. Begin with OPERATIONS; the fields
// that they send and answer are in fields.ts.

/** Under the base URL, of all operations. */
export const USER_PATH = '/api/user';

interface OperationRow {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** A request that comes twice does no harm that it does not do once. */
  readonly mayBeRepeated: boolean;
  /** The fields of its answer, around those of the user group ("Common response envelope"). */
  readonly envelope: readonly string[];
}

export const OPERATIONS = {
  // The second finds the group that the first has created.
  getOrCreate: { method: 'GET', mayBeRepeated: true, envelope: ['success', 'new_user_group', 'user_group'] },
  // The second sets the same values again.
  update: { method: 'PUT', mayBeRepeated: true, envelope: ['success', 'user_group'] },
  // The second would destroy the token that the first one issued.
  rotate: { method: 'POST', mayBeRepeated: false, envelope: ['success', 'user_group'] },
} as const satisfies Readonly<Record<string, OperationRow>>;

export type Operation = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS).filter((name): name is Operation =>
  Object.hasOwn(OPERATIONS, name),
);
