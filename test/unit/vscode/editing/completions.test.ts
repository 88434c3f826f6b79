// What is proposed and explained in a document beside VS Code's own JSON features: from the user's schemas, and from
// the other groups of the connection.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../../../src/core/connection.ts';
import type { DataSourceUse } from '../../../../src/core/ports/groupSearch.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import { schemaChoices } from '../../../../src/document/schemaChoices.ts';
import type { Services } from '../../../../src/services/services.ts';
import type { Completion } from '../../../../src/protocol/formProtocol.ts';
import { cellSuggestions, completionsAt, hoverAt } from '../../../../src/vscode/editing/form/formLanguage.ts';
import type { Subject } from '../../../../src/vscode/editing/form/formSubject.ts';
import type { FormText } from '../../../../src/vscode/editing/form/formText.ts';
import { groupOf } from '../../../../src/vscode/editing/schemas/groupOf.ts';
import { documentCompletions, mappingHover } from '../../../../src/vscode/editing/schemas/languageFeatures.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { standIn } from '../../../support/standIn.ts';

const CHOICES = schemaChoices({
  properties: {
    40: {
      title: 'Orders',
      oneOf: [{ const: 386, title: 'beta-prod' }, { const: '213', title: 'acme-prod' }, { const: '7' }],
    },
    41: {},
    42: { title: 'Stock', const: 1 },
    43: { oneOf: [{ const: 3, title: 'three' }] },
  },
});
const [STAGING, ADDED] = ['1', ''].map((id) =>
  standIn<Connection>({ id, name: id === '' ? 'added' : 'staging', serviceApi: undefined }),
);
const ACME = groupUri('staging', 'acme');
const FILE = vscode.Uri.file('/work/any.usergroup.json');

/** What other groups have, and who asked for how many. */
function othersOf(asked: string[]): Services {
  const answer = <T>({ connectionId, userGroupId }: GroupRef, limit: number, ...uses: readonly T[]): T[] => {
    asked.push(`${connectionId}/${userGroupId}: ${limit}`);
    return [...uses];
  };
  return standIn<Services>({
    connections: standIn({ list: () => [STAGING!, ADDED!] }),
    siblings: standIn({
      schemaIds: (ref, limit) => answer(ref, limit, { schemaId: '99', groups: 1 }),
      dataSources: (ref, _schemaId, limit) =>
        answer<DataSourceUse>(
          ref,
          limit,
          { dataSource: '12', groups: 2 },
          { dataSource: '386', groups: 1, onlyBy: { userGroupId: 'beta', name: 'BETA' } },
          { dataSource: '7', groups: 1, onlyBy: { userGroupId: 'gamma', name: 'GAMMA' } },
        ),
      propertyNames: (ref, limit) =>
        answer(ref, limit, { name: 'region', groups: 3 }, { name: 'tier', groups: 2 }, { name: 'regoin', groups: 1 }),
    }),
  });
}

function documentAt(marked: string, uri = ACME): [vscode.TextDocument, vscode.Position] {
  const text = marked.replace('|', '');
  const positionAt = (offset: number): vscode.Position => new vscode.Position(0, offset);
  const document = standIn<vscode.TextDocument>({
    uri,
    getText: (range) => text.slice(range?.start.character, range?.end.character),
    offsetAt: ({ character }) => character,
    positionAt,
  });
  return [document, positionAt(marked.indexOf('|'))];
}

async function itemsAt(
  marked: string,
  { uri = ACME, inSchema = [] as readonly string[], asked = [] as string[] } = {},
): Promise<vscode.CompletionItem[]> {
  return documentCompletions(
    ...documentAt(marked, uri),
    { services: () => Promise.resolve(othersOf(asked)), connectionOf: () => Promise.resolve(undefined) },
    () => Promise.resolve({ choices: CHOICES, propertyNames: inSchema }),
  );
}

const shown = ({ label, detail, insertText, filterText, sortText }: vscode.CompletionItem): unknown[] => [
  label,
  detail,
  (insertText as vscode.SnippetString).value,
  filterText,
  sortText,
];

