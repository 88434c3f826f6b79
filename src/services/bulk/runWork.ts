// What a run does for each of its groups, by its kind.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import type { Store } from '../../core/ports/store.ts';
import { operationOf, type RunItem, type RunKind } from '../../core/runs.ts';
import type { GroupTokens } from '../groups/groupTokens.ts';
import type { RotationService } from '../rotation/rotationService.ts';
import type { SendService } from '../sending/sendService.ts';
import type { ChangePlans } from './changePlan.ts';
import { getOrCreateRun, MOST_AT_ONCE, type ItemWork } from './itemWork.ts';
import { rotateRun, type DeliveryOfGroup } from './rotateRun.ts';
import type { UndoPlans } from './undoPlan.ts';
import { updateRun } from './updateRun.ts';

export interface WorkDependencies {
  readonly store: Store;
  readonly sending: SendService;
  readonly rotation: RotationService;
  readonly tokens: GroupTokens;
  readonly changes: ChangePlans;
  readonly undo: UndoPlans;
}

export interface StartOptions {
  /** Required for a rotation. */
  readonly deliver?: DeliveryOfGroup | undefined;
  /**
   * Ids of due groups (`deliveriesDue`) whose tokens the user has delivered. All others are delivered before the next
   * token is rotated.
   */
  readonly delivered?: readonly string[] | undefined;
}

export function workOf(dependencies: WorkDependencies, kind: RunKind, { deliver, delivered }: StartOptions): ItemWork {
  const { sending, rotation, tokens, store } = dependencies;
  switch (kind) {
    case 'getOrCreate':
      return getOrCreateRun(sending);
    case 'update':
      return updateRun(dependencies);
    case 'import':
      return importRun(getOrCreateRun(sending), updateRun(dependencies));
    case 'rotate':
      if (deliver === undefined) throw new UserGroupsError('invalid', l10n.t("The new tokens can't be delivered."));
      return rotateRun({ rotation, tokens, runs: store.runs }, deliver, delivered);
  }
}

/** Each item by what is done to it. */
function importRun(getOrCreate: ItemWork, update: ItemWork): ItemWork {
  const workFor = (item: RunItem): ItemWork => (operationOf('import', item) === 'update' ? update : getOrCreate);
  return {
    atOnce: MOST_AT_ONCE,
    prepare: async (connection, item, options) =>
      (await workFor(item).prepare?.(connection, item, options)) ?? { item, notes: [] },
    send: (connection, item, options) => workFor(item).send(connection, item, options),
    isOutcomeUnknown: (connection, item) => workFor(item).isOutcomeUnknown?.(connection, item) === true,
  };
}
