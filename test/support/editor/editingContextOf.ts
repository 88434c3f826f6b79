// The context of commands about documents, before a played person: documents as the fake editor holds them, and
// settings under which nothing is asked.

import { ActiveSends } from '../../../src/vscode/editing/documents/activeSends.ts';
import { OpenDocuments } from '../../../src/vscode/editing/documents/openDocuments.ts';
import type { EditingContext } from '../../../src/vscode/editing/editingContext.ts';
import type { Product } from '../product.ts';
import { standIn } from '../standIn.ts';
import type { PlayedPerson } from './playedPerson.ts';

export function editingContextOf(
  { services }: Pick<Product, 'services'>,
  { messages, run, shown }: PlayedPerson,
  parts: Partial<EditingContext> = {},
): EditingContext {
  return standIn<EditingContext>({
    services,
    messages,
    run,
    settings: standIn({ confirmSend: () => 'never', schemaErrors: () => 'warn' }),
    schemas: standIn({}),
    sendings: new ActiveSends(messages),
    comparisons: standIn({
      show: (title) => Promise.resolve(void shown.push(`difference: ${title}`)),
    }),
    documents: new OpenDocuments({
      flush: () => Promise.resolve(),
      saveFlushed: () => Promise.resolve(false),
    }),
    ...parts,
  });
}
