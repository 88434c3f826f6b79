// One call of an operation: its attempts, the waits between them, and the last answer.

import { REQUESTS, type RequestKind } from '../contract/operations.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { RotateRequestOptions } from '../core/ports/client.ts';
import type { Log, RequestLine } from '../core/ports/log.ts';
import { readableText } from './answerText.ts';
import { NoAnswer, type HttpAnswer, type HttpRequest } from './httpExchange.ts';
import { failureWithoutAnswer, type RequestFacts } from './failures.ts';
import { mayHaveBeenCarriedOut, pauseSeconds, retryAfterSeconds, troubleOf, type Trouble } from './retry.ts';
import type { Channel } from './channels.ts';

/** What the attempts need from outside. */
export interface RequestDependencies {
  readonly log: Pick<Log, 'request'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Rejects with `NoAnswer` when cancelled. */
  readonly wait: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The operation's name, for sentences and the log. */
export interface RequestSubject {
  readonly operation: RequestKind;
  readonly userGroupId: string | undefined;
  readonly connection: string;
}

/** The last answer of a call, of any status. */
export interface Answered {
  readonly answer: HttpAnswer;
  /** How long the last attempt took. */
  readonly durationMs: number;
  readonly facts: RequestFacts;
}

/**
 * Sends the request until an answer comes that another attempt would not improve.
 * @throws UserGroupsError when no answer came.
 */
export async function call(
  { log, now, wait }: RequestDependencies,
  subject: RequestSubject,
  channel: Channel,
  request: HttpRequest,
  options: RotateRequestOptions,
): Promise<Answered> {
  const { operation } = subject;
  const { onWaiting, onAnswer } = options;
  const met: Trouble[] = [];
  let earlierMayHaveArrived = false;
  let last: Tried | undefined;
  const facts = (): RequestFacts => ({
    operation,
    method: request.method,
    path: request.path,
    route: channel.route,
    deadlineSeconds: request.deadlineMs / 1000,
    mostBytes: request.mostBytes,
    earlierMayHaveArrived,
    endHold: channel.pace.endHold,
  });
  try {
    for (let attempt = 1; ; attempt += 1) {
      // A rotation needs a new connection: if the service had just closed this one, nobody could distinguish that from
      // a rotation carried out.
      const isFresh = !REQUESTS[operation].mayBeRepeated || met.at(-1) === 'dropped';
      const tried = await channel.pace
        .run(
          () => timed(channel.connections.send(request, isFresh)),
          met.length === 0 ? options : { ...options, untilLeft: undefined },
        )
        .catch((error: unknown) => {
          // The failure of an earlier attempt tells the user more than the fact that no further request may leave.
          if (last === undefined || !(error instanceof UserGroupsError)) throw error;
        });
      if (tried === undefined) return ended(last, facts());
      last = tried;
      const { outcome, durationMs } = tried;
      log.request({ ...subject, attempt, durationMs, ...loggedOutcome(outcome) });
      const came = onAnswer === undefined ? '' : bodyThatCame(outcome);
      if (came !== '') await onAnswer?.(came);

      const trouble = troubleOf(outcome);
      if (trouble === undefined) return ended(tried, facts());
      const asked = outcome instanceof NoAnswer ? undefined : retryAfterSeconds(outcome, now());
      if (trouble === 'busy' && asked !== undefined) channel.pace.holdBack(asked);
      const pause = pauseSeconds(operation, trouble, met.filter((earlier) => earlier === trouble).length, asked);
      if (pause === undefined) return ended(tried, facts());
      met.push(trouble);
      earlierMayHaveArrived ||= mayHaveBeenCarriedOut(outcome);
      if (trouble === 'busy') onWaiting?.(pause, 'service');
      await wait(pause, request.signal);
    }
  } catch (error) {
    throw error instanceof NoAnswer ? failureWithoutAnswer(facts(), error) : error;
  }
}

/** @throws NoAnswer */
function ended(tried: Tried | undefined, facts: RequestFacts): Answered {
  if (tried === undefined) throw NoAnswer.cancelled();
  const { outcome, durationMs } = tried;
  if (outcome instanceof NoAnswer) throw outcome;
  return { answer: outcome, durationMs, facts };
}

/** An attempt and how long it took. */
interface Tried {
  readonly outcome: HttpAnswer | NoAnswer;
  readonly durationMs: number;
}

async function timed(sent: Promise<HttpAnswer>): Promise<Tried> {
  const start = performance.now();
  const outcome = await sent.catch((error: unknown) => {
    if (error instanceof NoAnswer) return error;
    throw error;
  });
  return { outcome, durationMs: Math.round(performance.now() - start) };
}

/** The answer's text, or as much of it as arrived. Base64 where its compression cannot be read. */
function bodyThatCame(outcome: HttpAnswer | NoAnswer): string {
  if (outcome instanceof NoAnswer) return new TextDecoder().decode(outcome.facts.received);
  const text = readableText(outcome);
  return text === '' && outcome.body.byteLength > 0 ? `base64:${Buffer.from(outcome.body).toString('base64')}` : text;
}

function loggedOutcome(outcome: HttpAnswer | NoAnswer): Pick<RequestLine, 'outcome' | 'sizeBytes'> {
  if (!(outcome instanceof NoAnswer)) return { outcome: String(outcome.status), sizeBytes: outcome.body.byteLength };
  const { why, code, received } = outcome.facts;
  return { outcome: `no answer: ${code ?? why}`, sizeBytes: received.byteLength };
}
