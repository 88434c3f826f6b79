// The list of a service: what is asked, and what is made of the answer.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { USER_GROUP_API, type ServiceApi } from '../../../src/contract/serviceApi.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { WorkSlices } from '../../../src/core/workSlices.ts';
import { assertApproved, type Said } from '../../support/approved.ts';
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
      const below = { ...bench.target, baseUrl: `${bench.target.baseUrl}/below` };
      await list({ ...bench, target: below }, { ...WHOLE, list: { ...WHOLE.list!, page: 'number' } }, 2);
      assert.deepEqual(
        bench.server.requests.map(({ head }) => head[0]),
        ['GET /api/all/ HTTP/1.1', 'GET /below/api/all/?number=2 HTTP/1.1'],
      );
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
        const { groups, total } = await list(bench);
        assert.deepEqual([groups.length, total], [1, undefined]);
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
      // Of 1,200,003 characters and numbers.
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
  const long = (length: number): string => 'x'.repeat(length);
  const rows: readonly (readonly [situation: string, row: string])[] = [
    ['a name is null', named({ name: null })],
    ['a name is endless', named({ name: long(10_001) })],
    ['an ID is missing', named({}, null)],
    ['an ID is empty', named({}, '')],
    ['an ID is a number', named({ provided_id: 7 })],
    ['an ID is half a character', '{"provided_id":"\\ud800","token":"t"}'],
    ['an ID is endless', named({}, 'a'.repeat(10_001))],
    ['a token is missing', named({ token: undefined })],
    ['a token is endless', named({ token: long(10_001) })],
    ['a team is a text', named({ team_id: '7' })],
    ['a tag is endless', named({ api_environment_tag: [long(10_000)] })],
    ['a mapping has many entries', named({ [MAPPING]: many(20_001) })],
    ['properties are many', named({ properties: many(20_001) })],
    ['what a parent adds is much', named({ computed_properties: many(20_001) })],
    ['properties are long', named({ properties: { a: long(2_000_000) } })],
    ['a further field is long', named({ access_group: long(2_000_000) })],
    ['a group is huge', named({ more: long(10_000_000) })],
    ['properties hold many values of one entry', named({ properties: { a: Array(20_001).fill(0) } })],
    ['a group has fields without end', named(many(100_001))],
    ['a name is a number beside a long unknown field', named({ name: 7, more: long(9_900_000) })],
    ['a group nests too deep', deep],
    ['a group is an array', '[]'],
    ['a group is no JSON', '{"provided_id":acme}'],
  ];

  it('costs that row alone, and is reported with its place', async () => {
    const said: Said[] = [];
    for (const [situation, row] of rows)
      await withServer([page(`${ACME},${row},{"provided_id":"z","token":"t"}`)], async (bench) => {
        const { groups, total, odd = [] } = await list(bench);
        assert.deepEqual([groups.map(({ userGroup }) => userGroup.providedId), total], [['acme', 'z'], 12]);
        const [{ userGroupId, reason } = assert.fail(), ...others] = odd;
        assert.deepEqual(others, []);
        said.push([situation, [reason, ...(userGroupId === undefined ? ['(without its ID)'] : [])]]);
      });
    assertApproved('api/oddGroups', said);
  });

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
  const ok = (body: string): Reply => answers(200, body);
  const rows: readonly (readonly [situation: string, reply: Reply])[] = [
    ['its API token is rejected', answers(401, '{"success":0}')],
    ['its API token may not list', answers(403, '{"success":0}')],
    ['it is nowhere', answers(404, '{}')],
    ['the service fails', answers(500, '{}')],
    ['the request is rejected', answers(400, '{}')],
    ['success is 0', ok('{"success":0}')],
    ['success is 0 beside a list', ok('{"success":0,"results":{"customers":[{"key":"short","provided_id":"acme"}]}}')],
    ['nothing came', resets],
    ['it broke off', writesAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"results"')],
    ['it is empty', ok(' ')],
    ['it is an array', ok('[]')],
    ['it is no JSON', ok('results')],
    ['it is cut short', ok('{"results":{"customers":[')],
    ['it has no list', ok('{}')],
    ['what should hold the list is an array', ok('{"results":[]}')],
    ['the list is no array', ok('{"results":{"customers":{}}}')],
    ['it may hold a token elsewhere', ok('{"customers":[{"token":"token-of-acme"}]}')],
    ['a group has no ID', page('{"token":"t"}')],
    ['a group has no token', page('{"provided_id":"acme"}')],
    ['an ID is a token', page('{"provided_id":"token-of-acme","token":"token-of-acme"}')],
    ...['"many"', '"1"', '-1', '1.5', 'null'].map(
      (total) => [`its total is ${total}`, page('', `"total_count":${total},`)] as const,
    ),
    [
      'it is over 64 MB long',
      writesAndEnds(`HTTP/1.1 200 OK\r\ncontent-length: 70000000\r\n\r\n${' '.repeat(65_000_000)}`),
    ],
  ];

  it('says so, and quotes nothing of it that may be a token', async () => {
    const said: Said[] = [];
    for (const [situation, reply] of rows)
      await withServer([reply], async (bench) => {
        const { failure, message } = await failureOf(list(bench));
        assert.equal(failure.maybeDone, undefined);
        assert.doesNotMatch(message, /token-of-acme/);
        // Which code a broken connection has depends on the machine.
        said.push([situation, `${failure.kind}: ${message.replace(/\(UND_ERR_\w+\)/, '(UND_ERR_…)')}`]);
      });
    assertApproved('api/failedLists', said);
  });
});
