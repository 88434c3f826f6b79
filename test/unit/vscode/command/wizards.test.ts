// Every series of questions, walked through forward and back: its steps are counted correctly.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importReader } from '../../../../src/bulk/importReader.ts';
import { askChange } from '../../../../src/vscode/bulk/changeQuestions.ts';
import { importGroups } from '../../../../src/vscode/bulk/importGroups.ts';
import type { Handlers } from '../../../../src/vscode/command/commandRunner.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { HistoryContext } from '../../../../src/vscode/sending/historyTab.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { createHandlers } from '../../../../src/vscode/handlers.ts';
import type { Question } from '../../../../src/vscode/platform/messages.ts';
import { FakeList, nextQuestion, Uri, window, type FakeBox } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

interface Wizard {
  readonly name: string;
  readonly begin: (product: Product) => Promise<unknown>;
  /** To its questions: what is typed or chosen. */
  readonly answers: readonly string[];
  /** How many of them lead back. Absent: all. */
  readonly leadingBack?: number;
  /** While the first question is open for the first time, nobody knows how many follow. */
  readonly isOpenAtFirst?: true;
}

const FROM_PALETTE: Invocation = { origin: 'palette', input: {} };
const folder = temporaryFolder('user-groups-wizards-');

const contextOf = ({ services }: Product): BulkContext & HistoryContext =>
  standIn({
    services,
    importReader: () => Promise.resolve(importReader),
    clipboard: standIn({ clear: () => Promise.resolve() }),
    messages: standIn({
      status: () => undefined,
      info: () => Promise.resolve(undefined),
      ask: ({ answers }: Question, onShow?: () => void) => {
        onShow?.();
        return Promise.resolve(answers.at(-1));
      },
    }),
  });

const run =
  (id: keyof Handlers, invocation = FROM_PALETTE) =>
  (product: Product): Promise<unknown> =>
    Promise.resolve(createHandlers(contextOf(product))[id](invocation));

const WIZARDS: readonly Wizard[] = [
  {
    name: 'Add Connection…',
    begin: run('userGroups.addConnection'),
    // The API token is one of its steps, which leads back to none.
    answers: ['production', 'https://dashboards.example.com', 'Customer', 'a-new-api-token'],
    leadingBack: 3,
  },
  {
    name: 'Edit Connection…',
    begin: run('userGroups.editConnection', { origin: 'item', input: { connection: 'staging' } }),
    answers: ['renamed', 'https://renamed.example.com', 'Testing'],
  },
  {
    name: 'Add Existing User Group…',
    begin: run('userGroups.addExisting'),
    answers: ['$(server) staging', 'acme', 'Acme'],
  },
  {
    name: 'Get or Create User Group…',
    begin: run('userGroups.getOrCreate'),
    answers: ['$(server) staging', 'acme', 'Acme', 'Get or Create Now'],
  },
  {
    name: 'Import Groups from File…',
    begin: (product) => importGroups(contextOf(product), FROM_PALETTE),
    answers: ['$(server) staging', '$(arrow-right) Continue to Preview'],
  },
  {
    name: 'Edit Multiple Groups…',
    begin: ({ connection }) =>
      askChange({
        connection,
        words: 'all groups that a wizard is about',
        input: {},
        namesOf: () => [{ value: 'region', description: 'in 66 groups' }],
        requireReadable: () => Promise.resolve(),
      }),
    answers: ['Set a property', 'region', '"EU"'],
    isOpenAtFirst: true,
  },
];

