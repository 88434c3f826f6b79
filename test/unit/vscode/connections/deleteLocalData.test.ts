// Delete All Local Data…: says what goes and what stays, and wants a word typed.

import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { deleteLocalData } from '../../../../src/vscode/connections/deleteLocalData.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

interface Play {
  /** Before a group is sent. */
  readonly before?: (product: Product) => unknown;
  readonly after?: (product: Product) => unknown;
  readonly answers?: readonly string[];
  readonly types?: string;
}

describe('Delete All Local Data…', () => {
  const start = productStarter();

  it('counts what it deletes, and deletes it, with a token in the clipboard, once a word is typed', async () => {
    const withRemoved =
      (count: number) =>
      async (product: Product): Promise<void> => {
        const { services, connection, remote } = product;
        remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
        await services.rotation.rotate(connection, 'acme').catch(() => undefined);
        for (let number = 1; number <= count; number += 1) {
          const other = { name: `other ${number}`, baseUrl: 'https://other.example.com' };
          await services.removed.remove(await services.connections.add(other));
        }
      };
    const unstored = ({ meanwhile, sealing }: Product): void => {
      meanwhile.happens = () => {
        sealing.failure = new Error('No secrets are kept.');
      };
    };
    const plays: Readonly<Record<string, Play>> = {
      Closed: {},
      'An open rotation and one removed connection': { after: withRemoved(1) },
      'An open rotation and two removed connections': { after: withRemoved(2) },
      'A token that only this window has': { before: unstored },
      'Another word is typed': { answers: ['Delete All Local Data'], types: 'yes' },
      'The word is typed': { answers: ['Delete All Local Data'], types: 'delete' },
    };
    const said: Said[] = [];
    for (const [situation, { before, after, answers, types }] of Object.entries(plays)) {
      const product = await start();
      before?.(product);
      await product.services.sending.getOrCreate(product.connection, documentOf()).catch(() => undefined);
      await after?.(product);
      const person = new PlayedPerson(answers);
      let cleared = 0;
      const clipboard = standIn<CommandContext['clipboard']>({ clear: () => Promise.resolve(void (cleared += 1)) });
      const { services } = product;
      const ended = person.linesOf(
        deleteLocalData(standIn<CommandContext>({ services, messages: person.messages, clipboard })),
      );
      const seen: string[] = [];
      if (types !== undefined) {
        const box = await nextBox();
        seen.push(`box: ${box.title} · ${box.prompt}`);
        box.type(types);
        box.accept();
        if (box.validationMessage !== undefined) box.close();
      }
      const lines = [...seen, ...(await ended)];
      const groups = services.groups.keptCounts().groups;
      said.push([situation, [...lines, `${groups} groups left, clipboard cleared: ${cleared}`]]);
    }
    assertApproved('connections/deleteLocalData', said);
  });
});
