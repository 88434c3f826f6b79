// Every action in every trouble, ended in every way: nothing is lost, nothing is said that is not so, and no secret
// comes out.

import { isDeep } from '../support/depth.ts';
import { actionsBy, NEW_ID, rotation, type Action, type Api } from '../support/faults/faultActions.ts';
import {
  assertFoundOut,
  assertNothingLost,
  snapshotOf,
  windowAfter,
  type Cell,
} from '../support/faults/nothingLost.ts';
import { troubles, type End, type Trouble } from '../support/faults/troubles.ts';
import { productStarter, type Product } from '../support/product.ts';
import { assertHeldBack, failureText, filesOf, saidBy, secretsOf } from '../support/sweep.ts';

/** The groups that the answers name. */
const IDS = ['acme', 'other', 'somebody_else', 'before', NEW_ID];

interface Ending {
  /** Ends the name of a test. */
  readonly words: string;
  /** What happens when the request has arrived, or before it is tried again. */
  readonly interrupt: (acting: Product, cancelling: AbortController) => void;
  /** Beside what the trouble leads to. */
  readonly endOf: (trouble: Trouble, end: End) => End;
  /** Nobody reads the answer: how long it is makes no difference. */
  readonly isBeforeAnswer: boolean;
}

const endings: readonly Ending[] = [
  { words: 'and ends', interrupt: () => undefined, endOf: (_, end) => end, isBeforeAnswer: false },
  {
    words: 'and is cancelled meanwhile',
    interrupt: (_, cancelling) => {
      cancelling.abort();
    },
    endOf: (_, end) => (end === 'notSent' ? 'notSent' : 'open'),
    isBeforeAnswer: true,
  },
  {
    words: 'and its window is gone before the end',
    // Its answer reaches nobody: every later write fails, and its memory is not used again.
    interrupt: ({ store }, cancelling) => {
      store.close();
      cancelling.abort();
    },
    endOf: ({ hasBegun }, end) => (hasBegun || end !== 'notSent' ? 'open' : 'notSent'),
    isBeforeAnswer: true,
  },
];

describe('Nothing is lost or let out:', () => {
  const start = productStarter();

  for (const api of ['user-group', 'customer'] as const) {
    describe(`by the API ${api}`, () => {
      for (const ending of endings) {
        for (const trouble of troubles.filter(({ isHeavy }) => isHeavy !== true || !ending.isBeforeAnswer)) {
          for (const action of actionsBy(api).filter((each) => isDeep || isChosen(api, each, trouble, ending))) {
            it(`${action.words} ${trouble.words} ${ending.words}`, () => play(api, action, trouble, ending));
          }
        }
      }
    });
  }

  async function play(api: Api, action: Action, trouble: Trouble, ending: Ending): Promise<void> {
    const product = await start({ entry: { api } });
    await action.prepare(product);
    const acting = trouble.onNewConnection ? product.anotherWindow() : product;
    const former = await snapshotOf(acting);
    await trouble.arrange(acting, action.operation);
    const before = { ...former, requests: product.requests.length };
    const cancelling = new AbortController();
    product.pausing.happens = () => {
      ending.interrupt(acting, cancelling);
    };
    product.meanwhile.happens = () => {
      ending.interrupt(acting, cancelling);
      trouble.onArrival?.();
    };
    const failure: unknown = await action.run(acting, { signal: cancelling.signal }, former.onService).then(
      () => undefined,
      (error: unknown) => error,
    );
    product.meanwhile.happens = product.pausing.happens = () => undefined;
    await trouble.mend(product);
    const next = await windowAfter(product);
    await assertNothingLost(next, before, cellOf(api, action, trouble, ending));
    const secrets = await secretsOf(next, IDS);
    await assertFoundOut(next, before, cellOf(api, action, trouble, ending));
    assertHeldBack(
      [...acting.logged, failureText(failure), ...(await saidBy(next, IDS)), ...filesOf(next)],
      new Map([...secrets, ...(await secretsOf(next, IDS))]),
    );
  }
});

/**
 * Each pair of action and trouble gets one ending, the next action another one; by the contract, rotations get all
 * endings, and lists also what the trouble itself leads to. Code that both APIs share meets every second trouble by the
 * other API.
 */
function isChosen(api: Api, action: Action, trouble: Trouble, ending: Ending): boolean {
  if (api === 'user-group' && action === rotation) return true;
  if (action.operation === 'list' && ending === endings[0]) return true;
  const diagonal = actionsBy(api).indexOf(action) + troubles.indexOf(trouble);
  if (api === 'customer' && actionsBy('user-group').includes(action) && diagonal % 2 === 1) return false;
  return diagonal % endings.length === endings.indexOf(ending);
}

function cellOf(api: Api, action: Action, trouble: Trouble, ending: Ending): Cell {
  const isMisled = action.trustsAnswer && trouble.answersAbout !== undefined;
  // Only the contract's get-or-create is a GET.
  const isUnharmed = api === 'customer' && trouble.words.includes('dropsGetBody');
  const end = ending.endOf(trouble, isMisled || isUnharmed ? 'done' : trouble.ends[action.operation]);
  if (action.operation === 'changeId' && end === 'done') return { action, end, userGroupId: NEW_ID };
  return { action, end, userGroupId: isMisled && end === 'done' ? trouble.answersAbout : 'acme' };
}
