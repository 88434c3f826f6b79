// Does with a group what some services do by its token alone, such as deleting it. Its document, its history and its
// tokens stay on this machine.

import type { FurtherOperation } from '../../contract/operations.ts';
import type { Connection } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import { whileSending } from './sendingFailures.ts';
import { endable, stillReadyToEnd, type Endable, type EndingDependencies } from './endingGroups.ts';

export class ByTokenService {
  readonly #dependencies: EndingDependencies;

  constructor(dependencies: EndingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Requires that it could begin, before the user is asked. @throws UserGroupsError otherwise */
  ready(operation: FurtherOperation, connection: Connection, userGroupId: string): Promise<Endable> {
    return endable(this.#dependencies, connection, userGroupId, operation);
  }

  /**
   * @param asked what the user has agreed to
   * @throws UserGroupsError `outcomeUnknown` where nobody knows whether it was done; `conflict` beside another request
   * about the group, and where it or its connection has changed since
   */
  async send(
    operation: FurtherOperation,
    connection: Connection,
    userGroupId: string,
    asked: string,
    options?: RequestOptions,
  ): Promise<void> {
    await whileSending(operation, connection, userGroupId, async () => {
      const { target, currentToken, chosen } = await stillReadyToEnd(
        this.#dependencies,
        connection,
        userGroupId,
        operation,
        asked,
      );
      const client = await this.#dependencies.client();
      const ref = groupRef(connection, userGroupId);
      await this.#dependencies.records.byToken({ operation, ref, chosen }, () =>
        client.byToken(operation, target, userGroupId, currentToken, options),
      );
    });
  }
}
