// One call of an operation: its attempts, what lies between them, and the last answer.

import type { CallOptions, Log, RequestLine } from '../core/ports.ts';
import type { Operation } from '../core/userGroup.ts';
import { NoAnswer, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { failureWithoutAnswer, type CallFacts } from './failures.ts';
import { pauseSeconds, retryAfterSeconds, troubleOf, type Trouble } from './retry.ts';
import type { Route } from './routes.ts';

/** What the attempts need from outside. */
export interface CallPorts {
  readonly log: Pick<Log, 'request'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Rejects with `NoAnswer` when cancelled meanwhile. */
  readonly wait: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** What is called; for sentences and the log. */
export interface CallSubject {
  readonly operation: Operation;
  readonly userGroupId: string | undefined;
  readonly connection: string;
  readonly host: string;
}

/** The last answer of a call, of any status. */
export interface Answered {
  readonly answer: HttpAnswer;
  /** Of the last attempt. */
  readonly durationMs: number;
  readonly facts: CallFacts;
}

/**
 * Sends the request until an answer comes that another try would not better.
 * @throws UserGroupsError when no answer came.
 */
export async function call(
  { log, now, wait }: CallPorts, { host, ...subject }: CallSubject, route: Route, request: HttpRequest, onWaiting: CallOptions['onWaiting'],
): Promise<Answered> {
  const { operation } = subject;
  const met: Trouble[] = [];
  let earlierMayHaveArrived = false;
  const facts = (): CallFacts => ({ operation, host, deadlineSeconds: request.deadlineMs / 1000, earlierMayHaveArrived });
  try {
    for (let attempt = 1; ; attempt += 1) {
      // No rotation on a connection that the service may just have closed: that cannot be told from a rotation carried out.
      const isFresh = operation === 'rotate' || met.at(-1) === 'dropped';
      const { outcome, durationMs } = await route.pace.run(() => timed(route.connections.send(request, isFresh)), request.signal);
      log.request({ ...subject, attempt, durationMs, ...loggedOutcome(outcome) });

      const trouble = troubleOf(outcome);
      const asked = outcome instanceof NoAnswer ? undefined : retryAfterSeconds(outcome, now());
      const pause = trouble && pauseSeconds(operation, trouble, met.filter((earlier) => earlier === trouble).length, asked);
      if (trouble === undefined || pause === undefined) {
        if (outcome instanceof NoAnswer) throw outcome;
        return { answer: outcome, durationMs, facts: facts() };
      }
      met.push(trouble);
      earlierMayHaveArrived ||= mayHaveBeenCarriedOut(outcome);
      if (trouble === 'busy') onWaiting?.(pause, 'the service asks to wait');
      await wait(pause, request.signal);
    }
  } catch (error) {
    throw error instanceof NoAnswer ? failureWithoutAnswer(facts(), error) : error;
  }
}

/** An attempt and how long it took. */
async function timed(sent: Promise<HttpAnswer>): Promise<{ readonly outcome: HttpAnswer | NoAnswer; readonly durationMs: number }> {
  const start = performance.now();
  const outcome = await sent.catch((error: unknown) => {
    if (error instanceof NoAnswer) return error;
    throw error;
  });
  return { outcome, durationMs: Math.round(performance.now() - start) };
}

/** 429 comes before the work is begun; 503 may come from a gateway that lost sight of it. */
function mayHaveBeenCarriedOut(outcome: HttpAnswer | NoAnswer): boolean {
  return outcome instanceof NoAnswer ? outcome.facts.hasLeft : outcome.status !== 429;
}

function loggedOutcome(outcome: HttpAnswer | NoAnswer): Pick<RequestLine, 'outcome' | 'sizeBytes'> {
  if (!(outcome instanceof NoAnswer)) return { outcome: String(outcome.status), sizeBytes: outcome.body.byteLength };
  const { why, code, receivedBytes } = outcome.facts;
  return { outcome: `no answer: ${code ?? why}`, sizeBytes: receivedBytes };
}
