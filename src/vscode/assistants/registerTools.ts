// Registers the tools of assistants. What they do loads with the first use.

import * as vscode from 'vscode';
import type { Lazy } from '../../core/lazy.ts';
import { TOOL_ACCESS, type ToolName } from './toolAccess.ts';

/** The text of the result. Never rejects with what was written elsewhere. */
export type UseTool = (name: ToolName, input: unknown, token: vscode.CancellationToken) => Promise<string>;

export function registerTools(tools: Lazy<UseTool>): vscode.Disposable {
  return vscode.Disposable.from(
    ...(Object.keys(TOOL_ACCESS) as ToolName[]).map((name) =>
      vscode.lm.registerTool(name, {
        invoke: async ({ input }, token) => {
          const text = await (await tools())(name, input, token);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    ),
  );
}
