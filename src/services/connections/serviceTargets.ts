// Decides whether a request may leave for a connection, and where it goes.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import { apiOf, requestsPerMinute, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { ServiceTarget } from '../../core/ports/client.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import { sendsDocument, type SentOperation } from '../../contract/operations.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import type { ApiTokens } from './apiTokens.ts';
import type { SandboxService } from './sandboxService.ts';
import type { AnswerValidator, TokenTrust } from './tokenTrust.ts';

/** Where a request may go, and what validates its answer before it is used. */
export interface Authorized {
  readonly target: ServiceTarget;
  readonly validator: AnswerValidator;
}

export interface Permission {
  /** The person has confirmed resolving a rotation on a locked connection. */
  readonly isAskedThoughLocked?: boolean | undefined;
}

export class ServiceTargets {
  readonly #settings: Settings;
  readonly #apiTokens: ApiTokens;
  readonly #sandbox: SandboxService;
  readonly #trust: TokenTrust;

  constructor(settings: Settings, apiTokens: ApiTokens, sandbox: SandboxService, trust: TokenTrust) {
    this.#trust = trust;
    this.#settings = settings;
    this.#apiTokens = apiTokens;
    this.#sandbox = sandbox;
  }

  /**
   * @throws UserGroupsError `conflict` while the connection's change or its API token awaits the person's decision;
   * `invalid` or `notFound` when the settings do not describe it, `forbidden` when it is locked, `unauthorized` without
   * an API token.
   */
  async require(
    connection: Connection,
    operation: SentOperation,
    { isAskedThoughLocked = false }: Permission = {},
  ): Promise<Authorized> {
    requireReady(connection);
    if (!(isAskedThoughLocked && operation === 'getOrCreate')) requireUnlocked(connection, operation);
    const common = {
      connection: connection.name,
      connectionId: connection.id,
      api: apiOf(connection),
      timeoutSeconds: this.#settings.requestTimeoutSeconds(),
    };
    if (connection.kind === 'sandbox') {
      const { baseUrl, apiToken } = await this.#sandbox.running();
      return {
        target: { ...common, baseUrl, apiToken },
        validator: () => undefined,
      };
    }
    const apiToken = await this.#apiTokens.require(connection);
    return {
      target: {
        ...common,
        baseUrl: connection.baseUrl,
        apiToken,
        requestsPerMinute: requestsPerMinute(connection, parseBaseUrl(connection.baseUrl).isLoopback),
        caFile: connection.caFile,
      },
      validator: await this.#trust.validatorOf(connection, apiToken),
    };
  }
}

/**
 * Requires that the connection's groups may be changed and their tokens offered. @throws UserGroupsError with the next
 * step.
 */
export function requireReady(connection: Connection): void {
  switch (connection.status) {
    case 'ready':
      return;
    case 'moved':
      throw new UserGroupsError(
        'conflict',
        l10n.t(
          "The connection's address changed from {0} to {1}.",
          foreignText(connection.recordedBaseUrl ?? ''),
          foreignText(connection.baseUrl),
        ),
        l10n.t('Use "Resolve Connection Change…" before anything is sent.'),
        { remedy: 'resolveConnection' },
      );
    case 'renamedOrNew':
      throw new UserGroupsError(
        'conflict',
        l10n.t('It may be a renamed connection.'),
        l10n.t('Use "Resolve Connection Change…".'),
        { remedy: 'resolveConnection' },
      );
    case 'notInSettings':
      throw new UserGroupsError(
        'notFound',
        l10n.t('The settings no longer contain this connection.'),
        l10n.t('Add it to "userGroups.connections" again, or remove it.'),
      );
    case 'invalid':
      if (connection.notKept !== undefined) throw connection.notKept;
      throw new UserGroupsError(
        'invalid',
        foreignText(connection.problem ?? l10n.t("Its entry in the settings can't be used.")),
        l10n.t('Correct "{0}" in the settings.', connection.problemIn ?? 'userGroups.connections'),
      );
  }
}

/**
 * @param place where the connections are configured
 * @throws UserGroupsError `forbidden` when the connection is locked against the operation
 */
export function requireUnlocked(
  { locked }: Connection,
  operation: SentOperation,
  place = 'userGroups.connections',
): void {
  const isRefused = locked === 'all' || (locked === 'rotation' && !sendsDocument(operation));
  if (!isRefused) return;
  throw new UserGroupsError(
    'forbidden',
    lockedText(locked, operation),
    l10n.t('To allow it, change "locked" in "{0}".', place),
  );
}

function lockedText(locked: Connection['locked'], operation: SentOperation): string {
  const ofRotations = locked === 'all' ? undefined : OPERATION_TEXTS[operation].locked?.();
  return ofRotations ?? l10n.t('The connection is locked for all requests.');
}
