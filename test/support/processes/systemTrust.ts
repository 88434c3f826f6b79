// Updates a group in a process of its own, whose system has other certificate authorities, and reports how that ended.

import { createUserGroupClient } from '../../../src/api/userGroupClient.ts';
import { USER_GROUP_API } from '../../../src/contract/serviceApi.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { networkWith } from '../network.ts';

const [, , baseUrl = '', system = ''] = process.argv;
const client = createUserGroupClient({
  log: { request: () => undefined, warn: () => undefined },
  redactor: new Redactor(),
  network: { current: () => networkWith({ systemCertificates: system === 'on' }) },
});
const target = {
  connection: 'local',
  api: USER_GROUP_API,
  baseUrl,
  apiToken: 'api-token-of-the-tests',
  timeoutSeconds: 10,
};
const ended = await client
  .update(target, 'acme', '{"user_group_id":"acme"}')
  .then(({ status }) => String(status), String);
await client.close();
console.log(ended);
