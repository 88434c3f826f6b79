// Where the list is stored, in words, for containers that may be recreated.

import * as l10n from '@vscode/l10n';

export interface Host {
  /** The extension runs where the workspace is, not beside the person. */
  readonly isWithWorkspace: boolean;
  /** Kind of the remote, as VS Code names it; absent on the person's own machine. */
  readonly remoteName: string | undefined;
}

/** Remotes that are recreated from a description: their data is gone then. */
const REBUILT = ['dev-container', 'attached-container', 'k8s-container', 'codespaces', 'github-codespaces'];

/** Nothing where the list stays. */
export function listPlaceText({ isWithWorkspace, remoteName }: Host): string | undefined {
  if (!isWithWorkspace || remoteName === undefined || !REBUILT.includes(remoteName)) return undefined;
  return l10n.t(
    'This list and its tokens are stored in the container and are lost when it is rebuilt. To keep them, install the extension locally.',
  );
}
