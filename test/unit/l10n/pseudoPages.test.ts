// The two pages in the language with marks: all that stands in them without any is a value that the host gave.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormState } from '../../../src/protocol/formProtocol.ts';
import { pseudoTexts, unmarkedPart } from '../../support/l10n/pseudoLanguage.ts';
import { formPages, NEW, SENT, type FormSetup } from '../../support/page/formPage.ts';
import { rowOf, tablePages } from '../../support/page/tablePage.ts';

/** Attributes that are shown or heard. */
const HEARD = ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'aria-description'];
/** Keys, values of the documents, and what the host says, which has translated it already. */
const GIVEN = [
  ...['Ctrl+Enter', 'Shift+Enter', 'Shift+Alt+F', 'Ctrl+]', 'Ctrl+[', 'JSON'],
  ...['acme', 'Acme europe', '\u0410cme europe', 'cme-europe', 'plan', 'trial', 'oops', 'user_group_id'],
  ...['staging', 'testing', 'sent-words', 'what-it-means', 'update-on-staging', 'mapping-text', 'stored-locally'],
  ...['previous-kept', 'it-failed', 'a-difference', 'no-token', 'a-problem'],
  ...['preview', 'headline', 'explanation', 'reason', 'failed', 'send', 'one-of-two', 'changed', 'words', 'id'],
];

const ALL_ACTIONS: FormState['actions'] = [
  'send',
  'sendAnyway',
  'copyAsCurl',
  'copyToken',
  'rotateToken',
  'resolveRotation',
  'copyPreviousToken',
  'markAsDeployed',
  'compareWithSent',
  'compareWithAnswered',
  'discardDraft',
  'openAsText',
  'openKnown',
  'setApiToken',
  'reviewApiToken',
];

const host: Partial<FormState> = {
  connection: { name: 'staging', environment: 'testing', isGuarded: true },
  words: ['sent-words'],
  sentence: 'what-it-means',
  sendLabel: 'update-on-staging',
  mappingText: 'mapping-text',
  token: { words: 'stored-locally', isReadable: true, nextStep: 'previous-kept' },
  lastRequest: { failure: 'it-failed', differences: ['a-difference'] },
  actions: ALL_ACTIONS,
};

const DOCUMENT = {
  user_group_id: 'acme',
  name: 'acme',
  mapping: { 40: '213', ' 41': [1], '': '' },
  properties: { plan: 'trial' },
};

const FORMS: Readonly<Record<string, FormSetup>> = {
  'a group with all there is': {
    document: DOCUMENT,
    state: { ...SENT, ...host, hasChanges: true, sendProblem: 'no-token' },
    problems: (['error', 'warning', 'info'] as const).map((severity) => ({
      severity,
      message: 'a-problem',
      from: 70,
      to: 72,
    })),
  },
  'a group that is being sent': { document: DOCUMENT, state: { ...SENT, ...host, isSending: true, isBusy: true } },
  'a new group': {
    document: { user_group_id: '', name: 'Аcme europe', mapping: {} },
    state: { ...NEW, ...host, connections: [host.connection!], isIdKnown: true, hasChanges: true },
  },
  'a file without a connection': {
    document: {},
    state: { ...NEW, ...host, kind: 'file', connection: undefined, connections: [] },
  },
  'a file whose connection can be chosen': {
    document: {},
    state: { ...NEW, ...host, kind: 'file', connection: undefined, connections: [host.connection!] },
  },
  'a group whose mapping is not known': {
    document: { user_group_id: 'acme', name: 'acme' },
    state: { ...SENT, ...host, isMappingUnknown: true },
  },
  'a group without a mapping': { document: { user_group_id: 'acme', name: 5 }, state: { ...SENT, ...host } },
  'a text that is no JSON': {
    document: '{ "user_group_id": "acme", "mapping": { "40": oops }',
    state: { ...SENT, ...host },
  },
};

/** Texts, and attributes, that are not wholly translated. */
function unmarked(): string[] {
  const seen: (string | null)[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (node.parentElement?.closest('style, .cm-content') === null) seen.push(node.textContent);
  for (const element of document.querySelectorAll('*')) seen.push(...HEARD.map((name) => element.getAttribute(name)));
  return seen.filter((text) => text !== null && unmarkedPart(text, GIVEN) !== '').map((text) => String(text).trim());
}

describe('The pages in another language', () => {
  const openForm = formPages();
  const openTable = tablePages();
  let texts: Readonly<Record<string, string>>;
  before(() => {
    texts = pseudoTexts();
  });

  for (const [what, setup] of Object.entries(FORMS)) {
    for (const view of ['table', 'json'] as const) {
      it(`say nothing else of ${what}, with its mapping as ${view}`, async () => {
        const { page } = await openForm({ ...setup, texts, memory: { mappingView: view } });
        assert.match(document.body.textContent, /⟦/);
        await page.person.click(
          page.screen.getByRole('button', { name: /(?:update-on-staging|Get or Create|Update)/ }),
        );
        assert.deepEqual(unmarked(), []);
      });
    }
  }

  it('say nothing else in what an editor opens', async () => {
    const { page } = await openForm({ texts, document: DOCUMENT, state: host });
    page.screen.getByRole('textbox', { name: '⟦Properties⟧' }).focus();
    await page.person.keyboard('{Control>}f{/Control}');
    await page.person.keyboard('{Escape}{Control>}g{/Control}');
    assert.match(document.querySelector('.cm-panels')?.textContent ?? '', /⟦Go to Line⟧/);
    assert.deepEqual(unmarked(), []);
  });

  it('say nothing else of a table', async () => {
    const { page } = await openTable({
      texts,
      columns: [
        { id: 'id', title: 'id', isSortable: true },
        { id: 'words', title: 'words' },
      ],
      rows: [rowOf('a', 'acme', 'changed')],
      state: {
        title: 'preview',
        headline: 'headline',
        explanation: 'explanation',
        reason: 'reason',
        filters: [{ id: 'failed', label: 'failed', count: 1 }],
        actions: [{ id: 'send', label: 'send', isPrimary: true, isEnabled: true }],
        progress: { done: 1, total: 2, words: 'one-of-two' },
      },
    });
    assert.deepEqual(unmarked(), []);
    await page.person.type(page.screen.getByRole('textbox'), 'x');
    await page.settled();
    assert.deepEqual(unmarked(), []);
  });
});

describe('The texts of an editor', () => {
  it('are those that its library has', async () => {
    const { editorPhrases } = await import('../../../src/form/jsonEditor.ts');
    const { EditorState } = await import('@codemirror/state');
    const given = Object.keys(EditorState.create({ extensions: editorPhrases() }).facet(EditorState.phrases)[0] ?? {});
    const root = join(import.meta.dirname, '../../../node_modules/@codemirror');
    const used = ['autocomplete', 'commands', 'language', 'lint', 'search', 'view'].flatMap((name) =>
      Array.from(
        readFileSync(join(root, name, 'dist/index.js'), 'utf8').matchAll(
          /phrase\((?:view, )?(?:[\w.]+ \? )?"([^"]+)"(?: : "([^"]+)")?/g,
        ),
        ([, one, other]) => [one, other],
      )
        .flat()
        .filter((each) => each !== undefined),
    );
    assert.ok(used.length > 20);
    assert.deepEqual([...new Set(used)].sort(), given.sort());
  });
});
