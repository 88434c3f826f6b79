// What the sandbox answers: in the contract's terms, and as it goes over the wire.

import { joinedJson, type JsonTexts } from './jsonTexts.ts';

export interface Answer {
  readonly status: number;
  /** The fields around the group. */
  readonly envelope: JsonTexts;
  readonly userGroup?: JsonTexts | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** About a group. */
export type Success = Answer & { readonly userGroup: JsonTexts };

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export type TextAnswer = WireAnswer & { readonly body: string };

/** Thrown anywhere while a request is handled: nothing is changed, and this is the answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/**
 * A refusal in the contract's envelope. The contract shows no field for the reason: `detail` is the sandbox's choice.
 */
export function refused(status: number, detail: string, headers?: Readonly<Record<string, string>>): Refusal {
  return new Refusal({ status, envelope: { success: '0', detail: JSON.stringify(detail) }, headers });
}

/**
 * What is no refusal went wrong in the sandbox itself, its database for one. There is no log: the answer shows the
 * reason.
 */
export function refusalFrom(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer;
  return refused(500, `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`).answer;
}

/** @param object the name of the group in it */
export function wireAnswer({ status, envelope, userGroup, headers }: Answer, object: string): TextAnswer {
  const fields = userGroup === undefined ? envelope : { ...envelope, [object]: joinedJson(userGroup) };
  return {
    status,
    // Answers hold tokens, and those to a GET could be cached.
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: joinedJson(fields),
  };
}
