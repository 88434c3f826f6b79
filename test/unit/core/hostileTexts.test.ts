// Names, ids, mapping and properties from elsewhere are text wherever they are shown: one table of hostile texts,
// through everything that makes words of them.

import assert from 'node:assert/strict';
import { foreignText, visibleId } from '../../../src/core/foreignText.ts';
import { groupText } from '../../../src/core/groupText.ts';
import { lookAlikeIdText, lookAlikeLetterText } from '../../../src/core/lookAlikeLetters.ts';
import { difference, formatChanges } from '../../../src/document/difference.ts';
import { readDocument } from '../../../src/document/userGroupDocument.ts';
import { softWarnings } from '../../../src/document/softWarnings.ts';
import { doingText } from '../../../src/services/sending/sendingFailures.ts';
import { formState } from '../../../src/vscode/editing/form/formState.ts';
import { lookAlikeText } from '../../../src/vscode/groups/tree/describe.ts';
import { documentOf, productStarter } from '../../support/product.ts';
import { failureOf } from '../../support/clientUnderTest.ts';
import { allNodes, shownTree } from '../vscode/groups/treeText.ts';

const HOSTILE: Readonly<Record<string, string>> = {
  HTML: '<img src=x onerror=alert(1)><script>alert(1)</script>',
  Markdown: '**b** _i_ `c` # h [x](https://evil.test) ![x](https://evil.test/x.png)',
  'a link that runs a command': '[Undo](command:workbench.action.quit)',
  'a command': 'command:workbench.action.quit?%5B%5D',
  'a codicon': '$(trash) $(sync~spin) acme',
  'a link in pieces': '](\u200B[x]\u200B(command:x)',
  'letters that turn the direction': 'acme\u202Egpj.exe\u2066\u2069',
  'control characters': 'a\u0000\u0007\u001B[31m\u009Bb',
  'line breaks': 'a\r\nb\u2028c\u2029d',
  'characters that are not drawn': 'ac\u200Bme\uFEFF\u00AD\u3164',
  'half a character': 'a\uD83D',
  'a name that every object has': '__proto__',
  another: 'constructor',
  'a million characters': 'x'.repeat(1_000_000),
  'thousands of links': '[x](command:y)'.repeat(7_000),
  'letters of another script': '\u0430cme',
};

/** What no line that is shown may hold; a line break stands between lines of our own. */
const ACTIVE = /\]\(|\$\(|[\p{Cc}--\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF\u00AD\u3164]|\p{Surrogate}/v;
const LONGEST = 6_000;

function assertText(shown: readonly string[]): void {
  const odd = shown.filter(
    (text) => ACTIVE.test(text.replaceAll(']\u200B(', '] (').replaceAll('$\u200B(', '$ (')) || text.length > LONGEST,
  );
  assert.deepEqual(
    odd.map((text) => text.slice(0, 200)),
    [],
  );
}

/** Every text in a value, its own names included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

describe('What comes from elsewhere is shown as text:', () => {
  const start = productStarter();

  for (const [what, text] of Object.entries(HOSTILE)) {
    it(`${what}, in sentences`, () => {
      const connection = { name: 'staging' } as Parameters<typeof doingText>[2];
      assertText([
        foreignText(text),
        visibleId(text),
        groupText(text, connection),
        doingText('update', text, connection).failed,
        ...lookAlikeText([text]),
        ...lookAlikeIdText(text),
        ...lookAlikeLetterText(text),
      ]);
    });

    it(`${what}, in differences and warnings`, () => {
      const entry = JSON.stringify({
        [text.toWellFormed()]: text.toWellFormed(),
        other: { deep: text.toWellFormed() },
      });
      const hostile = readDocument(
        `{"user_group_id":"acme","name":${JSON.stringify(text.toWellFormed())},"mapping":${entry},"properties":${entry}}`,
      );
      const plain = readDocument(documentOf({ mapping: { 40: '6' }, properties: { plan: 'basic' } }));
      assertText([...formatChanges(difference(plain, hostile), 12), ...formatChanges(difference(hostile, plain), 12)]);
      const facts = {
        withMapping: 9,
        withProperties: 9,
        schemaIds: [{ name: text, groups: 9 }],
        propertyNames: [{ name: text, groups: 9 }],
        hasProperty: () => false,
        onlyUser: () => text,
      };
      assertText(softWarnings(hostile.text, facts).map(({ message }) => message.slice(0, LONGEST)));
    });

    it(`${what}, in the list and the form`, async () => {
      const product = await start();
      const { services, connection, clock } = product;
      const id = text.toWellFormed().slice(0, 3_000);
      services.groups.saveDraft(
        connection,
        id,
        documentOf({ user_group_id: id, name: id, mapping: { [id]: id }, properties: { [id]: id } }),
      );
      const failure = await failureOf(
        services.tokens.require(connection, { connectionId: connection.id, userGroupId: `${id} ` }),
      );
      const record = services.groups.find({ connectionId: connection.id, userGroupId: id });
      const listed = await services.groups.listed({ connectionId: connection.id, userGroupId: id });
      const state = formState(
        {
          kind: 'group',
          connection,
          choices: [],
          group: record && listed && { record, listed, lastSent: undefined },
          hasChanges: false,
          isSending: false,
          hasApiToken: true,
        },
        clock.now,
      );
      assertText([
        failure.message,
        ...textsIn(state),
        ...allNodes(await shownTree(product)).flatMap(({ shown: { label, description = '', tooltip } }) => [
          label,
          description,
          tooltip,
        ]),
      ]);
    });
  }

  it('an id that could be taken for another says so where the group is pointed at', async () => {
    const product = await start();
    product.services.groups.saveDraft(product.connection, '\u0430cme', documentOf({ user_group_id: '\u0430cme' }));
    const tooltips = allNodes(await shownTree(product)).map(({ shown }) => shown.tooltip);
    assert.ok(
      tooltips.some((tooltip) =>
        tooltip.includes('The ID contains characters that look like others: \u0430 (U+0430).'),
      ),
    );
  });
});
