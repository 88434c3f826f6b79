// Through a real proxy, to real servers under a private authority.

import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redactor } from '../../../src/core/redactor.ts';
import { succeeds, type Reply } from '../../support/answeringServer.ts';
import { privateAuthority, selfSignedCertificate, type Certificate } from '../../support/certificate.ts';
import { API_TOKEN, CALLS, failureOf, withServer, type Bench } from '../../support/clientUnderTest.ts';
import { networkWith } from '../../support/network.ts';
import { startProxy, type ProxyOptions, type ProxyServer } from '../../support/proxyServer.ts';
import { whereOnlyAnswers } from '../../support/silentAddresses.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const OPERATIONS = ['getOrCreate', 'update', 'rotate'] as const;
const authority = privateAuthority();
const USER = 'someone';
const PASSWORD = 'proxy/secret+42';
const CREDENTIALS = `${USER}:${PASSWORD}`;
const KEY = `${USER}:${encodeURIComponent(PASSWORD)}@`;

interface Company extends Bench {
  readonly proxy: ProxyServer;
}

interface CompanyOptions extends ProxyOptions {
  /** Before the proxy's host in its address. */
  readonly key?: string;
  readonly script?: readonly Reply[];
  /** Of the service; for service.test unless given. */
  readonly service?: Certificate;
  readonly host?: string;
  readonly set?: Parameters<typeof networkWith>[0];
  readonly redactor?: Redactor;
}

