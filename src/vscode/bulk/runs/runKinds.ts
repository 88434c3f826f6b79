// The differences between the kinds of runs that a person sees.

import type { ItemCounts, RunKind, RunSummary } from '../../../core/runs.ts';
import type { TableAction } from '../../../protocol/tableProtocol.ts';
import type { BulkContext } from '../bulkContext.ts';
import { handOversAsked, type HandOverAnswer } from './handOversAsked.ts';

export interface RunKindActions {
  /** Starts or continues the run in this window, and asks first where required. @throws UserGroupsError */
  readonly begin: (context: BulkContext, run: RunSummary) => Promise<void> | void;
  /** Further buttons of its table, behind those of every run. */
  readonly actions: (run: RunSummary, counts: ItemCounts) => readonly TableAction[];
  readonly onAction: (context: BulkContext, run: RunSummary, action: string) => Promise<void> | void;
}

const UNDO = 'undo';
const NEXT: HandOverAnswer = 'next';
const COPY_AGAIN: HandOverAnswer = 'copyAgain';

const PLAIN: RunKindActions = {
  begin: ({ services }, { id }) => {
    services.runs.start(id);
  },
  actions: () => [],
  onAction: () => undefined,
};

const UPDATE: RunKindActions = {
  begin: async (context, run) => {
    const { beginUpdate } = await import('./beginUpdate.ts');
    await beginUpdate(context, run);
  },
  actions: ({ state }, { updated }) =>
    updated === 0 ? [] : [{ id: UNDO, label: 'Undo Bulk Operation…', isEnabled: state !== 'running' }],
  onAction: async (context, { id }, action) => {
    if (action === UNDO) await context.run('userGroups.undoRun', { run: id });
  },
};

/** Tokens need a destination: the command asks for it. */
const ROTATE: RunKindActions = {
  begin: ({ run }, { id }) => run('userGroups.rotateMany', { run: id }),
  actions: ({ id, isEnding }) =>
    !handOversAsked.has(id)
      ? []
      : [
          {
            id: NEXT,
            label: isEnding ? 'Handed Over' : 'Handed Over, Rotate the Next',
            isPrimary: true,
            isEnabled: true,
          },
          { id: COPY_AGAIN, label: 'Copy Again', isEnabled: true },
        ],
  onAction: (_, { id }, action) => {
    if (action === NEXT || action === COPY_AGAIN) handOversAsked.answer(id, action);
  },
};

export const RUN_KIND_ACTIONS: Readonly<Record<RunKind, RunKindActions>> = {
  getOrCreate: PLAIN,
  update: UPDATE,
  rotate: ROTATE,
};
