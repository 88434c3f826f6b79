// Uses the tools of assistants as VS Code does, before a played person.

import { lazy } from '../../../src/core/lazy.ts';
import { assistantTools } from '../../../src/vscode/assistants/assistantTools.ts';
import type { AssistantContext } from '../../../src/vscode/assistants/assistantContext.ts';
import { registerTools, type ToolName } from '../../../src/vscode/assistants/registerTools.ts';
import { documentOf, type Product } from '../product.ts';
import { standIn } from '../standIn.ts';
import { editingContextOf } from './editingContextOf.ts';
import { languageModelTools } from './fakeVscode.ts';
import { PlayedPerson } from './playedPerson.ts';

export const ACME = { connection: 'staging', user_group_id: 'acme' };
/** What was sent of it. */
export const SENT = { mapping: { 40: '213' }, properties: { region: 'EU' } };

/** The product with the group that was sent, before anything else is asked of the service. */
export async function sentTo(starting: Product | Promise<Product>, document = documentOf(SENT)): Promise<Product> {
  const product = await starting;
  await product.services.sending.getOrCreate(product.connection, document);
  product.requests.length = 0;
  return product;
}

/** One or the other. */
export interface Answer {
  readonly note: string;
  readonly data?: Record<string, unknown>;
  readonly error?: { readonly kind: string; readonly message: string };
}

export interface UsedTools {
  readonly use: (name: ToolName, input?: object) => Promise<Answer>;
  /** The texts of all answers. */
  readonly answered: string[];
  /** The chat was cancelled. */
  readonly token: { isCancellationRequested: boolean };
}

export function toolsOf(
  product: Product,
  parts: Partial<AssistantContext> = {},
  person = new PlayedPerson(),
): UsedTools {
  const context: AssistantContext = {
    ...editingContextOf(product, person),
    settings: product.settings,
    schemas: standIn({ errorsIn: () => Promise.resolve([]) }),
    log: standIn({
      info: (line) => void product.logged.push(line),
      bug: (error) => void product.logged.push(String(error)),
    }),
    redactor: product.redactor,
    ...parts,
  };
  registerTools(lazy(() => Promise.resolve(assistantTools(context))));
  const answered: string[] = [];
  const token = { isCancellationRequested: false };
  return {
    answered,
    token,
    use: async (name, input = {}) => {
      const result = await languageModelTools.get(name)!.invoke({ input }, token);
      const text = result.content.map(({ value }) => value).join('');
      answered.push(text);
      return JSON.parse(text) as Answer;
    },
  };
}

/** The product with its tools. */
export function usedBy(product: Product): UsedTools & { readonly product: Product } {
  return { product, ...toolsOf(product) };
}
