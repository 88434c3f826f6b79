// Connections of every kind, for tests that only look at them.

import type { Connection } from '../../src/core/connection.ts';

export const TESTING: Connection = {
  id: '1',
  name: 'staging',
  baseUrl: 'https://staging.example.com',
  kind: 'service',
  status: 'ready',
  environment: 'Testing',
};
export const PRODUCTION: Connection = { ...TESTING, id: '2', name: 'production', environment: 'Customer' };
export const SANDBOX: Connection = { ...TESTING, id: '3', name: 'Sandbox', kind: 'sandbox', environment: undefined };
