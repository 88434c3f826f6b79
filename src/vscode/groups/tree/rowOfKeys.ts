// The row of the list that a key acts on.
//
// VS Code notifies an extension of the selection alone: arrow keys move the focus in silence, and a row that is
// selected because its document became active leaves the focus where it was. Keybindings therefore select
// and deselect the focused row (`list.toggleSelection`, twice) before their command.

import type { TreeNode } from '../../command/treeNode.ts';

export class RowOfKeys {
  #selection: readonly TreeNode[] = [];
  /** What was selected or deselected last: after a keybinding, the focused row. */
  #toggled: TreeNode | undefined;
  /** The row that was selected without the focus, and the one that had the focus before. */
  #followed: { readonly row: TreeNode; readonly focused: TreeNode | undefined } | undefined;

  select(selection: readonly TreeNode[]): void {
    this.#toggled = only(selection, this.#selection) ?? only(this.#selection, selection);
    this.#selection = selection;
  }

  /** Call before a row is selected without the focus. */
  follow(row: TreeNode): void {
    const focused = isSame(this.#toggled, this.#followed?.row) ? this.#followed?.focused : this.#toggled;
    this.#followed = { row, focused };
  }

  /** Call when a row got the focus by other means than a key. */
  focus(row: TreeNode): void {
    this.#toggled = row;
  }

  /** The focused row; the highlighted one where the focus has stayed behind since it was selected. */
  resolve(): TreeNode | undefined {
    const [selected, ...others] = this.#selection;
    const isBehind =
      others.length === 0 && isSame(selected, this.#followed?.row) && isSame(this.#toggled, this.#followed?.focused);
    this.#followed = undefined;
    return isBehind ? selected : (this.#toggled ?? selected);
  }

  /** Whether it is among the highlighted ones, and has the focus. */
  isHighlighted(row: TreeNode): boolean {
    return isSame(row, this.#toggled) && this.#selection.some((each) => isSame(each, row));
  }
}

/** The first that is in the one and not in the other. */
function only(one: readonly TreeNode[], other: readonly TreeNode[]): TreeNode | undefined {
  return one.find((node) => !other.some((each) => isSame(each, node)));
}

/** Refreshing the list makes other nodes of the same rows. */
function isSame(one: TreeNode | undefined, other: TreeNode | undefined): boolean {
  return one !== undefined && other !== undefined && identityOf(one) === identityOf(other);
}

const IDENTIFYING = ['kind', 'connection', 'user_group_id', 'number', 'rotation', 'id', 'field', 'index'];

function identityOf(row: TreeNode): string {
  return JSON.stringify(row, IDENTIFYING);
}
