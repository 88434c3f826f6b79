// What a colleague does on the service, without this product.

import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export function elsewhere(remote: Sandbox, method: 'GET' | 'PUT' | 'POST', body: object): Promise<void> {
  return ask(remote, method, '/api/user', 'authorization', body);
}

/** By the present API. */
export function elsewhereAsCustomer(remote: Sandbox, path: string, body: object): Promise<void> {
  return ask(remote, 'POST', path, 'explo-authorization', body);
}

async function ask(
  { baseUrl, apiToken }: Sandbox,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  header: string,
  body: object,
): Promise<void> {
  const { request } = await import('undici');
  const headers = { [header]: `Token ${apiToken}`, 'content-type': 'application/json' };
  const { body: answer } = await request(baseUrl + path, { method, headers, body: JSON.stringify(body) });
  await answer.dump();
}
