// From an admitted request to the answer that goes out, by way of the fault in force.

import { refusalFrom, wireAnswer, type Answer, type TextAnswer, type WireAnswer } from './answer.ts';
import type { ActiveFault } from './faultPlan.ts';
import { behaviourOf, type FaultBehaviour } from './faults.ts';
import type { GroupStore } from './groupStore.ts';
import { perform, type ServedOperation } from './serveOperation.ts';

interface Asked {
  readonly operation: ServedOperation;
  readonly bytes: Buffer;
  readonly fault: ActiveFault | undefined;
  readonly store: GroupStore;
  readonly baseUrl: string;
}

interface Answered {
  readonly answer: WireAnswer;
  /** The body as text, before anything compressed it. */
  readonly text: string;
}

export function answered({ operation, bytes, fault, store, baseUrl }: Asked): Answered {
  if (fault === undefined) return asText(wireAnswer(performed(operation, store, bytes)));
  const { instead, losesGetBody, changes, garbles } = behaviourOf(fault.name);
  if (instead !== undefined) return asText(instead({ url: `${baseUrl}/api/user`, seconds: fault.seconds }));

  const arrived = losesGetBody === true && operation === 'getOrCreate' ? Buffer.alloc(0) : bytes;
  const whole = wireAnswer(performed(operation, store, arrived, changes));
  const answer = garbles?.(whole) ?? whole;
  return { answer, text: typeof answer.body === 'string' ? answer.body : whole.body };
}

function performed(
  operation: ServedOperation,
  store: GroupStore,
  bytes: Buffer,
  changes?: FaultBehaviour['changes'],
): Answer {
  try {
    const answer = perform(operation, store, bytes);
    return changes?.(answer) ?? answer;
  } catch (error) {
    return refusalFrom(error);
  }
}

function asText(answer: TextAnswer): Answered {
  return { answer, text: answer.body };
}