describe('Completions in a document', () => {
  for (const [words, marked, expected] of [
    [
      'schema IDs',
      '{"mapping": {|}}',
      [
        ['Orders · 40', undefined, '"40": $1', '"40 Orders"', '!0000'],
        ['Stock · 42', undefined, '"42": $1', '"42 Stock"', '!0001'],
        ['99', 'in 1 group', '"99": $1', '"99"', '!0002'],
      ],
    ],
    [
      'schema IDs that do not stand there, before another one',
      '{"mapping": {"99": "1", | "40": ""}}',
      [['Stock · 42', undefined, '"42": $1,', '"42 Stock"', '!0000']],
    ],
    [
      'another schema ID in the place of one that has a value, and that one',
      '{"mapping": {"40|": "", "42": ""}}',
      [
        ['Orders · 40', undefined, '"40"', '"40 Orders"', '!0000'],
        ['99', 'in 1 group', '"99"', '"99"', '!0001'],
      ],
    ],
    [
      'data sources, those that one other group uses last',
      '{"mapping": {"40": |}}',
      [
        ['acme-prod · 213', undefined, '"213"', '213 acme-prod', '!0000'],
        ['12', 'in 2 groups', '"12"', '12', '!0001'],
        ['beta-prod · 386', 'used by BETA only', '386', '386 beta-prod', 'zzz0002'],
        ['7', 'used by GAMMA only', '"7"', '7', 'zzz0003'],
      ],
    ],
    [
      'data sources in quotes, before another entry',
      '{"mapping": {"40": "|" "41": ""}}',
      [
        ['acme-prod · 213', undefined, '"213",', '"213 acme-prod"', '!0000'],
        ['12', 'in 2 groups', '"12",', '"12"', '!0001'],
        ['beta-prod · 386', 'used by BETA only', '386,', '"386 beta-prod"', 'zzz0002'],
        ['7', 'used by GAMMA only', '"7",', '"7"', 'zzz0003'],
      ],
    ],
    [
      'names of properties, most used first, those of a single group last and marked',
      '{"properties": {|}}',
      [
        ['region', 'in 3 groups', '"region": $1', '"region"', '!0000'],
        ['tier', 'in 2 groups', '"tier": $1', '"tier"', '!0001'],
        ['regoin', 'in one group only', '"regoin": $1', '"regoin"', 'zzz0002'],
      ],
    ],
    [
      'names of properties that do not stand there, and the one that is replaced',
      '{"properties": {"region|": "", "tier": 1}}',
      [
        ['region', 'in 3 groups', '"region"', '"region"', '!0000'],
        ['regoin', 'in one group only', '"regoin"', '"regoin"', 'zzz0001'],
      ],
    ],
    ['nothing within the value of a property', '{"properties": {"a": |, "b": {}}}', []],
    ['nothing elsewhere', '{"name": |}', []],
  ] as const) {
    it(`are ${words}`, async () => {
      assert.deepEqual((await itemsAt(marked)).map(shown), expected);
    });
  }

  it('are no names of properties that the schema proposes', async () => {
    const items = await itemsAt('{"properties": {|}}', { inSchema: ['region', 'regoin'] });
    assert.deepEqual(
      items.map(({ label }) => label),
      ['tier'],
    );
  });

  it('replace the whole word, and insert in the place of what is before the cursor', async () => {
    for (const [marked, from, at, to] of [
      ['{"mapping": {"4|0": ""}}', 13, 15, 17],
      ['{"mapping": {"40": "2|1"}}', 19, 21, 23],
      ['{"properties": {"reg|ion": 1}}', 16, 20, 24],
    ] as const) {
      const [item] = await itemsAt(marked);
      const place = (character: number): vscode.Position => new vscode.Position(0, character);
      assert.deepEqual(item?.range, {
        inserting: new vscode.Range(place(from), place(at)),
        replacing: new vscode.Range(place(from), place(to)),
      });
    }
  });

  it('of a new entry go on with its data source, and of one that has a value do not', async () => {
    const commandOf = async (marked: string): Promise<unknown> => (await itemsAt(marked))[0]?.command?.command;
    assert.equal(await commandOf('{"mapping": {|}}'), 'editor.action.triggerSuggest');
    assert.equal(await commandOf('{"mapping": {"40|": ""}}'), undefined);
  });

  it('are those of the schema alone without a connection', async () => {
    assert.equal((await itemsAt('{"mapping": {|}}', { uri: FILE })).length, 2);
    assert.equal((await itemsAt('{"mapping": {"40": |}}', { uri: FILE })).length, 2);
    assert.deepEqual(await itemsAt('{"properties": {|}}', { uri: FILE }), []);
  });
});

