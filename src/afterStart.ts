// What a window loads once it has started, as one piece.

export { AppliedStates } from './vscode/editing/documents/appliedStates.ts';
export { registerAppliedLenses } from './vscode/editing/documents/appliedLenses.ts';
export { folderTasks, resolvedTask } from './vscode/files/folderTasks.ts';
export { openLink } from './vscode/groups/openLink.ts';
export { followSteps, openWalkthroughOnce } from './vscode/walkthrough.ts';
