// What a page says of what went wrong between it and the editor.

import assert from 'node:assert/strict';
import { HostFailure } from '../../../src/webview/hostChannel.ts';
import { Notice } from '../../../src/webview/notice.ts';

describe('The notice of a page', () => {
  const failure = new HostFailure('unavailable', 'No answer.');

  it('is what failed, until something goes right', async () => {
    let shown = 0;
    const notice = new Notice(() => {
      shown += 1;
    });
    await notice.of(() => Promise.reject(failure));
    assert.deepEqual([notice.words, shown], ['No answer.', 1]);
    await notice.of(() => Promise.resolve());
    assert.deepEqual([notice.words, shown], [undefined, 2]);
  });

  it('stays as it is when a user declines', () => {
    let shown = 0;
    const notice = new Notice(() => {
      shown += 1;
    });
    notice.report(failure);
    notice.report(new HostFailure('cancelled', 'Declined.'));
    assert.deepEqual([notice.words, shown], ['No answer.', 1]);
  });

  it('is cleared without a word to anybody', () => {
    let shown = 0;
    const notice = new Notice(() => {
      shown += 1;
    });
    notice.report(new Error('Any failure'));
    assert.equal(notice.words, 'Any failure');
    notice.clear();
    assert.deepEqual([notice.words, shown], [undefined, 1]);
  });
});
