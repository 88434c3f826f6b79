// The product in the languages it is translated into.

import assert from 'node:assert/strict';
import { startSandbox } from '../../../scripts/start/place.ts';
import { isDeep } from '../../support/depth.ts';
import { manifestTexts } from '../../support/manifestTexts.ts';
import { ownEditor } from '../support/editor.ts';
import { roomOf, widths } from '../support/formRoom.ts';

interface Spoken {
  readonly row: RegExp;
  readonly states: string;
  readonly unsent: string;
  /** In the line of the form's buttons. */
  readonly buttons: readonly string[];
  readonly update: string;
  readonly name: string;
}

const SPOKEN: Readonly<Record<string, Spoken>> = {
  de: {
    row: /^Sandbox, .*lokal · 8 Gruppen/,
    states: 'Gesendet: heute',
    unsent: 'Nicht gesendete Änderungen',
    buttons: ['Vergleichen', 'Verwerfen…', 'JSON öffnen'],
    update: 'Auf Sandbox aktualisieren',
    name: 'Name',
  },
  ja: {
    row: /^Sandbox, .*ローカル · 8 個のグループ/,
    states: '送信: 今日',
    unsent: '未送信の変更',
    buttons: ['比較', '破棄…', 'JSON として開く'],
    update: 'Sandbox で更新',
    name: '名前',
  },
};

describe('In another display language', () => {
  // The first has the longest words.
  for (const [language, spoken] of Object.entries(SPOKEN).slice(0, isDeep ? undefined : 1)) {
    const { row, states, unsent, buttons, update, name } = spoken;
    describe(language, () => {
      const editor = ownEditor(() => ({ language, env: startSandbox }));

      it('the list, the palette and the form speak it, and the form has its buttons in one line at 320 pixels', async () => {
        const { palette, quickInput, tree, form } = editor();
        await tree.show();
        await tree.row(row).waitFor();
        await tree.open(/^Acme, acme/);
        await form.says(states);
        await form.button(update).waitFor();
        await form.frame.getByRole('textbox', { name, exact: true }).fill('Acme Ltd');
        await form.says(unsent);
        await roomOf(editor(), 320);
        const [content, room] = await widths(editor());
        assert.ok(content <= room, `${content} pixels in ${room}`);
        const boxes = await Promise.all(buttons.map((label) => form.button(label).boundingBox()));
        assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, `the buttons stand at ${JSON.stringify(boxes)}`);
        const {
          'command.category': category = '',
          'command.showLog': showLog = '',
          'command.goTo': goTo = '',
        } = manifestTexts(language);
        await palette.run(`${category}: ${showLog}`);
        // VS Code gives titles of commands as objects where they are translated.
        await palette.run(`${category}: ${goTo}`);
        await quickInput.title.filter({ hasText: goTo.replace('…', '') }).waitFor();
      });
    });
  }
});
