// The list from one machine to another: whole, without tokens, and merged without anything being lost silently.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { ListSource } from '../../../../src/services/bulk/listExchange.ts';
import { SANDBOX, TESTING } from '../../../support/connections.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const bytesOf = (text: string, piece = 7): ListSource =>
  async function* () {
    const bytes = new TextEncoder().encode(text);
    for (let from = 0; from < bytes.length; from += piece)
      yield await Promise.resolve(bytes.subarray(from, from + piece));
  };

async function exported({ services }: Product): Promise<string> {
  const lines: string[] = [];
  for await (const line of services.listExchange.export(services.connections.list())) lines.push(line);
  return lines.join('');
}

/** Without the header, which has the time and the origin. */
const groupsOf = (text: string): string[] => text.split('\n').slice(1);

const choice = (connection: Connection): ReadonlyMap<string, Connection> => new Map([['staging', connection]]);

/** What is known of a group, all but its token and the numbers of its versions. */
function known(product: Product, userGroupId: string): unknown {
  const { draft, base, answered, existedNotAppliedAt, goneAt, name } = product.record(userGroupId)!;
  const versions = product.services.groups
    .versions({ ref: product.ref(userGroupId), limit: 100 })
    .map(({ id, ref, ...version }) => [version, typeof id, ref.userGroupId]);
  return { draft, base, answered, existedNotAppliedAt, goneAt, name, versions };
}

describe('A list moved to another machine', () => {
  const start = productStarter();

  it('is the same on the other machine, but for tokens', async () => {
    const [here, there] = [await start(), await start()];
    await here.services.sending.getOrCreate(here.connection, documentOf({ mapping: { 40: '213' } }));
    here.clock.now += DAY;
    here.services.groups.saveDraft(
      here.connection,
      'acme',
      '{"user_group_id": "acme", "properties": {"big": 9007199254740993, "2": 1, "10"',
    );
    await here.services.rotation.rotate(here.connection, 'acme');
    await here.services.sending.getOrCreate(here.connection, documentOf({ user_group_id: 'globex' }));
    const text = await exported(here);
    const file = bytesOf(text);
    const { groups, matches } = await there.services.listExchange.read(file, there.services.connections.list());
    assert.deepEqual([groups, matches.map(({ theirs, groups: of }) => [theirs.name, of])], [2, [['staging', 2]]]);
    assert.deepEqual(await there.services.listExchange.takeOver(file, choice(there.connection), 'mine'), {
      added: 2,
      replaced: 0,
    });
    for (const id of ['acme', 'globex']) assert.deepEqual(known(there, id), known(here, id));
    assert.deepEqual(await there.words('globex'), ['Token not fetched', 'No mapping set', 'Sent 13 May']);
    assert.deepEqual([there.record('acme')?.token, groupsOf(await exported(there))], [undefined, groupsOf(text)]);
  });

  it('does not make a mapping known that is not', async () => {
    const [here, there] = [await start(), await start()];
    for (const id of ['met', 'omitted'])
      await ask(here.remote, 'GET', groupBody({ user_group_id: id, mapping: { 40: '1' } }));
    await here.services.sending.getOrCreate(here.connection, documentOf({ user_group_id: 'met' }));
    await here.services.sending.update(here.connection, documentOf({ user_group_id: 'omitted' }));
    await there.services.listExchange.takeOver(bytesOf(await exported(here)), choice(there.connection), 'mine');
    for (const id of ['met', 'omitted']) assert.equal(there.store.groups.summary(there.ref(id))?.mappingKnown, false);
    assert.equal(there.record('omitted')?.base?.hasNoMapping, undefined);
  });

  it('holds no token of any sort', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await product.services.rotation.rotate(product.connection, 'acme');
    const tokens = [
      await product.services.tokens.find(product.ref('acme')),
      product.remote.apiToken,
      ...(await product.services.tokens.replaced(product.ref('acme')).then((all) => all.map(({ token }) => token))),
    ];
    const text = await exported(product);
    assert.ok(
      tokens.length >= 3 && tokens.every((token) => typeof token === 'string' && token.length > 8),
      JSON.stringify(tokens.map((token) => typeof token)),
    );
    for (const token of tokens) assert.ok(!text.includes(token!));
    assert.ok(!/token_|box|fingerprint|key_id/i.test(text));
  });

  it('is not written where a document holds a token', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.services.groups.saveDraft(
      product.connection,
      'acme',
      `{"user_group_id":"acme","properties":{"t":"${product.remote.apiToken}"}}`,
    );
    await assert.rejects(exported(product), { kind: 'conflict', message: /contains a token/ });
  });

  it('is written without a group that has no id, which could not be brought in', async () => {
    const product = await start();
    product.services.groups.saveDraft(product.connection, '', documentOf({ user_group_id: '' }));
    product.services.groups.saveDraft(product.connection, 'acme', documentOf());
    assert.deepEqual((await exported(product)).match(/"user_group_id":"[^"]*"|"groups":\d+/g), [
      '"user_group_id":"acme"',
      '"groups":1',
    ]);
  });

  it('gives back any text and any id', async () => {
    const [here, there] = [await start(), await start()];
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('__proto__', '\u2028', '\0', '\ud800', '$(x)', '../..'),
    );
    const ids = new Map<string, string>();
    fc.assert(
      fc.property(
        hostile,
        hostile.filter((id) => id.isWellFormed() && id !== ''),
        (text, id) => {
          here.services.groups.saveDraft(here.connection, id, text);
          ids.set(id, here.record(id)!.draft!.text);
        },
      ),
    );
    const file = bytesOf(await exported(here));
    await there.services.listExchange.takeOver(file, choice(there.connection), 'mine');
    assert.deepEqual(new Map([...ids.keys()].map((id) => [id, there.record(id)?.draft?.text])), ids);
  });
});

