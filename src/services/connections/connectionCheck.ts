// Checks a connection without the risk of creating anything: a report that can be pasted into a ticket.

import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { ConnectionProbe, ProbeStep } from '../../core/ports/connectionProbe.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import { counted } from '../../core/stateText.ts';
import type { ApiTokens } from './apiTokens.ts';
import type { SandboxService } from './sandboxService.ts';
import { requireReady } from './serviceTargets.ts';

export interface ConnectionCheckDependencies {
  readonly probe: Lazy<ConnectionProbe>;
  readonly settings: Settings;
  readonly apiTokens: ApiTokens;
  readonly sandbox: SandboxService;
  readonly store: Pick<Store, 'groups'>;
  readonly redactor: Redactor;
  readonly now: () => number;
}

const MARKS: Readonly<Record<ProbeStep['state'], string>> = {
  done: 'done',
  failed: 'FAILED',
  skipped: 'skipped',
  none: 'none',
};

export class ConnectionCheck {
  readonly #dependencies: ConnectionCheckDependencies;

  constructor(dependencies: ConnectionCheckDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws UserGroupsError `cancelled` */
  async report(connection: Connection, signal?: AbortSignal): Promise<string> {
    const lines = [
      `Connection ${foreignText(connection.name)}, checked at ${new Date(this.#dependencies.now()).toISOString()}`,
      '',
      `Base URL: ${baseUrlText(connection)}`,
      `Environment: ${environmentText(connection)}`,
      `Locked: ${connection.locked === undefined ? 'no' : connection.locked === 'all' ? 'against every request' : 'against rotations'}`,
      // The token first: from then on it is redacted.
      `API token: ${await this.#tokenText(connection)}`,
      ...(connection.mismatch === undefined
        ? []
        : [
            `It is doubted, and nothing is sent with it until that is decided: ${foreignText(connection.mismatch.reason)}.`,
          ]),
      'Whether the service accepts the token is not tested: any request that shows it could create a group.',
      `On this machine: ${this.#kept(connection)}`,
      '',
      ...(await this.#steps(connection, signal)),
    ];
    return this.#dependencies.redactor.redact(lines.join('\n'));
  }

  async #steps(connection: Connection, signal: AbortSignal | undefined): Promise<string[]> {
    try {
      requireReady(connection);
      if (connection.locked === 'all')
        return ['Nothing was requested: the connection is locked against every request.'];
      const { probe, settings, sandbox } = this.#dependencies;
      const baseUrl = connection.kind === 'sandbox' ? (await sandbox.running()).baseUrl : connection.baseUrl;
      const target = { baseUrl, caFile: connection.caFile, timeoutSeconds: settings.requestTimeoutSeconds() };
      return (await (await probe()).probe(target, signal)).flatMap(stepLines);
    } catch (error) {
      if (!(error instanceof UserGroupsError) || error.kind === 'cancelled') throw error;
      return [`Nothing was requested. ${error.message}`];
    }
  }

  async #tokenText(connection: Connection): Promise<string> {
    if (connection.kind === 'sandbox') return 'its own, made by the sandbox';
    if (connection.id === '' || connection.status === 'invalid') return 'not looked for: the settings come first';
    const source = await this.#dependencies.apiTokens.find(connection);
    const variable = `the environment variable ${foreignText(connection.apiTokenEnv ?? '')}`;
    if (source.from !== 'none')
      return source.from === 'secret' ? `stored for ${parseBaseUrl(connection.baseUrl).origin}` : `from ${variable}`;
    switch (source.reason) {
      case 'otherOrigin':
        return `${connection.apiTokenEnv === undefined ? 'stored' : `of ${variable}, and used`} for another address, ${foreignText(source.origin)}, and not used for this one`;
      case 'variableEmpty':
        return `${variable} is empty or not set`;
      case 'notKept':
        return 'gone: this editor does not keep secrets over a restart';
      case 'neverSet':
        return 'not set';
    }
  }

  #kept({ id }: Connection): string {
    const { groups, tokens, drafts } =
      id === '' ? { groups: 0, tokens: 0, drafts: 0 } : this.#dependencies.store.groups.count(id);
    return `${counted(groups, 'group')}, ${counted(tokens, 'token')}, ${counted(drafts, 'draft')}`;
  }
}

function stepLines({ name, state, lines: [first = '', ...more] }: ProbeStep): string[] {
  return [`[${MARKS[state]}] ${name}: ${first}`, ...more.map((line) => `    ${line}`)];
}

/** An unusable URL may hold a password. */
function baseUrlText({ status, baseUrl }: Connection): string {
  return status === 'invalid' ? 'cannot be used' : foreignText(baseUrl);
}

function environmentText({ kind, environment }: Connection): string {
  if (kind === 'sandbox') return 'local sandbox';
  return environment ?? 'not declared, guarded like Customer';
}
