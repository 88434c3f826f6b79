// What requests for a plan need: where they go, the state that they are recorded in, and who wants their tokens.

import { isAbsolute, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { hasList } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped } from '../core/language.ts';
import type { Log } from '../core/ports/log.ts';
import type { Redactor } from '../core/redactor.ts';
import { requestText } from '../core/requestText.ts';
import type { RefreshDependencies } from '../services/plans/refreshPlan.ts';
import { deliverByCommand, readDeliveryCommand, type Deliver } from '../services/rotation/deliver.ts';
import type { Input } from './command.ts';
import { openOutgoing, type Outgoing } from './outgoing.ts';
import type { Planning, PLANNING_OPTIONS } from './planning.ts';
import type { OpenState } from './stateFiles.ts';
import { lineOf, type Terminal } from './terminal.ts';

type PlanningInput = Input<typeof PLANNING_OPTIONS>;

export type PlanRequests = RefreshDependencies & Pick<Outgoing, 'client'>;

/** Nobody else applies while `work` runs. @throws UserGroupsError when nothing may be sent */
export async function withRequests<T>(
  input: PlanningInput,
  planning: Planning,
  work: (requests: PlanRequests, state: OpenState) => Promise<T>,
): Promise<T> {
  const state = await planning.state.open();
  let requests: PlanRequests | undefined;
  try {
    requests = planRequests(input, planning, state);
    return await work(requests, state);
  } finally {
    state.close();
    await requests?.client.close();
  }
}

/** Opens nothing before the first request. @throws UserGroupsError when nothing may be sent */
export function planRequests(input: PlanningInput, planning: Planning, state: OpenState): PlanRequests {
  const { terminal, values, version, now, interruptible, redactor } = input;
  const { connection, documentOf } = planning;
  const log = terminalLog(terminal, redactor, values.verbose === true);
  return {
    ...openOutgoing(connection, values['environment-is'], input, log),
    ...state.known,
    connection,
    documentOf,
    record: state.record,
    deliver: deliveryIn(input, planning, log),
    tool: version,
    now,
    signals: interruptible(),
    onRecreated: (userGroupId) => {
      terminal.err(lineOf(l10n.t('The service had no {0}. It is recreated.', quotedId(userGroupId))));
    },
    onProgress: (asked, total) => {
      terminal.progress(
        total === undefined
          ? l10n.t('{0} asked', grouped(asked))
          : l10n.t('{0} of {1} asked', grouped(asked), grouped(total)),
      );
    },
  };
}

/** Warnings come in any case. Nobody learns of a bug here: it ends the command. */
function terminalLog({ err }: Pick<Terminal, 'err'>, redactor: Redactor, isVerbose: boolean): Log {
  const info = (message: string): void => {
    if (isVerbose) err(lineOf(redactor.redact(message)));
  };
  return {
    info,
    warn: (message) => {
      err(lineOf(redactor.redact(message)));
    },
    request: (line) => {
      info(requestText(line, redactor));
    },
    bug: () => undefined,
  };
}

/** @throws UserGroupsError `invalid` */
function deliveryIn(
  { terminal: { cwd, env }, values, redactor, now }: PlanningInput,
  { connection }: Planning,
  log: Log,
): Deliver | undefined {
  const given = values['delivery-command'];
  if (given === undefined) return undefined;
  const [program, ...rest] = listIn(given);
  // The person who types a path means the current folder.
  const isPath = typeof program === 'string' && /[\\/]/.test(program) && !isAbsolute(program);
  const command = readDeliveryCommand([isPath ? resolve(cwd, program) : program, ...rest], OPTION);
  return (
    command &&
    deliverByCommand(
      {
        log,
        redactor,
        now,
        environment: () => env,
        secretVariables: () => (connection.apiTokenEnv === undefined ? [] : [connection.apiTokenEnv]),
        folder: cwd,
      },
      command,
    )
  );
}

const OPTION = '--delivery-command';

function listIn(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value) && value.length > 0) return value;
  } catch {
    // Said below.
  }
  throw new UserGroupsError(
    'invalid',
    l10n.t('"{0}" must be a list of strings that begins with a program.', OPTION),
    l10n.t('Write it like {0}.', '\'["store-token", "--verbose"]\''),
  );
}

/** Before the first request. */
export function recreatingText({ connection }: Planning): string | undefined {
  return hasList(connection)
    ? undefined
    : l10n.t('Each group is asked for by get-or-create, which recreates those that were deleted on the service.');
}
