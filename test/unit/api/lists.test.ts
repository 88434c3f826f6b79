// The list of a service: what is asked, and what is made of the answer.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { USER_GROUP_API, type ServiceApi } from '../../../src/contract/serviceApi.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { WorkSlices } from '../../../src/core/workSlices.ts';
import { answers, resets, staysSilent, writesAndEnds, type Reply } from '../../support/answeringServer.ts';
import { API_TOKEN, failureOf, withServer, type Bench } from '../../support/clientUnderTest.ts';

const WHOLE: ServiceApi = { ...USER_GROUP_API, list: { path: '/api/all/', groups: 'groups' } };
const ACME = '{"provided_id":"acme","token":"token-of-acme","team_id":9007199254740993,"name":"Acme"}';
const page = (customers: string, more = '"total_count":12,'): Reply =>
  answers(200, `{${more}"results":{"customers":[${customers}]}}`);

function list({ client, target }: Bench, api = CUSTOMER_API, number = 1) {
  return client.list({ ...target, api }, number);
}

describe('The list of a service', () => {
  afterEach(() => {
    mock.restoreAll();
  });

  it('is asked by GET, page by page, with the header of the service and no body', () =>
    withServer([page(ACME)], async (bench) => {
      await list(bench, CUSTOMER_API, 3);
      const { head, body } = bench.server.requests[0]!;
      assert.equal(head[0], 'GET /v2/api/customers/?pageSize=100&page=3 HTTP/1.1');
      assert.ok(head.includes(`Explo-Authorization: Token ${API_TOKEN}`));
      assert.equal(body.byteLength, 0);
    }));

  it('is asked without a query where it comes in one answer, and with the page alone where its size is not asked', () =>
    withServer([answers(200, '{"groups":[]}')], async (bench) => {
      await list(bench, WHOLE);
      await list(bench, { ...WHOLE, list: { path: '/api/all/', groups: 'groups', page: 'number' } }, 2);
      assert.deepEqual(
        bench.server.requests.map(({ head }) => head[0]),
        ['GET /api/all/ HTTP/1.1', 'GET /api/all/?number=2 HTTP/1.1'],
      );
    }));

  it('is below the base URL', () =>
    withServer([page('')], async (bench) => {
      await bench.client
        .list({ ...bench.target, baseUrl: `${bench.target.baseUrl}/below`, api: WHOLE }, 1)
        .catch(() => 0);
      assert.equal(bench.server.requests[0]?.head[0], 'GET /below/api/all/ HTTP/1.1');
    }));

  it('is decoded group by group as they are answered otherwise, and says how many there are', () => {
    const mapped = '{"provided_id":"b","token":"t","parent_schema_datasource_mapping":{"40":1.0},"properties":null}';
    return withServer([page(`${ACME}, ${mapped}`)], async (bench) => {
      const { groups, total } = await list(bench);
      assert.equal(total, 12);
      assert.deepEqual(
        groups.map(({ userGroup, token }) => [
          userGroup.providedId,
          token,
          userGroup.teamId,
          userGroup.mapping,
          userGroup.properties,
        ]),
        [
          ['acme', 'token-of-acme', '9007199254740993', undefined, undefined],
          ['b', 't', undefined, '{"40":1.0}', null],
        ],
      );
    });
  });

  it('is found whatever stands around it, be it as deep as a list', () =>
    withServer(
      [answers(200, `{"a":[{"results":{"customers":[1]}}],"results":{"b":{},"customers":[${ACME}],"c":1},"d":"}"}`)],
      async (bench) => {
        assert.deepEqual((await list(bench)).groups.length, 1);
      },
    ));

  it('says which of several objects around it is none', () => {
    const api = { ...WHOLE, list: { path: '/api/all/', groups: 'a.b.c' } };
    return withServer([answers(200, '{"a":{"b":1}}')], async (bench) => {
      assert.match((await failureOf(list(bench, api))).message, /^"a\.b" of the response is not an object\./);
    });
  });

  it('may be compressed', () =>
    withServer(
      [answers(200, gzipSync(`{"results":{"customers":[${ACME}]}}`), { 'content-encoding': 'gzip' })],
      async (bench) => {
        assert.deepEqual(await list(bench), {
          groups: (await list(bench)).groups,
          total: undefined,
        });
      },
    ));

  it('lets others have their turn while a long one is read', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `{"provided_id":"g${index}","token":"t"}`).join(',');
    return withServer([answers(200, `{"groups":[${many}]}`)], async (bench) => {
      let turns = 0;
      const counting = setInterval(() => (turns += 1), 0);
      const { groups } = await list(bench, WHOLE);
      clearInterval(counting);
      assert.equal(groups.length, 20_000);
      assert.ok(turns > 5, `${turns} turns`);
    });
  });

  it('leaves no token of one group in what it says of another, before or after it', () => {
    const telling = (id: string, token: string, other: string): string =>
      JSON.stringify({ provided_id: id, token, name: other, properties: { other: encodeURIComponent(other) } });
    const [one, two] = ['tok/en 1', 'tok/en 2'];
    return withServer([page(`${telling('a', one, two)},${telling('b', two, one)}`)], async (bench) => {
      const { groups } = await list(bench);
      assert.doesNotMatch(JSON.stringify(groups.map(({ userGroup }) => userGroup)), /tok.{1,3}en/);
      assert.deepEqual(
        groups.map(({ token }) => token),
        [one, two],
      );
    });
  });

  it('leaves no token in what it says of a group, be it the first of very many', () => {
    const many = Array.from({ length: 2_500 }, (_, index) => `{"provided_id":"g${index}","token":"tok${index}-en"}`);
    const last = '{"provided_id":"last","token":"last token","name":"tok0-en","properties":{"a":"tok1-en"}}';
    return withServer([answers(200, `{"groups":[${[...many, last].join(',')}]}`)], async (bench) => {
      const { groups } = await list(bench, WHOLE);
      const { name, properties } = groups.at(-1)!.userGroup;
      assert.deepEqual([name, properties], ['•••', '"•••"']);
    });
  });

  it('leaves its tokens to those who hold them, and is told by its size alone', () => {
    const redactor = new Redactor();
    const many = Array.from({ length: 2_500 }, (_, index) => `{"provided_id":"g${index}","token":"token-${index}"}`);
    return withServer(
      [answers(200, `{"groups":[${many.join(',')}]}`)],
      async (bench) => {
        await list(bench, WHOLE);
        assert.equal(redactor.redact('token-7 token-2499'), 'token-7 token-2499');
        assert.deepEqual(
          bench.lines.map(({ operation, userGroupId, outcome }) => [operation, userGroupId, outcome]),
          [['list', undefined, '200']],
        );
        assert.doesNotMatch(JSON.stringify(bench.lines), /token-\d/);
      },
      { redactor },
    );
  });

  it('lets others have their turn while it passes over what is none', () => {
    // By this clock each piece takes longer than a stretch, on whichever machine.
    let now = 0;
    mock.method(performance, 'now', () => (now += 1000));
    const { pause } = WorkSlices.prototype as { readonly pause: (this: WorkSlices) => Promise<void> };
    let turns = 0;
    mock.method(WorkSlices.prototype, 'pause', async function counted(this: WorkSlices) {
      const waiting = setImmediate(() => (turns += 1));
      await pause.call(this);
      clearImmediate(waiting);
    });
    const nothing = `[${'[],'.repeat(400_000)}0]`;
    return withServer([answers(200, `{"a":${nothing},"groups":[]}`)], async (bench) => {
      await list(bench, WHOLE);
      // Of 1,200,003 signs and numbers.
      assert.equal(turns, 25);
    });
  });

  it('is cancelled like what was never sent, while it is asked and while it is read', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `{"provided_id":"g${index}","token":"t"}`).join(',');
    for (const reply of [staysSilent, answers(200, `{"groups":[${many}]}`)])
      await withServer([reply], async ({ client, target, server }) => {
        const abort = new AbortController();
        const listing = failureOf(client.list({ ...target, api: WHOLE }, 1, { signal: abort.signal }));
        await server.received(1);
        setImmediate(() => {
          abort.abort();
        });
        assert.equal((await listing).kind, 'cancelled');
      });
  });

  it('is asked again while the service is busy', () =>
    withServer([answers(503), page(ACME)], async (bench) => {
      assert.equal((await list(bench)).groups.length, 1);
      assert.deepEqual(bench.waits, [1]);
    }));
});

