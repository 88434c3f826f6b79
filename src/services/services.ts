// Joins the use cases of the editor, built from the adapters outside.

import type { Lazy } from '../core/lazy.ts';
import type { UserGroupClient } from '../core/ports/client.ts';
import type { ConnectionProbe } from '../core/ports/client.ts';
import type { LargeFiles } from '../core/ports/files.ts';
import type { Log } from '../core/ports/log.ts';
import type { RunningSandbox } from '../core/ports/runningSandbox.ts';
import type { TokenSealer } from '../core/ports/sealer.ts';
import type { Settings } from '../core/ports/userSettings.ts';
import type { Memory, Secrets } from '../core/ports/storage.ts';
import type { ListOrder } from '../core/ports/userGroupStore.ts';
import type { Store } from '../core/ports/store.ts';
import type { Schedule } from '../core/ports/timer.ts';
import type { Connection } from '../core/connection.ts';
import type { ImportRow } from '../bulk/importRow.ts';
import type { Redactor } from '../core/redactor.ts';
import { AnswerNotes } from './sending/answerNotes.ts';
import { ApiTokens } from './connections/apiTokens.ts';
import { ChangePlans } from './bulk/changePlan.ts';
import { ConnectionCheck } from './connections/connectionCheck.ts';
import { ConnectionService } from './connections/connectionService.ts';
import { GroupCheck } from './groups/groupCheck.ts';
import { GroupFiles } from './files/groupFiles.ts';
import { GroupFinder } from './groups/groupFinder.ts';
import { SavedFilters } from './groups/savedFilters.ts';
import { GroupService } from './groups/groupService.ts';
import { GroupTokens } from './groups/groupTokens.ts';
import { ImportList } from './bulk/importList.ts';
import { previewImport } from './bulk/importPreview.ts';
import { UnrecognizedResponses } from './groups/unrecognizedResponses.ts';
import { StorageRetryQueue } from './groups/storageRetryQueue.ts';
import { ListExchange } from './bulk/listExchange.ts';
import { LocalData } from './files/localData.ts';
import { RemovedConnections } from './connections/removedConnections.ts';
import { dropPreviousTokens } from './groups/previousTokens.ts';
import { ByTokenService } from './sending/byTokenService.ts';
import { IdChangeService } from './sending/idChangeService.ts';
import { RotationService } from './rotation/rotationService.ts';
import { RunService } from './bulk/runService.ts';
import { SampleGroups } from './sending/sampleGroups.ts';
import { SandboxService } from './connections/sandboxService.ts';
import { SendService } from './sending/sendService.ts';
import { SentRecords } from './sending/sentRecord.ts';
import { ServiceList } from './sending/serviceList.ts';
import { ServiceTargets } from './connections/serviceTargets.ts';
import { Siblings } from './editing/siblings.ts';
import { TokenAges } from './groups/tokenAges.ts';
import { TokenLookup } from './groups/tokenLookup.ts';
import { TokenTrust } from './connections/tokenTrust.ts';
import { UndoPlans } from './bulk/undoPlan.ts';
import { OrphanedSends } from './sending/orphanedSends.ts';
import { VariableOrigins } from './connections/variableOrigins.ts';

export interface Outside {
  readonly store: Store;
  readonly sealer: TokenSealer;
  readonly client: Lazy<UserGroupClient>;
  readonly probe: Lazy<ConnectionProbe>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly memory: Memory;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly largeFiles: LargeFiles;
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly environmentVariable: (name: string) => string | undefined;
  readonly launchSandbox: () => Promise<RunningSandbox>;
  /** Request bodies of the sandbox's sample groups. */
  readonly sampleBodies: Lazy<readonly string[]>;
  /** Small facts about this workspace alone. */
  readonly workspaceMemory: Memory;
  /** Removes the files beside the store; returns the names of files that could not be removed. */
  readonly removeFiles: () => readonly string[];
}

export type Services = ReturnType<typeof createServices>;