describe('A list that is merged', () => {
  const start = productStarter();

  async function twoThatDiffer(): Promise<{ readonly here: Product; readonly file: ListSource }> {
    const [here, there] = [await start(), await start()];
    await here.services.sending.getOrCreate(here.connection, documentOf());
    there.clock.now += DAY;
    await there.services.sending.getOrCreate(there.connection, documentOf({ name: 'Theirs' }));
    await there.services.sending.getOrCreate(there.connection, documentOf({ user_group_id: 'globex' }));
    return { here, file: bytesOf(await exported(there), 1000) };
  }

  it('says what is new and what differs, field by field', async () => {
    const { here, file } = await twoThatDiffer();
    const { examples, ...counts } = await here.services.listExchange.compare(file, choice(here.connection));
    assert.deepEqual(counts, { new: 1, same: 0, different: 1, lostDrafts: 0, leftOut: 0 });
    assert.equal(examples[0]?.userGroupId, 'acme');
    assert.ok(examples[0].lines.includes('last sent: name: "Acme" → "Theirs"'), examples[0].lines.join('\n'));
    assert.deepEqual(await here.services.listExchange.compare(file, new Map()), {
      new: 0,
      same: 0,
      different: 0,
      lostDrafts: 0,
      leftOut: 2,
      examples: [],
    });
  });

  it('says on which side something newer is known', async () => {
    const { here, file } = await twoThatDiffer();
    const newer = async (): Promise<string | undefined> =>
      (await here.services.listExchange.compare(file, choice(here.connection))).examples[0]?.newer;
    assert.equal(await newer(), 'theirs');
    here.clock.now += DAY;
    here.services.groups.saveDraft(here.connection, 'acme', documentOf({ name: 'At the same time' }));
    assert.equal(await newer(), 'neither');
    here.clock.now += 1;
    here.services.groups.saveDraft(here.connection, 'acme', documentOf({ name: 'Later' }));
    assert.equal(await newer(), 'mine');
  });

  it('matches each of its connections with that of the same name and origin, and the sandbox with the sandbox', async () => {
    const { here } = await twoThatDiffer();
    const connections = [
      { ...TESTING, name: 'staging', baseUrl: 'https://a.example.com/eu' },
      { ...TESTING, name: 'not valid', baseUrl: 'nowhere' },
      SANDBOX,
    ];
    const theirs = [
      { name: 'staging', kind: 'service', base_url: 'https://a.example.com' },
      { name: 'staging', kind: 'service', base_url: 'https://b.example.com' },
      { name: 'live', kind: 'service', base_url: 'https://a.example.com' },
      { name: 'not valid', kind: 'service', base_url: 'nowhere' },
      { name: 'staging', kind: 'sandbox', base_url: 'https://a.example.com' },
      { name: SANDBOX.name, kind: 'service', base_url: SANDBOX.baseUrl },
    ];
    const [header = ''] = (await exported(here)).split('\n');
    const lines = [
      { ...(JSON.parse(header) as object), connections: theirs },
      { end: true, groups: 0 },
    ];
    const file = bytesOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { matches } = await here.services.listExchange.read(file, connections);
    assert.deepEqual(
      matches.map(({ mine }) => mine?.name),
      ['staging', undefined, undefined, undefined, SANDBOX.name, undefined],
    );
  });

  it('imports nothing into a connection whose address has changed', async () => {
    const { here, file } = await twoThatDiffer();
    const moved = { ...here.connection, status: 'moved' as const };
    await assert.rejects(here.services.listExchange.takeOver(file, choice(moved), 'theirs'), {
      kind: 'conflict',
      message: /The connection's address changed/,
    });
    assert.equal(here.store.groups.groupCount(here.connection.id), 1);
  });

  it('imports nothing when two of its connections would become one', async () => {
    const { here, file } = await twoThatDiffer();
    const both = new Map([...choice(here.connection), ['live', here.connection] as const]);
    const why =
      /"staging" and "live" of the list file would both become "staging"\. Choose another connection for one of them, or omit it/;
    await assert.rejects(here.services.listExchange.compare(file, both), { kind: 'invalid' });
    await assert.rejects(here.services.listExchange.takeOver(file, both, 'theirs'), { message: why });
    assert.equal(here.store.groups.groupCount(here.connection.id), 1);
  });

  it('is shown as soon as it is imported', async () => {
    const { here, file } = await twoThatDiffer();
    const shown: number[] = [];
    here.services.groups.onDidChange(() => shown.push(here.store.groups.groupCount(here.connection.id)));
    await here.services.listExchange.takeOver(file, choice(here.connection), 'mine');
    assert.equal(shown.at(-1), 2);
  });

  it('takes no mapping for empty that a text leaves out which was answered', async () => {
    const [here, there] = [await start(), await start()];
    await there.services.sending.getOrCreate(there.connection, documentOf({ mapping: undefined }));
    const file = (await exported(there)).replace('"from":"sent"', '"from":"answered"');
    assert.match(file, /"mapping_known":true/);
    await here.services.listExchange.takeOver(bytesOf(file), choice(here.connection), 'mine');
    assert.equal(here.record('acme')?.base?.hasNoMapping, undefined);
  });

  it('leaves what differs as it is, and compares as the same afterwards', async () => {
    const { here, file } = await twoThatDiffer();
    const before = here.record('acme');
    assert.deepEqual(await here.services.listExchange.takeOver(file, choice(here.connection), 'mine'), {
      added: 1,
      replaced: 0,
    });
    assert.deepEqual(here.record('acme'), before);
    const { examples, ...counts } = await here.services.listExchange.compare(file, choice(here.connection));
    assert.deepEqual([counts, examples.length], [{ new: 0, same: 1, different: 1, lostDrafts: 0, leftOut: 0 }, 1]);
  });

  it('imports theirs where chosen, and keeps its own token and history', async () => {
    const { here, file } = await twoThatDiffer();
    const before = here.record('acme');
    const versions = here.services.groups.versions({ ref: here.ref('acme'), limit: 10 });
    assert.deepEqual(await here.services.listExchange.takeOver(file, choice(here.connection), 'theirs'), {
      added: 1,
      replaced: 1,
    });
    const after = here.record('acme');
    assert.deepEqual(
      [after?.name, after?.base?.text, after?.token],
      ['Theirs', documentOf({ name: 'Theirs' }), before?.token],
    );
    assert.ok(after!.documentMtime > before!.documentMtime);
    assert.deepEqual(here.services.groups.versions({ ref: here.ref('acme'), limit: 10 }), versions);
  });
});