describe('Through a proxy', () => {
  let folder: string;
  let caFile: string;
  before(() => {
    folder = temporaryFolder('user-groups-proxy-');
    caFile = join(folder, 'authority.pem');
    writeFileSync(caFile, authority.cert);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** A service that is known to the proxy alone, by a name that nobody else could resolve. */
  const inCompany = async (
    work: (company: Company) => Promise<void>,
    {
      key = '',
      script = [succeeds()],
      service = authority.issue({ dns: ['service.test'] }),
      host = 'service.test',
      set = {},
      redactor,
      ...options
    }: CompanyOptions = {},
  ): Promise<void> => {
    const proxies: ProxyServer[] = [];
    const network = (): ReturnType<typeof networkWith> =>
      networkWith({
        proxy: `${options.certificate === undefined ? 'http' : 'https'}://${key}${proxies[0]!.host}`,
        ...set,
      });
    await withServer(
      script,
      async (bench) => {
        const proxy = await startProxy({
          to: { [/:\d+$/.test(host) ? host : `${host}:443`]: Number(new URL(bench.server.baseUrl).port) },
          ...options,
        });
        proxies.push(proxy);
        try {
          await work({ ...bench, proxy, target: { ...bench.target, baseUrl: `https://${host}`, caFile } });
        } finally {
          await bench.client.close();
          await proxy.close();
        }
      },
      { certificate: service, network, ...(redactor !== undefined && { redactor }) },
    );
  };

  it('a request comes to its service by CONNECT, and the proxy reads nothing of it', () =>
    inCompany(async (company) => {
      for (const operation of OPERATIONS) await CALLS[operation](company);
      // A rotation takes a connection of its own.
      const asked = { authority: 'service.test:443', headers: 'host\nservice.test:443\nconnection\nclose' };
      assert.deepEqual(company.proxy.asked, [asked, asked]);
      for (const { head } of company.server.requests) {
        assert.match(head[0]!, /^\w+ \/api\/user HTTP\/1\.1$/);
        assert.ok(head.includes('host: service.test') && head.includes(`Authorization: Token ${API_TOKEN}`));
        assert.doesNotMatch(head.join('\n'), /proxy/i);
      }
      assert.ok(company.proxy.carried().length > 100);
      assert.doesNotMatch(company.proxy.carried() + JSON.stringify(company.proxy.asked), /Authorization: Token|acme/);
      assert.deepEqual(company.proxy.others, []);
    }));

  it('a tunnel that was closed while it was idle costs one more try, on a fresh one', () =>
    inCompany(
      async (company) => {
        await CALLS.update(company);
        await CALLS.update(company);
        assert.deepEqual(
          company.server.requests.map(({ connection }) => connection),
          [1, 1, 2],
        );
      },
      { script: [succeeds(), (socket) => socket.destroy(), succeeds()] },
    ));

  for (const [what, key, set] of [
    ['in its address', KEY, {}],
    ['in http.proxyAuthorization', '', { proxyAuthorization: `Basic ${Buffer.from(CREDENTIALS).toString('base64')}` }],
  ] as const) {
    it(`credentials ${what} go to the proxy and not to the service`, () =>
      inCompany(
        async (company) => {
          await CALLS.update(company);
          assert.match(company.proxy.asked[0]!.headers, /^proxy-authorization$/m);
          assert.doesNotMatch(
            company.server.requests[0]!.head.join('\n') + company.server.requests[0]!.body.toString(),
            /proxy|Basic/i,
          );
        },
        { credentials: CREDENTIALS, key, set },
      ));
  }

  it('no credentials are said to be asked for, and nothing left', () =>
    inCompany(
      async (company) => {
        for (const operation of OPERATIONS) {
          const {
            failure: { kind, status },
            message,
          } = await failureOf(CALLS[operation](company));
          assert.deepEqual([kind, status], ['unavailable', undefined]);
          assert.equal(
            message,
            `The proxy ${company.proxy.host} asks for credentials (407, Basic). Set http.proxyAuthorization or http.proxy with a user name and password in your user settings.`,
          );
        }
        assert.deepEqual([company.server.connections, company.proxy.asked.length], [0, 3]);
        assert.equal(company.lines[0]?.outcome, 'no answer: PROXY_407');
      },
      { credentials: CREDENTIALS },
    ));

  it('wrong credentials are said to be wrong, and stand nowhere', () => {
    const redactor = new Redactor();
    return inCompany(
      async (company) => {
        const failure = await failureOf(CALLS.update(company));
        assert.match(failure.message, /^The proxy 127\.0\.0\.1:\d+ rejected the credentials \(407, Basic\)\. /);
        const basic = Buffer.from(`${USER}:${PASSWORD}1`).toString('base64');
        assert.doesNotMatch(
          `${failure.stack}${String(failure.cause)}${JSON.stringify(company.lines)}${company.warnings.join()}`,
          /secret|c2VjcmV0/,
        );
        for (const spelling of [`${PASSWORD}1`, encodeURIComponent(`${PASSWORD}1`), basic])
          assert.doesNotMatch(redactor.redact(`said ${spelling}`), /secret|[A-Za-z\d+/]{9}/);
      },
      { credentials: CREDENTIALS, key: `${USER}:${encodeURIComponent(`${PASSWORD}1`)}@`, redactor },
    );
  });

  const connect = 'refuses to connect to service\\.test';
  const closed = 'closed the connection to service\\.test';
  const refusals: readonly (readonly [what: string, first: string, said: string, tries: number])[] = [
    ['that refuses', 'HTTP/1.1 403 No\r\n\r\n', `${connect} \\(403\\)\\. .*http\\.noProxy`, 1],
    ['without a way to the service', 'HTTP/1.1 502 No\r\n\r\n', 'has no connection to service\\.test \\(502\\)', 3],
    ['that shows a page', 'HTTP/1.1 302 Found\r\nLocation: http://login/\r\n\r\n', `${connect} \\(302\\)`, 1],
    ['that switches protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', `${connect} \\(101\\)`, 1],
    ['that closes', '', `${closed} \\(UND_ERR_SOCKET\\)`, 3],
    ['that speaks something else', 'SSH-2.0-hello\r\n', `${closed} \\(HTTPParserError\\)`, 1],
  ];
  for (const [what, first, said, tries] of refusals) {
    it(`nothing leaves by one ${what}, and its connection is closed`, () =>
      inCompany(
        async (company) => {
          const { kind, message } = await failureOf(CALLS.rotate(company));
          assert.equal(kind, 'unavailable');
          assert.match(message, new RegExp(`^The proxy \\S+ ${said}`));
          assert.deepEqual([company.server.connections, company.proxy.asked.length], [0, tries]);
          await company.proxy.allClosed();
        },
        { instead: (socket) => socket.end(first) },
      ));
  }

  it('a proxy that cannot be reached is named, with the variable that names it', () =>
    inCompany(
      async (company) => {
        const { kind, message } = await failureOf(CALLS.update(company));
        assert.deepEqual(
          [kind, message],
          [
            'unavailable',
            `"127.0.0.1:1" refuses the connection (ECONNREFUSED). Check the environment variable HTTPS_PROXY.`,
          ],
        );
      },
      { set: { proxy: undefined, variables: { HTTPS_PROXY: 'http://127.0.0.1:1' } } },
    ));

  for (const [what, instead] of [
    ['a proxy says nothing', () => undefined],
    ['TLS does not come through', (socket) => socket.write('HTTP/1.1 200 Connected\r\n\r\n')],
  ] as readonly (readonly [string, NonNullable<ProxyOptions['instead']>])[])
    it(`the deadline holds while ${what}, nothing has left, and the connection is closed`, () =>
      inCompany(
        async (company) => {
          const target = { ...company.target, timeoutSeconds: 0.2 };
          for (const operation of OPERATIONS) {
            const { kind, message } = await failureOf(CALLS[operation]({ ...company, target }));
            assert.equal(kind, 'unavailable');
            assert.match(message, /^No connection to "service\.test" was made through "127\S+" within 0\.[24] s\. /);
          }
          await company.proxy.allClosed();
        },
        { instead },
      ));

  it('cancelling while a proxy says nothing leaves nothing, and its connection is closed', () =>
    inCompany(
      async (company) => {
        for (const [index, operation] of OPERATIONS.entries()) {
          const controller = new AbortController();
          const failure = failureOf(CALLS[operation](company, controller.signal));
          await company.proxy.asksReached(index + 1);
          controller.abort();
          assert.equal((await failure).kind, 'cancelled');
        }
        await company.proxy.allClosed();
      },
      { instead: () => undefined },
    ));

  it('a tunnel that breaks during TLS changed nothing', () =>
    inCompany(
      async (company) => {
        const {
          failure: { kind, happened },
        } = await failureOf(CALLS.rotate(company));
        assert.equal(kind, 'unavailable');
        assert.match(happened, /^"service\.test" closed the connection while it was being made \(ECONNRESET\)\.$/);
      },
      {
        instead: (socket) => {
          socket.end('HTTP/1.1 200 Connected\r\n\r\n');
        },
      },
    ));

  describe('that speaks TLS itself', () => {
    const certificate = authority.issue();

    it('requests come to the service', () =>
      inCompany(
        async (company) => {
          await CALLS.update(company);
          await CALLS.rotate(company);
          assert.deepEqual([company.server.requests.length, company.proxy.connections()], [2, 2]);
        },
        { certificate, credentials: CREDENTIALS, key: KEY },
      ));

    it('nothing leaves when its certificate is wrong', async () => {
      for (const [its, code] of [
        [authority.issue({ from: 0, until: Date.UTC(2020) }), 'CERT_HAS_EXPIRED'],
        [authority.issue({ dns: ['service.test'] }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
        [selfSignedCertificate(), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
        [privateAuthority('Unknown').issue(), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ] as const)
        await inCompany(
          async (company) => {
            const { kind, message } = await failureOf(CALLS.update(company));
            assert.equal(kind, 'unavailable');
            assert.match(
              message,
              /^The certificate of "127\.0\.0\.1:\d+" .* The certificate authority of the proxy must/,
            );
            assert.ok(message.includes(`(${code})`), message);
            assert.deepEqual([company.server.connections, company.proxy.asked.length], [0, 0]);
          },
          { certificate: its },
        );
    });
  });

  const dns = ['service.test'];
  for (const [what, service, said] of [
    ['that has expired', authority.issue({ dns, from: 0, until: Date.UTC(2020) }), 'has expired (CERT_HAS_EXPIRED)'],
    [
      'that is not valid yet',
      authority.issue({ dns, from: Date.UTC(2090), until: Date.UTC(2091) }),
      'is not valid yet (CERT_NOT_YET_VALID)',
    ],
    [
      'for other hosts',
      authority.issue({ dns: ['one.test', '*.two.test'] }),
      'is issued for one.test, *.two.test (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    ['of an unknown authority', privateAuthority('Unknown').issue({ dns }), 'comes from an authority that is not'],
    ['signed by itself', selfSignedCertificate({ dns }), 'is self-signed'],
  ] as const)
    it(`a service with a certificate ${what} is refused before anything leaves, unless http.proxyStrictSSL is off`, async () => {
      await inCompany(
        async (company) => {
          const { kind, message } = await failureOf(CALLS.rotate(company));
          assert.equal(kind, 'unavailable');
          assert.ok(message.startsWith(`The certificate of "service.test" ${said}`), message);
          assert.deepEqual([company.server.requests.length, company.warnings], [0, []]);
        },
        { service },
      );
      await inCompany(
        async (company) => {
          await CALLS.update(company);
          await CALLS.rotate(company);
          assert.deepEqual(company.warnings, [
            `http.proxyStrictSSL is off: through the proxy ${company.proxy.host}, the certificates of the proxy and of service.test are not verified.`,
          ]);
        },
        { service, set: { proxyStrictSSL: false } },
      );
    });

  it('http.proxyStrictSSL does nothing for a service that is reached without one', () =>
    withServer(
      [succeeds()],
      async (bench) => {
        assert.match((await failureOf(CALLS.update(bench))).failure.happened, /DEPTH_ZERO_SELF_SIGNED_CERT/);
        assert.deepEqual(bench.warnings, []);
      },
      { certificate: selfSignedCertificate(), network: () => networkWith({ proxyStrictSSL: false }) },
    ));

  for (const [host, asked] of [
    ['[2001:db8::1]', '[2001:db8::1]:443'],
    ['service.test:8443', 'service.test:8443'],
  ] as const)
    it(`a service is asked for as ${asked}`, () =>
      inCompany(
        async (company) => {
          await CALLS.update(company);
          assert.equal(company.proxy.asked[0]?.authority, asked);
        },
        {
          host,
          service: authority.issue(
            host.startsWith('[') ? { ip: [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] } : { dns },
          ),
        },
      ));

  it('settings are read again for each call', () => {
    const set: { proxySupport?: boolean } = {};
    return inCompany(
      async (company) => {
        await CALLS.update(company);
        set.proxySupport = false;
        assert.match(
          (await failureOf(CALLS.update(company))).failure.happened,
          /^The host "service\.test" is unknown|^The name server doesn't respond for "service\.test"/,
        );
        assert.equal(company.proxy.asked.length, 1);
      },
      { set },
    );
  });
});

describe('Without a proxy', () => {
  const resolvesTo =
    (...addresses: string[]): LookupFunction =>
    (_host, _options, callback) => {
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
  const at = (bench: Bench, host: string): Bench => ({
    ...bench,
    target: { ...bench.target, baseUrl: `https://${host}:${new URL(bench.server.baseUrl).port}` },
  });

  it('a name whose first address never answers is reached at its second', () =>
    withServer(
      [succeeds()],
      (bench) =>
        whereOnlyAnswers('127.0.0.1', async () => {
          const { failure } = await failureOf(CALLS.update(at(bench, 'service.test')));
          assert.match(failure.happened, /DEPTH_ZERO_SELF_SIGNED_CERT/);
        }),
      { certificate: selfSignedCertificate({ dns: ['service.test'] }), lookup: resolvesTo('127.0.0.9', '127.0.0.1') },
    ));

  it('a failure to connect names http.proxy', () =>
    withServer(
      [succeeds()],
      async (bench) => {
        const there = at(bench, 'service.test');
        bench.server.stopListening();
        assert.match(
          (await failureOf(CALLS.update(there))).message,
          /If it has a proxy, set http\.proxy in VS Code, or HTTPS_PROXY\.$/,
        );
      },
      { lookup: resolvesTo('127.0.0.1') },
    ));

  it('no variable of the environment turns verifying off', () =>
    withServer(
      [succeeds()],
      async (bench) => {
        process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
        try {
          assert.match((await failureOf(CALLS.update(bench))).failure.happened, /DEPTH_ZERO_SELF_SIGNED_CERT/);
        } finally {
          delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        }
      },
      { certificate: selfSignedCertificate() },
    ));
});