describe('What is odd in a list', () => {
  const named = (more: object, id: string | null = 'odd'): string =>
    JSON.stringify({ ...(id !== null && { provided_id: id }), token: 'token-of-odd', ...more });
  const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, 1]));
  const deep = `{"provided_id":"odd","token":"t","properties":${'['.repeat(1001)}${']'.repeat(1001)}}`;
  const MAPPING = 'parent_schema_datasource_mapping';
  const ITEM = 'Item 2 of "results.customers": ';
  const rows: readonly (readonly [words: string, row: string, reason: string, id?: string])[] = [
    ['a name is null', named({ name: null }), '"name" of the response is not a string.', 'odd'],
    ['a name is endless', named({ name: 'x'.repeat(10_001) }), '"name" has more than 10,000 characters.', 'odd'],
    ['an ID is missing', named({}, null), 'The response has no "provided_id".'],
    ['an ID is empty', named({}, ''), 'The response has no "provided_id".'],
    ['an ID is a number', named({ provided_id: 7 }), '"provided_id" of the response is not a string.'],
    ['a token is missing', named({ token: undefined }), 'The response has no "token".', 'odd'],
    ['a token is endless', named({ token: 'x'.repeat(10_001) }), '"token" has more than 10,000 characters.', 'odd'],
    ['a team is a text', named({ team_id: '7' }), '"team_id" of the response is not a number.', 'odd'],
    [
      'a tag is endless',
      named({ api_environment_tag: ['x'.repeat(10_000)] }),
      '"api_environment_tag" has more than 10,000 characters.',
      'odd',
    ],
    [
      'a mapping has many entries',
      named({ [MAPPING]: many(20_001) }),
      `"${MAPPING}" has more than 20,000 entries.`,
      'odd',
    ],
    ['properties are many', named({ properties: many(20_001) }), '"properties" has more than 20,000 entries.', 'odd'],
    [
      'what a parent adds is much',
      named({ computed_properties: many(20_001) }),
      '"computed_properties" has more than 20,000 entries.',
      'odd',
    ],
    [
      'properties are long',
      named({ properties: { a: 'x'.repeat(2_000_000) } }),
      '"properties" has more than 2,000,000 characters.',
      'odd',
    ],
    [
      'a further field is long',
      named({ access_group: 'x'.repeat(2_000_000) }),
      '"access_group" has more than 2,000,000 characters.',
      'odd',
    ],
    [
      'a group is huge',
      named({ more: 'x'.repeat(10_000_000) }),
      'The group has more than 10,000,000 characters.',
      'odd',
    ],
    [
      'properties hold many values of one entry',
      named({ properties: { a: Array.from({ length: 20_001 }, () => 0) } }),
      '"properties" has more than 20,000 entries.',
      'odd',
    ],
    [
      'a group has fields without end',
      named(Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [`f${at}`, 0]))),
      'The group has more than 100,000 entries.',
      'odd',
    ],
    [
      'an unknown field is as long as a group may be',
      named({ name: 7, more: 'x'.repeat(9_900_000) }),
      '"name" of the response is not a string.',
      'odd',
    ],
    ['a group nests too deep', deep, 'The response nests more than 1000 levels deep.', 'odd'],
    ['a group is none', '[]', 'The response is not an object.'],
  ];
  for (const [words, row, reason, id] of rows)
    it(`costs that row alone where ${words}, and is told with its place`, () =>
      withServer([page(`${ACME},${row},{"provided_id":"z","token":"t"}`)], async (bench) => {
        const { groups, total, odd } = await list(bench);
        assert.deepEqual([groups.map(({ userGroup }) => userGroup.providedId), total], [['acme', 'z'], 12]);
        const named = id === undefined ? '' : `"${id}": `;
        assert.deepEqual(odd, [{ userGroupId: id, reason: `${named}${ITEM}${reason}` }]);
      }));

  it('is none of what is as long, or as many, as it may be', () => {
    const longest = { provided_id: 'i'.repeat(10_000), name: 'n'.repeat(10_000), properties: many(20_000) };
    const field = { a: 'x'.repeat(2_000_000 - '{"a":""}'.length) };
    return withServer([page(`${named(longest)},${named({ [MAPPING]: field })}`)], async (bench) => {
      const { groups, odd } = await list(bench);
      assert.equal(odd, undefined);
      assert.deepEqual(
        groups.map(({ userGroup: { providedId, name = '', mapping } }) => [
          providedId.length,
          name.length,
          mapping?.length,
        ]),
        [
          [10_000, 10_000, undefined],
          [3, 0, 2_000_000],
        ],
      );
    });
  });

  it('costs the total alone where that is odd', () =>
    withServer([page(ACME, '"total_count":"2",')], async (bench) => {
      const { groups, total, odd } = await list(bench);
      assert.deepEqual([groups.length, total], [1, undefined]);
      assert.deepEqual(odd, [{ userGroupId: undefined, reason: '"total_count" of the response is not a number.' }]);
    }));

  it('leaves its token nowhere, be it an ID or in what is said of others', () => {
    const other = '{"provided_id":"z","token":"token-of-z","name":"is token-of-odd"}';
    return withServer([page(`${named({ name: 5 })},${other},${named({ name: 5 }, 'token-of-z')}`)], async (bench) => {
      const { groups, odd } = await list(bench);
      assert.equal(groups[0]?.userGroup.name, '•••');
      assert.doesNotMatch((odd ?? []).map(({ reason }) => reason).join(), /token-of/);
      assert.ok((odd ?? []).every((each) => !('token' in each)));
    });
  });

  it('is also an ID that is a token, which costs that group', () =>
    withServer([page(`${ACME},{"provided_id":"token-of-acme","token":"t"}`)], async (bench) => {
      const { groups, odd } = await list(bench);
      assert.equal(groups.length, 1);
      assert.deepEqual(odd, [{ userGroupId: undefined, reason: '"provided_id" of the response contains a token.' }]);
    }));

  it('may be all of a later page, but not of the first', () =>
    withServer([page(named({ name: null }))], async (bench) => {
      assert.equal((await failureOf(list(bench))).kind, 'unexpectedResponse');
      assert.equal((await list(bench, CUSTOMER_API, 2)).odd?.length, 1);
    }));
});

