// A series of questions: what is asked, where Back leads, and what is kept of one that was closed.

import assert from 'node:assert/strict';
import { cancelled } from '../../../../src/core/errors.ts';
import { BACK } from '../../../../src/vscode/command/ask.ts';
import { askSeries, type AskStep, type Series } from '../../../../src/vscode/command/series.ts';

interface Answers {
  readonly action: string;
  readonly value: string;
  readonly onFailure: string;
}

/** Closes the box in which something was typed already. */
const CLOSE = Symbol('close');

type Answer = string | typeof BACK | typeof CLOSE;

/**
 * Asks for action, value and on_failure with these answers, one after the other; a value only where the action is
 * `set`, which is not known before. With each question as it was asked.
 */
function played(input: readonly Answer[], options: Partial<Series<Answers>> = {}) {
  const answers = [...input];
  const asked: string[] = [];
  const question =
    (field: keyof Answers): AskStep<Answers> =>
    (before, { step, totalSteps, canGoBack }, keep) => {
      asked.push(
        `${field} ${step ?? '-'}${totalSteps === undefined ? '' : `/${totalSteps}`}${canGoBack === true ? ' <' : ''}${before[field] === undefined ? '' : ` [${before[field]}]`}`,
      );
      const answer = answers.shift();
      if (answer === CLOSE) {
        keep({ [field]: 'half' });
        return Promise.reject(cancelled());
      }
      return Promise.resolve(answer === BACK ? BACK : { [field]: answer });
    };
  const series = askSeries<Answers>({
    title: 'Change',
    input: {},
    ...options,
    questions: { action: question('action'), value: question('value'), onFailure: question('onFailure') },
    leadsTo: (field, { action }) => field !== 'value' || (action === undefined ? undefined : action === 'set'),
  });
  return { asked, series };
}

describe('A series of questions', () => {
  it('asks one after the other, and only the first has no way back', async () => {
    const { asked, series } = played(['set', 'gold', 'stop']);
    assert.deepEqual(await series, { action: 'set', value: 'gold', onFailure: 'stop' });
    assert.deepEqual(asked, ['action 1', 'value 2/3 <', 'onFailure 3/3 <']);
  });

  it('counts what its caller asks next', async () => {
    const { asked, series } = played(['set', 'gold', 'stop'], { stepsAfter: 1 });
    await series;
    assert.deepEqual(asked, ['action 1', 'value 2/4 <', 'onFailure 3/4 <']);
  });

  it('does not ask what is given', async () => {
    const { asked, series } = played(['gold', 'stop'], { input: { action: 'set' } });
    assert.deepEqual(await series, { action: 'set', value: 'gold', onFailure: 'stop' });
    assert.deepEqual(asked, ['value 1/2', 'onFailure 2/2 <']);
  });

  it('leads back to the question before, which has its answer still', async () => {
    const { asked, series } = played(['set', 'gold', BACK, 'silver', 'stop']);
    assert.deepEqual(await series, { action: 'set', value: 'silver', onFailure: 'stop' });
    assert.deepEqual(asked.slice(3), ['value 2/3 < [gold]', 'onFailure 3/3 <']);
  });

  it('passes by what does not apply, on the way back too', async () => {
    const { asked, series } = played(['remove', BACK, 'rename', 'stop']);
    assert.deepEqual(await series, { action: 'rename', onFailure: 'stop' });
    assert.deepEqual(asked, ['action 1', 'onFailure 2/2 <', 'action 1/2 [remove]', 'onFailure 2/2 <']);
  });

  it('answers nothing that was given in a closed one and does not apply now', async () => {
    await assert.rejects(played(['set', 'gold', CLOSE], { subject: 'half' }).series, { kind: 'cancelled' });
    assert.deepEqual(await played(['remove', 'stop'], { subject: 'half' }).series, {
      action: 'remove',
      onFailure: 'stop',
    });
  });

  it('has no number and no way back where it is the only question', async () => {
    const { asked, series } = played([BACK, 'stop'], { input: { action: 'remove' } });
    assert.deepEqual(await series, { action: 'remove', onFailure: 'stop' });
    assert.deepEqual(asked, ['onFailure -', 'onFailure -']);
  });

  it('that was closed has what was typed the next time, once, and never in one about something else', async () => {
    await assert.rejects(played(['set', CLOSE], { subject: 'staging' }).series, { kind: 'cancelled' });
    const other = played(['set', 'gold', 'stop'], { subject: 'production' });
    await other.series;
    assert.deepEqual(other.asked.slice(0, 2), ['action 1', 'value 2/3 <']);
    const again = played(['set', 'gold', 'stop'], { subject: 'staging' });
    await again.series;
    assert.deepEqual(again.asked, ['action 1/3 [set]', 'value 2/3 < [half]', 'onFailure 3/3 <']);
    const afterwards = played(['set', 'gold', 'stop'], { subject: 'staging' });
    await afterwards.series;
    assert.deepEqual(afterwards.asked.slice(0, 2), ['action 1', 'value 2/3 <']);
  });
});
