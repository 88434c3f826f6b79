// Checks a connection without the risk of creating anything: a report that can be pasted into a ticket.

import * as l10n from '@vscode/l10n';
import { listed } from '../../core/language.ts';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { ConnectionProbe, ProbeStep } from '../../core/ports/client.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import { sentences } from '../../core/sentences.ts';
import { datedText, keptCountTexts } from '../../core/stateText.ts';
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

export class ConnectionCheck {
  readonly #dependencies: ConnectionCheckDependencies;

  constructor(dependencies: ConnectionCheckDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws UserGroupsError `cancelled` */
  async report(connection: Connection, signal?: AbortSignal): Promise<string> {
    const lines = [
      l10n.t('Connection {0}, checked {1}', quotedId(connection.name), datedText(this.#dependencies.now())),
      '',
      l10n.t('Base URL: {0}', baseUrlText(connection)),
      ...(connection.api === undefined ? [] : [l10n.t('API: {0}', foreignText(connection.api))]),
      l10n.t('Environment: {0}', environmentText(connection)),
      lockText(connection),
      // The token first: from then on it is redacted.
      l10n.t('API token: {0}', await this.#tokenText(connection)),
      ...(connection.mismatch === undefined
        ? []
        : [
            sentences([
              l10n.t('The API token is unverified. Nothing is sent with it until you review it.'),
              foreignText(connection.mismatch.reason),
            ]),
          ]),
      l10n.t('The token is not tested. Every request that uses it could create a group.'),
      l10n.t('On this machine: {0}', this.#kept(connection)),
      '',
      ...(await this.#steps(connection, signal)),
    ];
    return this.#dependencies.redactor.redact(lines.join('\n'));
  }

  async #steps(connection: Connection, signal: AbortSignal | undefined): Promise<string[]> {
    try {
      requireReady(connection);
      if (connection.locked === 'all')
        return [l10n.t('Nothing was requested. The connection is locked for all requests.')];
      const { probe, settings, sandbox } = this.#dependencies;
      const baseUrl = connection.kind === 'sandbox' ? (await sandbox.running()).baseUrl : connection.baseUrl;
      const target = { baseUrl, caFile: connection.caFile, timeoutSeconds: settings.requestTimeoutSeconds() };
      return (await (await probe()).probe(target, signal)).flatMap(stepLines);
    } catch (error) {
      if (!(error instanceof UserGroupsError) || error.kind === 'cancelled') throw error;
      return [sentences([l10n.t('Nothing was requested.'), error.message])];
    }
  }

  async #tokenText(connection: Connection): Promise<string> {
    if (connection.kind === 'sandbox') return l10n.t('made by the sandbox');
    if (connection.id === '' || connection.status === 'invalid')
      return l10n.t('not checked before the settings are correct');
    const source = await this.#dependencies.apiTokens.find(connection);
    const variable = foreignText(connection.apiTokenEnv ?? '');
    if (source.from !== 'none')
      return source.from === 'secret'
        ? l10n.t('stored for {0}', parseBaseUrl(connection.baseUrl).origin)
        : l10n.t('from the environment variable {0}', variable);
    switch (source.reason) {
      case 'otherOrigin':
        return connection.apiTokenEnv === undefined
          ? l10n.t('stored for another address, {0}, and not used for this one', foreignText(source.origin))
          : l10n.t(
              'from the environment variable {0}, used for another address, {1}, and not for this one',
              variable,
              foreignText(source.origin),
            );
      case 'variableEmpty':
        return l10n.t('the environment variable {0} is empty or not set', variable);
      case 'notKept':
        return l10n.t("gone: this editor doesn't store secrets over a restart");
      case 'neverSet':
        return l10n.t('not set');
    }
  }

  #kept({ id }: Connection): string {
    const { groups, tokens, drafts } = this.#dependencies.store.groups.count(id);
    const counts = keptCountTexts({ groups, tokens, drafts, previousTokens: 0, versions: 0 });
    return counts.length === 0 ? l10n.t('nothing') : listed(counts);
  }
}

function lockText({ locked }: Connection): string {
  switch (locked) {
    case 'all':
      return l10n.t('Locked: all requests');
    case 'rotation':
      return l10n.t('Locked: rotations');
    case undefined:
      return l10n.t('Locked: no');
  }
}

function stepLines({ name, state, lines: [first = '', ...more] }: ProbeStep): string[] {
  return [`[${markText(state)}] ${stepText(name)}: ${first}`, ...more.map((line) => `    ${line}`)];
}

function markText(state: ProbeStep['state']): string {
  switch (state) {
    case 'done':
      return l10n.t('done');
    case 'failed':
      return l10n.t('FAILED');
    case 'skipped':
      return l10n.t('skipped');
    case 'none':
      return l10n.t('none');
  }
}

function stepText(name: ProbeStep['name']): string {
  switch (name) {
    case 'Proxy':
      return l10n.t('Proxy');
    case 'TLS to the proxy':
      return l10n.t('TLS to the proxy');
    case 'Tunnel':
      return l10n.t('Tunnel');
    case 'Answer':
      return l10n.t('Response');
    case 'DNS':
    case 'TCP':
    case 'TLS':
      return name;
  }
}

/** An unusable URL may hold a password. */
function baseUrlText({ status, problemIn, baseUrl }: Connection): string {
  return status === 'invalid' && problemIn === undefined ? l10n.t("can't be used") : foreignText(baseUrl);
}
