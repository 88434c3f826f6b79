// Add Connection…, Edit Connection…, Resolve Connection Change… and Check Connection: what is asked, and what the
// settings hold then.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import { startLocalSandbox, stopLocalSandbox } from '../../../../src/vscode/connections/sandboxCommands.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const TENANTS = { getOrCreate: { path: '/tenants' }, update: { path: '/tenants' }, rotate: { path: '/tenants' } };
const NEW = { name: 'production', baseUrl: 'https://dashboards.example.com' };

type Command = 'addConnection' | 'editConnection' | 'resolveConnection' | 'checkConnection';
const argument = (input: object): Invocation => ({ origin: 'argument', input: { ...input } });
const item = (input: object): Invocation => ({ origin: 'item', input: { ...input } });

interface Play {
  readonly invocation: Invocation;
  readonly open?: () => Promise<Product>;
  readonly answers?: readonly string[];
  /** What the user does in boxes and lists, one after the other. */
  readonly acts?: readonly Act[];
}
/** Texts that are typed into a box and accepted, one after the other, an entry that is chosen, or a way out. */
type Act =
  | { readonly type: readonly string[] }
  | { readonly choose: string }
  | 'accept'
  | 'backInBox'
  | 'backInList'
  | 'close';

/** What is seen where this is done. */
async function done(act: Act): Promise<string> {
  if (act === 'backInList' || (typeof act === 'object' && 'choose' in act)) {
    const list = await nextList();
    const items = list.items.map(({ label, detail, description }) => [label, detail ?? description].join(': '));
    const was = `list: ${list.title} (${list.placeholder}), ${list.active ?? 'none'} active | ${items.join(' | ')}`;
    if (act === 'backInList') list.back();
    else list.choose(act.choose);
    return was;
  }
  const box = await nextBox();
  const was = `box: ${box.title} ${box.step}/${box.totalSteps} (${box.prompt}), ${JSON.stringify(box.value)}`;
  const before = String(box.validationMessage?.message);
  if (act === 'close') box.close();
  if (act === 'backInBox') box.back();
  if (act === 'accept') box.accept();
  const messages = [before];
  for (const text of typeof act === 'object' ? act.type : []) {
    box.type(text);
    messages.push(String(box.validationMessage?.message));
    box.accept();
    messages.push(String(box.validationMessage?.message));
  }
  return [was, ...new Set(messages.filter((each) => each !== 'undefined'))].join(' → ');
}

