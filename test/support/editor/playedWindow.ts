// A window for handlers of commands, with the person played: what is asked, said and run, and which tables open.

import { importReader } from '../../../src/bulk/importReader.ts';
import type { BulkContext } from '../../../src/vscode/bulk/bulkContext.ts';
import type { Question } from '../../../src/vscode/platform/messages.ts';
import { OpenDocuments } from '../../../src/vscode/editing/documents/openDocuments.ts';
import type { TableView } from '../../../src/vscode/table/tableView.ts';
import type { Product } from '../product.ts';
import { standIn } from '../standIn.ts';

export interface OpenTable {
  readonly view: TableView;
  isClosed: boolean;
  /** How often it was brought to the front again, and told of a change. */
  raised: number;
  updates: number;
  readonly close: () => void;
}

export interface PlayedWindow {
  readonly context: BulkContext;
  /** Dialogs. */
  readonly asked: Question[];
  /** Notices with their buttons, and what is shown in passing. */
  readonly said: string[];
  /** Commands, each with what it is about. */
  readonly ran: string[];
  readonly copied: string[];
  readonly bugs: unknown[];
  readonly tables: OpenTable[];
}

/** Given one after the other, to dialogs and notices; then nobody answers. */
type Answers = readonly (string | undefined)[];

/** To be called inside a `describe`: windows whose tables are closed after the test. */
export function playedWindows(): (product: Product, answers?: Answers, parts?: Partial<BulkContext>) => PlayedWindow {
  const opened: OpenTable[] = [];
  afterEach(() => {
    for (const table of opened.splice(0)) table.close();
  });
  return (product, answers = [], parts = {}) => windowOf(product, [...answers], parts, (table) => opened.push(table));
}

function windowOf(
  { services, settings }: Product,
  left: (string | undefined)[],
  parts: Partial<BulkContext>,
  onOpen: (table: OpenTable) => void,
): PlayedWindow {
  const seen = {
    asked: [] as Question[],
    said: [] as string[],
    ran: [] as string[],
    copied: [] as string[],
    bugs: [] as unknown[],
    tables: [] as OpenTable[],
  };
  const say =
    (how: string) =>
    (text: string, ...buttons: readonly string[]): Promise<string | undefined> => {
      seen.said.push([`${how}: ${text}`, ...buttons].join(' | '));
      return Promise.resolve(left.shift());
    };
  const context = standIn<BulkContext>({
    services,
    settings,
    tree: standIn({ filter: undefined }),
    documents: new OpenDocuments({ flush: () => Promise.resolve(), saveFlushed: () => Promise.resolve(false) }),
    schemas: standIn({ errorsIn: () => Promise.resolve([]) }),
    trust: { isTrusted: () => true, onDidChange: () => ({ dispose: () => undefined }) },
    fileConnections: standIn({ chosenFor: () => undefined, choose: () => Promise.resolve() }),
    importReader: () => Promise.resolve(importReader),
    deliverBy: () => () => Promise.resolve(),
    clipboard: standIn({ copy: (token) => Promise.resolve(seen.copied.push(token)) }),
    log: standIn({ bug: (error) => void seen.bugs.push(error), info: () => undefined }),
    run: (id, about) => Promise.resolve(void seen.ran.push(`${id} ${JSON.stringify(about)}`)),
    messages: standIn({
      info: say('info'),
      warn: say('warn'),
      error: say('error'),
      status: (text) => void seen.said.push(`status: ${text}`),
      ask: (question) => {
        seen.asked.push(question);
        return Promise.resolve(left.shift());
      },
    }),
    openTable: (view) => {
      const listeners: (() => void)[] = [];
      const table: OpenTable = {
        view,
        isClosed: false,
        raised: 0,
        updates: 0,
        close: () => {
          if (table.isClosed) return;
          table.isClosed = true;
          for (const listener of listeners) listener();
        },
      };
      seen.tables.push(table);
      onOpen(table);
      return standIn({
        update: () => void (table.updates += 1),
        show: () => void (table.raised += 1),
        dispose: table.close,
        onDidClose: (listener) => {
          listeners.push(() => {
            listener(undefined);
          });
          return { dispose: () => undefined };
        },
      });
    },
    ...parts,
  });
  return { context, ...seen };
}
