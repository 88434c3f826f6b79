// The two APIs that the sandbox plays, side by side: the contract's, and the family's present one, which calls a user
// group a customer. Each is written from its own facts, never from a client's tables.

export type ServedOperation = 'getOrCreate' | 'update' | 'rotate' | 'delete' | 'list' | 'listAll';

export interface SandboxApi {
  /** The name of the header with the API token, in lower case. */
  readonly header: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, ServedOperation>>>>;
  /** The field with the group's ID in a request. */
  readonly id: string;
  /** The field with the group in an answer. */
  readonly object: string;
  /** The field of an answer that tells whether the group is new. */
  readonly isNew: string;
  /** The other fields that a request may have, by the names that the sandbox stores them under. */
  readonly fields: Readonly<Record<string, FieldType>>;
}

export type FieldType = 'string' | 'object' | 'strings' | 'flag';

const SAME_IN_BOTH = { name: 'string', mapping: 'object', properties: 'object' } as const;

/** Interface document, "Endpoints". */
export const USER_GROUPS: SandboxApi = {
  header: 'authorization',
  paths: { '/api/user': { GET: 'getOrCreate', PUT: 'update', POST: 'rotate' } },
  id: 'user_group_id',
  object: 'user_group',
  isNew: 'new_user_group',
  fields: SAME_IN_BOTH,
};

export const CUSTOMERS: SandboxApi = {
  header: 'explo-authorization',
  paths: {
    '/api/create_customer/': { POST: 'getOrCreate' },
    '/api/update_customer/': { POST: 'update' },
    '/api/refresh_customer_token/': { POST: 'rotate' },
    '/api/delete_customer/': { DELETE: 'delete' },
    '/api/customers/': { GET: 'listAll' },
    '/v2/api/customers/': { GET: 'list' },
  },
  id: 'provided_id',
  object: 'customer',
  isNew: 'new_customer',
  fields: {
    ...SAME_IN_BOTH,
    emails: 'strings',
    group_tags: 'strings',
    is_demo_group: 'flag',
    access_group: 'string',
    hierarchy_level_name: 'string',
    parent_provided_id: 'string',
  },
};
