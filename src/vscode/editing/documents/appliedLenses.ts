// Shows above the text of each document of a repository how it stands to what was applied.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import { DOCUMENT_SUFFIX } from '../../../document/documentUri.ts';
import type { AppliedStates } from './appliedStates.ts';

/** Opens the states with the first document that a text editor shows. */
export function registerAppliedLenses(states: Lazy<AppliedStates>): Disposable {
  const changed = new vscode.EventEmitter<void>();
  const opened = lazy(async () => {
    const open = await states();
    open.onDidChange(() => {
      changed.fire();
    });
    return open;
  });
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file', pattern: `**/*${DOCUMENT_SUFFIX}` },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async (document) => (await opened()).lensesOf(document),
      },
    ),
  );
}
