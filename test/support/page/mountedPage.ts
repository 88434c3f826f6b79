// A page as its webview has it: its own script, its own style, and a host that answers by a script.

// The library looks for a document while it is loaded.
import './dom.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure, screen } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { useLanguage } from '../../../src/core/language.ts';
import type { HostMessage, PageMessage, Requests } from '../../../src/protocol/conversation.ts';
import type { WebviewApi } from '../../../src/webview/hostChannel.ts';
import { trackListeners } from './listeners.ts';

/** What the host answers. What it throws is a failure; what it does not know is answered with nothing. */
export type Answers<R extends Requests<R>> = {
  [N in keyof R]?: (asked: R[N][0]) => R[N][1] | Promise<R[N][1]>;
};

interface Script<R extends Requests<R>> {
  readonly name: 'form' | 'table';
  readonly answers: Answers<R>;
  /** What the page remembers of when it was last in sight. */
  readonly memory?: unknown;
  /** Messages of another language, as the host puts them into the page. */
  readonly texts?: Readonly<Record<string, string>>;
}

// Without the whole document.
configure({ getElementError: (message) => new Error(message?.split('\n\n')[0]) });

/** Pages so far: each has a script of its own, as in a webview. */
let pages = 0;

export class MountedPage<R extends Requests<R>, E> {
  /** What the page asked, in its order. May be emptied. */
  readonly asked: { readonly name: keyof R; readonly with: unknown }[] = [];
  /** The library's queries by role and name, as a screen reader has them. */
  readonly screen = screen;
  /** Types, presses keys and clicks as a browser does; a part of the library. */
  readonly person: UserEvent;
  /** May change while the page lives. */
  readonly answers: Answers<R>;
  /** What the page remembers. */
  memory: unknown;
  readonly #undo: (() => void)[] = [];
  readonly #unanswered = new Set<number>();

  private constructor({ answers, memory }: Script<R>) {
    this.answers = answers;
    this.memory = memory;
    this.person = userEvent.setup({ document, delay: null });
  }

  /** Resolves when the page is drawn. */
  static async of<R extends Requests<R>, E>(script: Script<R>): Promise<MountedPage<R, E>> {
    const page = new MountedPage<R, E>(script);
    page.#undo.push(trackListeners());
    page.#dress(script.name);
    if (script.texts !== undefined) document.body.dataset.texts = JSON.stringify(script.texts);
    const api: WebviewApi<R> = {
      postMessage: (message) => void page.#answer(delivered(message)),
      getState: () => page.memory,
      setState: (memory) => {
        page.memory = delivered(memory);
      },
    };
    Object.assign(globalThis, { acquireVsCodeApi: () => api });
    pages += 1;
    await import(`../../../src/${script.name}/${script.name}.ts?page=${pages}`);
    await page.settled();
    return page;
  }

  /** The host reports something. Resolves when that is drawn. */
  async report<N extends keyof E>(event: N, payload: E[N]): Promise<void> {
    this.#post({ event, with: payload });
    await this.settled();
  }

  /** Resolves when the host has answered what it can answer at once, and the page has drawn what came of it. */
  async settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1)
      await new Promise<void>((resolve) => {
        setImmediate(() => requestAnimationFrame(() => resolve()));
      });
  }

  /** What was asked under this name. */
  askedFor<N extends keyof R>(name: N): R[N][0][] {
    return this.asked.filter((each) => each.name === name).map((each) => each.with);
  }

  /** The words of an element that are seen, spaces as one. */
  words(element: Element = document.body): string {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const seen: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest('.unseen, style') === null && parent.checkVisibility()) seen.push(node.textContent ?? '');
    }
    return seen.join('').replaceAll(/\s+/g, ' ').trim();
  }

  /** As its tab is closed. */
  close(): void {
    window.dispatchEvent(new window.Event('pagehide'));
    for (const call of this.#unanswered)
      this.#post({ answered: call, failure: { kind: 'cancelled', message: 'The page is closed.' } });
    for (const undo of this.#undo.reverse()) undo();
    document.body.replaceChildren();
    delete document.body.dataset.texts;
    useLanguage('en', undefined);
  }

  async #answer({ request, call, with: asked }: PageMessage<R>): Promise<void> {
    this.asked.push({ name: request, with: asked });
    this.#unanswered.add(call);
    try {
      const result: unknown = await this.answers[request]?.(asked);
      if (this.#unanswered.delete(call)) this.#post({ answered: call, result });
    } catch (error) {
      const { kind = 'unexpectedResponse', message } = error as Error & { kind?: string };
      if (this.#unanswered.delete(call)) this.#post({ answered: call, failure: { kind, message } });
    }
  }

  #post(data: HostMessage<E>): void {
    window.dispatchEvent(new window.MessageEvent('message', { data: delivered(data) }));
  }

  #dress(name: string): void {
    const style = document.createElement('style');
    const root = join(import.meta.dirname, '../../..');
    style.textContent = `[popover] { display: none } ${readFileSync(join(root, `media/${name}.css`), 'utf8')}`;
    document.head.append(style);
    this.#undo.push(() => {
      style.remove();
    });
  }
}

/** As VS Code hands messages over. */
function delivered<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}
