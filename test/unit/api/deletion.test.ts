// The request that deletes a group. What each answer to it means is in failures.test.ts.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { answers } from '../../support/answeringServer.ts';
import { API_TOKEN, failureOf, withServer } from '../../support/clientUnderTest.ts';

const done = answers(200, '{"success":1}');

describe('A request that deletes a group', () => {
  it('is sent with the token of the group alone, which the log does not hold', () =>
    withServer([done], async ({ client, target, server, lines }) => {
      const { status } = await client.byToken('delete', { ...target, api: CUSTOMER_API }, 'acme', 'group-token-0');
      const { head, body } = server.requests[0]!;
      assert.deepEqual(
        [status, head[0], body.toString(), server.requests.length, lines.length],
        [200, 'DELETE /api/delete_customer/ HTTP/1.1', '{"current_token":"group-token-0"}', 1, 1],
      );
      assert.ok(head.includes(`Explo-Authorization: Token ${API_TOKEN}`), head.join('\n'));
      assert.ok(!JSON.stringify(lines).includes('group-token-0'));
    }));

  it('is never sent again', async () => {
    for (const [reply, kind] of [
      [answers(503, '{"success":0}'), 'outcomeUnknown'],
      [answers(429), 'rateLimited'],
    ] as const)
      await withServer([reply, done], async ({ client, target, server, waits }) => {
        const failure = await failureOf(
          client.byToken('delete', { ...target, api: CUSTOMER_API }, 'acme', 'group-token-0'),
        );
        assert.deepEqual([failure.kind, server.requests.length, waits], [kind, 1, []]);
      });
  });

  it('is not sent to a service that deletes nothing', () =>
    withServer([done], async ({ client, target, server }) => {
      await assert.rejects(client.byToken('delete', target, 'acme', 'group-token-0'), RangeError);
      assert.deepEqual(server.requests, []);
    }));
});
