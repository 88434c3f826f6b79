// From an admitted request to the answer that goes out, by way of the fault in force.

import { refusalFrom, wireAnswer, type Answer, type Success, type TextAnswer, type WireAnswer } from './answer.ts';
import type { ActiveFault } from './faultPlan.ts';
import { behaviourOf, type FaultBehaviour } from './faults.ts';
import type { GroupStore } from './groupStore.ts';
import { perform, type Asked } from './serveOperation.ts';

interface Arrived {
  readonly asked: Asked;
  readonly bytes: Buffer;
  /** By GET. */
  readonly isGet: boolean;
  readonly fault: ActiveFault | undefined;
  readonly store: GroupStore;
  /** Where the request went. */
  readonly url: string;
}

interface Answered {
  readonly answer: WireAnswer;
  /** The body as text, before anything compressed it. */
  readonly text: string;
}

export function answered({ asked, bytes, isGet, fault, store, url }: Arrived): Answered {
  const { object } = asked.api;
  if (fault === undefined) return asText(wireAnswer(performed(asked, store, bytes), object));
  const { instead, losesGetBody, changes, garbles } = behaviourOf(fault.name);
  if (instead !== undefined) return asText(instead({ url, seconds: fault.seconds }));

  const arrived = losesGetBody === true && isGet ? Buffer.alloc(0) : bytes;
  const whole = wireAnswer(performed(asked, store, arrived, changes), object);
  const answer = garbles?.(whole) ?? whole;
  return { answer, text: typeof answer.body === 'string' ? answer.body : whole.body };
}

function performed(asked: Asked, store: GroupStore, bytes: Buffer, changes?: FaultBehaviour['changes']): Answer {
  try {
    const answer = perform(asked, store, bytes);
    return isAboutGroup(answer) ? (changes?.(answer, asked.api.object) ?? answer) : answer;
  } catch (error) {
    return refusalFrom(error);
  }
}

function isAboutGroup(answer: Answer): answer is Success {
  return answer.userGroup !== undefined;
}

function asText(answer: TextAnswer): Answered {
  return { answer, text: answer.body };
}
