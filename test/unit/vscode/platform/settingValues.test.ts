// Settings of the whole application: what a workspace says counts for nothing.

import assert from 'node:assert/strict';
import {
  ownAssistants,
  ownConfirmSend,
  ownConnections,
  ownFlag,
  ownDeliveryCommand,
  ownNumber,
  type Inspect,
} from '../../../../src/vscode/platform/settings.ts';

/** As VS Code would say so, were the setting not the application's alone. */
const saidBy =
  (level: string, value: unknown): Inspect =>
  () => ({ [level]: value });
const NUMBERS = [
  ['requestTimeoutSeconds', 30],
  ['clipboardClearSeconds', 60],
  ['keepPreviousTokensDays', 90],
  ['rotateAfterDays', 0],
  ['refreshListMinutes', 0],
] as const;

describe('A setting of the whole application', () => {
  for (const level of ['workspaceValue', 'workspaceFolderValue', 'workspaceLanguageValue', 'defaultValue']) {
    it(`is not accepted from ${level}`, () => {
      assert.deepEqual(ownConnections(saidBy(level, [{ name: 'staging', baseUrl: 'https://evil.example.com' }])), []);
      assert.deepEqual(ownDeliveryCommand(saidBy(level, ['evil'])), []);
      assert.equal(ownConfirmSend(saidBy(level, 'never')), 'customer');
      assert.equal(ownAssistants(saidBy(level, 'off')), 'on');
      assert.equal(ownFlag(saidBy(level, true), 'keepTokensFromList'), false);
      assert.deepEqual(
        NUMBERS.map(([name]) => ownNumber(saidBy(level, 1), name)),
        NUMBERS.map(([, fallback]) => fallback),
      );
    });
  }

  it("is the person's own", () => {
    assert.deepEqual(ownConnections(saidBy('globalValue', ['an entry'])), ['an entry']);
    assert.deepEqual(ownDeliveryCommand(saidBy('globalValue', ['deploy'])), ['deploy']);
    assert.equal(ownConfirmSend(saidBy('globalValue', 'always')), 'always');
    assert.deepEqual(
      ['off', 'on', 'On', true, null].map((value) => ownAssistants(saidBy('globalValue', value))),
      ['off', 'on', 'off', 'off', 'on'],
    );
    assert.deepEqual(
      [true, false, 'true', 1].map((value) => ownFlag(saidBy('globalValue', value), 'keepTokensFromList')),
      [true, false, false, false],
    );
    assert.deepEqual(
      NUMBERS.map(([name]) => ownNumber(saidBy('globalValue', 5), name)),
      NUMBERS.map(() => 5),
    );
  });

  it('that is nothing usable counts as not set', () => {
    for (const value of ['5', 10_000_000, -1, null, {}]) {
      assert.deepEqual(
        NUMBERS.map(([name]) => ownNumber(saidBy('globalValue', value), name)),
        NUMBERS.map(([, fallback]) => fallback),
      );
      assert.deepEqual(ownConnections(saidBy('globalValue', value)), []);
      assert.equal(ownConfirmSend(saidBy('globalValue', value)), 'customer');
    }
    const none = (): undefined => undefined;
    assert.deepEqual(
      [ownNumber(none, 'requestTimeoutSeconds'), ownConnections(none), ownDeliveryCommand(none), ownConfirmSend(none)],
      [30, [], [], 'customer'],
    );
  });
});