describe('A list that fails', () => {
  const CHECK = 'Check the base URL and the log.';
  const returned = 'The service returned 200 (application/json)';
  const rows: readonly (readonly [words: string, reply: Reply, kind: string, message: string | RegExp])[] = [
    [
      'its API token is rejected',
      answers(401, '{"success":0}'),
      'unauthorized',
      /^The service rejected the API token \(401.*Set the API token again\.$/,
    ],
    [
      'its API token may not list',
      answers(403, '{"success":0}'),
      'forbidden',
      /Use an API token that may read the list\.$/,
    ],
    ['it is nowhere', answers(404, '{}'), 'notFound', /GET \/v2\/api\/customers\/.*Check the base URL\.$/],
    ['the service fails', answers(500, '{}'), 'unavailable', 'The service returned 500: “{}”. Try again later.'],
    ['the request is not understood', answers(400, '{}'), 'invalid', /Check the base URL\.$/],
    ['success is 0', answers(200, '{"success":0}'), 'invalid', /"success": 0/],
    [
      'nothing came',
      resets,
      'unavailable',
      /^The connection broke before the response was complete \(ECONNRESET\)\. Refresh the list again\.$/,
    ],
    [
      'it broke off',
      writesAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"results"'),
      'unavailable',
      /Refresh the list again\.$/,
    ],
    ['it is empty', answers(200, ' '), 'unexpectedResponse', /^The response is empty\./],
    ['it is no object', answers(200, '[]'), 'unexpectedResponse', /^The response is not an object\./],
    ['it is no JSON', answers(200, 'results'), 'unexpectedResponse', /^The response is not an object\.|not JSON\./],
    ['it is cut short', answers(200, '{"results":{"customers":['), 'unexpectedResponse', /cut short\./],
    ['it has no list', answers(200, '{}'), 'unexpectedResponse', /^The response has no "results\.customers"\./],
    [
      'what should hold the list is none',
      answers(200, '{"results":[]}'),
      'unexpectedResponse',
      /^"results" of the response is not an object\./,
    ],
    [
      'the list is no array',
      answers(200, '{"results":{"customers":{}}}'),
      'unexpectedResponse',
      /^"results\.customers" of the response is not an array\./,
    ],
    [
      'a group has no ID',
      page('{"token":"t"}'),
      'unexpectedResponse',
      /^Item 1 of "results\.customers": The response has no "provided_id"\./,
    ],
    [
      'an ID is half a character',
      page('{"provided_id":"\\ud800","token":"t"}'),
      'unexpectedResponse',
      /^"\uFFFD": Item 1 of "results\.customers": "provided_id" of the response is invalid\./,
    ],
    [
      'an ID is endless',
      page(`{"provided_id":"${'a'.repeat(10_001)}","token":"t"}`),
      'unexpectedResponse',
      /^"a{79}…": Item 1 of "results\.customers": "provided_id" has more than 10,000 characters\./,
    ],
    [
      'success is 0 beside a list',
      answers(200, `{"success":0,"results":{"customers":[{"key":"short","provided_id":"acme"}]}}`),
      'invalid',
      /^(?!.*(?:short|acme)).*"success": 0/,
    ],
    [
      'it is over 64 MB long',
      writesAndEnds(`HTTP/1.1 200 OK\r\ncontent-length: 70000000\r\n\r\n${' '.repeat(65_000_000)}`),
      'unavailable',
      /larger than 64 MB and was cut off \(200\)\. Describe the pages of the list in "userGroups\.apis"\.$/,
    ],
    [
      'a group has no token',
      page('{"provided_id":"acme"}'),
      'unexpectedResponse',
      /^"acme": Item 1 of "results\.customers": The response has no "token"\./,
    ],
    [
      'a group is no JSON',
      page('{"provided_id":acme}'),
      'unexpectedResponse',
      /^Item 1 of "results\.customers": The response is not JSON\./,
    ],
    [
      'a group has an empty ID',
      page('{"provided_id":"","token":"t"}'),
      'unexpectedResponse',
      /^Item 1 of "results\.customers": The response has no "provided_id"\./,
    ],
    ...['"many"', '"1"', '-1', '1.5', 'null'].map(
      (total) =>
        [
          `its total is ${total}`,
          page('', `"total_count":${total},`),
          'unexpectedResponse',
          /^"total_count" of the response is not a number\./,
        ] as const,
    ),
    [
      'an ID is a token',
      page('{"provided_id":"token-of-acme","token":"token-of-acme"}'),
      'unexpectedResponse',
      /^"provided_id" of the response contains a token\./,
    ],
  ];
  for (const [words, reply, kind, message] of rows)
    it(`says so where ${words}`, () =>
      withServer([reply], async (bench) => {
        const { failure, message: said } = await failureOf(list(bench));
        assert.deepEqual([failure.kind, failure.maybeDone], [kind, undefined]);
        if (typeof message === 'string') assert.equal(said, message);
        else assert.match(said, message);
        assert.doesNotMatch(said, /token-of-acme/);
      }));

  it('quotes nothing of an answer that may hold tokens', () =>
    withServer([answers(200, '{"customers":[{"token":"token-of-acme"}]}')], async (bench) => {
      const { message } = await failureOf(list(bench));
      assert.doesNotMatch(message, /token-of-acme/);
      assert.match(message, new RegExp(returned.replace(/[()/]/g, '\\$&')));
      assert.doesNotMatch(message, new RegExp(CHECK));
    }));
});