describe('A draft here, beside a list that is merged', () => {
  const start = productStarter();

  for (const [what, mine, theirs, isLost] of [
    ['is not lost where the file has it as a draft', 'Draft', { base: 'Sent', draft: 'Draft' }, false],
    ['is not lost where the file has it as sent', 'Sent', { base: 'Sent' }, false],
    ['stays where the file has another draft, and would be lost', 'Sent', { base: 'Sent', draft: 'Draft' }, true],
    ['stays where something else was sent there, and would be lost', 'Draft', { base: 'Sent' }, true],
  ] as const) {
    it(what, async () => {
      const [here, there] = [await start(), await start()];
      await here.services.sending.getOrCreate(here.connection, documentOf());
      here.services.groups.saveDraft(here.connection, 'acme', documentOf({ name: mine }));
      await there.services.sending.getOrCreate(there.connection, documentOf({ name: theirs.base }));
      if ('draft' in theirs)
        there.services.groups.saveDraft(there.connection, 'acme', documentOf({ name: theirs.draft }));
      const file = bytesOf(await exported(there), 1000);
      const { listExchange } = here.services;
      const { lostDrafts } = await listExchange.compare(file, choice(here.connection));
      const { replaced } = await listExchange.takeOver(file, choice(here.connection), 'theirsUnlessDraftLost');
      assert.deepEqual([lostDrafts, replaced], isLost ? [1, 0] : [0, 1]);
    });
  }
});

