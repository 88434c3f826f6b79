// Whatever a page sends, in whatever order: each message is answered, refused or left alone, and the text changes by
// accepted pushes only.

import assert from 'node:assert/strict';
import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { HostMessage } from '../../../src/protocol/conversation.ts';
import { ACTIONS, type FormEvents, type TextUpdate } from '../../../src/protocol/formProtocol.ts';
import { SharedText } from '../../../src/protocol/sharedText.ts';
import { PageChannel, type FormAnswers } from '../../../src/vscode/platform/pageChannel.ts';
import { inDepth } from '../../support/depth.ts';

const LINES = '{\n  "user_group_id": "acme"\n}';
const NAMES =
  'open push flushed rest undo redo complete hover schemaIds dataSources run chooseConnection revealToken constructor __proto__ x'.split(
    ' ',
  );

const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom(NaN, Infinity, 0.5, 2 ** 53, LINES.length),
);
const anyPart = fc.oneof(
  anyNumber,
  fc.array(fc.oneof(anyNumber, fc.string({ maxLength: 4 }), fc.constant(null)), { maxLength: 3 }),
  fc.string({ maxLength: 3 }),
  fc.object({ maxDepth: 1 }),
);
const anyPush = fc.record({
  own: fc.nat(4),
  seen: fc.nat(1),
  changes: fc.oneof(fc.array(anyPart, { maxLength: 4 }), anyPart),
});

/** A change of a text of this length that could really be made. */
const fittingPush = fc
  .tuple(fc.nat(LINES.length), fc.nat(5), fc.string({ maxLength: 5 }))
  .map(([at, deleted, insert]) => {
    const from = Math.min(at, LINES.length);
    const changes = ChangeSet.of(
      { from, to: Math.min(LINES.length, from + deleted), insert: Text.of(insert.split('\n')) },
      LINES.length,
    ).toJSON() as unknown;
    return { own: 0, seen: 0, changes };
  });

const anyMessage = fc.oneof(
  fc.anything(),
  fc.record({
    request: fc.constantFrom(...NAMES),
    call: fc.oneof(fc.integer(), anyNumber),
    with: fc.oneof(
      fc.constant(undefined),
      fc.anything(),
      anyPush,
      fc.record({ offset: anyNumber }),
      fc.record({ action: fc.constantFrom(...ACTIONS, 'x') }),
    ),
  }),
  fc.record({ request: fc.constant('push'), call: fc.integer(), with: fc.oneof(anyPush, fittingPush) }),
);

describe('A page that sends anything', () => {
  it('is answered or refused, and changes the text by accepted pushes only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage, { maxLength: 12 }), async (messages) => {
        const host = hostOf(LINES);
        for (const message of messages) host.receive(message);
        await host.settled();
        assert.deepEqual(host.bugs, []);
        assert.equal(host.text(), host.expected());
        assert.ok(host.posted.length <= messages.length && host.posted.every((posted) => 'answered' in posted));
      }),
      { numRuns: inDepth(400) },
    );
  });

  it('pushes what fits, and it is in the text', async () => {
    await fc.assert(
      fc.asyncProperty(fittingPush, async (update) => {
        const host = hostOf(LINES);
        host.receive({ request: 'push', call: 1, with: update });
        await host.settled();
        assert.equal(host.text(), host.expected());
        assert.deepEqual(host.posted, [{ answered: 1, result: { own: 1 } }]);
      }),
    );
  });
});

/** A host that holds a text as the real one does, and does nothing else. */
function hostOf(lines: string) {
  const shared = new SharedText(lines);
  let expected = Text.of(lines.split('\n'));
  const bugs: unknown[] = [];
  const posted: HostMessage<FormEvents>[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  const push = (update: TextUpdate): { own: number } => {
    try {
      if (shared.push(update)) expected = ChangeSet.fromJSON(update.changes).apply(expected);
    } catch (error) {
      if (error instanceof RangeError) throw new UserGroupsError('invalid', 'These changes do not fit.');
      throw error;
    }
    return { own: shared.counts.own };
  };
  const answers = Object.fromEntries<(given: never) => unknown>(
    NAMES.slice(0, 13).map((name) => [name, name === 'push' ? push : () => undefined]),
  ) as FormAnswers;
  const webview = {
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
    postMessage: (message: HostMessage<FormEvents>) => {
      posted.push(message);
      return Promise.resolve(true);
    },
  };
  const log = {
    warn: () => undefined,
    bug: (error: unknown) => {
      bugs.push(error);
    },
  };
  new PageChannel(webview as never, log as never, () => Promise.resolve(answers));
  return {
    bugs,
    posted,
    receive: (message: unknown) => {
      for (const listener of listeners) listener(message);
    },
    settled: () =>
      new Promise<void>((resolve) => {
        setImmediate(resolve);
      }),
    text: () => shared.text,
    expected: () => expected.toString(),
  };
}
