// The commands about unresolved rotations: which one they are about, what is asked first, and what is reported.

import assert from 'node:assert/strict';
import type { Fault } from '../../../../src/sandbox/faults.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import {
  dismissRotation,
  resolveRotation,
  showUnrecognizedResponse,
} from '../../../../src/vscode/rotation/openRotationCommands.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const HOUR = 3_600_000;
const about = (userGroupId?: string): Invocation => ({
  origin: 'item',
  input: { connection: 'staging', ...(userGroupId !== undefined && { user_group_id: userGroupId }) },
});
const ACME = about('acme');
const inFront = (userGroupId: string): Invocation => ({ ...about(userGroupId), origin: 'document' });
const fromPalette: Invocation = { origin: 'palette', input: {} };

type Command = (context: CommandContext, invocation: Invocation) => Promise<unknown>;

interface Play {
  readonly command?: Command;
  readonly invocation?: Invocation;
  /** Of dialogs, in order; the others are closed. */
  readonly answers?: readonly string[];
  /** The button that is pressed on each notice that has it. */
  readonly pressed?: string;
  /** What the user does in lists and boxes, and sees there. */
  readonly acts?: () => Promise<string[]>;
}

describe('An unresolved rotation', () => {
  const start = productStarter();

  async function leaveOpen({ services, connection, remote }: Product, id: string, fault: Fault): Promise<void> {
    remote.misbehave(fault, { operation: 'rotate' });
    const despite = services.rotation.openOf({ connectionId: connection.id, userGroupId: id })?.id;
    await assert.rejects(services.rotation.rotate(connection, id, { despite }));
    remote.misbehave(undefined);
  }

  /** One of `acme` that met this fault. */
  async function withOpen(fault: Fault): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await leaveOpen(product, 'acme', fault);
    return product;
  }

  async function leaveLeakedOpen({ services, connection, remote }: Product, fault: Fault): Promise<void> {
    await ask(remote, 'GET', groupBody({ user_group_id: 'unlisted', name: 'Unlisted' }));
    remote.misbehave(fault, { operation: 'rotate' });
    await assert.rejects(services.rotation.rotateLeaked(connection, remote.group('unlisted')!.token));
    remote.misbehave(undefined);
  }

  /** One of a token whose group is in no list, and that met this fault. */
  async function withOpenLeaked(fault: Fault): Promise<Product> {
    const product = await start();
    await leaveLeakedOpen(product, fault);
    return product;
  }

  const setConnection = ({ settings, remote }: Product, fields: object): void => {
    settings.edit([{ name: 'staging', baseUrl: remote.baseUrl, environment: 'Testing', ...fields }]);
  };
  /** Which a window notices that has not read them yet. */
  const loseKeys = ({ secrets }: Product): string => {
    for (const key of secrets.kept.keys()) if (!key.includes('apiToken')) secrets.kept.delete(key);
    return 'another window';
  };

  /** All that is shown, how the command ends, what buttons ran, and whether the service was asked. */
  async function played(product: Product, play: Play = {}): Promise<string[]> {
    const { command = resolveRotation, invocation = ACME, answers = [], pressed, acts } = play;
    const person = new PlayedPerson(answers, pressed);
    const responses: string[] = [];
    const context = standIn<CommandContext>({
      services: product.services,
      messages: person.messages,
      run: person.run,
      settings: standIn({ confirmSend: () => 'customer' }),
      unrecognizedResponses: standIn({ show: (_, response) => Promise.resolve(void responses.push(response)) }),
    });
    product.requests.length = 0;
    const ended = person.linesOf(command(context, invocation));
    const seen = (await acts?.()) ?? [];
    return [
      ...seen.map((line) => line.replaceAll(/\d\d:\d\d/g, 'hh:mm')),
      ...(await ended),
      ...responses.map((response) => `shows ${response.slice(0, 12)}…`),
      `${product.requests.length} requests, ${product.services.rotation.open().length} open`,
    ];
  }

  /** The user types the ID of a group in no list. */
  const typing = (id: string) => async (): Promise<string[]> => {
    const box = await nextBox();
    box.accept();
    const complaint = box.validationMessage?.message;
    box.type(id);
    box.accept();
    return [`box: ${box.title}`, `without an ID: ${complaint}`];
  };
  const closingList = async (): Promise<string[]> => {
    const list = await nextList();
    const { title, placeholder, items } = list;
    list.close();
    return [`list: ${title} (${placeholder})`, ...items.map(({ label, description }) => `- ${label}: ${description}`)];
  };

  /** What is open, what happens then, and what the user does. */
  type Situation = readonly [
    situation: string,
    open: () => Promise<Product>,
    happens?: ((product: Product) => unknown) | undefined,
    plays?: readonly Play[],
  ];
  async function assertPlayed(topic: string, situations: readonly Situation[]): Promise<void> {
    const said: Said[] = [];
    for (const [situation, open, happens, plays = [{}]] of situations) {
      const product = await open();
      const changed = await happens?.(product);
      const lines: string[] = [];
      for (const play of plays)
        lines.push(...(await played(changed === 'another window' ? product.anotherWindow() : product, play)));
      said.push([situation, lines]);
    }
    assertApproved(topic, said);
  }
  const of = (fault: Fault) => () => withOpen(fault);
  const ofLeaked = (fault: Fault) => () => withOpenLeaked(fault);
  const guard = (product: Product): void => {
    setConnection(product, { environment: undefined });
  };
  const lock = (product: Product): void => {
    setConnection(product, { locked: 'all' });
  };
  const answerOfAnother = ({ remote }: Product): void => {
    remote.misbehave('hugeTeamId', { operation: 'getOrCreate' });
  };

  it('is resolved, by a request that is asked about on a guarded or locked connection', () =>
    assertPlayed('rotation/resolve', [
      ['Rotated', of('resetBeforeAnswer'), undefined, [{ pressed: 'Copy New Token' }]],
      ['Not received by the service', of('resetUnprocessed')],
      ['Not received, two hours later', of('resetUnprocessed'), ({ clock }) => (clock.now += 2 * HOUR)],
      ['Refused by the service with 500', of('status500')],
      [
        'The group was gone',
        of('resetUnprocessed'),
        ({ loseOnService }) => {
          loseOnService('acme');
        },
      ],
      ['The key of the former token is gone', of('resetBeforeAnswer'), loseKeys],
      ['Unrecognized response: show it', of('html'), undefined, [{ pressed: 'Show Unrecognized Response…' }]],
      ['Unrecognized response: dismiss it', of('html'), undefined, [{ pressed: 'Dismiss…' }]],
      [
        'Seems to be about another group: no, yes',
        of('resetBeforeAnswer'),
        answerOfAnother,
        [{}, { answers: ['Accept'] }],
      ],
      ['Guarded connection: no, yes', of('resetBeforeAnswer'), guard, [{}, { answers: ['Ask'] }]],
      ['Locked connection: no, yes', of('resetBeforeAnswer'), lock, [{}, { answers: ['Ask'] }]],
    ]));

  it('of a token whose group is in no list is resolved by the ID that the user knows', () => {
    const byId = (id: string, play: Play = {}): Play => ({ invocation: fromPalette, acts: typing(id), ...play });
    const unlisted = byId('unlisted');
    return assertPlayed('rotation/resolveUnlisted', [
      [
        'The group still has it',
        ofLeaked('resetUnprocessed'),
        undefined,
        [byId('unlisted', { pressed: 'Rotate Token…' })],
      ],
      [
        'The group has another one: no, yes',
        ofLeaked('resetBeforeAnswer'),
        undefined,
        [unlisted, byId('unlisted', { answers: ['Mark as Resolved'] })],
      ],
      ['An unknown ID', ofLeaked('resetBeforeAnswer'), undefined, [byId('mistyped', { pressed: 'Try Another ID…' })]],
      ['The key of the token is gone', ofLeaked('resetBeforeAnswer'), loseKeys, [unlisted]],
      [
        'Seems to be about another group: no',
        ofLeaked('resetBeforeAnswer'),
        async (product) => {
          await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'unlisted' }));
          answerOfAnother(product);
        },
        [unlisted],
      ],
      ['Locked connection', ofLeaked('resetUnprocessed'), lock, [byId('unlisted', { answers: ['Ask'] })]],
      ['Guarded connection: no', ofLeaked('resetBeforeAnswer'), guard, [unlisted]],
    ]);
  });

  /** Of `acme` two, the older of which is reported by the newer one; one of `beta`; one without a known group. */
  async function withSeveral(): Promise<Product> {
    const product = await withOpen('resetUnprocessed');
    const { services, connection, clock } = product;
    const findOut = () => services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
    await findOut();
    await leaveOpen(product, 'acme', 'resetUnprocessed');
    await findOut();
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
    clock.now += 1000;
    await leaveOpen(product, 'beta', 'resetBeforeAnswer');
    clock.now += 1000;
    await leaveLeakedOpen(product, 'resetBeforeAnswer');
    return product;
  }

  /** A rotation of `acme` on the sandbox beside those. */
  async function withSandbox(): Promise<Product> {
    const product = await withSeveral();
    const { services } = product;
    const sandbox = await services.sandbox.start();
    await services.sending.getOrCreate(sandbox, documentOf());
    ((await services.sandbox.running()) as Sandbox).misbehave('resetUnprocessed', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(sandbox, 'acme'));
    return product;
  }

  it('is chosen from a list, unless the command is about one of them', async () => {
    const dismissing = (invocation: Invocation): Play => ({ command: dismissRotation, invocation });
    const numbered = { ...about(), rotation: 0 };
    await assertPlayed('rotation/choose', [
      ['From the palette', withSeveral, undefined, [{ invocation: fromPalette, acts: closingList }]],
      [
        'By the number of its row',
        withSeveral,
        ({ services }) => (numbered.rotation = services.rotation.open()[0]!.id),
        [dismissing(numbered)],
      ],
      [
        'Of a connection that has none',
        withSeveral,
        ({ services }) => services.sandbox.start(),
        [{ invocation: { origin: 'item', input: { connection: 'Sandbox' } } }],
      ],
      ['Of the document in front', withSeveral, undefined, [dismissing(inFront('beta'))]],
      ['The document in front has none', withSeveral, undefined, [{ invocation: inFront('gamma'), acts: closingList }]],
      ['An item that has none', withSeveral, undefined, [{ invocation: about('gamma') }]],
      ['On two connections', withSandbox, undefined, [{ ...dismissing(fromPalette), acts: closingList }]],
      [
        'One of the connections is left',
        withSandbox,
        ({ services }) => {
          const sandbox = services.connections.named('Sandbox');
          services.connections.list = () => [sandbox];
        },
        [dismissing(fromPalette)],
      ],
    ]);
  });

  it('is dismissed, and shows its unrecognized response, after a question', () => {
    const [dismiss, show] = [{ command: dismissRotation }, { command: showUnrecognizedResponse }];
    return assertPlayed('rotation/dismissAndShow', [
      ['Dismiss: no, yes', of('resetBeforeAnswer'), undefined, [dismiss, { ...dismiss, answers: ['Dismiss'] }]],
      ['Dismiss with its response: no', of('truncated'), undefined, [dismiss]],
      ['Show: no, yes', of('truncated'), undefined, [show, { ...show, answers: ['Show'] }]],
      ['Show where there is none', of('resetBeforeAnswer'), undefined, [show]],
    ]);
  });
});
