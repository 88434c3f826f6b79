import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, succeeds, success, type Reply } from '../../support/answeringServer.ts';
import { selfSignedCertificate } from '../../support/certificate.ts';
import { CALLS, failureOf, withServer, type Bench } from '../../support/clientUnderTest.ts';

describe('the connections to a service', () => {
  it('number one for calls after one another', () =>
    withServer([succeeds()], async (bench) => {
      for (let call = 0; call < 20; call += 1) await CALLS.getOrCreate(bench);
      assert.deepEqual([bench.server.requests.length, bench.server.connections], [20, 1]);
    }));

  it('number eight for 200 at once, however slow the answers', () => {
    let underWay = 0;
    let most = 0;
    const answersLater: Reply = (socket, server) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        succeeds()(socket, server);
      });
    };
    return withServer([answersLater], async (bench) => {
      await Promise.all(Array.from({ length: 200 }, () => CALLS.getOrCreate(bench)));
      assert.deepEqual([bench.server.requests.length, bench.server.connections], [200, 8]);
      assert.ok(most > 1 && most <= 8, String(most));
    });
  });

  it('are kept after a refusal, and given up when the service says so', () =>
    withServer([answers(401), answers(200, success(), { connection: 'close' })], async (bench) => {
      await failureOf(CALLS.update(bench));
      await CALLS.update(bench);
      assert.equal(bench.server.connections, 1);
      await CALLS.update(bench);
      assert.equal(bench.server.connections, 2);
    }));

  it('can be made again after closing', () =>
    withServer([succeeds()], async (bench) => {
      await CALLS.update(bench);
      await bench.client.close();
      await CALLS.update(bench);
      assert.equal(bench.server.connections, 2);
    }));
});

describe('localhost', () => {
  const leadsTo =
    (...addresses: readonly string[]): LookupFunction =>
    (_host, _options, callback) => {
      setImmediate(() => {
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      });
    };
  const atLocalhost = ({ target, server, ...bench }: Bench): Bench => ({
    ...bench,
    server,
    target: { ...target, baseUrl: `http://localhost:${new URL(server.baseUrl).port}` },
  });

  it('is this machine', () =>
    withServer(
      [succeeds()],
      async (bench) => {
        assert.equal((await CALLS.update(atLocalhost(bench))).status, 200);
      },
      { lookup: leadsTo('127.0.0.1') },
    ));

  it('is not connected to where it leads to another machine', async () => {
    for (const addresses of [['192.0.2.1'], ['127.0.0.1', '192.0.2.1'], ['2001:db8::1']])
      await withServer(
        [succeeds()],
        async (bench) => {
          const { kind, message } = await failureOf(CALLS.update(atLocalhost(bench)));
          assert.equal(kind, 'unavailable');
          assert.match(message, /^"localhost:\d+" leads to another machine \(NOT_LOOPBACK\)\. Use 127\.0\.0\.1/);
          assert.equal(bench.server.connections, 0);
        },
        { lookup: leadsTo(...addresses) },
      );
  });
});

describe('the pace of a connection', () => {
  it('holds back what would be too many in a minute, and no other connection', () =>
    withServer([succeeds()], async (bench) => {
      const limited = { ...bench, target: { ...bench.target, requestsPerMinute: 2 } };
      const controller = new AbortController();
      await CALLS.update(limited);
      await CALLS.update(limited);
      const held = failureOf(CALLS.update(limited, controller.signal));
      await CALLS.update({ ...limited, target: { ...limited.target, connection: 'other' } });
      await CALLS.update(bench);
      controller.abort();
      assert.equal((await held).kind, 'cancelled');
      assert.equal(bench.server.requests.length, 4);
    }));
});

describe('the certificate of a service', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'user-groups-'));
  });
  after(() => rm(folder, { recursive: true }));

  const trusting = async (bench: Bench, name: string, pem: string): Promise<Bench> => {
    const caFile = join(folder, name);
    await writeFile(caFile, pem);
    return { ...bench, target: { ...bench.target, caFile } };
  };

  it('of an authority in the caFile is accepted', () => {
    const certificate = selfSignedCertificate();
    return withServer(
      [succeeds()],
      async (bench) => {
        const trusted = await trusting(bench, 'own.pem', certificate.cert);
        await CALLS.getOrCreate(trusted);
        await CALLS.getOrCreate(trusted);
        await CALLS.rotate(trusted);
        assert.deepEqual(
          bench.server.requests.map(({ connection }) => connection),
          [1, 1, 2],
        );
      },
      { certificate },
    );
  });

  it('of no known authority is refused before anything leaves', () =>
    withServer(
      [succeeds()],
      async (bench) => {
        const { kind, message } = await failureOf(CALLS.update(bench));
        assert.equal(kind, 'unavailable');
        assert.match(message, /is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .* set caFile of the connection/);
        assert.deepEqual([bench.server.requests.length, bench.lines.length], [0, 1]);
      },
      { certificate: selfSignedCertificate() },
    ));

  for (const [what, certificate, happened] of [
    ['for another address', selfSignedCertificate({ ip: [127, 0, 0, 2] }), 'is issued for 127.0.0.2 (ERR_TLS'],
    ['that has expired', selfSignedCertificate({ from: 0, until: Date.UTC(2020) }), 'has expired (CERT_HAS_EXPIRED)'],
    [
      'that is not valid yet',
      selfSignedCertificate({ from: Date.UTC(2090), until: Date.UTC(2091) }),
      'is not valid yet (CERT_NOT_YET_VALID)',
    ],
  ] as const) {
    it(`${what} is refused, even of a known authority`, () =>
      withServer(
        [succeeds()],
        async (bench) => {
          const { kind, message } = await failureOf(CALLS.update(await trusting(bench, 'own.pem', certificate.cert)));
          assert.equal(kind, 'unavailable');
          assert.ok(message.startsWith(`The certificate of "${bench.server.host}" ${happened}`), message);
          assert.equal(bench.server.requests.length, 0);
        },
        { certificate },
      ));
  }

  it('cannot be checked against a caFile that is not there, has no certificate, or a damaged one', () =>
    withServer([succeeds()], async (bench) => {
      const damaged = selfSignedCertificate().cert.replace(/^M\w{9}/m, 'MIIB');
      for (const [its, happened] of [
        [
          { ...bench, target: { ...bench.target, caFile: join(folder, 'none.pem') } },
          /none\.pem" can't be read \(ENOENT\)/,
        ],
        [await trusting(bench, 'empty.pem', 'no certificate'), /contains no certificate in PEM form/],
        [await trusting(bench, 'damaged.pem', damaged), /contains no certificate in PEM form/],
      ] as const) {
        const { kind, message } = await failureOf(CALLS.update(its));
        assert.equal(kind, 'invalid');
        assert.match(message, happened);
      }
    }));

  it('is checked against the caFile as it is now', () => {
    const certificate = selfSignedCertificate();
    return withServer(
      [succeeds()],
      async (bench) => {
        const other = await trusting(bench, 'changing.pem', selfSignedCertificate().cert);
        assert.match((await failureOf(CALLS.update(other))).failure.happened, /^The certificate of /);
        await CALLS.update(await trusting(bench, 'changing.pem', certificate.cert));
        assert.equal(bench.server.requests.length, 1);
      },
      { certificate },
    );
  });
});
