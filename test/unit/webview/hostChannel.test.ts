import assert from 'node:assert/strict';
import { HostFailure, openHostChannel } from '../../../src/webview/hostChannel.ts';
import type { HostMessage, PageMessage } from '../../../src/protocol/conversation.ts';
import type { FormEvents, FormRequests } from '../../../src/protocol/formProtocol.ts';

function opened(): {
  channel: ReturnType<typeof openHostChannel>;
  sent: PageMessage<FormRequests>[];
  report: (message: HostMessage<FormEvents>) => void;
  deliver: (data: unknown) => void;
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
  return { channel, sent, report: deliver, deliver };
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
});
