// How an answer leaves: as it should, or with trouble on the way.

import type { ServerResponse } from 'node:http';
import type { WireAnswer } from './answer.ts';

export type Delivery = 'whole' | 'half' | 'late' | 'thenClosed' | 'reset' | 'never';

/** `seconds` is how late `late` is. */
export function deliver(response: ServerResponse, answer: WireAnswer, delivery: Delivery, seconds: number): void {
  switch (delivery) {
    case 'whole':
      send(response, answer);
      return;
    case 'half':
      sendHalf(response, answer);
      return;
    case 'late':
      sendLate(response, answer, seconds);
      return;
    case 'thenClosed':
      sendAndClose(response, answer);
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'never':
      return;
  }
}

/** The part of the answer's body that is sent. `undefined` when no answer is. */
export function delivered(body: string, delivery: Delivery): string | undefined {
  if (delivery === 'reset' || delivery === 'never') return undefined;
  return delivery === 'half' ? body.slice(0, body.length / 2) : body;
}

function send(response: ServerResponse, answer: WireAnswer): void {
  response.writeHead(answer.status, headersOf(answer)).end(answer.body);
}

function sendHalf(response: ServerResponse, answer: WireAnswer): void {
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, headersOf(answer));
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function sendLate(response: ServerResponse, answer: WireAnswer, seconds: number): void {
  const timer = setTimeout(() => send(response, answer), seconds * 1000);
  response.once('close', () => clearTimeout(timer));
}

function sendAndClose(response: ServerResponse, answer: WireAnswer): void {
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
  send(response, answer);
}

/** The length is always announced, so that a client can tell half an answer from a whole one. */
function headersOf({ status, headers, body }: WireAnswer): Record<string, string | number> {
  return status === 204 ? { ...headers } : { ...headers, 'content-length': Buffer.byteLength(body) };
}
