// Remove Connection… and its undoing, with the person played: what is said, what has to be typed, and what is left.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { removeConnection, undoRemoveConnection } from '../../../../src/vscode/connections/removeConnection.ts';
import { shownLines, type Messages, type Question } from '../../../../src/vscode/platform/messages.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product, type ProductOptions } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const KEPT_UNTIL =
  /^You can undo "Remove" until \d+ \w+( \d{4})?, but not "Remove and Erase Now"\. Nothing is deleted on the service\.$/;

interface Played {
  readonly context: CommandContext;
  readonly asked: Question[];
  readonly reported: string[];
  readonly ran: string[];
}

/**
 * `answers` are given to the dialogs one after the other; nobody presses a button of a notification unless `pressed`
 * says so.
 */
function played({ services }: Product, answers: readonly string[], pressed?: string): Played {
  const [asked, reported, ran, left]: [Question[], string[], string[], string[]] = [[], [], [], [...answers]];
  const messages = standIn<Messages>({
    ask: (question: Question) => {
      asked.push(question);
      return Promise.resolve(left.shift());
    },
    info: (...said: readonly string[]) => {
      reported.push(said.join(' | '));
      return Promise.resolve(pressed);
    },
    status: (text: string) => {
      reported.push(text);
    },
  });
  const run = (id: string, about: object): Promise<void> =>
    Promise.resolve(void ran.push(`${id} ${JSON.stringify(about)}`));
  return { context: standIn<CommandContext>({ services, messages, run }), asked, reported, ran };
}

const about = (connection: string, origin: Invocation['origin'] = 'item'): Invocation => ({
  origin,
  input: { connection },
});
const fromPalette: Invocation = { origin: 'palette', input: {} };
const namesIn = ({ services }: Product): string[] => services.connections.list().map(({ name }: Connection) => name);

describe('Remove Connection…', () => {
  const start = productStarter();

  async function withDrafts(groups: number, options?: ProductOptions): Promise<Product> {
    const product = await start(options);
    for (let number = 1; number <= groups; number += 1) {
      product.services.groups.saveDraft(
        product.connection,
        `group-${number}`,
        documentOf({ user_group_id: `group-${number}` }),
      );
    }
    return product;
  }

  it('counts what goes, a line each, and says how long it can be undone', async () => {
    const product = await withDrafts(2);
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await services.rotation.rotate(connection, 'acme');
    const { context, asked } = played(product, []);
    await assert.rejects(removeConnection(context, about('staging')), { kind: 'cancelled' });
    const [{ title, detail, answers }] = asked as [Question];
    assert.deepEqual(
      [title, answers],
      ['Remove connection "staging"?', ['Export List…', 'Remove', 'Remove and Erase Now']],
    );
    const lines = shownLines(detail);
    assert.deepEqual(lines.slice(0, -1), [
      "Removes from this machine, with mappings that the service can't return:",
      '• 3 groups',
      '• 1 token',
      '• 2 drafts',
      '• 2 versions',
      '• 1 previous token, which viewers may still use',
      '• API token',
    ]);
    assert.match(lines.at(-1) ?? '', KEPT_UNTIL);
    assert.deepEqual([namesIn(product), services.removed.list()], [['staging'], []]);
  });

  it('exports the list first where that is wanted, and asks again', async () => {
    const product = await withDrafts(1);
    const { context, asked, ran } = played(product, ['Export List…', 'Remove']);
    await removeConnection(context, about('staging'));
    assert.deepEqual(
      [asked.length, ran, namesIn(product)],
      [2, ['userGroups.exportList {"connection":"staging"}'], []],
    );
  });

  it('is done by its dialog alone for ten groups of a testing environment', async () => {
    const product = await withDrafts(10);
    const { context, reported } = played(product, ['Remove']);
    await removeConnection(context, about('staging'));
    assert.deepEqual(namesIn(product), []);
    assert.match(
      reported[0] ?? '',
      /^Connection "staging" removed\. You can undo this until \d+ \w+( \d{4})?\. \| Undo$/,
    );
  });

  for (const [answer, title] of [
    ['Remove', 'Remove "staging"'],
    ['Remove and Erase Now', 'Remove and erase "staging" now'],
  ] as const) {
    it(`wants the name typed above ten groups for ${answer}`, async () => {
      const product = await withDrafts(11);
      const { context } = played(product, [answer]);
      const removing = removeConnection(context, about('staging'));
      const box = await nextBox();
      box.accept();
      box.type('stagin');
      box.accept();
      assert.deepEqual(
        [box.title, box.validationMessage?.message, namesIn(product)],
        [`${title} (Testing)`, 'Type "staging" exactly.', ['staging']],
      );
      box.type('staging');
      box.accept();
      await removing;
      assert.deepEqual(namesIn(product), []);
    });
  }

  for (const environment of ['Customer', undefined] as const) {
    it(`wants the name typed where the environment is ${environment ?? 'not declared'}, be it empty`, async () => {
      const product = await start({ entry: { environment } });
      const { context } = played(product, ['Remove']);
      const removing = removeConnection(context, about('staging'));
      (await nextBox()).close();
      await assert.rejects(removing, { kind: 'cancelled' });
      assert.deepEqual(namesIn(product), ['staging']);
    });
  }

  it('keeps everything, and the button Undo of its notification brings it back', async () => {
    const product = await withDrafts(1);
    const { connection, services, secrets } = product;
    const { context, ran } = played(product, ['Remove'], 'Undo');
    await removeConnection(context, about('staging'));
    assert.deepEqual(
      [services.removed.list().map(({ id }) => id), secrets.kept.has(`apiToken.${connection.id}`)],
      [[connection.id], true],
    );
    await Promise.resolve();
    assert.deepEqual(ran, ['userGroups.undoRemoveConnection {"connection":"staging"}']);
    assert.deepEqual(await undoRemoveConnection(context, about('staging')), {
      name: 'staging',
      baseUrl: connection.baseUrl,
      environment: 'Testing',
    });
    assert.equal(services.groups.groupCount(connection.id), 1);
  });

  it('keeps nothing when it is to be erased now', async () => {
    const product = await withDrafts(1);
    const { connection, services, secrets } = product;
    const { context, reported } = played(product, ['Remove and Erase Now']);
    await removeConnection(context, about('staging'));
    assert.deepEqual(
      [services.removed.list(), secrets.kept.has(`apiToken.${connection.id}`), services.groups.keptCounts().groups],
      [[], false, 0],
    );
    assert.deepEqual(reported, ['Connection "staging" removed and erased.']);
  });

  it('removes an entry that cannot be used without asking for more', async () => {
    const product = await start();
    product.settings.edit([...product.settings.entries, { name: 'broken', baseUrl: 'nowhere' }]);
    const { context, asked, reported } = played(product, ['Remove']);
    await removeConnection(context, about('broken'));
    assert.deepEqual(
      [namesIn(product), asked[0]?.answers, reported],
      [['staging'], ['Remove'], ['Connection "broken" removed.']],
    );
  });
});

