// What is shown to the user outside views: harmless, without secrets, in the editor's own ways.

import assert from 'node:assert/strict';
import { Redactor } from '../../../../src/core/redactor.ts';
import { ChannelLog } from '../../../../src/vscode/platform/channelLog.ts';
import { Messages } from '../../../../src/vscode/platform/messages.ts';
import { logged, window } from '../../../support/editor/fakeVscode.ts';

const SECRET = 'group-token-0123456789';
const TEXT = `The token ${SECRET} of [acme](command:x) $(zap)`;
const HARMLESS = 'The token ••• of [acme]\u200B(command:x) $\u200B(zap)';

describe('A message', () => {
  const { showInformationMessage, showWarningMessage, showErrorMessage, setStatusBarMessage } = window;
  const redactor = new Redactor();
  redactor.add(SECRET);
  const messages = new Messages(redactor);
  let shown: unknown[];

  beforeEach(() => {
    shown = [];
    const show =
      (how: string) =>
      (...given: readonly unknown[]): Promise<string | undefined> => {
        shown.push([how, ...given]);
        return Promise.resolve('Yes');
      };
    window.showInformationMessage = show('info');
    window.showWarningMessage = show('warning');
    window.showErrorMessage = show('error');
    window.setStatusBarMessage = (...given: readonly unknown[]) => void shown.push(['status', ...given]);
  });
  afterEach(() => {
    Object.assign(window, { showInformationMessage, showWarningMessage, showErrorMessage, setStatusBarMessage });
  });

  it('in the status bar leaves it after a while', () => {
    messages.status(TEXT);
    assert.deepEqual(shown, [['status', `$(check) ${HARMLESS}`, 8000]]);
  });

  it('as a notice gives the button that was pressed', async () => {
    for (const how of ['info', 'warn', 'error'] as const) assert.equal(await messages[how](TEXT, 'Yes', 'No'), 'Yes');
    assert.deepEqual(
      shown,
      ['info', 'warning', 'error'].map((how) => [how, HARMLESS, 'Yes', 'No']),
    );
  });

  it('as a dialog gives the answer, and says that it has closed', async () => {
    let closed = 0;
    messages.onDidAsk(() => (closed += 1));
    const question = { title: TEXT, detail: [TEXT, { heading: TEXT, items: [TEXT] }], answers: ['Yes', 'No'] };
    const answer = await messages.ask(question, () => shown.push('before'));
    const detail = [HARMLESS, HARMLESS, `• ${HARMLESS}`].join('\n');
    assert.deepEqual(
      [answer, closed, shown],
      ['Yes', 1, ['before', ['warning', HARMLESS, { modal: true, detail }, 'Yes', 'No']]],
    );
  });
});

describe('The log', () => {
  const redactor = new Redactor();
  redactor.add(SECRET);
  let log: ChannelLog;
  beforeEach(() => {
    logged.length = 0;
    log = new ChannelLog(redactor);
  });
  afterEach(() => {
    log.dispose();
  });

  const request = {
    operation: 'update',
    userGroupId: ` ${SECRET}`,
    connection: 'staging',
    outcome: '200',
    durationMs: 12.6,
    sizeBytes: 7,
    attempt: 1,
  } as const;

  it('has a line for each request', () => {
    log.request(request);
    log.request({ ...request, userGroupId: undefined, attempt: 2 });
    assert.deepEqual(logged, [
      'info: update ␠••• on staging: 200, 13 ms, 7 bytes',
      'info: update on staging: 200, 13 ms, 7 bytes (attempt 2)',
    ]);
  });

  it('holds no secret at any level', () => {
    log.info(SECRET);
    log.warn(SECRET);
    log.bug(new Error(SECRET));
    assert.deepEqual(logged.slice(0, 2), ['info: •••', 'warning: •••']);
    assert.match(logged[2] ?? '', /^error: .*•••/);
    assert.ok(!logged.join().includes(SECRET));
  });

  it('is shown', () => {
    log.show();
    assert.deepEqual(logged, ['shown']);
  });
});
