// A placeholder of the hand-over command inside of a script is refused; as an argument it is allowed.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redactor } from '../../../../src/core/redactor.ts';
import { handOverByCommand, readHandOverCommand, type HandOver } from '../../../../src/services/rotation/handOver.ts';
import { scriptTrouble } from '../../../../src/services/rotation/scriptPlaceholders.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const ID = '${user_group_id}';
const CONNECTION = '${connection}';

const REFUSED: readonly (readonly string[])[] = [
  ['sh', '-c', `deploy ${ID}`],
  ['/bin/sh', '-c', `deploy "${ID}"`],
  ['bash', '-c', `deploy '${ID}'`],
  ['bash', '-lc', `deploy ${CONNECTION}`, 'bash', 'x'],
  ['bash', '-o', 'pipefail', '-ec', `deploy ${ID} | tee log`],
  ['bash', '-euo', 'pipefail', '-c', `deploy ${ID}`],
  ['bash', '-c', '-e', `deploy ${ID}`],
  ['zsh', '-c', ID, 'zsh'],
  ['dash', '-ec', `deploy ${ID}`],
  ['ksh', '-c', `deploy ${ID}`],
  ['fish', '-c', `deploy ${ID}`],
  ['fish', `--command=deploy ${ID}`],
  ['fish', '--init-command', `set id ${ID}`, 'deploy.fish'],
  ['sh', ID],
  ['bash', '--rcfile', ID, 'deploy.sh'],
  ['BASH.EXE', '-c', `deploy ${ID}`],
  ['bash.exe ', '-c', `deploy ${ID}`],
  ['C:\\Program Files\\Git\\bin\\bash.exe', '-c', `deploy ${ID}`],
  ['busybox', 'sh', '-c', `deploy ${ID}`],
  ['env', 'A=b', 'bash', '-c', `deploy ${ID}`],
  ['/usr/bin/env', '-S', `sh -c 'deploy ${ID}'`],
  ['sudo', '-u', 'deploy', 'sh', '-c', `deploy ${ID}`],
  ['timeout', '5', 'python3.12', '-c', `deploy("${ID}")`],
  ['sudo', '-u', 'deploy', 'node', '-e', `deploy('${ID}')`],
  ['docker', 'exec', '-i', 'vault', 'pwsh', '-Command', 'deploy', ID],
  ['docker', 'exec', '-i', 'vault', 'sh', '-c', `deploy ${ID}`],
  ['su', 'deploy', '-c', `deploy ${ID}`],
  ['runuser', 'deploy', '-c', `deploy ${ID}`],
  ['flock', '/run/lock/deploy', '-c', `deploy ${ID}`],
  ['flock', '/run/lock/deploy', 'sh', '-c', `deploy ${ID}`],
  ['script', '-c', `deploy ${ID}`],
  ['systemd-run', '--pipe', 'bash', '-c', `deploy ${ID}`],
  ['oc', 'exec', '-i', 'vault', '--', 'sh', '-c', `deploy ${ID}`],
  ['nodejs', '-e', `deploy('${ID}')`],
  ['pypy3', '-c', `deploy("${ID}")`],
  ['lua', '-e', `deploy("${ID}")`],
  ['pwsh', '-Command', 'deploy', ID],
  ['pwsh', '-NoProfile', '-c', `deploy ${ID}`],
  ['powershell', '-Command', 'deploy', '-File', 'ids.txt', ID],
  ['powershell', 'deploy', ID],
  ['powershell.exe', '-com', '& { deploy $args[0] }', ID],
  ['powershell', 'deploy.ps1', ID],
  ['pwsh', 'deploy.ps1 -Id', ID],
  ['pwsh', '-File', ID],
  ['pwsh', '-EncodedCommand', 'ZABlAHAAbABvAHkA', ID],
  ['cmd', '/c', 'deploy.exe', ID],
  ['C:\\Windows\\System32\\CMD.EXE', '/d', '/s', '/c', `deploy "${ID}"`],
  ['C:\\deploy.cmd', ID],
  ['C:\\deploy.BAT', `--id=${ID}`],
  ['C:\\deploy.bat. ', ID],
  ['ssh', 'vault.example', 'deploy', ID],
  ['wsl', 'deploy', ID],
  ['make', 'deploy', `ID=${ID}`],
  ['node', '-e', `deploy('${ID}')`],
  ['node', '--require', './a.cjs', '-e', `deploy('${ID}')`],
  ['node', `--eval=deploy('${ID}')`],
  ['node', '-p', ID],
  ['node', ID],
  ['python', '-c', `deploy("${ID}")`],
  ['python3', `-cdeploy("${ID}")`],
  ['perl', '-we', `deploy("${ID}")`],
  ['perl', '-e', 'deploy()', '-E', ID],
  ['ruby', '-e', `deploy("${ID}")`],
  ['php', '-r', `deploy("${ID}");`],
  ['python3.12', '-c', `deploy("${ID}")`],
  ['pwsh', `/opt/${ID}.ps1`],
  ['docker', 'exec', '-w', `/srv/${ID}/node`, 'vault', 'bash', '-lc', `deploy ${ID}`],
  ['docker', 'exec', '-w', '/srv/node', 'vault', 'bash', '-lc', `deploy ${ID}`],
  ['sudo', '-u', 'node', 'sh', '-c', `deploy ${ID}`],
  ['sudo', '-n', 'sh', ID],
];

