// The request that deletes a group: its bytes, and what each answer to it means. A deletion must never be repeated, and
// no answer but a clear one says what became of it.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { answers, resets, writesAndEnds, type Reply } from '../../support/answeringServer.ts';
import { API_TOKEN, failureOf, withServer, type Bench } from '../../support/clientUnderTest.ts';

const deleting = ({ client, target }: Bench, signal?: AbortSignal) =>
  client.delete({ ...target, api: CUSTOMER_API }, 'acme', 'group-token-0', { signal });
const done = answers(200, '{"success":1}');

describe('A request that deletes a group', () => {
  it('is sent once, with the token of the group alone', () =>
    withServer([done], async (bench) => {
      const { status } = await deleting(bench);
      const [request, ...others] = bench.server.requests;
      const { head, body } = request!;
      assert.deepEqual(
        [status, head[0], body.toString(), others],
        [200, 'DELETE /api/delete_customer/ HTTP/1.1', '{"current_token":"group-token-0"}', []],
      );
      assert.ok(head.includes(`Explo-Authorization: Token ${API_TOKEN}`), head.join('\n'));
      assert.deepEqual(bench.lines.length, 1);
      assert.ok(!JSON.stringify(bench.lines).includes('group-token-0'));
    }));

  const UNKNOWN = 'It may have been deleted. Check whether it is gone before you fetch it, which would recreate it.';
  for (const [what, reply, kind, message] of [
    [
      'children',
      answers(400, '{"success":0,"detail":"It has children."}'),
      'invalid',
      'The service rejected the request (400: “{"success":0,"detail":"It has children."}”). Check whether anything depends on it.',
    ],
    [
      'success 0',
      answers(200, '{"success":0}'),
      'invalid',
      'The service rejected the request with "success": 0 (200: “{"success":0}”). Check whether anything depends on it.',
    ],
    [
      'a conflict',
      answers(409, ''),
      'conflict',
      'The service reports a conflict (409). Check whether anything depends on it.',
    ],
    [
      'no such group',
      answers(404, ''),
      'notFound',
      'The service found nothing at DELETE /api/delete_customer/ (404). Check the base URL, and whether it is gone already.',
    ],
    [
      'no permission',
      answers(403, ''),
      'forbidden',
      `The service doesn't permit this with the present API token (403). Use an API token that may write.`,
    ],
    ['a failure of the service', answers(500, ''), 'outcomeUnknown', `The service returned 500. ${UNKNOWN}`],
    [
      'a failure that says no',
      answers(503, '{"success":0}'),
      'outcomeUnknown',
      `The service returned 503: “{"success":0}”. ${UNKNOWN}`,
    ],
    [
      'nothing',
      resets,
      'outcomeUnknown',
      `The connection broke before the response was complete (ECONNRESET). ${UNKNOWN}`,
    ],
    ['no HTTP', writesAndEnds('hello\\r\\n\\r\\n'), 'outcomeUnknown', undefined],
    ['an empty body', answers(200, ''), 'outcomeUnknown', `The service returned 200 (application/json). ${UNKNOWN}`],
    ['no content', answers(204, ''), 'outcomeUnknown', undefined],
    ['other JSON', answers(200, '{"deleted":true}'), 'outcomeUnknown', undefined],
    ['a success with a status of failure', answers(400, '{"success":1}'), 'outcomeUnknown', undefined],
    ['a redirect after it was done', answers(303, '', { location: '/done' }), 'outcomeUnknown', undefined],
    ['a redirect', answers(301, '', { location: '/elsewhere' }), 'unexpectedResponse', undefined],
    ['a web page', answers(200, '<html></html>', { 'content-type': 'text/html' }), 'outcomeUnknown', undefined],
  ] as readonly (readonly [string, Reply, string, string | undefined])[])
    it(`is answered by ${what}`, () =>
      withServer([reply, done], async (bench) => {
        const failure = await failureOf(deleting(bench));
        assert.deepEqual([failure.kind, bench.server.requests.length, bench.waits], [kind, 1, []]);
        if (message !== undefined) assert.equal(failure.message, message);
        else if (kind === 'outcomeUnknown')
          assert.ok(failure.message.includes('may have been deleted'), failure.message);
      }));

  it('shows no token that comes back', () =>
    withServer([answers(400, '{"success":0,"detail":"No group-token-0."}')], async (bench) => {
      assert.ok(!(await failureOf(deleting(bench))).message.includes('group-token-0'));
    }));

  it('that is cancelled after it was sent has no known outcome', () =>
    withServer([() => undefined], async (bench) => {
      const cancelling = new AbortController();
      const failing = failureOf(deleting(bench, cancelling.signal));
      await bench.server.received(1);
      cancelling.abort();
      assert.equal((await failing).kind, 'outcomeUnknown');
    }));

  it('is not sent to a service that deletes nothing', () =>
    withServer([done], async (bench) => {
      await assert.rejects(bench.client.delete(bench.target, 'acme', 'group-token-0'), RangeError);
      assert.deepEqual(bench.server.requests, []);
    }));
});
