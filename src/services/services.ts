// Joins the use cases: what the editor asks for, made from what the outside gives.

import type { Lazy, Log, Memory, RunningSandbox, Secrets, Settings, TokenSealer, UserGroupClient, UserGroupStore } from '../core/ports.ts';
import type { Redactor } from '../core/redactor.ts';
import { AnswerNotes } from './answerNotes.ts';
import { ApiTokens } from './apiTokens.ts';
import { ConnectionService } from './connectionService.ts';
import { GroupService } from './groupService.ts';
import { GroupTokens } from './groupTokens.ts';
import { RotationService } from './rotationService.ts';
import { SampleGroups } from './sampleGroups.ts';
import { SandboxService } from './sandboxService.ts';
import { SendService } from './sendService.ts';
import { SentRecords } from './sentRecord.ts';
import { ServiceTargets } from './serviceTargets.ts';

export interface Outside {
  readonly store: UserGroupStore;
  readonly sealer: TokenSealer;
  readonly client: Lazy<UserGroupClient>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly memory: Memory;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly now: () => number;
  readonly environmentVariable: (name: string) => string | undefined;
  readonly launchSandbox: () => Promise<RunningSandbox>;
  /** Request bodies of the sandbox's sample groups. */
  readonly sampleBodies: Lazy<readonly string[]>;
}

export interface Services {
  readonly connections: ConnectionService;
  readonly apiTokens: ApiTokens;
  readonly sandbox: SandboxService;
  readonly samples: SampleGroups;
  readonly groups: GroupService;
  readonly tokens: GroupTokens;
  readonly sending: SendService;
  readonly rotation: RotationService;
  /** Where a damaged database was set aside when this session opened it. */
  readonly setAside: string | undefined;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;

export function createServices(outside: Outside): Services {
  const { store, settings, memory, redactor, log, now } = outside;
  const connections = new ConnectionService(settings, store);
  const apiTokens = new ApiTokens(outside);
  const sandbox = new SandboxService(connections, memory, outside.launchSandbox);
  const tokens = new GroupTokens(store, outside.sealer, redactor);
  const targets = new ServiceTargets(settings, apiTokens, sandbox);
  let usedClient: UserGroupClient | undefined;
  const client = async (): Promise<UserGroupClient> => (usedClient = await outside.client());
  const sendPorts = { store, client, targets, tokens, records: new SentRecords(store, tokens, log, now), notes: new AnswerNotes() };
  store.dropReplacedTokens(now() - settings.keepReplacedTokensDays() * DAY_MS);
  const groups = new GroupService(store, tokens, now);
  const sending = new SendService(sendPorts);
  return {
    connections,
    apiTokens,
    sandbox,
    samples: new SampleGroups(memory, groups, sending, outside.sampleBodies),
    groups,
    tokens,
    sending,
    rotation: new RotationService(sendPorts),
    setAside: store.setAside,
    close: async () => {
      connections.dispose();
      await Promise.allSettled([usedClient?.close(), sandbox.close()]);
      store.close();
    },
  };
}