const ALLOWED: readonly (readonly string[])[] = [
  ['deploy', ID, CONNECTION],
  ['/usr/local/bin/deploy-token', `--id=${ID}`],
  ['sh', '-c', 'deploy "$1"', 'sh', ID],
  ['bash', '-ec', 'deploy "$1" "$2"', 'bash', ID, CONNECTION],
  ['bash', '-o', 'pipefail', '-c', 'deploy "$1" | tee log', 'bash', ID],
  ['sh', '/opt/deploy.sh', ID],
  ['sh', '/opt/deploy.sh', '-c', ID],
  ['fish', '-c', 'deploy $argv[1]', ID],
  ['env', `ID=${ID}`, 'sh', '-c', 'deploy "$ID"'],
  ['env', 'sh', '-c', 'deploy "$1"', 'sh', ID],
  ['sudo', 'deploy', ID],
  ['sudo', '-u', 'node', 'sh', '-c', 'deploy "$1"', 'sh', ID],
  ['sudo', '-n', 'sh', '-c', 'deploy "$1"', 'sh', ID],
  ['docker', 'exec', 'vault', 'sh', '-c', 'deploy "$1"', 'sh', ID],
  ['docker', 'exec', 'vault', 'sh', '/opt/deploy.sh', 'sh', ID],
  ['pwsh', '-NoProfile', '-File', 'C:\\deploy.ps1', '-Id', ID],
  ['pwsh', '-CommandWithArgs', 'deploy $args[0]', ID],
  ['pwsh', 'C:\\deploy.ps1', ID],
  ['powershell.exe', '-ExecutionPolicy', 'RemoteSigned', '-f', 'C:\\deploy.ps1', ID],
  ['cmd', '/c', 'deploy.exe'],
  ['ssh', 'vault.example', 'deploy'],
  ['node', '-e', 'deploy(process.argv[1])', ID],
  ['node', '/opt/deploy.mjs', '-e', ID],
  ['node', '--require', './a.cjs', '/opt/deploy.mjs', ID],
  ['python3', '-c', 'deploy(sys.argv[1])', ID],
  ['python', '-m', 'deploy', ID],
  ['perl', '-e', 'deploy(@ARGV)', ID],
  ['bash', '--posix-o', '/opt/deploy.sh', ID],
  ['bash', '-x--rcfile', '/opt/deploy.sh', ID],
  ['bash', '-norc', '/opt/deploy.sh', ID],
  ['bash', '--rcfile=/etc/deployrc', '/opt/deploy.sh', ID],
  ['deploy', '-S', ID],
  ['/opt/deploy.cmd.d/deploy', ID],
  ['/opt/ba.comsh', ID],
];

const ABOUT = { userGroupId: 'acme', connection: 'production' };

describe('A hand-over command', () => {
  for (const [program, ...given] of REFUSED) {
    it(`is refused, since an ID would be run as a part of a script: ${JSON.stringify([program, ...given])}`, () => {
      assert.match(scriptTrouble(program!, given)?.happened ?? '', /a group ID could run commands\.$/);
    });
  }

  for (const [program, ...given] of ALLOWED) {
    it(`may have a placeholder as an argument: ${JSON.stringify([program, ...given])}`, () => {
      assert.equal(scriptTrouble(program!, given), undefined);
    });
  }

  it('is refused in one sentence that shows a form which is allowed, by the shell that it has', () => {
    assert.throws(() => readHandOverCommand(['bash', '-c', `deploy ${ID}`]), {
      name: 'invalid',
      message:
        '"userGroups.handOverCommand" has a placeholder in a script of "bash", where a group ID could run commands' +
        '. Pass it as an argument instead, for example ["bash","-c","deploy-token \\"$1\\"","bash","${user_group_id}"].',
    });
    assert.match(
      scriptTrouble('/usr/bin/env', ['-S', `sh -c 'deploy ${ID}'`])?.happened ?? '',
      / in a script of "env", where /,
    );
    for (const [program, ...given] of REFUSED) {
      const example = /\[".*"\](?=\.$)/.exec(scriptTrouble(program!, given)?.next ?? '');
      assert.equal(readHandOverCommand(JSON.parse(example?.[0] ?? '') as string[])?.arguments.at(-1), ID);
    }
  });
});

describe('A hand-over by a shell', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder('user-groups-hand-over-shell-');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const handOver = (program: string, given: readonly string[]): HandOver =>
    handOverByCommand(
      {
        redactor: new Redactor(),
        now: Date.now,
        folder,
        secretVariables: () => [],
        environment: () => ({ PATH: process.env.PATH }),
        log: { info: () => undefined, warn: () => undefined, bug: () => undefined, request: () => undefined },
      },
      { program, arguments: given },
    );

  it('is not started when a placeholder is inside of the script, from any source', async () => {
    const evil = { ...ABOUT, userGroupId: 'x; touch evil' };
    const failure = await failureOf(handOver('sh', ['-c', `echo ${ID} > told`])('tok-7f3a9c51d2e84b60', evil));
    assert.match(
      failure.message,
      /^Couldn't deliver the token of "x; touch evil" on production\. .* could run commands/,
    );
    assert.deepEqual([existsSync(join(folder, 'evil')), existsSync(join(folder, 'told'))], [false, false]);
  });

  (process.platform === 'win32' ? it.skip : it)('has an ID as an argument, in which nothing is run', async () => {
    const evil = { ...ABOUT, userGroupId: '"; touch evil; echo "$(touch evil)' };
    await handOver('sh', ['-c', 'printf %s "$1" > told', 'sh', ID])('tok-7f3a9c51d2e84b60', evil);
    assert.equal(readFileSync(join(folder, 'told'), 'utf8'), evil.userGroupId);
    assert.equal(existsSync(join(folder, 'evil')), false);
  });
});
