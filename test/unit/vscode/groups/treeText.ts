// The tree as indented text: label, description, and in brackets what can be done.

import {
  connectionChildren,
  fieldChildren,
  groupChildren,
  rootNodes,
} from '../../../../src/vscode/groups/tree/nodes.ts';
import { describe as described } from '../../../../src/vscode/groups/tree/describe.ts';
import type { NodeDescription } from '../../../../src/vscode/groups/tree/describe.ts';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import type { Product } from '../../../support/product.ts';

export interface ShownNode {
  readonly node: TreeNode;
  readonly shown: NodeDescription;
  readonly children: readonly ShownNode[];
}

/** Every node, everything expanded; `pages` of groups of each connection. */
export async function shownTree({ services, clock }: Product, pages = 1): Promise<ShownNode[]> {
  const show = async (node: TreeNode): Promise<ShownNode> => ({
    node,
    shown: described(node, clock.now),
    children: await Promise.all((await childrenOf(node)).map(show)),
  });
  const childrenOf = (node: TreeNode): Promise<TreeNode[]> | TreeNode[] => {
    switch (node.kind) {
      case 'connection':
        return connectionChildren(services, node, pages);
      case 'group': {
        const record = services.groups.find(node.group.ref);
        return groupChildren(record, record === undefined ? '' : services.groups.documentText(record), node);
      }
      case 'field':
        return fieldChildren(node);
      case 'newDraft':
      case 'rotation':
      case 'entry':
      case 'more':
      case 'hint':
        return [];
    }
  };
  return Promise.all(rootNodes(services).map(show));
}

export function allNodes(nodes: readonly ShownNode[]): ShownNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)]);
}

export async function treeText(product: Product, pages = 1): Promise<string> {
  const lines = (nodes: readonly ShownNode[], indent: string): string[] =>
    nodes.flatMap(({ shown, children }) => [
      indent +
        [shown.label, shown.description, shown.can === '' ? undefined : `[${shown.can}]`]
          .filter((part) => part !== undefined && part !== '')
          .join(' — '),
      ...lines(children, `${indent}  `),
    ]);
  return `\n${lines(await shownTree(product, pages), '')
    .join('\n')
    .replaceAll(new URL(product.remote.baseUrl).host, '<host>')}\n`;
}
