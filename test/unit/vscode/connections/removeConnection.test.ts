// Remove Connection… and its undoing: what is counted, what has to be typed, and what is left.

import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { removeConnection, undoRemoveConnection } from '../../../../src/vscode/connections/removeConnection.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product, type ProductOptions } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const about = (connection: string, fields: object = {}): Invocation => ({
  origin: 'item',
  input: { connection, ...fields },
});
const asArgument = (fields: object = {}): Invocation => ({ ...about('staging', fields), origin: 'argument' });
const fromPalette: Invocation = { origin: 'palette', input: {} };

interface Play {
  readonly command?: typeof undoRemoveConnection | typeof removeConnection;
  readonly invocation?: Invocation;
  readonly answers?: readonly string[];
  readonly pressed?: string;
  /** Typed into a box and accepted, one after the other; `undefined` closes it. */
  readonly types?: readonly (string | undefined)[];
  /** Chosen in a list. */
  readonly chooses?: string;
}

const undo = { command: undoRemoveConnection };

describe('A connection', () => {
  const start = productStarter();

  /** With so many groups, each of which has a draft. */
  const withDrafts = (groups: number, options?: ProductOptions) => async (): Promise<Product> => {
    const product = await start(options);
    for (let number = 1; number <= groups; number += 1) {
      const id = `group-${number}`;
      product.services.groups.saveDraft(product.connection, id, documentOf({ user_group_id: id }));
    }
    return product;
  };
  const withAll = async (): Promise<Product> => {
    const product = await withDrafts(2)();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await product.services.rotation.rotate(product.connection, 'acme');
    return product;
  };
  const removed = (meanwhile?: string) => async (): Promise<Product> => {
    const product = await withDrafts(1)();
    await product.services.removed.remove(product.connection);
    if (meanwhile !== undefined)
      await product.services.connections.add({ name: meanwhile, baseUrl: 'https://elsewhere.example.com' });
    return product;
  };
  const withBroken = async (): Promise<Product> => {
    const product = await start();
    product.settings.edit([...product.settings.entries, { name: 'broken', baseUrl: 'nowhere' }]);
    return product;
  };

  async function played(product: Product, play: Play): Promise<string[]> {
    const { command = removeConnection, invocation = about('staging'), answers, pressed, types = [], chooses } = play;
    const { services, secrets, remote } = product;
    const person = new PlayedPerson(answers, pressed);
    const context = standIn<CommandContext>({ services, messages: person.messages, run: person.run });
    const ended = person.linesOf(command(context, invocation));
    const seen: string[] = [];
    if (chooses !== undefined) {
      const list = await nextList();
      seen.push(...list.items.map(({ label, detail }) => `list: ${label}, ${detail ?? ''}`));
      list.choose(chooses);
    }
    if (types.length > 0) {
      const box = await nextBox();
      seen.push(`box: ${box.title} · ${box.prompt} · ${JSON.stringify(box.value)}`);
      for (const text of types) {
        if (text === undefined) {
          box.close();
          continue;
        }
        box.type(text);
        box.accept();
        if (box.validationMessage !== undefined) seen.push(`problem: ${box.validationMessage.message}`);
      }
    }
    const lines = [...seen, ...(await ended)];
    const tokens = [...secrets.kept.keys()].filter((key) => key.startsWith('apiToken.')).length;
    const names = services.connections.list().map(({ name }) => name);
    lines.push(
      `connections: ${names.join(', ') || 'none'} · kept: ${services.removed.list().length}, ` +
        `${services.groups.keptCounts().groups} groups, ${tokens} API tokens`,
    );
    return lines.map((line) =>
      line
        .replaceAll(/until \d+ \w+( \d{4})?/g, 'until (day)')
        .replace(/removed .*? ·/, 'removed (when) ·')
        .replaceAll(remote.baseUrl, '<staging>'),
    );
  }

  type Situation = readonly [situation: string, open: () => Promise<Product>, ...plays: Play[]];
  async function assertPlayed(topic: string, situations: readonly Situation[]): Promise<void> {
    const said: Said[] = [];
    for (const [situation, open, ...plays] of situations) {
      const product = await open();
      const lines: string[] = [];
      for (const play of plays) lines.push(...(await played(product, play)));
      said.push([situation, lines]);
    }
    assertApproved(topic, said);
  }

  it('is removed after a dialog that counts what goes, and its name where that is much or guarded', () =>
    assertPlayed('connections/remove', [
      ['Closed', withAll, {}],
      ['Exported first', withDrafts(1), { answers: ['Export List…', 'Remove'] }],
      ['Without groups', withDrafts(0), { answers: ['Remove'] }],
      ['Ten groups', withDrafts(10), { answers: ['Remove'] }],
      ['Eleven groups', withDrafts(11), { answers: ['Remove'], types: ['', 'stagin', 'staging'] }],
      ['Eleven groups, erased', withDrafts(11), { answers: ['Remove and Erase Now'], types: ['staging'] }],
      [
        'Production, the box is closed',
        withDrafts(0, { entry: { environment: 'Customer' } }),
        { answers: ['Remove'], types: [undefined] },
      ],
      [
        'No environment declared, the box is closed',
        withDrafts(0, { entry: { environment: undefined } }),
        { answers: ['Remove'], types: [undefined] },
      ],
      ['Undone by its button', withDrafts(1), { answers: ['Remove'], pressed: 'Undo' }, undo],
      ['Erased', withDrafts(1), { answers: ['Remove and Erase Now'] }],
      ['An entry that cannot be used', withBroken, { invocation: about('broken'), answers: ['Remove'] }],
    ]));

  it('comes back by its undoing, under another name where its own is in use', () =>
    assertPlayed('connections/undoRemove', [
      ['From the palette', removed(), { ...undo, invocation: fromPalette, chooses: 'staging' }],
      ['Its name is in use', removed('staging'), { ...undo, types: ['Staging', 'staging 2'] }],
      [
        'By a caller: no, yes, with another name',
        removed('staging'),
        { ...undo, invocation: asArgument() },
        { ...undo, invocation: asArgument(), answers: ['Restore'] },
        { ...undo, invocation: asArgument({ name: 'staging 2' }), answers: ['Restore'] },
      ],
      ['There is none', () => start(), { ...undo, invocation: fromPalette }],
      ['None of that name', () => start(), { ...undo, invocation: asArgument() }],
    ]));
});