describe('The group of a document', () => {
  for (const [words, uri, text, expected] of [
    ['is named by the path', ACME, '{"user_group_id": "other"}', 'acme'],
    ['is named by the text of a new document', newDraftUri('staging', 1), '{"user_group_id": "typed"}', 'typed'],
    ['is named by the text of a file', FILE, '{"user_group_id": "typed"}', 'typed'],
    ['has no ID in a text that is none', FILE, '', ''],
    ['has no ID before it is typed', FILE, '{}', ''],
    ['has an ID that a database can hold', FILE, String.raw`{"user_group_id": "\ud800"}`, '\uFFFD'],
    ['is none on a connection that is not there', groupUri('nowhere', 'acme'), '{}', undefined],
    ['is none on a connection that is not known yet', groupUri('added', 'acme'), '{}', undefined],
    ['is none of a version of a file', vscode.Uri.from({ scheme: 'git', path: FILE.path }), '{}', undefined],
  ] as const) {
    it(words, async () => {
      const ref = await groupOf(documentAt(text, uri)[0], {
        services: () => Promise.resolve(othersOf([])),
        connectionOf: () => Promise.resolve(STAGING),
      });
      assert.deepEqual(ref, expected === undefined ? undefined : { connectionId: '1', userGroupId: expected });
    });
  }

  it('is none in a file that no connection is chosen for', async () => {
    const dependencies = {
      services: () => Promise.resolve(othersOf([])),
      connectionOf: () => Promise.resolve(undefined),
    };
    assert.equal(await groupOf(documentAt('{}', FILE)[0], dependencies), undefined);
  });
});

describe('A hover over a mapping', () => {
  const hoverOver = (marked: string): vscode.Hover | undefined => mappingHover(...documentAt(marked), CHOICES);

  it('names the schema ID where VS Code would name its data source', () => {
    const hover = hoverOver('{"mapping": {"4|0": "213"}}');
    const range = new vscode.Range(new vscode.Position(0, 13), new vscode.Position(0, 17));
    assert.deepEqual(hover, new vscode.Hover(new vscode.MarkdownString('Orders'), range));
  });

  for (const marked of [
    '{"mapping": {"4|2": "1"}}',
    '{"mapping": {"4|1": "1"}}',
    '{"mapping": {"4|3": 3}}',
    '{"mapping": {"9|9": "1"}}',
    '{"mapping": {"40": "2|13"}}',
    '{"pro|perties": {}}',
  ]) {
    it(`says nothing at ${marked}`, () => {
      assert.equal(hoverOver(marked), undefined);
    });
  }
});

const TEXT = standIn<FormText>({
  flush: () => Promise.resolve(),
  positionOf: (at) => new vscode.Position(0, at),
  offsetOf: ({ character }) => character,
});

