import assert from 'node:assert/strict';
import { commandName, commandTitle } from '../../../../src/vscode/platform/manifest.ts';
import { extensions } from '../../../support/editor/fakeVscode.ts';

describe('The title of a command', () => {
  const { getExtension } = extensions;
  afterEach(() => {
    extensions.getExtension = getExtension;
  });

  for (const [language, title] of [
    ['English', 'Sort List…'],
    ['German, where VS Code keeps the English one beside it', { value: 'Liste sortieren…', original: 'Sort List…' }],
  ] as const)
    it(`is read in ${language}, and without its ellipsis for questions`, () => {
      const commands = [{ command: 'userGroups.sortList', title }];
      extensions.getExtension = () => ({ packageJSON: { contributes: { commands, menus: {}, submenus: [] } } });
      const words = typeof title === 'string' ? title : title.value;
      assert.deepEqual(
        [commandTitle('userGroups.sortList'), commandName('userGroups.sortList')],
        [words, words.replace('…', '')],
      );
    });
});
