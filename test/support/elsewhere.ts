// What a colleague does on the service, without this product.

import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export async function elsewhere(
  { baseUrl, apiToken }: Sandbox,
  method: 'GET' | 'PUT' | 'POST',
  body: object,
): Promise<void> {
  const { request } = await import('undici');
  const headers = { authorization: `Token ${apiToken}`, 'content-type': 'application/json' };
  const { body: answer } = await request(`${baseUrl}/api/user`, { method, headers, body: JSON.stringify(body) });
  await answer.dump();
}