describe('Taking over many groups', () => {
  const start = productStarter();
  const GROUPS = 450;

  async function withFile(): Promise<{ readonly here: Product; readonly file: ListSource }> {
    const [here, there] = [await start(), await start()];
    for (let first = 0; first < GROUPS; first += 150) {
      there.store.groups.put(
        there.connection.id,
        Array.from({ length: 150 }, (_, index) => ({
          userGroupId: `group-${first + index}`,
          draft: { text: '{}', at: 1 },
          versions: [],
        })),
        'stay',
      );
    }
    return { here, file: bytesOf(await exported(there), 4096) };
  }

  it('imports nothing when it is cancelled before, and while it is read', async () => {
    const {
      here: { services, connection, store },
      file,
    } = await withFile();
    const { listExchange } = services;
    const abort = new AbortController();
    const reading = {
      signal: abort.signal,
      onGroups: () => {
        abort.abort();
      },
    };
    for (const attempt of [
      () => listExchange.read(file, [], reading),
      () => listExchange.compare(file, choice(connection), reading),
      () => listExchange.takeOver(file, choice(connection), 'theirs', reading),
    ]) {
      assert.equal((await failureOf(attempt())).kind, 'cancelled');
    }
    assert.equal(store.groups.groupCount(connection.id), 0);
  });

  it('cancelled in the middle reports exactly what was imported, and continues with the rest when it is repeated', async () => {
    const {
      here: { services, connection, store },
      file,
    } = await withFile();
    const { listExchange } = services;
    const abort = new AbortController();
    const merged = await listExchange.takeOver(file, choice(connection), 'mine', {
      signal: abort.signal,
      onGroups: (groups) => {
        if (groups === 250) abort.abort();
      },
    });
    assert.deepEqual(
      [merged, store.groups.groupCount(connection.id)],
      [{ added: 200, replaced: 0, isCancelled: true }, 200],
    );
    assert.deepEqual(
      [await listExchange.takeOver(file, choice(connection), 'mine'), store.groups.groupCount(connection.id)],
      [{ added: GROUPS - 200, replaced: 0 }, GROUPS],
    );
  });

  for (const [when, at, doing, done] of [
    ['at once says so alone', 1, "Couldn't import the list.", 0],
    ['in the middle reports what was imported', 250, 'The import stopped (added: 200, replaced: 0).', 200],
  ] as const) {
    it(`that fails ${when}`, async () => {
      const {
        here: { services, connection, store },
        file,
      } = await withFile();
      const failure = await failureOf(
        services.listExchange.takeOver(file, choice(connection), 'mine', {
          onGroups: (groups) => {
            if (groups === at) throw new UserGroupsError('unavailable', 'The disk is full.');
          },
        }),
      );
      assert.equal(failure.message, `${doing} The disk is full.`);
      assert.equal(store.groups.groupCount(connection.id), done);
    });
  }
});

describe('A file that is no whole list', () => {
  const start = productStarter();

  it('is whole with empty lines between and after', async () => {
    const [here, there] = [await start(), await start()];
    there.services.groups.saveDraft(there.connection, 'a', documentOf({ user_group_id: 'a' }));
    const spaced = (await exported(there)).replaceAll('\n', '\n \n\n');
    assert.deepEqual(await here.services.listExchange.takeOver(bytesOf(spaced), choice(here.connection), 'theirs'), {
      added: 1,
      replaced: 0,
    });
  });

  it('imports nothing, and says why in one sentence', async () => {
    const [here, there] = [await start(), await start()];
    for (const id of ['a', 'b', 'c'])
      there.services.groups.saveDraft(there.connection, id, documentOf({ user_group_id: id }));
    const lines = (await exported(there)).trimEnd().split('\n');
    const [header = '', a = '', b = '', c = '', end = ''] = lines;
    const files: [string | readonly string[], RegExp][] = [
      ['', /The last line of the list file is missing/],
      ['{"a":1}\n', /not a list exported/],
      ['PK\u0003\u0004', /not a list exported/],
      [[header, a, b, c], /The last line of the list file is missing/],
      [[header, a, c, end], /Line 4 of the list file announces another number of groups: 3 instead of 2/],
      [[header, a, b, b, end], /Line 4 .* repeats the group/],
      [[header, a, b, c.slice(0, 40), end], /Line 4 .* not a JSON object/],
      [[header, a, b, c.replace('"at":"', '"at":"x'), end], /Line 4 .* "at" must be a time/],
      [[header, a, b.replace('staging', 'other'), c, end], /Line 3 .* not in the file/],
      [[header.replace('"version":1', '"version":2'), a, b, c, end], /has version 2/],
      [[...lines, b], /follows its end/],
    ];
    for (const [file, message] of files) {
      const text = typeof file === 'string' ? file : `${file.join('\n')}\n`;
      await assert.rejects(here.services.listExchange.takeOver(bytesOf(text), choice(here.connection), 'theirs'), {
        kind: 'invalid',
        message,
      });
      assert.equal(here.services.groups.groupCount(here.connection.id), 0);
    }
    await assert.rejects(
      here.services.listExchange.takeOver(
        async function* () {
          yield await Promise.resolve(new Uint8Array([0x80]));
        },
        choice(here.connection),
        'mine',
      ),
      { kind: 'invalid' },
    );
  });
});
