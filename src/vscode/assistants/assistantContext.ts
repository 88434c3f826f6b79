// What the tools of assistants work with.

import type { Redactor } from '../../core/redactor.ts';
import type { CancellationToken } from 'vscode';
import type { EditingContext } from '../editing/editingContext.ts';
import type { Data } from '../../document/toolText.ts';

export interface AssistantContext extends EditingContext {
  readonly redactor: Redactor;
}

/** What an assistant gave: an object of any content. */
export type ToolInput = Readonly<Record<string, unknown>>;

export type Tool = (context: AssistantContext, input: ToolInput, token: CancellationToken) => Promise<Data>;
