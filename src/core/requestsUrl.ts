// Where the requests of a connection go, for a person.

import type { ServiceApi } from '../contract/serviceApi.ts';
import { parseBaseUrl } from './baseUrl.ts';

/**
 * Their URL; where operations have different ones, what these begin with.
 * @throws UserGroupsError `invalid` as `parseBaseUrl`
 */
export function requestsUrl(baseUrl: string, { operations }: ServiceApi): string {
  const [path = '', ...others] = new Set(Object.values(operations).flatMap((endpoint) => endpoint?.path ?? []));
  return parseBaseUrl(baseUrl).href + (others.length === 0 ? path : '');
}
