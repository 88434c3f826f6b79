// The present API of the family, which calls a user group a customer ("customers", public facts).

import type { ServiceApi } from './serviceApi.ts';

export const CUSTOMER_API: ServiceApi = {
  name: 'customer',
  authentication: { header: 'Explo-Authorization', scheme: 'Token' },
  // Without the slash at its end each of them redirects.
  operations: {
    getOrCreate: { method: 'POST', path: '/api/create_customer/' },
    update: { method: 'POST', path: '/api/update_customer/' },
    rotate: { method: 'POST', path: '/api/refresh_customer_token/' },
    delete: { method: 'DELETE', path: '/api/delete_customer/' },
  },
  list: {
    path: '/v2/api/customers/',
    groups: 'results.customers',
    total: 'total_count',
    page: 'page',
    pageSize: 'pageSize',
  },
  request: {
    id: 'provided_id',
    newId: 'new_provided_id',
    fields: {
      emails: { type: 'strings', response: 'emails' },
      group_tags: { type: 'strings', response: 'group_tags' },
      is_demo_group: { type: 'boolean', response: 'is_demo_group' },
      access_group: { type: 'string', response: 'access_group' },
      hierarchy_level_name: { type: 'string', response: 'hierarchy_level_name' },
      parent_provided_id: { type: 'string', response: 'parent_provided_id' },
    },
  },
  response: {
    object: 'customer',
    id: 'provided_id',
    mapping: 'parent_schema_datasource_mapping',
    isNew: 'new_customer',
    computed: { mapping: 'computed_parent_schema_datasource_mapping', properties: 'computed_properties' },
  },
  updatesOnlyGiven: true,
};
