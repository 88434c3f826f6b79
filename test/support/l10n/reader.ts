// A person at the fake editor, who reads all that is shown and agrees to all that is asked.

import assert from 'node:assert/strict';
import { importReader } from '../../../src/bulk/importReader.ts';
import type { Log } from '../../../src/core/ports/log.ts';
import type { Settings } from '../../../src/core/ports/userSettings.ts';
import type { BulkContext } from '../../../src/vscode/bulk/bulkContext.ts';
import type { TablePanel } from '../../../src/vscode/table/tablePanel.ts';
import type { TableView } from '../../../src/vscode/table/tableView.ts';
import type { CommandId } from '../../../src/vscode/command/commandMap.ts';
import { CommandRunner } from '../../../src/vscode/command/commandRunner.ts';
import { ActiveSends } from '../../../src/vscode/editing/documents/activeSends.ts';
import { OpenDocuments } from '../../../src/vscode/editing/documents/openDocuments.ts';
import { createHandlers } from '../../../src/vscode/handlers.ts';
import { Messages } from '../../../src/vscode/platform/messages.ts';
import type { FakeList } from '../editor/fakeVscode.ts';
import { FakeBox, forgetQuestions, nextQuestion, window } from '../editor/fakeVscode.ts';
import type { Product } from '../product.ts';
import { standIn } from '../standIn.ts';
import { withoutMarks } from './pseudoLanguage.ts';
import { sentenceCount } from './sentenceCount.ts';

const MOST_SENTENCES = { message: 2, error: 3, 'status bar': 2 } as const;

/** Who goes on after this many questions goes in a circle. */
const MOST_QUESTIONS = 30;

export class Reader {
  /** Each text once, with where it was shown. */
  readonly read = new Map<string, string>();
  /** Messages and dialogs that say more than one reads at a glance. */
  readonly tooLong: string[] = [];
  readonly tables: TableView[] = [];
  /** Groups whose forms begin in the mapping. */
  readonly arrived: string[] = [];
  readonly #product: Product;
  readonly #runner: CommandRunner;
  readonly #closing: ((event: undefined) => void)[] = [];
  readonly #before = { ...window };
  #answers: string[] = [];
  #question: Promise<FakeList | FakeBox> | undefined;

