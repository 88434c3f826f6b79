// What importing a list asks before drafts of this machine give way to those of the file.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListImported } from '../../../../src/vscode/command/commandMap.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { importList } from '../../../../src/vscode/bulk/listFiles.ts';
import type { Messages, Question } from '../../../../src/vscode/platform/messages.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const MINE = documentOf({ name: 'Draft of mine' });
const THEIRS = documentOf({ name: 'Theirs' });

describe('Importing a list', () => {
  const start = productStarter();
  let asked: Question[];
  let answer: string | undefined;
  beforeEach(() => {
    asked = [];
    answer = undefined;
  });

  /** A file in which acme was sent otherwise a day later, and as what it has a draft there, if so. */
  async function listFile(here: Product, { draft }: { readonly draft?: string } = {}): Promise<string> {
    const there = await start();
    there.clock.now += DAY;
    await there.services.sending.getOrCreate(there.connection, THEIRS);
    if (draft !== undefined) there.services.groups.saveDraft(there.connection, 'acme', draft);
    const lines: string[] = [];
    for await (const line of there.services.listExchange.export([there.connection])) lines.push(line);
    const file = join(here.folder, 'list.usergroups.jsonl');
    await writeFile(file, lines.join(''));
    return file;
  }

  /** A group that was sent from here, with a draft where one is given. */
  async function known(draft?: string): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    if (draft !== undefined) product.services.groups.saveDraft(product.connection, 'acme', draft);
    return product;
  }

  function run({ services }: Product, input: Record<string, unknown>): Promise<ListImported> {
    const messages = standIn<Messages>({
      ask: (question: Question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
      status: () => undefined,
    });
    return importList(standIn<CommandContext>({ services, messages, trust: standIn({}) }), {
      origin: 'argument',
      input: { connection: 'staging', ...input },
    });
  }

  for (const [which, draft, inFile] of [
    ['there is none', undefined, undefined],
    ['the file has the same', MINE, MINE],
    ['the file has sent it', THEIRS, undefined],
  ] as const) {
    it(`with different: theirs asks nothing about drafts where ${which}`, async () => {
      const product = await known(draft);
      const file = await listFile(product, inFile === undefined ? {} : { draft: inFile });
      assert.equal((await run(product, { file, different: 'theirs' })).replaced, 1);
      assert.deepEqual([asked, product.record('acme')?.base?.text], [[], THEIRS]);
    });
  }

  it('with different: theirs leaves a draft that came while the file was read', async () => {
    const product = await known();
    const file = await listFile(product);
    const { listExchange, groups } = product.services;
    const compare = listExchange.compare.bind(listExchange);
    listExchange.compare = async (...input) => {
      const merge = await compare(...input);
      groups.saveDraft(product.connection, 'acme', MINE);
      return merge;
    };
    assert.equal((await run(product, { file, different: 'theirs' })).replaced, 0);
    assert.deepEqual([asked, product.record('acme')?.draft?.text], [[], MINE]);
  });
});
