// Rotate Multiple Tokens… that writes each new token to the .env file of the last one.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { EnvPlace } from '../../../../src/services/rotation/envFiles.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { resumeRotations, rotateMany } from '../../../../src/vscode/bulk/rotateMany.ts';
import { newRotations, rotateThese } from '../../../../src/vscode/bulk/runs/rotations.ts';
import { nextBox, Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { playedWindows, type PlayedWindow } from '../../../support/editor/playedWindow.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const IDS = ['group-1', 'group-2', 'group-3', 'group-4'];
const PLACES = [
  ['group-1', '/app/.env.1 ONE'],
  ['group-2', '/app/.env TWO'],
  ['group-3', '/app/.env THREE'],
] as const;

describe('Rotating many, with each token written where its last one was', () => {
  const start = productStarter();
  const windowOf = playedWindows();
  /** What stands in the files, by file and variable. */
  let written: Map<string, string>;
  let checked: string[];
  /** Why nothing can be written to a file. */
  let refused: Map<string, string>;

  beforeEach(() => {
    workspace.workspaceFolders = [{ uri: Uri.file('/app') }];
    written = new Map();
    checked = [];
    refused = new Map();
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
  });

  const orRefused = (path: string): Promise<void> => {
    const happened = refused.get(path);
    return happened === undefined
      ? Promise.resolve()
      : Promise.reject(new UserGroupsError('conflict', happened, 'Choose another file.'));
  };
  const envFiles: BulkContext['envFiles'] = {
    check: async ({ path }: EnvPlace) => {
      checked.push(path);
      await orRefused(path);
      return (variable) => written.get(`${path} ${variable}`);
    },
    write: async ({ path }, variable, token, mayReplace) => {
      await orRefused(path);
      const value = written.get(`${path} ${variable}`);
      if (value !== undefined) assert.ok(await mayReplace(value));
      written.set(`${path} ${variable}`, token);
    },
  };

  /** The first has a file of its own, the next two share one; the last was written to a terminal. All are written. */
  async function open(answers: readonly (string | undefined)[]): Promise<PlayedWindow & { readonly product: Product }> {
    const product = await start();
    const { services, connection, ref } = product;
    for (const id of IDS) await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
    const { destinations } = services;
    destinations.remember(ref('group-1'), { kind: 'envFile', file: 'file:///app/.env.1', variable: 'ONE' });
    for (const [id, variable] of [
      ['group-2', 'TWO'],
      ['group-3', 'THREE'],
    ] as const)
      destinations.remember(ref(id), { kind: 'envFile', file: 'file:///app/.env', variable });
    destinations.remember(ref('group-4'), { kind: 'terminal', variable: 'TOKEN' });
    for (const [id, place] of PLACES) written.set(place, tokenOf(product, id));
    return { ...windowOf(product, answers, { envFiles }), product };
  }
  const tokenOf = ({ remote }: Product, id: string): string => remote.group(id)!.token;
  const rotations = ({ requests }: Product): number =>
    requests.filter(({ operation }) => operation === 'rotate').length;
  const rotating = (ids: readonly string[]) => ({
    origin: 'argument' as const,
    input: { connection: 'staging', user_group_ids: ids, deliver: 'last' },
  });

  it('rotates those that have such a file, and names the others first', async () => {
    const { context, product, asked } = await open(['Continue', 'Continue']);
    const ended = rotateMany(context, rotating(IDS));
    const box = await nextBox();
    assert.equal(
      box.prompt,
      'Type "staging" to confirm. Each new token is written to: ONE in "/app/.env.1", TWO in "/app/.env", THREE in "/app/.env"',
    );
    box.enter('staging');
    const { groups, rotated: count, delivered } = await ended;
    assert.deepEqual([groups, count, delivered], [3, 3, 3]);
    assert.deepEqual(asked.at(-1), {
      title: 'Rotate 3 of 4 tokens on staging?',
      detail: [
        {
          heading: "Not rotated, because their tokens can't be written where they were written last:",
          items: ['"group-4": Its token was not written to a .env file last.'],
        },
      ],
      answers: ['Continue'],
    });
    assert.deepEqual(
      Object.fromEntries(written),
      Object.fromEntries(PLACES.map(([id, place]) => [place, tokenOf(product, id)])),
    );
    assert.deepEqual(checked, ['/app/.env.1', '/app/.env']);
  });

  it('rotates nothing where the others were not agreed to be left out', async () => {
    refused.set('/app/.env', 'Git tracks the file.');
    const { context, product, asked } = await open(['Continue', undefined]);
    await assert.rejects(rotateMany(context, rotating(IDS)), { kind: 'cancelled' });
    assert.equal(asked.at(-1)?.title, 'Rotate 1 of 4 tokens on staging?');
    assert.deepEqual(asked.at(-1)?.detail, [
      {
        heading: "Not rotated, because their tokens can't be written where they were written last:",
        items: [
          '"group-2": TWO in "/app/.env": Git tracks the file. Choose another file.',
          '"group-3": THREE in "/app/.env": Git tracks the file. Choose another file.',
          '"group-4": Its token was not written to a .env file last.',
        ],
      },
    ]);
    assert.equal(rotations(product), 0);
  });

  it('rotates nothing where none has such a file, and says why', async () => {
    refused.set('/app/.env', 'Git tracks the file.');
    const { context, product } = await open(['Continue', 'Continue']);
    for (const [ids, message] of [
      [
        ['group-4'],
        'The new token of "group-4" couldn\'t be written. Its token was not written to a .env file last. Use "Write Token to…" for each group first, or choose another way of delivery.',
      ],
      [
        ['group-2', 'group-3'],
        'The new tokens of "group-2" and 1 more couldn\'t be written. TWO in "/app/.env": Git tracks the file. Choose another file. Use "Write Token to…" for each group first, or choose another way of delivery.',
      ],
    ] as const)
      await assert.rejects(rotateMany(context, rotating(ids)), { kind: 'conflict', message });
    assert.equal(rotations(product), 0);
  });

  it('stops at a token that was not written, which is stored, and rotates no further one', async () => {
    const { context, product, said } = await open([]);
    const { services, connection, ref } = product;
    const { id } = await newRotations(context, connection, IDS.slice(0, 3));
    refused.set('/app/.env', 'The file was changed meanwhile.');
    await rotateThese(context, connection, id, { kind: 'last' }).left;
    const due = await services.runs.deliveriesDue(id);
    assert.deepEqual(
      due.map(({ userGroupId, reason }) => [userGroupId, reason]),
      [
        [
          'group-2',
          'Its new token is stored locally, but was not delivered. TWO in "/app/.env": The file was changed meanwhile. Choose another file.',
        ],
      ],
    );
    assert.equal(rotations(product), 2);
    assert.equal(await services.tokens.require(connection, ref('group-2')), tokenOf(product, 'group-2'));
    assert.match(said[0] ?? '', /^warn: Rotation stopped at "group-2" on staging\. .* \| Retry Delivery \| /);
    refused.clear();
    await rotateThese(context, connection, id, { kind: 'last' }).left;
    assert.equal(written.get('/app/.env THREE'), tokenOf(product, 'group-3'));
    assert.equal(services.runs.find(id)?.state, 'ended');
  });

  it('goes on with no run that has a group without such a file', async () => {
    const { context, product } = await open(['Continue']);
    const { services, connection } = product;
    const run = await newRotations(context, connection, IDS);
    await assert.rejects(resumeRotations(context, run, { kind: 'last' }), {
      kind: 'conflict',
      message: /^The new token of "group-4" couldn't be written\. Its token was not written to a \.env file last\. /,
    });
    services.destinations.remember(product.ref('group-4'), {
      kind: 'envFile',
      file: 'file:///app/.env',
      variable: 'FOUR',
    });
    const resumed = resumeRotations(context, run, { kind: 'last' });
    const box = await nextBox();
    box.enter('staging');
    await (
      await resumed
    ).left;
    assert.equal(written.get('/app/.env FOUR'), tokenOf(product, 'group-4'));
  });

  /** [what, how it comes to be, why group-2 can't be written] */
  const NOT_ITS_OWN: readonly (readonly [string, (product: Product) => void, string])[] = [
    [
      'of a group that is rotated as well',
      ({ services, ref }) => {
        services.destinations.remember(ref('group-3'), services.destinations.find(ref('group-2'))!);
      },
      'The token of "group-3" on staging was written there last.',
    ],
    [
      'of a group that is not rotated',
      ({ services, ref }) => {
        services.destinations.remember(ref('group-4'), services.destinations.find(ref('group-2'))!);
      },
      'The token of "group-4" on staging was written there last.',
    ],
    [
      'that has the token of another group',
      (product) => written.set('/app/.env TWO', tokenOf(product, 'group-4')),
      'TWO has a token of "group-4" on staging.',
    ],
    [
      'that has something else',
      () => written.set('/app/.env TWO', 'typed'),
      "TWO has a value that isn't a known token of this group.",
    ],
  ];
  for (const [what, prepare, reason] of NOT_ITS_OWN) {
    it(`rotates no group whose variable is one ${what}`, async () => {
      const { context, product, asked } = await open(['Continue', undefined]);
      prepare(product);
      await assert.rejects(rotateMany(context, rotating(['group-1', 'group-2', 'group-3'])), { kind: 'cancelled' });
      const [named] = asked.at(-1)?.detail ?? [];
      assert.ok(typeof named === 'object' && named.items[0] === `"group-2": TWO in "/app/.env": ${reason}`);
      assert.equal(rotations(product), 0);
    });
  }

  it('writes over nothing that came to the variable after the question', async () => {
    const { context, product } = await open([]);
    const { services, connection } = product;
    const { id } = await newRotations(context, connection, ['group-2']);
    written.set('/app/.env TWO', tokenOf(product, 'group-4'));
    await rotateThese(context, connection, id, { kind: 'last' }).left;
    assert.equal(written.get('/app/.env TWO'), tokenOf(product, 'group-4'));
    const [due] = await services.runs.deliveriesDue(id);
    assert.equal(
      due?.reason,
      'Its new token is stored locally, but was not delivered. TWO in "/app/.env": TWO has a token of "group-4" on staging.',
    );
  });

  it('names the first five places, and how many more', async () => {
    const { context, product } = await open(['Continue']);
    const { services, connection, ref } = product;
    const ids = ['group-5', 'group-6', 'group-7', 'group-8'];
    for (const id of ids) {
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
      services.destinations.remember(ref(id), {
        kind: 'envFile',
        file: 'file:///app/.env',
        variable: `G${id.at(-1)!}`,
      });
    }
    const ended = rotateMany(context, rotating([...IDS.slice(0, 3), ...ids]));
    const box = await nextBox();
    assert.match(box.prompt, /G5 in "\/app\/\.env", G6 in "\/app\/\.env", and 2 more$/);
    await box.cancel(ended);
  });

  it('goes on after a token that the user has delivered, wherever that one can not be written', async () => {
    const { context, product, asked } = await open([undefined, 'Mark as Delivered and Continue']);
    const { services, connection } = product;
    const { id } = await newRotations(context, connection, IDS.slice(0, 2));
    refused.set('/app/.env.1', 'Git tracks the file.');
    await rotateThese(context, connection, id, { kind: 'last' }).left;
    const run = services.runs.find(id)!;
    await (
      await resumeRotations(context, run, { kind: 'last' })
    ).left;
    assert.deepEqual(asked.at(-1)?.detail.at(-1), {
      heading: 'Each new token is written to:',
      items: ['ONE in "/app/.env.1"', 'TWO in "/app/.env"'],
    });
    assert.equal(services.runs.find(id)?.state, 'ended');
    assert.equal(written.get('/app/.env TWO'), tokenOf(product, 'group-2'));
  });
});
