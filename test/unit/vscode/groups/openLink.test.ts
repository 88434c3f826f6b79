// A link opens a group that is in the list, and only fills in one that is not. Hostile links do neither, and are shown
// as text.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { lazy } from '../../../../src/core/lazy.ts';
import { copyLink } from '../../../../src/vscode/groups/copyLink.ts';
import { openLink } from '../../../../src/vscode/groups/openLink.ts';
import { CommandRunner, type Handlers } from '../../../../src/vscode/command/commandRunner.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { env, nextBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { delivered } from '../../../support/delivered.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import type { Log } from '../../../../src/core/ports/log.ts';

describe('A link', () => {
  const start = productStarter();
  let product: Product;
  let person: PlayedPerson;
  let bugs: unknown[];
  beforeEach(async () => {
    product = await start();
    person = new PlayedPerson();
    bugs = [];
    await product.services.sending.getOrCreate(product.connection, documentOf());
  });

  const linkOf = (connection: string, id: string): string =>
    `vscode://embedded-dashboards.user-groups/open?connection=${twice(connection)}&id=${twice(id)}`;
  const twice = (text: string): string => encodeURIComponent(encodeURIComponent(text));
  const log = standIn<Log>({ bug: (error) => void bugs.push(error) });
  const open = async (link: string, run = person.run): Promise<void> =>
    openLink(delivered(link), {
      services: () => Promise.resolve(product.services),
      messages: person.messages,
      log,
      run,
    });

  it('that was copied opens its group, also by an ID that nobody can see whole, and is of its editor', async () => {
    const odd = 'a\nb\u202E';
    product.services.groups.saveDraft(product.connection, odd, documentOf({ user_group_id: odd }));
    const context = standIn<CommandContext>({ services: product.services, messages: person.messages });
    const copy = async (id: string): Promise<string> => {
      await copyLink(context, { origin: 'argument', input: { connection: 'staging', user_group_id: id } });
      return env.clipboard.readText();
    };
    const copied = await copy('acme');
    assert.equal(copied, 'vscode://embedded-dashboards.user-groups/open?connection=staging&id=acme');
    await open(copied);
    assert.deepEqual(person.shown, ['status: Link to "acme" on staging copied']);
    await open(await copy(odd));
    assert.deepEqual(
      person.ran,
      ['acme', odd].map((id) => `userGroups.open ${JSON.stringify({ connection: 'staging', user_group_id: id })}`),
    );
    await assert.rejects(copy('nobody'), { kind: 'notFound' });
    env.uriScheme = 'cursor';
    try {
      assert.match(await copy('acme'), /^cursor:/);
    } finally {
      env.uriScheme = 'vscode';
    }
  });

  it('to a group that is not in the list fills in its ID, and sends nothing by itself', async () => {
    const requests = product.requests.length;
    const handlers = getOrCreateHandlers(editingContextOf(product, person));
    const runner = new CommandRunner(
      lazy(() => Promise.resolve(handlers as Handlers)),
      person.messages,
      log,
    );
    const opening = open(linkOf('staging', 'globex & sons'), runner.executeOnItem);
    const box = await nextBox();
    assert.deepEqual([box.title, box.value], ['userGroups.addExisting (staging): ID', 'globex & sons']);
    await setImmediate();
    box.hide();
    await opening;
    assert.deepEqual([product.requests.length, person.shown, bugs], [requests, [], []]);
    // What it said is not proposed to a person who adds a group by hand.
    const byHand = runner.executeOnItem('userGroups.addExisting', { connection: 'staging' });
    const empty = await nextBox();
    assert.equal(empty.value, '');
    empty.hide();
    await byHand;
  });

  it('to what is not there does nothing, and is quoted as text', async () => {
    const unseen = "is not in the list, and has characters that can't be seen.";
    for (const [connection, id, said] of [
      ['prod', 'acme', 'There is no connection named exactly "prod".'],
      ['Staging', 'acme', 'There is no connection named exactly "Staging".'],
      ['st\u0430ging', 'acme', 'There is no connection named exactly "st\u0430ging".'],
      ['staging ', 'acme', 'There is no connection named exactly "staging␠".'],
      ['__proto__', 'acme', 'There is no connection named exactly "__proto__".'],
      ['[x](command:y)', 'acme', 'There is no connection named exactly "[x]\u200B(command:y)".'],
      ['x'.repeat(9_000), 'acme', `There is no connection named exactly "${'x'.repeat(79)}…".`],
      ['staging', 'a\nb', `"a⏎b" ${unseen}`],
      ['staging', 'acme\u0000', `"acme\\u{0000}" ${unseen}`],
      ['staging', 'a\u202Eb', `"a\\u{202E}b" ${unseen}`],
    ] as const) {
      person.shown.length = 0;
      await open(linkOf(connection, id));
      assert.deepEqual([person.ran, person.shown.length], [[], 1]);
      const [shown = ''] = person.shown;
      assert.ok(shown.startsWith(`error: Couldn't open the link. ${said} Use "Add Existing`), shown);
    }
  });

  it('that is none does nothing, before anything of the list is read', async () => {
    const link = delivered('vscode://embedded-dashboards.user-groups/open?connection=staging&id=acme&token=x');
    const services = (): Promise<never> => Promise.reject(new Error('read'));
    await openLink(link, { services, messages: person.messages, log, run: person.run });
    assert.deepEqual(
      [person.ran, person.shown],
      [
        [],
        [
          `error: Couldn't open the link. It doesn't name a connection and an ID, or says more than that. Use "Copy Link" on a group to get one that works.`,
        ],
      ],
    );
  });

  it('whose opening has a bug is logged, and said in one plain sentence', async () => {
    const bug = new Error('a bug');
    await open(linkOf('staging', 'acme'), () => Promise.reject(bug));
    assert.deepEqual(
      [bugs, person.shown],
      [[bug], ['error: User Groups has an internal error. The log has the details.']],
    );
  });
});
