// The list of a service that is refreshed by itself.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import { ListTimer } from '../../../../src/services/sending/listTimer.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';
import { FakeSettings } from '../../../support/fakeSettings.ts';

const MINUTE = 60_000;
const listing: Connection = {
  id: '1',
  kind: 'service',
  status: 'ready',
  name: 'staging',
  baseUrl: 'https://a.example',
  serviceApi: CUSTOMER_API,
};

interface Played {
  readonly settings: FakeSettings;
  readonly schedule: FakeSchedule;
  readonly timer: ListTimer;
  /** `staging at 5`: in minutes. */
  readonly refreshed: string[];
  readonly warned: string[];
  readonly window: {
    isFocused: boolean;
    connections: readonly Connection[];
    failure: Error | undefined;
    added: number;
    omitted: readonly string[];
    notes?: readonly string[];
  };
}

function played(minutes: number, connections: readonly Connection[] = [listing]): Played {
  const clock = { now: 0 };
  const schedule = new FakeSchedule(clock);
  const settings = new FakeSettings();
  settings.listMinutes = minutes;
  const refreshed: string[] = [];
  const warned: string[] = [];
  const window: Played['window'] = { isFocused: true, connections, failure: undefined, added: 0, omitted: [] };
  const timer = new ListTimer({
    connections: { list: () => [...window.connections] },
    serviceList: {
      refresh: ({ name }) => {
        refreshed.push(`${name} at ${clock.now / MINUTE}`);
        const { added, omitted, notes } = window;
        const nothing = { listed: 3, added, changed: 0, absent: 0, omitted, ...(notes && { notes }) };
        return window.failure === undefined ? Promise.resolve(nothing) : Promise.reject(window.failure);
      },
    },
    settings,
    log: { warn: (message) => warned.push(message) },
    now: () => clock.now,
    schedule: schedule.schedule,
    isFocused: () => window.isFocused,
    onAdded: ({ name }, { added }) => refreshed.push(`${added} new on ${name}`),
  });
  return { settings, schedule, timer, refreshed, warned, window };
}

describe('The list of a service that is refreshed by itself', () => {
  it('is so after as many minutes each as the user wants', async () => {
    const { schedule, refreshed } = played(5);
    await schedule.elapse(16 * MINUTE);
    assert.deepEqual(refreshed, ['staging at 5', 'staging at 10', 'staging at 15']);
  });

  it('is told where groups came into it', async () => {
    const { schedule, refreshed, window } = played(5);
    await schedule.elapse(6 * MINUTE);
    window.added = 2;
    await schedule.elapse(5 * MINUTE);
    assert.deepEqual(refreshed, ['staging at 5', 'staging at 10', '2 new on staging']);
  });

  it('is told, and written into the log, where some of it was not kept', async () => {
    const { schedule, refreshed, warned, window } = played(5);
    window.notes = ['"acme" keeps its stored token.'];
    await schedule.elapse(5 * MINUTE);
    assert.deepEqual(
      [refreshed, warned],
      [['staging at 5', '0 new on staging'], ['By itself: "acme" keeps its stored token.']],
    );
  });

  it('is none, and nothing is looked at, unless the user wants it', async () => {
    const { schedule, refreshed, settings } = played(0);
    await schedule.elapse(60 * MINUTE);
    settings.listMinutes = 5;
    settings.edit([]);
    await schedule.elapse(5 * MINUTE);
    settings.listMinutes = 0;
    settings.edit([]);
    await schedule.elapse(60 * MINUTE);
    assert.deepEqual(refreshed, ['staging at 65']);
  });

  it('waits for the focus of the window', async () => {
    const { schedule, refreshed, window } = played(5);
    window.isFocused = false;
    await schedule.elapse(20 * MINUTE);
    window.isFocused = true;
    await schedule.elapse(2 * MINUTE);
    assert.deepEqual(refreshed, ['staging at 21']);
  });

  it('is told in the log alone where it fails, and tried again at the next time', async () => {
    const { schedule, refreshed, warned, window } = played(5);
    window.failure = new Error("Couldn't refresh the list of staging.");
    await schedule.elapse(10 * MINUTE);
    assert.deepEqual(
      [refreshed, warned],
      [['staging at 5', 'staging at 10'], Array<string>(2).fill("By itself: Couldn't refresh the list of staging.")],
    );
  });

  it('tells in the log what was left out of it', async () => {
    const { schedule, warned, window } = played(5);
    window.omitted = ['"a": No token.', '"b": No name.'];
    await schedule.elapse(6 * MINUTE);
    assert.deepEqual(warned, ['By itself: "a": No token.', 'By itself: "b": No name.']);
  });

  for (const [words, change] of [
    ['has no list', { serviceApi: undefined }],
    ['is locked for all requests', { locked: 'all' }],
    ['has an unverified API token', { mismatch: { about: 'team', reason: '' } }],
    ['awaits an answer', { status: 'moved' }],
  ] as readonly (readonly [string, Partial<Connection>])[])
    it(`is not that of a connection that ${words}`, async () => {
      const { schedule, refreshed } = played(5, [
        { ...listing, ...change },
        { ...listing, id: '2', name: 'other' },
      ]);
      await schedule.elapse(5 * MINUTE);
      assert.deepEqual(refreshed, ['other at 5']);
    });

  it('ends with the window', async () => {
    const { schedule, refreshed, timer, settings } = played(5);
    timer.dispose();
    settings.edit([]);
    await schedule.elapse(20 * MINUTE);
    assert.deepEqual(refreshed, []);
  });
});
