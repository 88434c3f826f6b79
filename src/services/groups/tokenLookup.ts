// Looks up a typed or pasted token in what this machine knows. Nothing is sent.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { Redactor } from '../../core/redactor.ts';
import type { TokenOwner } from '../../core/userGroup.ts';
import { quotedId } from '../../core/foreignText.ts';
import { listText } from '../../core/language.ts';
import type { ApiTokens } from '../connections/apiTokens.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { GroupTokens } from './groupTokens.ts';

interface Dependencies {
  readonly connections: ConnectionService;
  readonly apiTokens: ApiTokens;
  readonly tokens: GroupTokens;
  readonly redactor: Redactor;
}

/** Both empty: it is unknown here. */
export interface FoundToken {
  /** The connections whose API token it is. */
  readonly apiTokenOf: readonly Connection[];
  /** The groups that have it, or had it. */
  readonly owners: readonly TokenOwner[];
}

export class TokenLookup {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** From now on it is redacted everywhere. */
  async look(token: string): Promise<FoundToken> {
    const { connections, apiTokens, tokens, redactor } = this.#dependencies;
    // Known or not: a value in a masked box is a secret, even that of another product.
    redactor.add(token);
    const [apiTokenOf, owners] = await Promise.all([
      apiTokens.holdersOf(token, connections.list()),
      tokens.ownersOf(token),
    ]);
    return { apiTokenOf, owners };
  }

  /** An API token must never be sent as a user group token. @throws UserGroupsError `invalid` */
  async requireNoApiToken(token: string): Promise<void> {
    const { apiTokenOf } = await this.look(token);
    if (apiTokenOf.length === 0) return;
    throw new UserGroupsError(
      'invalid',
      l10n.t('This is the API token of {0}, not the token of a group.', quotedNames(apiTokenOf)),
      l10n.t('If it leaked, have the service replace it, then use "Set API Token…".'),
    );
  }
}

/** "staging", "staging and production". */
export function quotedNames(connections: readonly Connection[]): string {
  return listText(connections.map(({ name }) => quotedId(name)));
}
