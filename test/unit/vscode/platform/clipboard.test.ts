// A copied token leaves the clipboard, after a restart too, and what is remembered of it notifies nobody which one it
// is.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mock } from 'node:test';
import type { TokenSealer } from '../../../../src/core/ports/sealer.ts';
import type { Memory } from '../../../../src/core/ports/storage.ts';
import { createTokenSealer } from '../../../../src/store/database/tokenSealer.ts';
import { TokenClipboard } from '../../../../src/vscode/platform/clipboard.ts';
import { env } from '../../../support/editor/fakeVscode.ts';
import { FakeSettings } from '../../../support/fakeSettings.ts';
import { FakeSecrets } from '../../../support/product.ts';

const TOKEN = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4';

describe('A copied token', () => {
  let facts: Map<string, unknown>;
  let secrets: FakeSecrets;
  let currentKey: string | undefined;
  let windows: TokenClipboard[];
  beforeEach(async () => {
    facts = new Map();
    secrets = new FakeSecrets();
    currentKey = undefined;
    windows = [];
    await env.clipboard.writeText('of before');
  });
  afterEach(() => {
    for (const each of windows) each.dispose();
  });

  function sealer(): TokenSealer {
    return createTokenSealer({
      secrets,
      keyRing: { current: () => currentKey, offer: (keyId) => (currentKey = keyId) },
    });
  }

  /** A window of its own; `onForgotten` is called when nothing is remembered any more. */
  function window(onForgotten: () => void = () => undefined, clearSeconds = 3_600): TokenClipboard {
    const memory: Memory = {
      get: (key) => facts.get(key),
      set: (key, value) => {
        if (value === undefined) facts.delete(key);
        else facts.set(key, structuredClone(value));
        if (value === undefined) onForgotten();
        return Promise.resolve();
      },
      keys: () => [...facts.keys()],
    };
    const opened = new TokenClipboard(Object.assign(new FakeSettings(), { clearSeconds }), memory, () =>
      Promise.resolve(sealer()),
    );
    windows.push(opened);
    return opened;
  }

  /** What is remembered, its time come. */
  function makeDue(): void {
    for (const [key, value] of facts) facts.set(key, { ...(value as object), leavesAt: 0 });
  }

  /** A window that is opened later has done what it does about the clipboard. */
  async function opened(): Promise<void> {
    await new Promise<void>((resolve) => {
      window(resolve).resume();
    });
  }

  /** The clipboard was read once, and what follows from it is done. */
  function clipboardRead(): Promise<void> {
    const read = env.clipboard.readText;
    return new Promise((resolve) => {
      env.clipboard.readText = () => {
        env.clipboard.readText = read;
        setImmediate(resolve);
        return read();
      };
    });
  }

  it('is remembered by a fingerprint that nobody can make who does not have the key', async () => {
    await window().copy(TOKEN);
    const known = JSON.stringify([...facts]);
    const unkeyed = ['sha256', 'sha1', 'sha512', 'md5'].flatMap((method) => [
      createHash(method).update(TOKEN).digest('hex'),
      createHash(method).update(TOKEN).digest('base64'),
    ]);
    assert.deepEqual([facts.size, [TOKEN, ...unkeyed].filter((each) => known.includes(each))], [1, []]);
    const fingerprints = await sealer().fingerprints(TOKEN, [currentKey!]);
    assert.deepEqual(
      fingerprints.map(({ fingerprint }) => known.includes(fingerprint)),
      [true],
    );
  });

  it('that is no longer there leaves what was copied since', async () => {
    await window().copy(TOKEN);
    await env.clipboard.writeText('copied since');
    makeDue();
    await opened();
    assert.deepEqual([await env.clipboard.readText(), facts.size], ['copied since', 0]);
  });

  it("stays while its time has not come, though that of another window's token has", async () => {
    await window().copy('of the first window');
    makeDue();
    const looked = clipboardRead();
    window().resume();
    await window().copy(TOKEN);
    await looked;
    assert.deepEqual([await env.clipboard.readText(), facts.size], [TOKEN, 1]);
  });

  it('is tried again by the next window where its key was missing', async () => {
    await window().copy(TOKEN);
    makeDue();
    secrets.isBroken = true;
    const looked = clipboardRead();
    window().resume();
    await looked;
    assert.deepEqual([await env.clipboard.readText(), facts.size], [TOKEN, 1]);
    secrets.isBroken = false;
    await opened();
    assert.deepEqual([await env.clipboard.readText(), facts.size], ['', 0]);
  });

  it('leaves at once when everything is deleted, before its key is', async () => {
    const copying = window();
    await copying.copy(TOKEN);
    await copying.clear();
    assert.deepEqual([await env.clipboard.readText(), facts.size], ['', 0]);
  });

  it('is known to its own window alone where no key can be kept', async () => {
    secrets.isBroken = true;
    const copying = window();
    assert.equal(await copying.copy(TOKEN), 3_600);
    assert.equal(facts.size, 0);
    await copying.clear();
    assert.equal(await env.clipboard.readText(), '');
  });

  describe('leaves the clipboard', () => {
    const clearedAfter = async (seconds: number): Promise<TokenClipboard> => {
      const copying = window(undefined, seconds);
      assert.equal(await copying.copy(TOKEN), seconds);
      return copying;
    };
    const settled = async (): Promise<void> => {
      for (let turns = 0; turns < 9; turns += 1) await new Promise(setImmediate);
    };

    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
    });
    afterEach(() => {
      mock.timers.reset();
    });

    it('after as many seconds as the settings say, and nothing is remembered of it', async () => {
      await clearedAfter(60);
      mock.timers.tick(59_999);
      await settled();
      assert.equal(await env.clipboard.readText(), TOKEN);
      mock.timers.tick(1);
      await settled();
      assert.deepEqual([await env.clipboard.readText(), facts.get('copiedToken')], ['', undefined]);
    });

    it('never where they say so', async () => {
      await clearedAfter(0);
      mock.timers.tick(100_000_000);
      await settled();
      assert.deepEqual([await env.clipboard.readText(), facts.get('copiedToken')], [TOKEN, undefined]);
    });

    it('not before the time of the last one that was copied', async () => {
      const opened = await clearedAfter(60);
      mock.timers.tick(30_000);
      await opened.copy(TOKEN);
      mock.timers.tick(30_000);
      await settled();
      assert.equal(await env.clipboard.readText(), TOKEN);
      mock.timers.tick(30_000);
      await settled();
      assert.equal(await env.clipboard.readText(), '');
    });

    it('at the start of the next window where its time has passed', async () => {
      const opened = await clearedAfter(60);
      opened.dispose();
      mock.timers.tick(61_000);
      await settled();
      assert.equal(await env.clipboard.readText(), TOKEN, 'a window that is closed clears nothing');
      window().resume();
      mock.timers.tick(0);
      await settled();
      assert.equal(await env.clipboard.readText(), '');
    });
  });
});