export function createServices(outside: Outside) {
  const { store, sealer, settings, memory, redactor, log, now, schedule } = outside;
  const ofConnections = connectionServices(outside);
  const { connections, removed, apiTokens, trust, sandbox } = ofConnections;
  const tokens = new GroupTokens(store, sealer, redactor, now);
  const targets = new ServiceTargets(settings, apiTokens, sandbox, trust);
  const inHand = new TokenLookup({ connections, apiTokens, tokens, redactor });
  let usedClient: UserGroupClient | undefined;
  const client = async (): Promise<UserGroupClient> => (usedClient = await outside.client());
  const retryQueue = new StorageRetryQueue(schedule);
  const answers = new UnrecognizedResponses(store.journal, sealer, retryQueue, log);
  const records = new SentRecords({ store, tokens, answers, retryQueue, log, now, schedule });
  const notes = new AnswerNotes();
  const keepsAllTokens = (): boolean => settings.keepTokensFromList();
  const sendDependencies = { store, client, targets, tokens, records, answers, inHand, notes, redactor };
  dropPreviousTokens(outside);
  const ages = new TokenAges(settings, now);
  const groups = new GroupService(store, tokens, answers, retryQueue, ages, now);
  const sending = new SendService(sendDependencies);
  const siblings = new Siblings(store.search);
  const changes = new ChangePlans({ store, connections, sending });
  const rotation = new RotationService(sendDependencies);
  const undo = new UndoPlans({ store, connections }, changes);
  const runs = new RunService({ store, connections, sending, rotation, tokens, changes, undo, log, now, schedule });
  const orphanedSends = new OrphanedSends({ store, log, now, schedule });
  return {
    ...ofConnections,
    inHand,
    samples: new SampleGroups(memory, groups, sending, outside.sampleBodies),
    groups,
    finder: new GroupFinder(store, connections, groups, ages),
    groupFiles: new GroupFiles(groups, sending),
    ...listServices(outside),
    largeFiles: outside.largeFiles,
    groupCheck: new GroupCheck({ store, connections, groups, tokens, apiTokens, siblings, redactor, now }),
    tokens,
    destinations: store.destinations,
    /** What identifies a copied token later. */
    sealer: sealer as Pick<TokenSealer, 'seal' | 'fingerprints'>,
    sending,
    serviceList: new ServiceList({ ...sendDependencies, connections, sealer, keepsAllTokens, now }),
    changes,
    undo,
    rotation,
    byToken: new ByTokenService({ ...sendDependencies, connections }),
    idChange: new IdChangeService({ ...sendDependencies, connections }),
    runs,
    siblings,
    orphanedSends,
    retryQueue,
    localData: new LocalData({ ...outside, connections, sandbox, tokens, answers, records, retryQueue, trust }),
    /** Where a damaged database was moved when this session opened it. */
    setAside: store.setAside,
    close: async (): Promise<void> => {
      for (const each of [runs, removed, connections, orphanedSends, retryQueue]) each.dispose();
      await Promise.allSettled([usedClient?.close(), sandbox.close()]);
      store.close();
    },
  };
}

/** What shows a part of the list, and what fills the list without a request. */
function listServices({ store, memory, redactor, now }: Outside) {
  return {
    listSorting: listSortingIn(memory),
    savedFilters: new SavedFilters(memory, redactor),
    importList: new ImportList(store, now),
    /** @throws UserGroupsError `cancelled`; `unavailable` when the store cannot be read */
    importPreview: (connection: Connection, rows: readonly ImportRow[], signal?: AbortSignal) =>
      previewImport(store.groups, connection.id, rows, signal),
    listExchange: new ListExchange({ store, redactor, now }),
  };
}

/** What the list is sorted by, remembered on this machine. */
function listSortingIn(memory: Memory) {
  const key = 'listOrder';
  return {
    get order(): ListOrder {
      return memory.get(key) === 'tokenAge' ? 'tokenAge' : 'name';
    },
    sortBy: (order: ListOrder): Promise<void> => memory.set(key, order),
  };
}

function connectionServices(outside: Outside) {
  const { store, settings, memory, log, now, schedule } = outside;
  const connections = new ConnectionService(settings, store, schedule);
  /** Whether the API token of each connection is the right one. */
  const trust = new TokenTrust(outside);
  const apiTokens = new ApiTokens({ ...outside, trust, variables: new VariableOrigins(store.apiTokens) });
  const sandbox = new SandboxService(connections, memory, outside.launchSandbox);
  /** Those that can be restored for a while. */
  const removed = new RemovedConnections({ store, connections, apiTokens, log, now, schedule });
  const connectionCheck = new ConnectionCheck({ ...outside, apiTokens, sandbox });
  return { connections, removed, apiTokens, trust, sandbox, connectionCheck };
}
