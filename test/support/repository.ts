// A repository with groups as files, before a sandbox that plays the service.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { RequestOptions } from '../../src/core/ports/client.ts';
import type { Environment } from '../../src/core/connection.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange.ts';
import { runWith, writeFiles, type Ran } from './commandLine.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export const API_TOKEN = 'api-token-of-the-repository';

export interface RepositoryOptions {
  /** The environment of the service; the configuration says Testing unless `config` does not. */
  readonly environment?: Environment;
  /** Fields of the connection in the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
}

export class Repository {
  readonly folder = temporaryFolder('user-groups-repository-');
  readonly sandbox: Sandbox;
  /** What the service was asked, in order. */
  readonly asked: SandboxExchange[];
  /** Environment variables of each command. */
  env: Record<string, string>;

  private constructor(sandbox: Sandbox, asked: SandboxExchange[]) {
    this.sandbox = sandbox;
    this.asked = asked;
    this.env = { STAGING_TOKEN: API_TOKEN, USER_GROUPS_ALLOWED_ORIGINS: sandbox.baseUrl };
  }

  static async open({ environment, config = {} }: RepositoryOptions = {}): Promise<Repository> {
    const asked: SandboxExchange[] = [];
    const sandbox = await startSandbox({
      databasePath: ':memory:',
      apiToken: API_TOKEN,
      environment,
      onExchange: (exchange) => asked.push(exchange),
    });
    const repository = new Repository(sandbox, asked);
    repository.configure(config);
    return repository;
  }

  configure(config: Readonly<Record<string, unknown>>): void {
    this.write({
      'usergroups.config.json': {
        connections: [
          {
            name: 'staging',
            baseUrl: this.sandbox.baseUrl,
            environment: 'Testing',
            folder: 'groups',
            apiTokenEnv: 'STAGING_TOKEN',
            ...config,
          },
        ],
      },
    });
  }

  write(files: Readonly<Record<string, unknown>>): void {
    writeFiles(this.folder, files);
  }

  /** The document of a group, under its ID; it omits no field but those that are undefined here. */
  group(id: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const document = { user_group_id: id, name: 'Name', mapping: { 40: '213' }, properties: {}, ...fields };
    this.write({ [`groups/${id}.usergroup.json`]: document });
  }

  remove(path: string): void {
    rmSync(join(this.folder, path));
  }

  /** Empty where there is no such file. */
  text(path: string): string {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** Its lines of groups, without that of the service's address. */
  get state(): string {
    return this.text('.usergroups/state/staging.jsonl').replace(/^\{"origin":.*\n/, '');
  }

  set state(lines: string) {
    const origin = JSON.stringify({ origin: this.sandbox.baseUrl });
    this.write({ '.usergroups/state/staging.jsonl': `${origin}\n${lines}` });
  }

  get journal(): string {
    return this.text('.usergroups/state/staging.jsonl.journal');
  }

  /** By somebody else. */
  async changeElsewhere(id: string, fields: object): Promise<void> {
    const isCustomer = this.text('usergroups.config.json').includes('"customer"');
    const response = await fetch(this.sandbox.baseUrl + (isCustomer ? '/api/update_customer/' : '/api/user'), {
      method: isCustomer ? 'POST' : 'PUT',
      headers: {
        [isCustomer ? 'Explo-Authorization' : 'Authorization']: `Token ${API_TOKEN}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ [isCustomer ? 'provided_id' : 'user_group_id']: id, ...fields }),
    });
    assert.equal(response.status, 200);
  }

  /** By somebody else. */
  async createElsewhere(document: object): Promise<void> {
    const response = await fetch(`${this.sandbox.baseUrl}/api/create_customer/`, {
      method: 'POST',
      headers: { 'Explo-Authorization': `Token ${API_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    assert.equal(response.status, 200);
  }

  /** By somebody else. */
  async deleteElsewhere(id: string): Promise<void> {
    const response = await fetch(`${this.sandbox.baseUrl}/api/delete_customer/`, {
      method: 'DELETE',
      headers: { 'Explo-Authorization': `Token ${API_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ current_token: this.sandbox.group(id)?.token }),
    });
    assert.equal(response.status, 200);
  }

  run(...args: readonly string[]): Promise<Ran> {
    return runWith({ env: this.env }, this.folder, ...args);
  }

  /** By a person who interrupts once `isTime` for what was printed. */
  runInterrupted(isTime: (text: string) => boolean, ...args: readonly string[]): Promise<Ran> {
    const soft = new AbortController();
    const signals: Pick<RequestOptions, 'untilLeft'> = { untilLeft: soft.signal };
    const onOutput = (text: string): void => {
      if (isTime(text)) soft.abort();
    };
    return runWith({ env: this.env, signals, onOutput }, this.folder, ...args);
  }

  /** The service does what it is asked first and never answers: the person ends the waiting. */
  async runUnanswered(...args: readonly string[]): Promise<Ran> {
    const before = this.asked.length;
    const hard = new AbortController();
    this.sandbox.misbehave('neverAnswers');
    const running = runWith({ env: this.env, signals: { signal: hard.signal } }, this.folder, ...args);
    while (this.asked.length === before) await setImmediate();
    hard.abort();
    const ran = await running;
    this.sandbox.misbehave(undefined);
    return ran;
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}