  constructor(product: Product) {
    this.#product = product;
    const messages = new Messages(product.redactor);
    const log = standIn<Log>({
      bug: (error) => {
        throw error;
      },
      warn: () => undefined,
      info: () => undefined,
    });
    const handlers = createHandlers(this.#context(messages));
    this.#runner = new CommandRunner(() => Promise.resolve(handlers), messages, log);
    const shows =
      (where: keyof typeof MOST_SENTENCES) =>
      (text: string, ...buttons: readonly (string | { readonly detail?: string })[]): Promise<string | undefined> => {
        this.#see(where, text);
        if (sentenceCount(text) > MOST_SENTENCES[where]) this.tooLong.push(text);
        const labels = buttons.filter((button) => typeof button === 'string');
        for (const button of buttons) this.#see(where, typeof button === 'string' ? button : button.detail);
        for (const button of buttons) if (typeof button !== 'string') this.#measure(button.detail ?? '');
        return Promise.resolve(labels.length < buttons.length ? this.#chosen(labels) : undefined);
      };
    Object.assign(window, {
      showInformationMessage: shows('message'),
      showWarningMessage: shows('message'),
      showErrorMessage: shows('error'),
      setStatusBarMessage: shows('status bar'),
    });
  }

  close(): void {
    // A table that stays open would be found by the next test.
    for (const close of this.#closing) close(undefined);
    Object.assign(window, this.#before);
    forgetQuestions();
  }

  /** Runs a command as a row of the list does. `answers` are in English, in their order; others are the first ones. */
  async run(id: CommandId, input: Readonly<Record<string, unknown>>, ...answers: readonly string[]): Promise<void> {
    this.#answers = [...answers];
    await this.#answering(this.#runner.run(id, () => ({ origin: 'item', input })));
    assert.deepEqual(this.#answers, [], `${id} has asked for each answer`);
  }

  /** Presses the first button of the newest table that can be pressed. */
  async press(...answers: readonly string[]): Promise<void> {
    const table = this.tables.at(-1);
    await this.readTables();
    const action = table?.now().actions.find(({ isEnabled }) => isEnabled);
    this.#answers = [...answers];
    if (action !== undefined) await this.#answering(Promise.resolve(table?.onAction(action.id)));
    await this.readTables();
  }

  async readTables(): Promise<void> {
    for (const table of this.tables) {
      this.see('table', [table.title, table.columns, table.now()]);
      const { rows } = await table.rows({ offset: 0, limit: 100 });
      this.see('row of a table', rows);
    }
  }

  /** All texts of the value. */
  see(where: string, value: unknown): void {
    if (typeof value === 'string') this.#see(where, value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) if (!NO_TEXTS.has(key)) this.see(where, each);
  }

  /** What a dialog says: three lines, beside the items of lists. */
  #measure(detail: string): void {
    const lines = detail.split('\n').filter((line) => !line.startsWith('• '));
    if (lines.length > 3) this.tooLong.push(detail);
    this.tooLong.push(...lines.filter((line) => sentenceCount(line) > 2));
  }

  #see(where: string, text: string | undefined): void {
    if (text !== undefined && !this.read.has(text)) this.read.set(text, where);
  }

  async #answering(work: Promise<unknown>): Promise<void> {
    const ended = work.then(() => undefined);
    for (let asked = 0; ; asked += 1) {
      this.#question ??= nextQuestion();
      const question = await Promise.race([this.#question, ended]);
      if (question === undefined) return;
      this.#question = undefined;
      if (asked > MOST_QUESTIONS) question.close();
      else await this.#answer(question);
    }
  }

  async #answer(question: FakeList | FakeBox): Promise<void> {
    await settled();
    const where = question instanceof FakeBox ? 'box' : 'list';
    this.see(where, [question.title, question.placeholder]);
    if (question instanceof FakeBox) {
      const answer = this.#answers.shift();
      this.see(where, [question.prompt, question.validationMessage]);
      question.type('');
      question.accept();
      this.see(where, question.validationMessage);
      if (answer !== undefined) question.type(answer);
      this.see(where, question.validationMessage);
    } else {
      this.see(
        where,
        question.items.map(({ label, description, detail }) => [label, description, detail]),
      );
      const chosen = this.#chosen(question.items.map(({ label }) => label));
      question.activeItems = question.items.filter(({ label }) => label === chosen);
    }
    question.accept();
    await settled();
    if (!question.isDisposed) question.close();
  }

  /** The one that is meant, or the first. */
  #chosen(labels: readonly string[]): string | undefined {
    const [answer] = this.#answers;
    const meant = answer === undefined ? undefined : labels.find((label) => withoutMarks(label).includes(answer));
    if (meant !== undefined) this.#answers.shift();
    return meant ?? labels[0];
  }

  #context(messages: Messages): BulkContext {
    const { services, settings } = this.#product;
    return standIn<BulkContext>({
      services,
      messages,
      settings: standIn<Settings>({
        confirmSend: () => 'always',
        deliveryCommand: () => [],
        schemaErrors: () => settings.schemaErrors(),
        clipboardClearSeconds: () => 60,
      }),
      trust: { isTrusted: () => true, onDidChange: settings.onDidChange },
      clipboard: standIn({ copy: () => Promise.resolve(60), clear: () => Promise.resolve() }),
      comparisons: standIn({
        show: (title) => {
          this.#see('title of a comparison', title);
          return Promise.resolve();
        },
      }),
      unrecognizedResponses: standIn({ show: () => Promise.resolve() }),
      reports: standIn({
        show: (title, text) => {
          this.#see('title of a report', title);
          for (const line of text.split('\n')) this.#see('report', line);
          return Promise.resolve();
        },
      }),
      // What a run meets whose product is closed under it is logged as a bug, and shown to nobody.
      log: standIn({ show: () => undefined, request: () => undefined, info: () => undefined, bug: () => undefined }),
      run: (id, about) => this.#runner.executeOnItem(id, about),
      files: standIn({
        become: () => Promise.resolve(),
        noteArrival: (group) => {
          this.arrived.push(String(group));
        },
      }),
      documents: new OpenDocuments({ flush: () => Promise.resolve(), saveFlushed: () => Promise.resolve(true) }),
      fileConnections: standIn({
        of: () => Promise.resolve(undefined),
        chosenFor: () => undefined,
        choose: () => Promise.resolve(),
      }),
      sendings: new ActiveSends(messages),
      schemas: standIn({ errorsIn: () => Promise.resolve([]) }),
      tree: standIn({
        filter: undefined,
        showMatching: () => undefined,
        reveal: () => Promise.resolve(),
      }),
      importReader: () => Promise.resolve(importReader),
      openTable: (view) => {
        this.tables.push(view);
        return standIn<TablePanel>({
          column: undefined,
          update: () => undefined,
          show: () => undefined,
          dispose: () => undefined,
          onDidClose: (listener) => {
            this.#closing.push(listener);
            return { dispose: () => undefined };
          },
        });
      },
    });
  }
}

/** Properties that are read by the program alone. */
const NO_TEXTS = new Set([
  'id',
  'key',
  'mark',
  'kind',
  'value',
  'iconPath',
  'icon',
  'command',
  'severity',
  'sortedBy',
  'rowKey',
  'offers',
]);

/** What is ready by now has been done. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
