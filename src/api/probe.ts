// Checks the route to a service step by step, over the connections that requests use, and sends no token.

import * as l10n from '@vscode/l10n';
import { Client } from 'undici';
import { parseBaseUrl } from '../core/baseUrl.ts';
import { cancelled } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { grouped } from '../core/language.ts';
import type { ConnectionProbe, ProbeStep, ProbeTarget } from '../core/ports/client.ts';
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
      {
        name: 'Answer',
        state: 'failed',
        lines: [l10n.t('no complete response from {0} ({1})', route.host, code ?? why)],
      },
    ];
  const { happened, next } = notConnected({ route, deadlineSeconds }, why === 'deadline' ? undefined : code, cause);
  return [...watch.steps([happened, next]), { name: 'Answer', state: 'skipped', lines: [l10n.t('not reached')] }];
}

function proxyStep({ proxy, trust, isLoopback }: Route): ProbeStep {
  if (proxy === undefined)
    return {
      name: 'Proxy',
      state: 'none',
      lines: [
        isLoopback
          ? l10n.t('not needed for this machine')
          : l10n.t('none set for this host, in VS Code or in the environment'),
      ],
    };
  return {
    name: 'Proxy',
    state: 'done',
    lines: [
      proxy.authorization === undefined
        ? l10n.t('{0}, from {1}', proxy.host, proxy.source)
        : l10n.t('{0}, from {1}, with credentials', proxy.host, proxy.source),
      ...(trust.verify
        ? []
        : [l10n.t('http.proxyStrictSSL is off: the certificates of the proxy and of the service are not verified')]),
    ],
  };
}

function answerLines(route: Route, { status, header }: HttpAnswer, at: number): string[] {
  return [
    l10n.t('{0} for a HEAD request without an API token', status),
    ...redirectLines(route, header('location')),
    clockLine(header('date'), at),
  ];
}

/** Without its query, which may be confidential. */
function redirectLines({ origin }: Route, location: string | undefined): string[] {
  if (location === undefined) return [];
  const to = URL.parse(location, origin);
  if (to === null) return [l10n.t('It redirects to an invalid address, which is not followed')];
  const shown = foreignText(to.origin + to.pathname);
  return [
    to.hostname === new URL(origin).hostname
      ? l10n.t('It redirects to {0}, which is not followed', shown)
      : l10n.t('It redirects to {0}, probably a login page of the network. Redirects are not followed', shown),
  ];
}

function clockLine(date: string | undefined, at: number): string {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return l10n.t('Its clock is unknown: the response has no Date');
  const seconds = Math.round((there - at) / 1000);
  if (Math.abs(seconds) <= AGREE_SECONDS) return l10n.t('Its clock agrees with this machine to the minute');
  return seconds > 0
    ? l10n.t("Its clock is {0} s ahead of this machine's", grouped(seconds))
    : l10n.t("Its clock is {0} s behind this machine's", grouped(-seconds));
}
