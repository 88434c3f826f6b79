// Checks the route to a service step by step, over the connections that requests use, and sends no token.

import { Client } from 'undici';
import { parseBaseUrl } from '../core/baseUrl.ts';
import { cancelled } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import type { ConnectionProbe, ProbeStep, ProbeTarget } from '../core/ports/connectionProbe.ts';
import { Dialer } from './dialer.ts';
import { exchange, NoAnswer, type HttpAnswer } from './httpExchange.ts';
import { notConnected } from './failures.ts';
import { ConnectionWatch } from './connectionWatch.ts';
import { resolveRoute, type Route, type RouteDependencies } from './route.ts';

export interface ProbeOptions extends RouteDependencies {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Clocks that differ by less are said to agree. */
const AGREE_SECONDS = 60;

export function createConnectionProbe(options: ProbeOptions): ConnectionProbe {
  return { probe: (target, signal) => probe(options, target, signal) };
}

async function probe(
  { now, ...dependencies }: ProbeOptions,
  { baseUrl, timeoutSeconds, caFile }: ProbeTarget,
  signal: AbortSignal | undefined,
): Promise<readonly ProbeStep[]> {
  const route = await resolveRoute(dependencies, parseBaseUrl(baseUrl), caFile);
  const watch = new ConnectionWatch(route);
  const abort = new AbortController();
  const client = new Client(route.origin, {
    connect: new Dialer(route, dependencies.lookup).connector(abort.signal, watch),
  });
  const began = now();
  try {
    const answer = await exchange(
      client,
      {
        method: 'HEAD',
        path: '/',
        headers: {},
        body: new Uint8Array(),
        mostBytes: 1_000_000,
        deadlineMs: timeoutSeconds * 1000,
        signal,
      },
      () => false,
    );
    return [
      proxyStep(route),
      ...watch.steps(),
      { name: 'Answer', state: 'done', lines: answerLines(route, answer, (began + now()) / 2) },
    ];
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [proxyStep(route), ...stepsTo(error, route, watch, timeoutSeconds)];
  } finally {
    void client.destroy();
    abort.abort();
  }
}

/** How far it came and why it stopped. @throws UserGroupsError `cancelled` */
function stepsTo(
  { facts: { why, hasLeft, code, cause } }: NoAnswer,
  route: Route,
  watch: ConnectionWatch,
  deadlineSeconds: number,
): readonly ProbeStep[] {
  if (why === 'cancelled') throw cancelled();
  if (hasLeft)
    return [
      ...watch.steps(),
      { name: 'Answer', state: 'failed', lines: [`${route.host} gave no whole answer (${code ?? why})`] },
    ];
  const { happened, next } = notConnected({ route, deadlineSeconds }, why === 'deadline' ? undefined : code, cause);
  return [
    ...watch.steps([happened, `What to do: ${next}`]),
    { name: 'Answer', state: 'skipped', lines: ['not come to'] },
  ];
}

function proxyStep({ proxy, trust, isLoopback }: Route): ProbeStep {
  if (proxy === undefined)
    return {
      name: 'Proxy',
      state: 'none',
      lines: [
        isLoopback
          ? 'none: this machine is reached without one'
          : 'none is set for this host, in VS Code or in the environment',
      ],
    };
  return {
    name: 'Proxy',
    state: 'done',
    lines: [
      `${proxy.host}, from ${proxy.source}${proxy.authorization === undefined ? '' : ', with credentials'}`,
      ...(trust.verify
        ? []
        : ['http.proxyStrictSSL is off: the certificates of the proxy and of the service are NOT verified']),
    ],
  };
}

function answerLines(route: Route, { status, header }: HttpAnswer, at: number): string[] {
  return [
    `${status} to a HEAD of / without an API token`,
    ...redirectLines(route, header('location')),
    clockLine(header('date'), at),
  ];
}

/** Without its query, which may be confidential. */
function redirectLines({ origin }: Route, location: string | undefined): string[] {
  if (location === undefined) return [];
  const to = URL.parse(location, origin);
  const shown = to === null ? 'what is no address' : foreignText(to.origin + to.pathname);
  const isElsewhere = to !== null && to.hostname !== new URL(origin).hostname;
  return [
    `It redirects to ${shown}, which is not followed${isElsewhere ? '; another host: it may be a login page of the network' : ''}`,
  ];
}

function clockLine(date: string | undefined, at: number): string {
  const there = date === undefined ? NaN : Date.parse(date);
  if (Number.isNaN(there)) return 'Its clock is not known: the answer has no Date';
  const seconds = Math.round((there - at) / 1000);
  if (Math.abs(seconds) <= AGREE_SECONDS) return 'Its clock agrees with this machine to the minute';
  return `Its clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine's`;
}
