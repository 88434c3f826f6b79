// Questions before something dangerous: only their own button is consent, and on a guarded connection a typed name.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import {
  asksBeforeSending,
  askConnectionName,
  confirm,
  confirmByName,
  confirmOn,
  environmentsLine,
  remarksLine,
} from '../../../../src/vscode/command/confirm.ts';
import type { Settings } from '../../../../src/core/ports/userSettings.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Question } from '../../../../src/vscode/platform/messages.ts';
import { forgetQuestions, nextBox } from '../../../support/editor/fakeVscode.ts';
import { PRODUCTION, SANDBOX, TESTING } from '../../../support/connections.ts';
import { standIn } from '../../../support/standIn.ts';

const UNDECLARED: Connection = { ...TESTING, id: '4', name: 'eu', environment: undefined };

/** A window whose dialogs all get this answer. */
function answering(answer: string | undefined) {
  const asked: Question[] = [];
  const context = standIn<CommandContext>({
    messages: standIn({
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    }),
  });
  return { asked, context };
}

const QUESTION = { title: 'Remove it?', detail: ['It is gone then.'], answer: 'Remove' };

describe('A question before something dangerous', () => {
  it('is agreed to by its own button alone', async () => {
    for (const answer of [undefined, 'Other'])
      await assert.rejects(confirm(answering(answer).context, QUESTION), { kind: 'cancelled' });
    const { context, asked } = answering('Remove');
    await confirm(context, QUESTION);
    assert.deepEqual(asked, [{ title: 'Remove it?', detail: ['It is gone then.'], answers: ['Remove'] }]);
  });

  it('begins with the environment where viewers may be affected', async () => {
    for (const [connection, first] of [
      [TESTING, []],
      [SANDBOX, []],
      [PRODUCTION, ['Environment: PRODUCTION.']],
      [UNDECLARED, ['Environment: undeclared, guarded like production.']],
    ] as const) {
      const { context, asked } = answering('Remove');
      await confirmOn(context, connection, QUESTION);
      assert.deepEqual(asked[0]?.detail, [...first, 'It is gone then.']);
    }
    assert.deepEqual([[], [TESTING], [PRODUCTION], [TESTING, PRODUCTION]].map(environmentsLine), [
      [],
      [],
      ['Environment: PRODUCTION.'],
      [{ heading: 'Environments:', items: ['"staging": Testing', '"production": PRODUCTION'] }],
    ]);
  });

  it('lists what to look at first below a heading, where there is more than one', () => {
    assert.deepEqual(
      [[], ['One.'], ['One.', 'Two.']].map((remarks) => remarksLine(remarks)),
      [[], ['One.'], [{ heading: 'Check first:', items: ['One.', 'Two.'] }]],
    );
  });

  it('comes before each sending as userGroups.confirmSend says', () => {
    const asking = (['always', 'customer', 'never'] as const).map((setting) =>
      [TESTING, PRODUCTION, UNDECLARED, SANDBOX]
        .filter((connection) => asksBeforeSending(standIn<Settings>({ confirmSend: () => setting }), connection))
        .map(({ name }) => name),
    );
    assert.deepEqual(asking, [['staging', 'production', 'eu', 'Sandbox'], ['production', 'eu'], []]);
  });
});

describe('A name that is typed as consent', () => {
  const NAMED = { ...QUESTION, what: 'Remove it', note: 'It is gone then.' };

  it('is asked for after the question, on a guarded connection', async () => {
    const { context, asked } = answering('Remove');
    const confirmed = confirmByName(context, PRODUCTION, NAMED);
    const box = await nextBox();
    assert.deepEqual(
      [asked.length, box.title, box.prompt, box.placeholder, box.value],
      [1, 'Remove it (PRODUCTION)', 'Type "production" to confirm. It is gone then.', 'production', ''],
    );
    box.enter('production');
    await confirmed;
  });

  it('is asked for by the title of the question, without a remark, where nothing else is said', async () => {
    const confirmed = confirmByName(answering('Remove').context, PRODUCTION, QUESTION);
    const box = await nextBox();
    assert.deepEqual([box.title, box.prompt], [`${QUESTION.title} (PRODUCTION)`, 'Type "production" to confirm.']);
    await box.cancel(confirmed);
  });

  it('is not asked for on another connection, nor once the question was declined', async () => {
    await confirmByName(answering('Remove').context, TESTING, NAMED);
    await assert.rejects(confirmByName(answering(undefined).context, PRODUCTION, NAMED), { kind: 'cancelled' });
    assert.deepEqual(forgetQuestions(), []);
  });

  it('is the name and nothing else, and closing its box is no consent', async () => {
    const asking = askConnectionName(TESTING, { what: 'Rotate 3 tokens' });
    const box = await nextBox();
    assert.deepEqual(
      [box.title, box.prompt, box.validationMessage],
      ['Rotate 3 tokens (Testing)', 'Type "staging" to confirm.', undefined],
    );
    for (const typed of ['', 'Staging', 'staging ']) {
      box.enter(typed);
      assert.equal(box.validationMessage?.message, 'Type "staging" exactly.', typed);
    }
    await box.cancel(asking);
  });
});
