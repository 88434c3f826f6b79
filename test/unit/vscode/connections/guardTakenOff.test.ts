// A connection's guard is removed, or its address changed, only after a question: other extensions can accept the boxes
// of any invocation.

import assert from 'node:assert/strict';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Messages, Question } from '../../../../src/vscode/platform/messages.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { productStarter } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

describe('Editing a guarded connection from the list', () => {
  const start = productStarter();

  for (const [answer, environment] of [
    [undefined, 'Customer'],
    ['Change', 'Testing'],
  ] as const) {
    it(`asks in a dialog before it is declared otherwise, and leaves it ${environment} when that is answered by ${answer ?? 'nothing'}`, async () => {
      const { services, settings } = await start({ entry: { environment: 'Customer' } });
      const asked: Question[] = [];
      const messages = standIn<Messages>({
        ask: (question: Question) => {
          asked.push(question);
          return Promise.resolve(answer);
        },
        status: () => undefined,
      });
      const editing = connectionHandlers(standIn<CommandContext>({ services, messages }))['userGroups.editConnection']({
        origin: 'item',
        input: { connection: 'staging' },
      });
      const ended = Promise.allSettled([editing]);
      (await nextBox()).accept();
      (await nextBox()).accept();
      (await nextList()).choose('Testing');
      await ended;
      assert.deepEqual(
        asked.map(({ title }) => title),
        ['Change connection "staging"?'],
      );
      assert.equal((settings.entries[0] as { environment: string }).environment, environment);
    });
  }
});
