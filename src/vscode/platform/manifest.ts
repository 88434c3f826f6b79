// The texts of this extension's manifest, in the language of the editor, so that each exists once.

import * as vscode from 'vscode';

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
}

function contributions(): Contributions | undefined {
  const extension = vscode.extensions.getExtension('embedded-dashboards.user-groups');
  return (extension?.packageJSON as { readonly contributes: Contributions } | undefined)?.contributes;
}

export function commandIds(): string[] {
  return contributions()?.commands.map(({ command }) => command) ?? [];
}

/** The title without its ellipsis, as the questions of the command have it. */
export function commandName(id: string): string {
  return commandTitle(id).replace(/…$/, '');
}

export function commandTitle(id: string): string {
  return contributions()?.commands.find(({ command }) => command === id)?.title ?? id;
}
