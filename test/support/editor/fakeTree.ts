// VS Code's tree views as far as unit tests need them, and what marks their rows.

import { Emitter } from '../../../src/core/emitter.ts';
import { valueClass } from './fakeTypes.ts';

export const ThemeIcon = valueClass<{ readonly id: string; readonly color?: ThemeColor }>('id', 'color');

export const ThemeColor = valueClass<{ readonly id: string }>('id');
export type ThemeColor = InstanceType<typeof ThemeColor>;

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export const TreeItem = valueClass<{ readonly label: string; readonly collapsibleState: number }>(
  'label',
  'collapsibleState',
);

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

export const FileDecoration = valueClass<{
  readonly badge: string;
  readonly tooltip: string;
  readonly color: ThemeColor;
}>('badge', 'tooltip', 'color');
