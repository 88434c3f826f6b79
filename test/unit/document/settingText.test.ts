// Connections that are changed in settings.json as it was typed: comments stay, and so does all that isn't changed.

import assert from 'node:assert/strict';
import { hasComments, listIn, withList } from '../../../src/document/settingText.ts';

const LIST = 'userGroups.connections';
const A = { name: 'a', baseUrl: 'https://a.example.com' };
const B = { name: 'b', baseUrl: 'https://b.example.com', environment: 'Testing' };
const C = { name: 'c', baseUrl: 'https://c.example.com' };

const TEXT = `{
  // mine
  "editor.fontSize": 14,
  "userGroups.connections": [
    // the first
    { "name": "a", "baseUrl": "https://a.example.com" }, // until May
    {
      "name": "b", /* short */
      "baseUrl": "https://b.example.com", // in Berlin
      // nobody's data
      "environment": "Testing" // certainly
    } // the last
    // more will come
  ], // of work
}
`;

/** What differs, as lines without and with it. */
function changes(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

describe('The connections in settings.json', () => {
  for (const [what, wanted, expected] of [
    ['nothing', [A, B], []],
    [
      'one that is added',
      [A, B, C],
      ['- } // the last', '+ }, // the last', '+ "name": "c",', '+ "baseUrl": "https://c.example.com"', '+ }'],
    ],
    ['the first, gone', [B], ['- { "name": "a", "baseUrl": "https://a.example.com" }, // until May', '+ // until May']],
    [
      'the last, removed',
      [A],
      [
        '- { "name": "a", "baseUrl": "https://a.example.com" }, // until May',
        '- {',
        '- "name": "b", /* short */',
        '- "baseUrl": "https://b.example.com", // in Berlin',
        "- // nobody's data",
        '- "environment": "Testing" // certainly',
        '- } // the last',
        '+ { "name": "a", "baseUrl": "https://a.example.com" } // until May',
        '+ // the last',
      ],
    ],
    ['one that is renamed', [A, { ...B, name: 'c' }], ['- "name": "b", /* short */', '+ "name": "c", /* short */']],
    [
      'one that loses its last field',
      [A, { name: 'b', baseUrl: B.baseUrl }],
      [
        '- "baseUrl": "https://b.example.com", // in Berlin',
        '- "environment": "Testing" // certainly',
        '+ "baseUrl": "https://b.example.com" // in Berlin',
        '+ // certainly',
      ],
    ],
    [
      'one that gets a field',
      [A, { ...B, api: 'customer' }],
      ['- "environment": "Testing" // certainly', '+ "environment": "Testing", // certainly', '+ "api": "customer"'],
    ],
    [
      'one that gets a field on its one line',
      [{ ...A, environment: 'Testing' }, B],
      [
        '- { "name": "a", "baseUrl": "https://a.example.com" }, // until May',
        '+ { "name": "a", "baseUrl": "https://a.example.com", "environment": "Testing" }, // until May',
      ],
    ],
    ['one put back between others', [A, C, B], ['+ "name": "c",', '+ "baseUrl": "https://c.example.com"', '+ },']],
  ] as const) {
    it(`change in no other line: ${what}`, () => {
      const after = withList(TEXT, LIST, wanted) ?? '';
      assert.deepEqual(structuredClone(listIn(after, LIST)), wanted);
      assert.deepEqual(changes(TEXT, after), expected);
    });
  }

  const LOCKED = { ...A, locked: ['x'] };
  const lists: readonly (readonly object[])[] = [[], [A], [B], [A, B], [B, A], [A, B, C], [C, A], [LOCKED]];
  for (const [layout, text] of [
    ['commented', TEXT],
    ['with Windows line breaks and tabs', TEXT.replaceAll('\n', '\r\n').replaceAll('  ', '\t')],
    ['with a trailing comma', TEXT.replace('} // the last', '}, // the last')],
    ['with a comma on a line of its own', TEXT.replace(' }, // until May', ' } // until May\n    ,')],
    ['on one line', `{"userGroups.connections":[${JSON.stringify(A)},${JSON.stringify(B)}]/* all */}`],
    ['empty', `{ "userGroups.connections": [] // none yet\n}`],
    ['empty but for a comment', `{\n  "userGroups.connections": [\n    // none yet\n  ]\n}`],
  ] as const) {
    it(`are those that are wanted, and no comment beside them is lost: ${layout}`, () => {
      for (const wanted of lists) {
        const after = withList(text, LIST, wanted) ?? '';
        assert.deepEqual(structuredClone(listIn(after, LIST)), wanted, after);
        assert.equal(withList(after, LIST, wanted), after);
        const comments =
          '// mine,// the first,// until May,// the last,// more will come,// of work,// none yet,/* all */';
        const kept = comments.split(',');
        assert.deepEqual(
          kept.filter((comment) => after.includes(comment)),
          kept.filter((comment) => text.includes(comment)),
          after,
        );
      }
    });
  }

  it('keep the layout of a list that is empty', () => {
    assert.equal(
      withList('{\n  "userGroups.connections": []\n}', LIST, [A]),
      `{\n  "userGroups.connections": [\n    {\n      "name": "a",\n      "baseUrl": "https://a.example.com"\n    }\n  ]\n}`,
    );
  });

  it('are none where the setting is absent or no list', () => {
    for (const text of ['{}', `{ "${LIST}": {} }`, '']) assert.equal(listIn(text, LIST), undefined);
  });

  it('have comments inside of their list alone', () => {
    const beside = `{ // mine\n "${LIST}": [{ "baseUrl": "https://a" }] /* all */ }`;
    for (const text of [TEXT, `{ "${LIST}": [/* none */] }`]) assert.ok(hasComments(text, LIST), text);
    for (const text of ['{}', beside]) assert.ok(!hasComments(text, LIST), text);
  });

  for (const [where, text, wanted] of [
    [
      'behind a comment to the end of its line',
      '{"userGroups.connections": [{\n  "name": "a"\n} // mine\n]}',
      [{ name: 'a' }, C],
    ],
    [
      'in an entry, behind such a comment',
      '{"userGroups.connections": [{"name": "a" // mine\n}]}',
      [{ name: 'a', environment: 'Testing' }],
    ],
  ] as const)
    it(`get what is new ${where}, and not as a part of it`, () => {
      const after = withList(text, LIST, wanted) ?? '';
      assert.deepEqual([JSON.parse(JSON.stringify(listIn(after, LIST))), after.includes('// mine\n')], [wanted, true]);
    });

  it('are not changed where a key stands twice, since nobody sees which one counts', () => {
    const text = '{"userGroups.connections": [{"name": "a", "environment": "Testing", "environment": "Customer"}]}';
    assert.equal(withList(text, LIST, [{ name: 'a', environment: 'Other' }]), undefined);
  });
});
