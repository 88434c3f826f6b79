// Commands with argument objects, each on a key of its own, as the user's keybindings.json has them.

import type { EditorWindow } from './editorWindow.ts';

export interface Call {
  /** Without its category. */
  readonly command: string;
  readonly args: object;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export class Keys {
  readonly #names: readonly string[];
  /** For `EditorOptions`. */
  readonly keybindings: readonly object[];

  /** Each entry is one command, or several that run one after another. */
  constructor(calls: Readonly<Record<string, Call | readonly Call[]>>) {
    this.#names = Object.keys(calls);
    this.keybindings = Object.values(calls).map((call, index) => ({
      key: `ctrl+alt+shift+${LETTERS[index]}`,
      ...bound(call),
    }));
  }

  async press({ page }: EditorWindow, name: string): Promise<void> {
    const letter = LETTERS[this.#names.indexOf(name)];
    if (letter === undefined) throw new Error(`There is no key for ${name}.`);
    await page.keyboard.press(`Control+Alt+Shift+Key${letter.toUpperCase()}`);
  }
}

function bound(call: Call | readonly Call[]): object {
  if ('command' in call) return { command: `userGroups.${call.command}`, args: call.args };
  return {
    command: 'runCommands',
    args: { commands: call.map(({ command, args }) => ({ command: `userGroups.${command}`, args })) },
  };
}
