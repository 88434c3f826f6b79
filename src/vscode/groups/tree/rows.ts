// What the list needs once it is shown, loaded at once: activation waits for no parser, word or icon.

export { listRoots } from './listRoots.ts';
export { connectionChildren, fieldChildren, groupChildren, matchingChildren, rootNodes } from './nodes.ts';
export { groupTooltip, toTreeItem } from './treeItem.ts';