describe('A list of completions in the form', () => {
  /** As VS Code proposes it of the schema. */
  const bare = (word: string, insert = word): vscode.CompletionItem =>
    Object.assign(new vscode.CompletionItem(word, vscode.CompletionItemKind.Value), {
      insertText: new vscode.SnippetString().appendText(insert),
    });

  async function completions(items: readonly vscode.CompletionItem[] | undefined): Promise<Completion[]> {
    const provider = vscode.commands.registerCommand('vscode.executeCompletionItemProvider', () => items && { items });
    const found = await completionsAt(ACME, TEXT, 5);
    provider.dispose();
    return found;
  }
  const offered = async (items: readonly vscode.CompletionItem[]): Promise<unknown[]> =>
    (await completions(items)).map(({ label, detail, insert }) => [label, detail, insert]);

  it('names data sources, has each once, and those that one other group uses last', async () => {
    const ours = await itemsAt('{"mapping": {"40": |}}');
    assert.deepEqual(await offered([bare('"213"'), bare('"7"'), bare('8'), bare('386'), ...ours]), [
      ['acme-prod · 213', undefined, '"213"'],
      ['12', 'in 2 groups', '"12"'],
      ['8', undefined, '8'],
      ['beta-prod · 386', 'used by BETA only', '386'],
      ['7', 'used by GAMMA only', '"7"'],
    ]);
  });

  it('names schema IDs, and has each once', async () => {
    const ours = await itemsAt('{"mapping": {|}}');
    assert.deepEqual(await offered([bare('40', '"40": '), bare('41', '"41": '), ...ours]), [
      ['Orders · 40', undefined, '"40": $1'],
      ['Stock · 42', undefined, '"42": $1'],
      ['99', 'in 1 group', '"99": $1'],
      ['41', undefined, '"41": '],
    ]);
  });

  it('says of each what is put in, where, and what it means', async () => {
    const place = (character: number): vscode.Position => new vscode.Position(0, character);
    const item = (label: string | vscode.CompletionItemLabel, more: Partial<vscode.CompletionItem>) =>
      Object.assign(new vscode.CompletionItem(label, vscode.CompletionItemKind.Value), more);
    const items = [
      item({ label: 'a](x)' }, { documentation: String.raw`a\\b\* ` }),
      item('b', { insertText: 'true', range: new vscode.Range(place(1), place(3)) }),
      item('{}', {
        sortText: 'c',
        insertText: new vscode.SnippetString('{$1}'),
        detail: 'd](x)',
        documentation: new vscode.MarkdownString('one&nbsp;two\nthree](x)'),
        range: { inserting: new vscode.Range(place(1), place(5)), replacing: new vscode.Range(place(1), place(9)) },
      }),
    ];
    const documented = { label: '{}', documentation: 'one two\nthree]\u200B(x)' };
    assert.deepEqual(await completions(items), [
      { label: 'a]\u200B(x)', documentation: String.raw`a\b*`, from: 5, to: 5, insert: 'a](x)', isSnippet: false },
      { label: 'b', from: 1, to: 3, insert: 'true', isSnippet: false },
      { ...documented, detail: 'd]\u200B(x)', from: 1, to: 9, insert: '{$1}', isSnippet: true },
    ]);
  });

  it('has no words of the document, no more than a thousand, and nothing where VS Code has nothing', async () => {
    const word = new vscode.CompletionItem('word', vscode.CompletionItemKind.Text);
    assert.deepEqual(await offered([word]), []);
    assert.equal((await offered(Array.from({ length: 1001 }, (_, index) => bare(String(index))))).length, 1000);
    assert.deepEqual(await completions(undefined), []);
  });
});

describe('A hover in the form', () => {
  async function hovers(found: unknown): Promise<string[]> {
    const provider = vscode.commands.registerCommand('vscode.executeHoverProvider', (uri, position) => {
      assert.deepEqual([uri, position], [ACME, new vscode.Position(0, 5)]);
      return found;
    });
    const paragraphs = await hoverAt(ACME, TEXT, 5);
    provider.dispose();
    return paragraphs;
  }

  it('has the paragraphs of all, without marks and without empty ones', async () => {
    assert.deepEqual(
      await hovers([{ contents: [new vscode.MarkdownString(String.raw`a\_b`), ''] }, { contents: ['c\n[d](e)'] }]),
      ['a_b', 'c\n[d]\u200B(e)'],
    );
  });

  it('is none where VS Code has none', async () => {
    assert.deepEqual(await hovers(undefined), []);
  });
});

describe('Suggestions for cells of a mapping', () => {
  const suggested = (asked: string[], parts: Partial<Subject>, schemaId?: string) =>
    cellSuggestions(
      { kind: 'group', connection: STAGING!, userGroupId: 'acme', ...parts },
      othersOf(asked).siblings,
      CHOICES,
      schemaId,
    );

  it('are of the schema and of other groups, and say which one alone has', () => {
    const asked: string[] = [];
    assert.deepEqual(suggested(asked, {}, '40'), [
      { value: '213', title: 'acme-prod · 213', isOfOne: false },
      { value: '12', title: '12', detail: 'in 2 groups', isOfOne: false },
      { value: '386', title: 'beta-prod · 386', detail: 'used by BETA only', isOfOne: true },
      { value: '7', title: '7', detail: 'used by GAMMA only', isOfOne: true },
    ]);
    assert.deepEqual(suggested(asked, {}).at(-1), { value: '99', title: '99', detail: 'in 1 group', isOfOne: false });
    assert.deepEqual(asked, ['1/acme: 1000', '1/acme: 1000']);
  });

  it('are of the other groups also without an ID, and of the schema alone without a known connection', () => {
    for (const [parts, expected] of [
      [{ userGroupId: undefined }, ['1/: 1000']],
      [{ userGroupId: '\ud800' }, ['1/\uFFFD: 1000']],
      [{ connection: undefined }, []],
      [{ connection: ADDED! }, []],
    ] as const) {
      const asked: string[] = [];
      suggested(asked, parts);
      assert.deepEqual(asked, expected);
    }
  });
});
