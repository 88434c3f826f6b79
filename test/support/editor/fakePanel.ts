// A tab of VS Code that shows a page, with the test in the page's place.

import { Emitter } from '../../../src/core/emitter.ts';
import type { Uri } from './fakeFiles.ts';

export class FakePanel {
  readonly viewType: string;
  title: string;
  viewColumn: number | undefined;
  /** Columns in which it was brought to the front. */
  readonly revealed: (number | undefined)[] = [];
  /** What the page was sent. */
  readonly posted: unknown[] = [];
  readonly #received = new Emitter<unknown>();
  readonly #disposed = new Emitter<undefined>();
  readonly #viewStateChanged = new Emitter<undefined>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewStateChanged.event;
  visible = true;
  active = true;
  readonly options: object;
  readonly webview = {
    html: '',
    options: {},
    cspSource: 'https://page.example',
    asWebviewUri: ({ path }: Uri) => ({ toString: () => `page:${path}` }),
    onDidReceiveMessage: this.#received.event,
    postMessage: (message: unknown) => {
      this.posted.push(message);
      return Promise.resolve(true);
    },
  };

  constructor(viewType: string, title: string, viewColumn: number, options: object) {
    this.viewType = viewType;
    this.title = title;
    this.viewColumn = viewColumn;
    this.options = options;
  }

  /** As its page would. */
  receive(message: unknown): void {
    this.#received.fire(message);
  }

  /** As VS Code does when the tab is shown or hidden. */
  changeViewState(): void {
    this.#viewStateChanged.fire(undefined);
  }

  reveal(column?: number): void {
    this.revealed.push(column);
  }

  dispose(): void {
    this.#disposed.fire(undefined);
  }
}
