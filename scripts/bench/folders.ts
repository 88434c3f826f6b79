// What the command line does with a folder of 10,000 documents, beside git.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { builtForPackage } from '../build.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { handBack } from './alone.ts';
import { idOf } from './knownGroup.ts';
import { byTurns, elapsed, median } from './rounds.ts';
import { limited, megabytes, milliseconds, type Row } from './row.ts';

const files = 10_000;
const rounds = 5;
/** Milliseconds, and bytes. */
const most = { validate: 3_000, plan: 5_000, memory: 300_000_000 };

async function measureFolders(): Promise<Row[]> {
  const folder = useScratchFolder();
  const cli = join(folder, 'dist/cli.js');
  const repository = join(folder, 'repository');
  mkdirSync(join(folder, 'dist'));
  mkdirSync(join(repository, 'groups'), { recursive: true });
  const [, , commandLine, http] = await builtForPackage();
  for (const { path, text } of [...commandLine.files, ...http.files])
    writeFileSync(join(folder, 'dist', basename(path)), text);
  writeFileSync(join(folder, 'package.json'), '{ "version": "0.0.0", "type": "module" }');
  for (let number = 0; number < files; number += 1)
    writeFileSync(join(repository, 'groups', `${idOf(number)}.usergroup.json`), documentOf(number));
  writeFileSync(join(repository, 'usergroups.config.json'), config);
  git(repository, 'init', '-q');
  git(repository, 'add', '.');
  git(repository, '-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', 'Groups');

  const memory: number[] = [];
  const command = (name: string) => (): Promise<number> => elapsed(() => memory.push(runIn(repository, cli, name)));
  const times = await byTurns(rounds, {
    validate: command('validate'),
    plan: command('plan'),
    status: () => elapsed(() => git(repository, 'status', '--short')),
  });
  const beside = (name: 'validate' | 'plan'): Row => ({
    ...limited(
      `${name} 10,000 documents, beside git status`,
      median(times[name]),
      milliseconds,
      most[name],
      times[name],
    ),
    peer: milliseconds(median(times.status)),
    ratio: median(times[name]) / median(times.status),
  });
  return [
    beside('validate'),
    beside('plan'),
    limited('… memory at its most', Math.max(...memory), megabytes, most.memory, memory),
  ];
}

const config = JSON.stringify({
  connections: [{ name: 'staging', baseUrl: 'https://staging.example', folder: 'groups' }],
});

function documentOf(number: number): string {
  return JSON.stringify(
    {
      user_group_id: idOf(number),
      name: `Customer ${number}`,
      mapping: { schema_main: `source_${number}` },
      properties: { region: 'eu-1', tier: 'gold' },
    },
    undefined,
    2,
  );
}

/** Gives the memory that it took at its most, in bytes. */
function runIn(cwd: string, cli: string, name: string): number {
  const atEnd = `process.once('exit', () => process._rawDebug(process.resourceUsage().maxRSS));`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(atEnd)}`, cli, name],
    { cwd, encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  if (status !== 0) throw new Error(`${name} ended with exit code ${status}: ${stderr}`);
  return Number(stderr) * 1_024;
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd });
}

handBack(await measureFolders());
