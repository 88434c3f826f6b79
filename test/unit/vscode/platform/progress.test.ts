// Progress of a request: shown once it takes longer, with what is waited for, and cancelled by the person.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { withProgress, type ProgressOptions } from '../../../../src/vscode/platform/progress.ts';
import { window } from '../../../support/editor/fakeVscode.ts';

describe('Progress', () => {
  const shownBefore = window.withProgress;
  let shown: unknown[];
  let cancel: () => void;
  let now: number;

  beforeEach(() => {
    shown = [];
    now = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => now);
    window.withProgress = async (options, task) => {
      shown.push(options);
      await task(
        { report: (step) => void shown.push(step) },
        {
          onCancellationRequested: (listener?: () => void) => {
            cancel = () => listener?.();
            return { dispose: () => void shown.push('closed') };
          },
        },
      );
      return undefined;
    };
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
    window.withProgress = shownBefore;
  });

  const settled = (): Promise<unknown> => new Promise(setImmediate);

  function begin(isCancellable?: boolean): {
    readonly ended: Promise<string>;
    readonly options: ProgressOptions;
    readonly end: PromiseWithResolvers<string>;
  } {
    const end = Promise.withResolvers<string>();
    let given: ProgressOptions | undefined;
    const ended = withProgress(
      'Updating [x](y)',
      (options) => {
        given = options;
        return end.promise;
      },
      isCancellable === undefined ? undefined : { isCancellable },
    );
    return { ended, options: given!, end };
  }

  const title = { location: 15, title: 'Updating [x]\u200B(y)', cancellable: true };

  it('is not shown of what takes less than half a second', async () => {
    const { ended, end } = begin();
    mock.timers.tick(499);
    end.resolve('done');
    assert.equal(await ended, 'done');
    mock.timers.tick(1);
    assert.deepEqual(shown, []);
  });

  it('is shown until it has ended, be it in vain', async () => {
    const { ended, end } = begin();
    mock.timers.tick(500);
    assert.deepEqual(shown, [title]);
    end.reject(new Error('in vain'));
    await assert.rejects(ended, /in vain/);
    await settled();
    assert.deepEqual(shown, [title, 'closed']);
  });

  it('is cancelled by the user, unless that is not possible', () => {
    begin(false);
    mock.timers.tick(500);
    assert.deepEqual(shown, [{ ...title, cancellable: false }]);
    const { options } = begin();
    const isCancelled = (): boolean | undefined => options.signal?.aborted;
    mock.timers.tick(500);
    assert.equal(isCancelled(), false);
    cancel();
    assert.equal(isCancelled(), true);
  });

  it('says what is waited for, as soon as it is shown', () => {
    const { options } = begin();
    options.onWaiting?.(1.2, 'service');
    mock.timers.tick(500);
    options.onWaiting?.(3, 'connection');
    assert.deepEqual(shown.slice(1), [
      { message: 'The service asks to wait 2 s' },
      { message: 'The connection limits its requests, waiting 3 s' },
    ]);
  });

  it('says how far it is five times a second at most', () => {
    const { options } = begin();
    options.say('1 left');
    mock.timers.tick(500);
    options.say('too early');
    now = 199;
    options.say('too early');
    now = 200;
    options.say('[0](x) left');
    assert.deepEqual(shown.slice(1), [{ message: '1 left' }, { message: '[0]\u200B(x) left' }]);
  });
});
