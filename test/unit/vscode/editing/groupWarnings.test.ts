// The warnings about open documents: when they are looked for, of which documents, and how they are shown.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { emptyDocument } from '../../../../src/document/writeDocument.ts';
import { NO_SIBLINGS } from '../../../../src/document/softWarnings.ts';
import type { Services } from '../../../../src/services/services.ts';
import { Schemas } from '../../../../src/vscode/editing/schemas/schemas.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import {
  configuration,
  diagnosticCollections,
  documentClosed,
  documentOpened,
  documentsChanged,
  TabInputCustom,
  TabInputText,
  TabInputTextDiff,
  tabs,
  tabsChanged,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = groupUri('staging', 'acme');
const BETA = groupUri('staging', 'beta');

describe('Warnings about documents', () => {
  const document = {
    uri: ACME,
    isClosed: false,
    text: '',
    getText: (): string => document.text,
    positionAt: (offset: number) => new vscode.Position(0, offset),
  };
  let schemas: Schemas;
  /** Happens while other groups are read. */
  let meanwhile: () => unknown = () => undefined;

  beforeEach(() => {
    Object.assign(document, { isClosed: false, text: '{"mapping": {}}', uri: ACME });
    meanwhile = () => undefined;
    tabs.active = { input: new TabInputText(ACME) };
    mock.timers.enable({ apis: ['setTimeout'] });
    schemas = new Schemas({
      services: async () => {
        await meanwhile();
        return standIn<Services>({
          connections: standIn({ list: () => [standIn({ id: '1', name: 'staging' })], withId: () => undefined }),
          siblings: standIn({ facts: ({ userGroupId }) => ({ ...NO_SIBLINGS, onlyUser: () => `not ${userGroupId}` }) }),
        });
      },
      connectionOf: () => Promise.resolve(undefined),
      settings: standIn({}),
      trust: standIn({}),
      extensionUri: ACME,
      realPath: (path) => Promise.resolve(path),
    });
  });
  afterEach(() => {
    schemas.dispose();
    mock.timers.reset();
    workspace.textDocuments = [];
    tabs.active = undefined;
  });

  const collection = () => diagnosticCollections.get('userGroups.groups')!;
  const warnings = () => collection().shown.get(String(ACME)) ?? [];
  /** The documents that were looked at, after so many milliseconds. */
  async function looked(after = 0): Promise<string[]> {
    mock.timers.tick(after);
    // Loaded after the same by the product: what that waits for has come.
    await import('../../../../src/vscode/editing/schemas/warningsOf.ts');
    await setImmediate();
    return [...collection().shown.keys()];
  }
  const warning = (from: number, to: number): unknown[] => {
    const range = new vscode.Range(new vscode.Position(0, from), new vscode.Position(0, to));
    return [vscode.DiagnosticSeverity.Warning, range, { source: 'User Groups' }];
  };
  const open = (): void => {
    documentOpened.fire(document);
  };
  const type = (contentChanges: readonly object[] = [{}]): void => {
    documentsChanged.fire({ document, contentChanges });
  };
  const changeTabs = (opened: readonly object[], closed: readonly object[]): void => {
    workspace.textDocuments = [document];
    tabsChanged.fire({ opened, closed });
  };

  it('are errors of duplicate keys, as the command line has them, beside what is risky', async () => {
    document.text = '{"mapping": {"40": "213", "40": "214"}}';
    open();
    await looked();
    const [flaw, ...others] = warnings();
    assert.deepEqual(
      [flaw?.message, flaw?.severity, flaw?.range],
      [
        'Duplicate key "40", first in line 1, column 14.',
        vscode.DiagnosticSeverity.Error,
        new vscode.Range(new vscode.Position(0, 26), new vscode.Position(0, 30)),
      ],
    );
    assert.equal(others.length, 2);
  });

  for (const [what, languageId, validates, expected] of [
    ['where VS Code allows comments', 'jsonc', undefined, ['Comments are not allowed.']],
    ['where VS Code does not validate', 'json', false, ['Comments are not allowed.']],
    ['not where VS Code has it', 'json', undefined, []],
  ] as const) {
    it(`are an error of a comment ${what}`, async () => {
      configuration.set('json.validate.enable', validates);
      Object.assign(document, { text: '/* of work */ {"user_group_id": "acme"}', languageId });
      open();
      await looked();
      configuration.delete('json.validate.enable');
      assert.deepEqual(
        warnings()
          .map(({ message, severity, range }) => [message, severity, range])
          .filter(([, severity]) => severity === vscode.DiagnosticSeverity.Error),
        expected.map((message) => [
          message,
          vscode.DiagnosticSeverity.Error,
          new vscode.Range(new vscode.Position(0, 0), new vscode.Position(0, 1)),
        ]),
      );
    });
  }

  it('are of the text as it is then: what is wrong, and as information what is missing', async () => {
    open();
    document.text = '{"mapping": {"40": "213"}, "properties": {"a": 1, "A": 1}}';
    await looked();
    assert.deepEqual(
      warnings().map(({ message, severity, range, ...more }) => [message, severity, range, more]),
      [
        ['Only "not acme" uses "213". Viewers of this group may see the data of "not acme".', ...warning(19, 24)],
        ['"A" and "a" differ only in letter case. Dashboards may read the other one.', ...warning(50, 53)],
      ],
    );
    document.text = '{"mapping": {}}';
    type();
    await looked(250);
    assert.equal(warnings()[0]?.severity, vscode.DiagnosticSeverity.Information);
  });

  for (const [words, uri, text] of [
    ['of a document that nobody typed into', ACME, emptyDocument()],
    ['about other groups without a connection', groupUri('nowhere', 'acme'), '{"mapping": {"40": "213"}}'],
  ] as const) {
    it(`are none ${words}`, async () => {
      Object.assign(document, { uri, text });
      tabs.active = { input: new TabInputText(uri) };
      open();
      await looked();
      assert.deepEqual([...collection().shown.values()], [[]]);
    });
  }

  it('wait for a pause in typing', async () => {
    type();
    assert.deepEqual(await looked(249), []);
    type();
    assert.deepEqual(await looked(249), []);
    assert.deepEqual(await looked(1), [String(ACME)]);
  });

  for (const [words, input, isShown] of [
    ['a text', new TabInputText(ACME), true],
    ['a form', new TabInputCustom(ACME), true],
    ['one side of a comparison', new TabInputTextDiff(ACME, BETA), true],
    ['the other side of a comparison', new TabInputTextDiff(BETA, ACME), true],
    ['something else', { uri: ACME }, false],
    ['another document', new TabInputText(BETA), false],
  ] as const) {
    it(`are ${isShown ? '' : 'not '}looked for of a document in a tab of ${words}`, async () => {
      tabs.active = { input };
      open();
      assert.deepEqual(await looked(), isShown ? [String(ACME)] : []);
    });
  }

  for (const [words, change] of [
    ['closed', { isClosed: true }],
    ['no group', { uri: vscode.Uri.file('/acme.json') }],
  ] as const) {
    it(`are not looked for of what is ${words}`, async () => {
      Object.assign(document, change);
      tabs.active = { input: new TabInputText(document.uri) };
      open();
      changeTabs([{}], []);
      assert.deepEqual(await looked(), []);
    });
  }

  it('come with the tab, once, and go with it', async () => {
    let times = 0;
    meanwhile = () => {
      times += 1;
    };
    changeTabs([], []);
    assert.deepEqual(await looked(), []);
    changeTabs([{}], []);
    assert.deepEqual(await looked(), [String(ACME)]);
    const before = times;
    changeTabs([], [{}]);
    assert.deepEqual([await looked(), times], [[String(ACME)], before]);
    tabs.active = undefined;
    changeTabs([], [{}]);
    assert.deepEqual(await looked(), []);
  });

  it('go with the document, also before they have come', async () => {
    open();
    await looked();
    type();
    documentClosed.fire(document);
    assert.deepEqual(await looked(250), []);
  });

  it('are not shown of a document that closes while they are looked for', async () => {
    meanwhile = () => {
      document.isClosed = true;
    };
    open();
    assert.deepEqual(await looked(), []);
  });

  it('end with what shows them', async () => {
    open();
    await looked();
    type();
    schemas.dispose();
    open();
    assert.deepEqual(await looked(250), []);
  });
});
