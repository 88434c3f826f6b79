// Tables without their pages: a test asks and presses what a page would.

import { EventEmitter } from 'node:events';
import * as vscode from 'vscode';
import type { TableRow, TableState } from '../../../src/protocol/tableProtocol.ts';
import { standIn } from '../../support/standIn.ts';

type Answer =
  | { readonly answered: number; readonly result?: unknown; readonly failure?: { readonly message: string } }
  | { readonly event: string; readonly with: unknown };

const windowOfEditor: { createWebviewPanel: typeof vscode.window.createWebviewPanel } = vscode.window;
const make = windowOfEditor.createWebviewPanel;

export class TestTable {
  readonly title: string;
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #said = new EventEmitter();
  #call = 0;

  constructor(title: string) {
    this.title = title;
  }

  get panel(): vscode.WebviewPanel {
    const webview = standIn<vscode.Webview>({
      html: '',
      cspSource: '',
      options: {},
      onDidReceiveMessage: this.#received.event,
      asWebviewUri: (uri: vscode.Uri) => uri,
      postMessage: (message: Answer) => {
        this.#said.emit('answered' in message ? `answer ${message.answered}` : 'state', message);
        return Promise.resolve(true);
      },
    });
    return standIn<vscode.WebviewPanel>({
      title: this.title,
      webview,
      onDidDispose: this.#disposed.event,
      reveal: () => undefined,
      dispose: () => {
        this.close();
      },
    });
  }

  async state(): Promise<TableState> {
    return ((await this.#ask('open', undefined)) as { readonly state: TableState }).state;
  }

  async rows(filter?: string): Promise<readonly TableRow[]> {
    return (
      (await this.#ask('slice', { offset: 0, limit: 200, ...(filter !== undefined && { filter }) })) as {
        readonly rows: readonly TableRow[];
      }
    ).rows;
  }

  /** Presses the button. Rejects with what would be shown above the table. */
  async press(action: string): Promise<void> {
    await this.#ask('act', { action });
  }

  /** Resolves when the button is offered. */
  async offers(action: string): Promise<void> {
    for (;;) {
      const reported = new Promise((resolve) => {
        this.#said.once('state', resolve);
      });
      const { actions } = await this.state();
      if (actions.some(({ id, isEnabled }) => id === action && isEnabled)) return;
      await reported;
    }
  }

  close(): void {
    this.#disposed.fire();
  }

  #ask(request: string, asked: unknown): Promise<unknown> {
    this.#call += 1;
    const call = this.#call;
    const answered = new Promise((resolve, reject) => {
      this.#said.once(`answer ${call}`, ({ result, failure }: Extract<Answer, { answered: number }>) => {
        if (failure === undefined) resolve(result);
        else reject(new Error(failure.message));
      });
    });
    this.#received.fire({ request, call, with: asked });
    return answered;
  }
}

/** From now on tables that are opened are given to the test; ends with what this answers. */
export function catchTables(): { readonly tables: TestTable[]; readonly end: () => void } {
  const tables: TestTable[] = [];
  windowOfEditor.createWebviewPanel = (_type, title) => {
    const table = new TestTable(title);
    tables.push(table);
    return table.panel;
  };
  return {
    tables,
    end: () => {
      windowOfEditor.createWebviewPanel = make;
    },
  };
}