describe('Undo Remove Connection…', () => {
  const start = productStarter();

  async function removed(): Promise<Product> {
    const product = await start();
    product.services.groups.saveDraft(product.connection, 'acme', documentOf());
    await product.services.removed.remove(product.connection);
    return product;
  }

  it('shows what can be restored, with what belongs to it', async () => {
    const product = await removed();
    const { context, reported } = played(product, []);
    const undoing = undoRemoveConnection(context, fromPalette);
    const list = await nextList();
    assert.deepEqual(list.labels, ['staging']);
    assert.match(list.items[0]?.detail ?? '', /^removed .* · 1 group · 1 draft$/);
    list.choose('staging');
    await undoing;
    assert.deepEqual([namesIn(product), reported], [['staging'], ['Connection "staging" restored.']]);
  });

  it('asks for another name when another connection has its name by now', async () => {
    const product = await removed();
    await product.services.connections.add({ name: 'staging', baseUrl: 'https://elsewhere.example.com' });
    const { context } = played(product, []);
    const undoing = undoRemoveConnection(context, about('staging'));
    const box = await nextBox();
    assert.deepEqual(
      [box.prompt, box.value],
      ['Another connection is named "staging". Type another name.', 'staging (restored)'],
    );
    box.type('Staging');
    box.accept();
    assert.equal(box.validationMessage?.message, 'Another connection is named "Staging".');
    box.type('staging 2');
    box.accept();
    assert.equal((await undoing).name, 'staging 2');
  });

  it("asks first when it was called with an argument object, which may be another extension's, and uses the name that it gives", async () => {
    const product = await removed();
    await product.services.connections.add({ name: 'staging', baseUrl: 'https://elsewhere.example.com' });
    const { context, asked } = played(product, ['Cancel', 'Restore', 'Restore']);
    await assert.rejects(undoRemoveConnection(context, about('staging', 'argument')), { kind: 'cancelled' });
    assert.deepEqual(
      asked.map(({ title, answers }) => [title, answers]),
      [['Restore connection "staging"?', ['Restore']]],
    );
    await assert.rejects(undoRemoveConnection(context, about('staging', 'argument')), { kind: 'conflict' });
    const restored = await undoRemoveConnection(context, {
      origin: 'argument',
      input: { connection: 'staging', name: 'staging 2' },
    });
    assert.deepEqual([restored.name, product.services.connections.list().length], ['staging 2', 2]);
  });
});
