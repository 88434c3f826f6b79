// In which language the command line speaks.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as l10n from '@vscode/l10n';
import { root } from '../../../scripts/editor/folders.ts';
import { useTerminalLanguage } from '../../../src/cli/terminalLanguage.ts';
import { grouped, useLanguage } from '../../../src/core/language.ts';

const bundle = (language: string): URL => pathToFileURL(join(root, `l10n/bundle.l10n.${language}.json`));

describe('The language of a terminal', () => {
  afterEach(() => {
    useLanguage('en', undefined);
  });

  const said: readonly [env: NodeJS.ProcessEnv, text: string][] = [
    [{}, 'ID unknown, 10,000'],
    [{ LANG: 'C.UTF-8' }, 'ID unknown, 10,000'],
    [{ LANG: 'en_GB.UTF-8' }, 'ID unknown, 10,000'],
    [{ LANG: 'de_DE.UTF-8' }, 'ID unbekannt, 10.000'],
    [{ LANG: 'de' }, 'ID unbekannt, 10.000'],
    [{ LANG: 'ja_JP.UTF-8', LC_MESSAGES: 'de_AT', LC_ALL: '' }, 'ID unbekannt, 10.000'],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, 'ID unknown, 10,000'],
    // Nobody has translated it: no mixture.
    [{ LANG: 'fr_FR.UTF-8' }, 'ID unknown, 10,000'],
    [{ LANG: 'de/../../package' }, 'ID unbekannt, 10.000'],
    [{ LANG: '../package.nls' }, 'ID unknown, 10,000'],
  ];
  for (const [env, text] of said)
    it(`is chosen as other programs do: ${JSON.stringify(env)}`, () => {
      useTerminalLanguage(env, bundle);
      assert.equal(`ID ${l10n.t('unknown')}, ${grouped(10_000)}`, text);
    });
});
