// Registers the tools of assistants. What they do loads with the first use.

import * as vscode from 'vscode';
import type { Lazy } from '../../core/lazy.ts';

/** No other tool exists: none sends, rotates, deletes, copies a token or changes a connection. */
export const TOOLS = [
  'userGroups_find',
  'userGroups_read',
  'userGroups_check',
  'userGroups_validate',
  'userGroups_plan',
  'userGroups_draft',
] as const;

export type ToolName = (typeof TOOLS)[number];

/** The text of the result. Never rejects with what was written elsewhere. */
export type UseTool = (name: ToolName, input: unknown, token: vscode.CancellationToken) => Promise<string>;

export function registerTools(tools: Lazy<UseTool>): vscode.Disposable {
  return vscode.Disposable.from(
    ...TOOLS.map((name) =>
      vscode.lm.registerTool(name, {
        invoke: async ({ input }, token) => {
          const text = await (await tools())(name, input, token);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    ),
  );
}
