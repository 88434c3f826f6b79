// Check Connection's route to a service: the steps that it reports, done, failed and not come to.

import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { createConnectionProbe } from '../../../src/api/probe.ts';
import type { ProbeStep } from '../../../src/core/ports/client.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnsweringServer, answers, staysSilent, type Reply } from '../../support/answeringServer.ts';
import { privateAuthority, type Certificate } from '../../support/certificate.ts';
import { HELD_SECONDS, heldTimers } from '../../support/heldTimers.ts';
import { networkWith } from '../../support/network.ts';
import { startProxy } from '../../support/proxyServer.ts';
import { whereOnlyAnswers } from '../../support/silentAddresses.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const NOW = Date.UTC(2026, 4, 12);
const authority = privateAuthority('Acme private authority');
const certificate = authority.issue({ dns: ['service.test'], name: 'The service' });
const dated = (seconds: number): Reply =>
  answers(404, '', { date: new Date(NOW + seconds * 1000).toUTCString(), 'content-length': '0' });
const toThisMachine: LookupFunction = (_host, _options, callback) => {
  setImmediate(() => {
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  });
};
const unknown: LookupFunction = (host, _options, callback) => {
  setImmediate(() => {
    callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
  });
};

describe('A probe', () => {
  let folder: string;
  let caFile: string;
  const timers = heldTimers();
  before(() => {
    folder = temporaryFolder('user-groups-probe-');
    caFile = join(folder, 'authority.pem');
    writeFileSync(caFile, authority.cert);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const withService = async (
    reply: Reply,
    its: Certificate | undefined,
    work: (server: AnsweringServer) => Promise<void>,
  ): Promise<void> => {
    const server = new AnsweringServer([reply], its);
    await server.start();
    try {
      await work(server);
    } finally {
      await server.close();
    }
  };
  const portOf = ({ baseUrl }: AnsweringServer): number => Number(new URL(baseUrl).port);
  const probe = (
    baseUrl: string,
    {
      lookup = toThisMachine,
      timeoutSeconds = 10,
      trusts = caFile,
      signal,
      ...set
    }: {
      lookup?: LookupFunction;
      timeoutSeconds?: number;
      trusts?: string | undefined;
      signal?: AbortSignal;
    } & Parameters<typeof networkWith>[0] = {},
  ): Promise<readonly ProbeStep[]> =>
    createConnectionProbe({
      network: { current: () => networkWith(set) },
      redactor: new Redactor(),
      lookup,
      now: () => NOW,
    }).probe({ baseUrl, timeoutSeconds, caFile: trusts }, signal);
  const states = (steps: readonly ProbeStep[]): string => steps.map(({ name, state }) => `${name} ${state}`).join(', ');
  const linesOf = (steps: readonly ProbeStep[], name: ProbeStep['name']): string =>
    steps.find((step) => step.name === name)!.lines.join('\n');

  it('asks with a HEAD of / without any credentials', () =>
    withService(dated(0), undefined, async (server) => {
      const steps = await probe(`${server.baseUrl}/below`, { trusts: undefined });
      assert.equal(states(steps), 'Proxy none, DNS done, TCP done, Answer done');
      assert.deepEqual(
        [linesOf(steps, 'DNS'), linesOf(steps, 'TCP')],
        ['127.0.0.1 is an IP address', `connected to 127.0.0.1, port ${portOf(server)}`],
      );
      assert.deepEqual(server.requests[0]?.head, ['HEAD / HTTP/1.1', `host: ${server.host}`, 'connection: keep-alive']);
      assert.match(
        linesOf(steps, 'Answer'),
        /^404 for a HEAD request without an API token\nIts clock agrees with this machine to the minute$/,
      );
      await server.allClosed();
    }));

  it('tells the addresses, the protocol and the chain up to its anchor', () =>
    withService(dated(0), certificate, async (server) => {
      const steps = await probe(`https://service.test:${portOf(server)}`);
      assert.equal(states(steps), 'Proxy none, DNS done, TCP done, TLS done, Answer done');
      assert.equal(linesOf(steps, 'DNS'), 'service.test has the address 127.0.0.1');
      assert.match(
        linesOf(steps, 'TLS'),
        /^TLSv1\.3, certificate verified\ncertificate of The service, issued by Acme private authority, valid from .* until .*\ncertificate of Acme private authority, issued by Acme private authority, .*\ntrusted by the caFile of the connection$/,
      );
    }));

  it('reports a clock that differs', async () => {
    for (const [seconds, words] of [
      [300, '300 s ahead of'],
      [-90, '90 s behind'],
    ] as const)
      await withService(dated(seconds), undefined, async (server) => {
        const lines = linesOf(await probe(server.baseUrl, { trusts: undefined }), 'Answer').split('\n');
        assert.ok(lines.includes(`Its clock is ${words} this machine's`), lines.join());
      });
  });

  it('tells a redirect without its query and does not follow it', () =>
    withService(
      answers(302, '', { location: 'https://login.example.com/in?key=hunter2' }),
      undefined,
      async (server) => {
        const answer = linesOf(await probe(server.baseUrl, { trusts: undefined }), 'Answer');
        assert.match(
          answer,
          /^It redirects to https:\/\/login\.example\.com\/in, probably a login page of the network. Redirects are not followed$/m,
        );
        assert.doesNotMatch(answer, /hunter2/);
        assert.equal(server.requests.length, 1);
      },
    ));

  it('fails at a name that is not known, and comes to nothing else', async () => {
    const steps = await probe('https://service.test', { lookup: unknown });
    assert.equal(states(steps), 'Proxy none, DNS failed, TCP skipped, TLS skipped, Answer skipped');
    assert.match(linesOf(steps, 'DNS'), /^The host "service\.test" is unknown \(ENOTFOUND\)\.\n.*http\.proxy.*$/);
    assert.equal(linesOf(steps, 'TLS'), 'not reached');
  });

  it('fails at a port that refuses, and at a certificate, of which it tells', async () => {
    await withService(dated(0), undefined, async (server) => {
      const url = `https://service.test:${portOf(server)}`;
      server.stopListening();
      assert.equal(states(await probe(url)), 'Proxy none, DNS done, TCP failed, TLS skipped, Answer skipped');
    });
    const old = authority.issue({ dns: ['service.test'], name: 'Too old', from: 0, until: Date.UTC(2020) });
    await withService(dated(0), old, async (server) => {
      const steps = await probe(`https://service.test:${portOf(server)}`);
      assert.equal(states(steps), 'Proxy none, DNS done, TCP done, TLS failed, Answer skipped');
      assert.match(
        linesOf(steps, 'TLS'),
        /has expired \(CERT_HAS_EXPIRED\)\.\n.*\ncertificate of Too old, issued by Acme private authority, .* until \d/,
      );
      assert.equal(server.requests.length, 0);
    });
  });

  it('fails at an answer that does not come', () =>
    withService(
      () => {
        timers.goOff();
      },
      undefined,
      async (server) => {
        const steps = await probe(server.baseUrl, { trusts: undefined, timeoutSeconds: HELD_SECONDS });
        assert.equal(states(steps), 'Proxy none, DNS done, TCP done, Answer failed');
        await server.allClosed();
      },
    ));

  it('fails at TLS that does not come, and closes its connection', () =>
    withService(staysSilent, undefined, async (server) => {
      // The deadline comes when its first bytes of TLS have arrived.
      server.greet((socket) =>
        socket.once('data', () => {
          timers.goOff();
        }),
      );
      const steps = await probe(`https://service.test:${portOf(server)}`, { timeoutSeconds: HELD_SECONDS });
      assert.equal(states(steps), 'Proxy none, DNS done, TCP done, TLS failed, Answer skipped');
      assert.match(linesOf(steps, 'TLS'), /^No connection to "\S+" was made within 55 s/);
      await server.allClosed();
    }));

  it('ends when it is cancelled', () =>
    withService(staysSilent, undefined, async (server) => {
      const controller = new AbortController();
      const probing = probe(server.baseUrl, { trusts: undefined, signal: controller.signal });
      await Promise.all([
        assert.rejects(probing, { kind: 'cancelled' }),
        server.received(1).then(() => {
          controller.abort();
        }),
      ]);
      await server.allClosed();
    }));

  it('goes through the proxy, which it names without its credentials', () =>
    withService(dated(0), certificate, async (server) => {
      const proxy = await startProxy({
        credentials: 'someone:proxy-secret',
        to: { 'service.test:443': portOf(server) },
      });
      const steps = await probe('https://service.test', {
        lookup: unknown,
        proxy: `http://someone:proxy-secret@${proxy.host}`,
      });
      const refused = await probe('https://service.test', {
        lookup: unknown,
        proxy: `http://someone:wrong-secret@${proxy.host}`,
      });
      await proxy.close();
      assert.equal(states(steps), 'Proxy done, DNS done, TCP done, Tunnel done, TLS done, Answer done');
      assert.equal(linesOf(steps, 'Proxy'), `${proxy.host}, from http.proxy, with credentials`);
      assert.equal(states(refused), 'Proxy done, DNS done, TCP done, Tunnel failed, TLS skipped, Answer skipped');
      assert.equal(linesOf(steps, 'Tunnel'), 'the proxy has connected to service.test');
      assert.match(
        linesOf(steps, 'TCP'),
        new RegExp(`^connected to 127\\.0\\.0\\.1, port ${new URL(`http://${proxy.host}`).port}$`),
      );
      assert.match(linesOf(refused, 'Tunnel'), /rejected the credentials \(407/);
      assert.doesNotMatch(JSON.stringify([steps, refused]), /-secret|someone/);
    }));

  it('reaches a proxy by name at the address that answers', () =>
    withService(dated(0), certificate, async (server) => {
      const proxy = await startProxy({ to: { 'service.test:443': portOf(server) } });
      const lookup: LookupFunction = (_host, _options, callback) => {
        callback(null, [
          { address: '2001:db8::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]);
      };
      await whereOnlyAnswers('127.0.0.1', async () => {
        const { port } = new URL(`http://${proxy.host}`);
        const steps = await probe('https://service.test', { lookup, proxy: `http://proxy.test:${port}` });
        assert.deepEqual(
          [states(steps), linesOf(steps, 'DNS'), linesOf(steps, 'TCP')],
          [
            'Proxy done, DNS done, TCP done, Tunnel done, TLS done, Answer done',
            'proxy.test has the address 2001:db8::1, 127.0.0.1',
            `connected to 127.0.0.1, port ${port}`,
          ],
        );
      });
      await proxy.close();
    }));

  it('goes through a proxy that speaks TLS, and says when nothing is verified', () =>
    withService(dated(0), privateAuthority().issue(), async (server) => {
      const proxy = await startProxy({ certificate: authority.issue(), to: { 'service.test:443': portOf(server) } });
      const steps = await probe('https://service.test', { proxy: `https://${proxy.host}`, proxyStrictSSL: false });
      await proxy.close();
      assert.equal(
        states(steps),
        'Proxy done, DNS done, TCP done, TLS to the proxy done, Tunnel done, TLS done, Answer done',
      );
      assert.match(linesOf(steps, 'Proxy'), /not verified/);
      assert.match(linesOf(steps, 'TLS'), /certificate not verified[^]*no authority of this chain is trusted here/);
    }));
});
