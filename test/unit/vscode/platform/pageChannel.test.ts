// The conversation with a page: answered in the order asked, and nothing but a sentence of what failed.

import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/emitter.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import { PageChannel, type FormAnswers } from '../../../../src/vscode/platform/pageChannel.ts';
import { standIn } from '../../../support/standIn.ts';

describe('A page', () => {
  let asked: Emitter<unknown>;
  let posted: unknown[];
  let logged: string[];
  let channel: PageChannel;
  const settled = (): Promise<unknown> => new Promise(setImmediate);

  function connect(answers: () => Promise<Partial<FormAnswers>>): void {
    asked = new Emitter();
    posted = [];
    logged = [];
    channel = new PageChannel(
      standIn<vscode.Webview>({
        onDidReceiveMessage: asked.event,
        postMessage: (message: unknown) => {
          posted.push(message);
          return Promise.resolve(true);
        },
      }),
      standIn<Log>({
        warn: (line) => void logged.push(`warning: ${line}`),
        bug: (error) => void logged.push(String(error)),
      }),
      async () => standIn<FormAnswers>(await answers()),
    );
  }

  afterEach(() => {
    channel.dispose();
  });

  const ask = (request: string, call: number): void => {
    asked.fire({ request, call, with: undefined });
  };

  it('is answered, in the order in which it asked', async () => {
    const order: string[] = [];
    connect(() =>
      Promise.resolve({
        rest: () => void order.push('rest'),
        undo: () => Promise.resolve(void order.push('undo')),
      }),
    );
    ask('rest', 1);
    ask('undo', 2);
    await settled();
    ask('rest', 3);
    await settled();
    assert.deepEqual(order, ['rest', 'undo', 'rest']);
    assert.deepEqual(posted, [
      { answered: 1, result: undefined },
      { answered: 2, result: undefined },
      { answered: 3, result: undefined },
    ]);
  });

  it('is told the sentence of a failure, and of a bug only that there was one', async () => {
    connect(() =>
      Promise.resolve({
        rest: () => {
          throw new UserGroupsError('conflict', 'It has changed.');
        },
        undo: () => Promise.reject(new Error('a secret')),
      }),
    );
    ask('rest', 1);
    ask('undo', 2);
    await settled();
    assert.deepEqual(posted, [
      { answered: 1, failure: { kind: 'conflict', message: 'It has changed.' } },
      { answered: 2, failure: { kind: 'bug', message: 'User Groups has an internal error. The log has the details.' } },
    ]);
    assert.deepEqual(logged, ['Error: a secret']);
  });

  it('is told so where nothing can answer it, and only what is understood is answered', async () => {
    connect(() => Promise.reject(new UserGroupsError('unavailable', 'The list is damaged.')));
    ask('rest', 1);
    asked.fire({ anything: true });
    await settled();
    assert.deepEqual(posted, [{ answered: 1, failure: { kind: 'unavailable', message: 'The list is damaged.' } }]);
    assert.deepEqual(logged, ['warning: A message of a page was not understood and was left unanswered.']);
  });

  it('is told what happens, and asks no more once it is closed', async () => {
    connect(() => Promise.resolve({ rest: () => undefined }));
    channel.report('flush', { flush: 7 });
    channel.dispose();
    ask('rest', 1);
    await settled();
    assert.deepEqual(posted, [{ event: 'flush', with: { flush: 7 } }]);
  });
});
