// VS Code's tree views as far as unit tests need them, and what marks their rows.

import { Emitter } from '../../../src/core/emitter.ts';

export class ThemeIcon {
  readonly id: string;
  readonly color?: ThemeColor;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    if (color !== undefined) this.color = color;
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

/** A view of the sidebar: what is said above its rows and on its icon, and which rows were revealed. */
export class FakeTreeView {
  message: string | undefined;
  badge: { readonly value: number; readonly tooltip: string } | undefined;
  visible = true;
  isDisposed = false;
  readonly revealed: (readonly [row: object, options: object])[] = [];
  readonly selected = new Emitter<{ readonly selection: readonly object[] }>();
  readonly onDidChangeSelection = this.selected.event;

  reveal(row: object, options: object): Promise<void> {
    this.revealed.push([row, options]);
    return Promise.resolve();
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

/** In the order in which they were made. */
export const treeViews: FakeTreeView[] = [];

export class FileDecoration {
  readonly badge: string;
  readonly tooltip: string;
  readonly color: ThemeColor;

  constructor(badge: string, tooltip: string, color: ThemeColor) {
    this.badge = badge;
    this.tooltip = tooltip;
    this.color = color;
  }
}