describe('A connection', () => {
  const start = productStarter();
  const reports: string[] = [];

  const contextOf = ({ services }: Product, { messages, run }: PlayedPerson): CommandContext =>
    standIn<CommandContext>({
      services,
      messages,
      run,
      reports: standIn<CommandContext['reports']>({ show: (title) => Promise.resolve(void reports.push(title)) }),
    });

  async function assertPlayed(topic: string, command: Command, plays: Readonly<Record<string, Play>>): Promise<void> {
    const said: Said[] = [];
    for (const [situation, { invocation, open = start, answers, acts = [] }] of Object.entries(plays)) {
      const product = await open();
      const person = new PlayedPerson(answers);
      const handlers = connectionHandlers(contextOf(product, person));
      const ended = person.linesOf(
        Promise.resolve(handlers[`userGroups.${command}`](invocation)).then((result) =>
          result === undefined ? '' : 'a result',
        ),
      );
      const seen: string[] = [];
      for (const act of acts) seen.push(await done(act));
      const shown = await ended;
      const { services, settings, remote } = product;
      const listed = services.connections
        .list()
        .map(
          ({ id, name, status }) => `${name} ${status}, ${id === '' ? 'no' : services.groups.groupCount(id)} groups`,
        );
      const lines = [...seen, ...shown, `settings: ${JSON.stringify(settings.entries.at(-1))}`, ...listed];
      said.push([
        situation,
        lines.map((line) => line.replaceAll(remote.baseUrl, '<staging>').replaceAll(/127\.0\.0\.1(:\d+)?/g, '<host>')),
      ]);
    }
    assertApproved(topic, said);
  }

  it('is added as a caller says, or by questions, with its API token as the last step', () =>
    assertPlayed('connections/add', 'addConnection', {
      'By a caller, no environment': { invocation: argument(NEW) },
      'By a caller, Testing': { invocation: argument({ ...NEW, environment: 'Testing' }) },
      'By a caller who gives the name alone': {
        invocation: argument({ name: 'production' }),
        acts: [{ type: ['', 'nowhere', NEW.baseUrl] }, { choose: 'Not Declared' }],
      },
      'The step of the API token is closed': {
        invocation: item({ ...NEW, environment: 'Testing' }),
        acts: ['close'],
      },
      'A name in use, and going back': {
        invocation: argument({}),
        acts: [
          { type: ['staging', ' production '] },
          'backInBox',
          { type: ['renamed'] },
          { type: ['https://typed.example.com'] },
          'backInList',
          'accept',
          { choose: 'Testing' },
        ],
      },
    }));

  it('is edited after a question where that is risky', async () => {
    const withApi = async (): Promise<Product> => {
      const product = await start();
      const { settings, services } = product;
      await services.connections.add({ ...NEW, name: 'edited', environment: 'Testing' });
      settings.describedApis = { tenants: { operations: TENANTS } };
      settings.edit(settings.entries.with(-1, { ...(settings.entries.at(-1) as object), api: 'tenants' }));
      return product;
    };
    const withSandbox = async (): Promise<Product> => {
      const product = await start();
      await product.services.sandbox.start();
      return product;
    };
    const guarded = (): Promise<Product> => start({ entry: { environment: 'Customer' } });
    await assertPlayed('connections/edit', 'editConnection', {
      'Guarded by a caller': { invocation: argument({ connection: 'staging', environment: 'Customer' }) },
      'Another address: no': { invocation: argument({ connection: 'staging', ...NEW }) },
      'No longer guarded: yes': {
        open: guarded,
        answers: ['Change'],
        invocation: argument({ connection: 'staging', environment: 'Testing' }),
      },
      'By questions': {
        open: withApi,
        invocation: item({ connection: 'edited' }),
        acts: [{ type: ['testing'] }, 'accept', { choose: 'Not Declared' }],
      },
      'The sandbox': { open: withSandbox, invocation: argument({ connection: 'Sandbox' }) },
    });
  });

  it('whose settings were changed by hand is asked about', async () => {
    const changed = (change: (product: Product) => object[]) => async (): Promise<Product> => {
      const product = await start();
      await product.services.sending.getOrCreate(product.connection, documentOf());
      product.settings.edit(change(product));
      return product;
    };
    const moved = changed(() => [{ ...NEW, name: 'staging' }]);
    const renamed = changed(({ remote: { baseUrl } }) => [{ name: 'renamed', baseUrl, environment: 'Testing' }]);
    const two = changed(({ remote: { baseUrl } }) => [
      { name: 'another', baseUrl: 'https://another.example.com' },
      { name: 'renamed', baseUrl, environment: 'Testing' },
    ]);
    const of = (connection: string): Invocation => item({ connection });
    await assertPlayed('connections/resolve', 'resolveConnection', {
      Moved: { open: moved, invocation: of('staging'), acts: [{ choose: 'Same service at a new address' }] },
      'Another service': { open: moved, invocation: of('staging'), acts: [{ choose: 'Another service' }] },
      Renamed: { open: renamed, invocation: of('renamed'), acts: [{ choose: 'Renamed from "staging"' }] },
      New: { open: renamed, invocation: of('renamed'), acts: [{ choose: 'New connection' }] },
      'Nothing was changed': { invocation: of('staging') },
      'From the palette, the only one': {
        open: two,
        invocation: { origin: 'palette', input: {} },
        acts: [{ choose: 'New connection' }],
      },
    });
  });

  for (const [origin, shown] of [
    ['item', ['Check of "staging"']],
    ['argument', []],
  ] as const)
    it(`is checked, with a report for the user: by ${origin}`, async () => {
      reports.length = 0;
      const handlers = connectionHandlers(contextOf(await start(), new PlayedPerson()));
      const report = await handlers['userGroups.checkConnection']({ origin, input: { connection: 'staging' } });
      assert.match(report, /staging/);
      assert.deepEqual(reports, shown);
    });

  it('to the local sandbox is started with samples, and stopped', async () => {
    const product = await start();
    const person = new PlayedPerson();
    const context = contextOf(product, person);
    const { name } = await startLocalSandbox(context);
    const running = await product.services.sandbox.running();
    const sandbox = product.services.connections.named(name);
    assert.ok(product.services.groups.groupCount(sandbox.id) > 0);
    await stopLocalSandbox(context);
    assert.deepEqual(person.shown, [
      `status: Local sandbox runs at ${running.baseUrl}`,
      'status: Local sandbox stopped. Its groups are kept.',
    ]);
    assert.equal(product.services.sandbox.isWanted, false);
  });
});
