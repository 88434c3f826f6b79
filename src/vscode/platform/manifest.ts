// The manifest of this extension, with its texts in the language of the editor, so that each exists once.

import * as vscode from 'vscode';

export interface MenuContribution {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** VS Code keeps the English title of a command beside a translated one. */
type Title = string | { readonly value: string };

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: Title }[];
  readonly menus: Readonly<Record<string, readonly MenuContribution[]>>;
  readonly submenus: readonly { readonly id: string; readonly label: string }[];
}

export function contributions(): Contributions {
  const extension = vscode.extensions.getExtension('embedded-dashboards.user-groups');
  const manifest = extension?.packageJSON as { readonly contributes: Contributions } | undefined;
  return manifest?.contributes ?? { commands: [], menus: {}, submenus: [] };
}

export function commandIds(): string[] {
  return contributions().commands.map(({ command }) => command);
}

/** The title without its ellipsis, as the questions of the command have it. */
export function commandName(id: string): string {
  return commandTitle(id).replace(/…$/, '');
}

export function commandTitle(id: string): string {
  const title = contributions().commands.find(({ command }) => command === id)?.title ?? id;
  return typeof title === 'string' ? title : title.value;
}
