// Batched writes: one flush of the disk for all, beside the event loop, and no report before it is done.

import assert from 'node:assert/strict';
import fs, { symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { Database, IN_MEMORY } from '../../../../src/store/database/database.ts';
import { WalFlush } from '../../../../src/store/database/walFlush.ts';
import { storeFixture } from '../storeFixture.ts';

const FULL = 2;
const NORMAL = 1;

describe('Writing together', () => {
  const fixture = storeFixture();
  const { flush } = WalFlush.prototype as { flush: (this: WalFlush) => Promise<void> };
  let database: Database;
  /** Ends the flushes in progress, with this error if there is one. */
  let endFlushes: ((error?: Error) => void)[] = [];
  let flushes: PromiseWithResolvers<void>[] = [];

  beforeEach(() => {
    database = new Database(fixture.path(), Date.now);
    database.write(() => {
      database.run('CREATE TABLE notes (note TEXT UNIQUE)');
    });
  });

  afterEach(() => {
    mock.timers.reset();
    WalFlush.prototype.flush = flush;
    database.close();
  });

  const note = (text: string) => () => {
    database.run('INSERT INTO notes VALUES (:text)', { text });
    return Number(database.get('PRAGMA synchronous')?.synchronous);
  };
  const notes = (): unknown[] => database.all('SELECT note FROM notes ORDER BY note').map((row) => row.note);
  const holdFlushes = (): void => {
    endFlushes = [];
    flushes = [Promise.withResolvers(), Promise.withResolvers()];
    WalFlush.prototype.flush = () =>
      new Promise<void>((resolve, reject) => {
        flushes[endFlushes.length]?.resolve();
        endFlushes.push((error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
      });
  };
  const flushIsUnderWay = async (number = 1): Promise<void> => flushes[number - 1]?.promise;
  const notFlushed = (): Error => Object.assign(new Error('not flushed'), { errcode: 10 });

  it('leaves the flush of the disk to a thread beside the event loop, and all else to SQLite', async () => {
    assert.deepEqual(await Promise.all([database.writeBatched(note('a')), database.writeBatched(note('b'))]), [
      NORMAL,
      NORMAL,
    ]);
    assert.deepEqual(notes(), ['a', 'b']);
    assert.equal(database.write(note('c')), FULL);
  });

  it('leaves checkpoints to a thread for a while, and all others to SQLite', async () => {
    const pages = (): number => Number(database.get('PRAGMA wal_autocheckpoint')?.wal_autocheckpoint);
    assert.deepEqual([await database.writeBatched(pages), database.write(pages)], [4_000, 1_000]);
  });

  it('is done, and reported, when the flush is', async () => {
    holdFlushes();
    const reported: string[] = [];
    database.changes.onDidChange(() => {
      reported.push('changed');
    });
    const writing = database.writeBatched(note('a')).then(() => {
      reported.push('done');
    });
    await flushIsUnderWay();
    await new Promise(setImmediate);
    assert.deepEqual(reported, []);
    endFlushes[0]!();
    await writing;
    assert.deepEqual(reported, ['changed', 'done']);
  });

  it('has one flush for all that comes while another is in progress', async () => {
    holdFlushes();
    const first = database.writeBatched(note('a'));
    await flushIsUnderWay();
    mock.timers.enable({ apis: ['setTimeout'] });
    const second = Promise.all([database.writeBatched(note('b')), database.writeBatched(note('c'))]);
    mock.timers.tick(1000);
    assert.deepEqual(notes(), ['a']);
    endFlushes[0]!();
    await first;
    await new Promise(setImmediate);
    mock.timers.tick(1000);
    assert.deepEqual(notes(), ['a', 'b', 'c']);
    endFlushes[1]!();
    await second;
    await new Promise(setImmediate);
    mock.timers.tick(1000);
    assert.equal(endFlushes.length, 2);
  });

  it('fails for all alike when the disk refuses it, is still reported, and continues', async () => {
    holdFlushes();
    let reported = 0;
    database.changes.onDidChange(() => {
      reported += 1;
    });
    const writing = [database.writeBatched(note('a')), database.writeBatched(note('b'))];
    await flushIsUnderWay();
    endFlushes[0]!(notFlushed());
    for (const one of writing)
      await assert.rejects(one, {
        name: 'unavailable',
        message: `Reading or writing the file "${fixture.path()}" failed. Check the disk and try again.`,
      });
    assert.equal(reported, 1);
    WalFlush.prototype.flush = flush;
    assert.equal(await database.writeBatched(note('c')), NORMAL);
    assert.equal(database.write(note('d')), FULL);
  });

  it('fails alone for what cannot be written, and the rest is kept', async () => {
    const halfWritten = (): void => {
      note('half')();
      note('a')();
    };
    const [first, second, third] = await Promise.allSettled(
      [note('a'), halfWritten, note('b')].map((work) => database.writeBatched<unknown>(work)),
    );
    assert.deepEqual([first?.status, second?.status, third?.status], ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(notes(), ['a', 'b']);
    assert.equal(database.write(note('c')), FULL);
  });

  it('fails for all alike where SQLite has taken all of it back, with its reason', async () => {
    const full = (): never => {
      database.run('ROLLBACK');
      throw Object.assign(new Error('full'), { errcode: 13 });
    };
    const written = await Promise.allSettled(
      [note('a'), full, note('b')].map((work) => database.writeBatched<unknown>(work)),
    );
    assert.deepEqual(
      written.map((one) => 'reason' in one && String(one.reason)),
      Array.from({ length: 3 }, () => 'unavailable: The disk is full. Free some space and try again.'),
    );
    assert.deepEqual(notes(), []);
  });

  it('leaves the flush to SQLite where there is no log, and reports nothing where nothing changed', async () => {
    const inMemory = new Database(IN_MEMORY, Date.now);
    let reported = 0;
    inMemory.changes.onDidChange(() => {
      reported += 1;
    });
    const synchronous = await inMemory.writeBatched(() => Number(inMemory.get('PRAGMA synchronous')?.synchronous));
    inMemory.close();
    assert.deepEqual([synchronous, reported], [FULL, 0]);
  });

  it('ends although the file is closed meanwhile', async () => {
    const writing = database.writeBatched(note('a'));
    const flushing = new Promise<void>((resolve) => {
      WalFlush.prototype.flush = function watched(this: WalFlush) {
        const flushed = flush.call(this);
        resolve();
        return flushed;
      };
    });
    await flushing;
    database.close();
    await writing;
    database = new Database(fixture.path(), Date.now);
    assert.deepEqual(notes(), ['a']);
  });

  it('finds the log beside the file, where the path is a link to it', async () => {
    const link = fixture.path('link');
    symlinkSync(fixture.path(), link);
    const linked = new Database(link, Date.now);
    const synchronous = await linked.writeBatched(() => Number(linked.get('PRAGMA synchronous')?.synchronous));
    linked.close();
    assert.equal(synchronous, NORMAL);
  });

  it('leaves no sending to wait for when the disk refuses its beginning', async () => {
    const { store, ref, clock } = fixture.open(fixture.path('sendings'));
    WalFlush.prototype.flush = () => Promise.reject(notFlushed());
    await assert.rejects(
      store.journal.beginSendBatched(ref('acme'), { operation: 'update', text: '{}', at: clock.now }),
    );
    clock.now += LEASE_MS + 1;
    assert.deepEqual(
      store.journal.closeAbandoned().map(({ userGroupId }) => userGroupId),
      ['acme'],
    );
  });

  it("has failed when the file system says so, as by a flush of SQLite's own", async () => {
    const path = fixture.path('no file');
    symlinkSync('/dev/null', `${path}-wal`);
    const log = new WalFlush(path);
    await assert.rejects(log.flush(), ({ errcode, cause }: { errcode: number; cause: { code: string } }) => {
      assert.deepEqual([errcode, cause.code], [10, 'EINVAL']);
      return true;
    });
    log.close();
  });

  it('closes the log once, when the last flush of it has ended', async () => {
    const path = fixture.path('a file');
    writeFileSync(`${path}-wal`, '');
    const closeSync = mock.method(fs, 'closeSync');
    syncBuiltinESMExports();
    const [busy, idle] = [new WalFlush(path), new WalFlush(path)];
    const flushed = Promise.all([busy.flush(), busy.flush()]);
    busy.close();
    idle.close();
    const closed = [closeSync.mock.callCount()];
    await flushed;
    closed.push(closeSync.mock.callCount());
    closeSync.mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual(closed, [1, 2]);
  });
});
