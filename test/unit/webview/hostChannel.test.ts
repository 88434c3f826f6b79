import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { HostFailure, openHostChannel, type Ask } from '../../../src/webview/hostChannel.ts';
import type { HostMessage, PageMessage } from '../../../src/protocol/conversation.ts';
import type { FormEvents, FormRequests } from '../../../src/protocol/formProtocol.ts';

function opened(): {
  channel: ReturnType<typeof openHostChannel>;
  sent: PageMessage<FormRequests>[];
  report: (message: HostMessage<FormEvents>) => void;
  deliver: (data: unknown) => void;
  close: () => void;
} {
  const sent: PageMessage<FormRequests>[] = [];
  const messages = new EventTarget();
  const deliver = (data: unknown): void => {
    messages.dispatchEvent(new MessageEvent('message', { data }));
  };
  const channel = openHostChannel(
    {
      postMessage: (message) => {
        sent.push(message);
      },
      getState: () => undefined,
      setState: () => undefined,
    },
    messages,
  );
  const close = (): void => {
    messages.dispatchEvent(new Event('pagehide'));
  };
  return { channel, sent, report: deliver, deliver, close };
}

describe("the page's end of the conversation", () => {
  it('gives each question its own answer, in whatever order they come', async () => {
    const { channel, sent, report } = opened();
    const asked = [channel.ask('hover', { offset: 1 }), channel.ask('hover', { offset: 2 })];
    for (const { call } of sent.toReversed()) report({ answered: call, result: [`answer ${call}`] });
    assert.deepEqual(
      await Promise.all(asked),
      sent.map(({ call }) => [`answer ${call}`]),
    );
  });

  it('rejects with the sentence and the kind of a failure', async () => {
    const { channel, sent, report } = opened();
    const asked = channel.ask('revealToken');
    report({ answered: sent[0]!.call, failure: { kind: 'notFound', message: 'Its token is not stored locally.' } });
    await assert.rejects(
      asked,
      (failure) =>
        failure instanceof HostFailure &&
        failure.kind === 'notFound' &&
        failure.message === 'Its token is not stored locally.',
    );
  });

  it('gives listeners what the host sends, and nobody what is no message of it', () => {
    const { channel, report, deliver } = opened();
    const heard: unknown[] = [];
    channel.on('flush', (reported) => {
      heard.push(reported);
    });
    report({ event: 'flush', with: { flush: 3 } });
    report({ event: 'labels', with: {} });
    for (const data of ['other', null, {}]) deliver(data);
    report({ answered: 99, result: undefined });
    assert.deepEqual(heard, [{ flush: 3 }]);
  });

  it('gives up a question that is not answered in twenty seconds, and takes no answer for it then', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { channel, sent, report } = opened();
      const asked = channel.ask('hover', { offset: 1 });
      const answered = channel.ask('hover', { offset: 2 });
      mock.timers.tick(19_999);
      report({ answered: sent[1]!.call, result: ['in time'] });
      mock.timers.tick(1);
      report({ answered: sent[0]!.call, result: ['too late'] });
      const { kind, message, name } = await asked.then(
        () => assert.fail('It was answered'),
        (failure: unknown) => failure as HostFailure,
      );
      assert.deepEqual([kind, name, await answered], ['unavailable', 'HostFailure', ['in time']]);
      assert.equal(message, "The editor didn't respond within 20 s. If nothing happens, reload the window.");
    } finally {
      mock.timers.reset();
    }
  });

  it('waits as long as it takes for what must not be done twice, and for what asks a user', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { channel, sent, report } = opened();
      const names = ['push', 'run', 'chooseConnection', 'undo', 'redo', 'flushed'] as const;
      const asked = names.map((name) => (channel.ask as Ask)(name as 'undo'));
      mock.timers.tick(3_600_000);
      for (const { call, request } of sent) report({ answered: call, result: request });
      assert.deepEqual(await Promise.all(asked), names);
    } finally {
      mock.timers.reset();
    }
  });

  it('drops its questions when the page goes, and rejects none of them later', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { channel, close } = opened();
      const ends: string[] = [];
      const follow = (asked: Promise<unknown>): void =>
        void asked.then(
          () => ends.push('answered'),
          () => ends.push('rejected'),
        );
      for (const offset of [1, 2]) follow(channel.ask('hover', { offset }));
      close();
      follow(channel.ask('hover', { offset: 3 }));
      mock.timers.tick(20_000);
      await new Promise(setImmediate);
      assert.deepEqual(ends, []);
    } finally {
      mock.timers.reset();
    }
  });

  it('takes no answer to a page that was open before for its own', () => {
    const { channel, sent, close } = opened();
    const before = Date.now();
    void channel.ask('rest');
    void channel.ask('rest');
    const [first, second] = sent.map(({ call }) => call) as [number, number];
    assert.deepEqual([second - first, first > before - 60_000], [1, true]);
    close();
  });
});
