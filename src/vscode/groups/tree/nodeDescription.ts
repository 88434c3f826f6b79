// How a node looks and what can be done with it, as plain data.

import type { TreeNode } from '../../command/treeNode.ts';

export interface NodeDescription {
  /** Stable over refreshes, so that expansion and selection survive. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly color?: 'production' | 'attention' | 'draft' | 'quiet';
  readonly expands: 'no' | 'closed' | 'open';
  /** Capabilities, separated by spaces: what the menus ask for. */
  readonly can: string;
  readonly runs?: string;
}

/** Segments are encoded, so that no id can imitate another node's. */
export function idOf(
  { kind, connection }: { readonly kind: TreeNode['kind']; readonly connection: string },
  ...segments: string[]
): string {
  return [kind, connection, ...segments].map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}
