// Rotate User Group Token… and Rotate a Leaked Token…: what is asked first, what is sent then, and what is reported.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { rotateLeakedToken } from '../../../../src/vscode/rotation/leakedToken.ts';
import { rotateToken } from '../../../../src/vscode/rotation/rotateToken.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const acme: Invocation = { origin: 'item', input: { connection: 'staging', user_group_id: 'acme' } };
const tokenOf = ({ remote }: Product, id = 'acme'): string => remote.group(id)!.token;

interface Play {
  readonly open?: () => Promise<Product>;
  /** Before the command. */
  readonly happens?: (product: Product) => unknown;
  readonly meanwhile?: (product: Product) => unknown;
  readonly invocation?: Invocation;
  readonly answers?: readonly string[];
  readonly pressed?: string;
  /** What the user does in lists and boxes, and sees there. */
  readonly acts?: (product: Product) => Promise<string[]>;
}

const typing =
  (...names: string[]) =>
  async (): Promise<string[]> => {
    const box = await nextBox();
    for (const name of names) {
      box.type(name);
      box.accept();
    }
    if (box.validationMessage !== undefined) box.close();
    return [`box: ${box.title} · ${box.prompt}`];
  };

describe('A token that is rotated by a command', () => {
  const start = productStarter();

  /** `acme` is in the list; `unlisted` is on the service alone. */
  const withGroups = (environment: 'Customer' | 'Testing' | undefined) => async (): Promise<Product> => {
    const product = await start({ entry: { environment } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'unlisted', name: 'Unlisted' }));
    product.requests.length = 0;
    return product;
  };
  const rotateAcme = ({ services, connection }: Product): Promise<unknown> =>
    services.rotation.rotate(connection, 'acme');

  async function assertPlayed(
    topic: string,
    command: typeof rotateToken,
    situations: Readonly<Record<string, Play>>,
  ): Promise<void> {
    const said: Said[] = [];
    for (const [situation, play] of Object.entries(situations)) {
      const product = await (play.open ?? withGroups('Testing'))();
      const person = new PlayedPerson(play.answers ?? ['Rotate Token'], play.pressed);
      person.meanwhile = () => play.meanwhile?.(product);
      const { services } = product;
      await play.happens?.(product);
      const before = ['acme', 'unlisted'].map((id) => tokenOf(product, id));
      product.requests.length = 0;
      const ended = person.linesOf(
        command(
          standIn<CommandContext>({ services, messages: person.messages, run: person.run }),
          play.invocation ?? acme,
        ),
      );
      const seen = (await play.acts?.(product)) ?? [];
      const lines = [...seen, ...(await ended)];
      for (const [index, id] of ['acme', 'unlisted'].entries()) {
        const isStored = (await services.tokens.find(product.ref(id))) === tokenOf(product, id);
        if (tokenOf(product, id) !== before[index])
          lines.push(`the token of ${id} is another one, ${isStored ? '' : 'not '}stored`);
      }
      lines.push(`${product.requests.length} requests, ${services.rotation.open().length} open`);
      said.push([situation, lines.map((line) => line.replace(/, replaced .*?\. /, ', replaced (when). '))]);
    }
    assertApproved(topic, said);
  }

  it('is one of a group in the list, after a dialog, and the name of a guarded connection', () =>
    assertPlayed('rotation/rotate', rotateToken, {
      'Rotated, then copied': { pressed: 'Copy New Token' },
      'The dialog is closed': { answers: [] },
      'Guarded connection: another name is typed': { open: withGroups('Customer'), acts: typing('Staging') },
      'Guarded connection, for a caller': {
        open: withGroups(undefined),
        invocation: { ...acme, origin: 'argument' },
        acts: typing('staging'),
      },
      'After a rotation that was probably not carried out': {
        happens: async ({ services, connection, remote, clock }) => {
          remote.misbehave('resetUnprocessed', { operation: 'rotate' });
          await assert.rejects(services.rotation.rotate(connection, 'acme'));
          remote.misbehave(undefined);
          clock.now += DAY / 1000;
          await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
        },
      },
      'Another window rotates it meanwhile': { meanwhile: (product) => rotateAcme(product.anotherWindow()) },
    }));

  it('is one that leaked: of its group in the list, or of no listed group', async () => {
    let former = '';
    const pasting =
      (tokenIn: (product: Product) => string, then?: () => Promise<string[]>) =>
      async (product: Product): Promise<string[]> => {
        const box = await nextBox();
        box.type(` ${tokenIn(product)}\n`);
        box.accept();
        return [`box: ${box.title}`, ...((await then?.()) ?? [])];
      };
    const choosing = (label: string | undefined) => async (): Promise<string[]> => {
      const list = await nextList();
      if (label === undefined) list.close();
      else list.choose(label);
      return [`list: ${list.title}`, ...(label === undefined ? [] : await typing('Staging')())];
    };
    const unlisted = (product: Product): string => tokenOf(product, 'unlisted');
    const startSandbox = ({ services }: Product): Promise<unknown> => services.sandbox.start();
    const fromPalette: Invocation = { origin: 'palette', input: {} };
    await assertPlayed('rotation/rotateLeaked', rotateLeakedToken, {
      'Of a group in the list': { invocation: fromPalette, acts: pasting(tokenOf) },
      'Replaced already': {
        invocation: fromPalette,
        happens: async (product) => {
          former = tokenOf(product);
          await rotateAcme(product);
        },
        acts: pasting(() => former),
      },
      'The connection of its group is gone': {
        invocation: fromPalette,
        happens: ({ services }) => {
          services.connections.withId = () => undefined;
        },
        acts: pasting(tokenOf),
      },
      'An API token': { invocation: fromPalette, acts: pasting(({ remote }) => remote.apiToken) },
      'In no list': { invocation: fromPalette, acts: pasting(unlisted) },
      'In no list, guarded connection': {
        open: withGroups('Customer'),
        invocation: fromPalette,
        acts: pasting(unlisted, choosing('$(server-environment) staging')),
      },
      'In no list, a document in front that is about another group': {
        invocation: { origin: 'document', input: acme.input },
        happens: startSandbox,
        acts: pasting(unlisted, choosing(undefined)),
      },
    });
  });
});