describe('The steps of every wizard', () => {
  const start = productStarter();
  const { showOpenDialog } = window;
  before(() => {
    const file = join(folder, 'customers.csv');
    writeFileSync(file, 'id,name\n1,One\n');
    window.showOpenDialog = () => Promise.resolve([Uri.file(file)]);
  });
  after(() => {
    window.showOpenDialog = showOpenDialog;
    rmSync(folder, { recursive: true });
  });

  for (const { name, begin, answers, leadingBack = answers.length, isOpenAtFirst } of WIZARDS) {
    it(`count what they are, forward and back: ${name}`, async () => {
      const product = await start();
      product.settings.edit([
        ...product.settings.entries,
        { name: 'second', baseUrl: 'https://second.example.com', environment: 'Testing' },
      ]);
      const wizard = begin(product).catch((error: unknown) => error);
      const seen: string[] = [];
      const next = async (): Promise<FakeBox | FakeList> => {
        const question = await nextQuestion();
        seen.push(`${question.step} of ${question.totalSteps}`);
        return question;
      };
      let question = await next();
      const forwardTo = async (end: number): Promise<void> => {
        for (const text of answers.slice(Number(question.step) - 1, end - 1)) {
          answer(question, text);
          // Until the next one is there, what is typed would go into a document without it.
          const former = question;
          assert.deepEqual([former.busy, former.isDisposed], [true, false]);
          question = await next();
          assert.ok(former.isDisposed);
        }
      };
      await forwardTo(leadingBack);
      for (let step = leadingBack; step > 1; step -= 1) {
        question.back();
        question = await next();
      }
      await forwardTo(answers.length);
      question.close();
      await wizard;
      const all = answers.map((_, index) => `${index + 1} of ${answers.length}`);
      const [first = '', ...others] = all;
      assert.deepEqual(seen, [
        isOpenAtFirst === true ? '1 of undefined' : first,
        ...others.slice(0, leadingBack - 1),
        ...all.slice(0, leadingBack - 1).toReversed(),
        ...others,
      ]);
    });
  }
});

const ABOUT_ACME: Invocation = { origin: 'item', input: { connection: 'staging', user_group_id: 'acme' } };

/** A dialog between two questions. */
const DIALOG = Symbol('dialog');

/** Each asks for something that is typed after another question or after a dialog. */
const TYPED: Readonly<Record<string, readonly [ReturnType<typeof run>, ...(string | typeof DIALOG)[]]>> = {
  'Set API Token…': [run('userGroups.setApiToken'), '$(server) second', 'a-new-api-token'],
  'Rotate a Leaked Token…': [
    run('userGroups.rotateLeakedToken'),
    'a-group-token',
    '$(server-environment) staging',
    DIALOG,
    'staging',
  ],
  'Move Connection to Another API…': [
    run('userGroups.moveToApi'),
    '$(server-environment) staging',
    'user-group',
    DIALOG,
    'staging',
  ],
  'Change ID…': [run('userGroups.changeId', ABOUT_ACME), 'acme-2', DIALOG, 'staging'],
  'Rotate User Group Token…': [run('userGroups.rotateToken', ABOUT_ACME), DIALOG, 'staging'],
  'Delete from Service…': [run('userGroups.delete', ABOUT_ACME), DIALOG, 'staging'],
  'Remove Connection…': [run('userGroups.removeConnection', ABOUT_ACME), DIALOG, 'staging'],
  'Delete All Local Data…': [run('userGroups.deleteLocalData'), DIALOG, 'delete'],
};

describe('The box of a command that asks for a secret or a name', () => {
  const start = productStarter();

  for (const [name, [begin, ...answers]] of Object.entries(TYPED))
    it(`stays until all is answered, so that nothing is typed into a document: ${name}`, async () => {
      const product = await start({ entry: { api: 'customer', environment: 'Customer' } });
      await product.services.sending.getOrCreate(product.connection, documentOf());
      product.settings.edit([
        ...product.settings.entries,
        { name: 'second', baseUrl: 'https://second.example.com', environment: 'Testing' },
      ]);
      const done = begin(product).catch((error: unknown) => error);
      const asked: (FakeBox | FakeList)[] = [];
      for (const text of answers) {
        const question = await nextQuestion();
        assert.ok(asked.every(({ isDisposed }) => isDisposed));
        asked.push(question);
        assert.ok(stays(question, text), question.title);
      }
      await done;
      assert.ok(asked.every(({ isDisposed }) => isDisposed));
    });
});

function answer(question: FakeBox | FakeList, text: string): void {
  if (question instanceof FakeList && question.labels.includes(text)) question.choose(text);
  else question.enter(text);
}

/** Whether the box stays once it is answered, or is the empty one to which a dialog gives the focus back. */
function stays(question: FakeBox | FakeList, text: string | typeof DIALOG): boolean {
  if (text === DIALOG) return question.title === '' && question.busy;
  answer(question, text);
  return question.busy && !question.isDisposed;
}
