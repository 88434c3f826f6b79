// Of documents that are in no repository.

import type { AppliedStates } from '../../../src/vscode/editing/documents/appliedStates.ts';

export const noAppliedStates: Pick<AppliedStates, 'textOf' | 'onDidChange'> = {
  textOf: () => Promise.resolve(undefined),
  onDidChange: () => ({ dispose: () => undefined }),
};
