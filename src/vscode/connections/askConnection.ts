// The questions for adding or editing a connection: its name, its address, and how it is guarded.

import * as l10n from '@vscode/l10n';
import { USER_GROUP_API, type ServiceApi } from '../../contract/serviceApi.ts';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Environment } from '../../core/connection.ts';
import { requestsUrl } from '../../core/baseUrl.ts';
import { baseUrlProblem } from '../../services/connections/connectionEntry.ts';
import { askChoice, askText, BACK } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { askSeries, type AskStep } from '../command/series.ts';

export interface ConnectionAnswers {
  readonly name: string;
  readonly baseUrl: string;
  /** Null: not declared. */
  readonly environment: Environment | null;
}

interface Current extends Partial<ConnectionAnswers> {
  /** Absent: the built-in one. */
  readonly serviceApi?: ServiceApi | undefined;
}

/** `current`: the connection that is edited. `stepsAfter`: questions that the caller asks next. */
export function askConnection(
  context: CommandContext,
  title: string,
  input: Partial<ConnectionAnswers>,
  current: Current = {},
  stepsAfter = 0,
): Promise<ConnectionAnswers> {
  return askSeries<ConnectionAnswers>({
    title,
    subject: current.name ?? '',
    input,
    stepsAfter,
    questions: { name: askName(context, current), baseUrl: askBaseUrl(current), environment: askEnvironment(current) },
  });
}

type AskOne = AskStep<ConnectionAnswers>;

function askName({ services }: CommandContext, current: Partial<ConnectionAnswers>): AskOne {
  return async (answers, place, keep) => {
    const name = await askText({
      ...place,
      field: l10n.t('Name'),
      prompt: l10n.t('A name for the connection, such as staging or production'),
      value: answers.name ?? current.name ?? '',
      check: (value) => ({ problem: services.connections.nameProblem(value.trim(), current.name) }),
      onLeft: (value) => {
        keep({ name: value });
      },
    });
    return name === BACK ? BACK : { name: name.trim() };
  };
}

function askBaseUrl({ serviceApi: api = USER_GROUP_API, ...current }: Current): AskOne {
  return async (answers, place, keep) => {
    const baseUrl = await askText({
      ...place,
      field: l10n.t('Base URL'),
      prompt: l10n.t('Address of the service'),
      placeholder: 'https://dashboards.example.com',
      value: answers.baseUrl ?? current.baseUrl ?? '',
      check: (value) => checkBaseUrl(value, api),
      onLeft: (value) => {
        keep({ baseUrl: value });
      },
    });
    return baseUrl === BACK ? BACK : { baseUrl: parseBaseUrl(baseUrl).href };
  };
}

function checkBaseUrl(value: string, api: ServiceApi): { problem?: string | undefined; hint?: string } {
  const problem = value.trim() === '' ? l10n.t('Type the base URL.') : baseUrlProblem(value);
  return problem === undefined ? { hint: l10n.t('Requests go to {0}.', requestsUrl(value, api)) } : { problem };
}

function askEnvironment(current: Partial<ConnectionAnswers>): AskOne {
  return async (answers, place) => {
    const environment = await askChoice<Environment | null>({
      ...place,
      placeholder: l10n.t('Environment type'),
      choices: [
        { label: l10n.t('Testing'), description: l10n.t('staging or development'), value: 'Testing' },
        { label: l10n.t('Customer'), description: l10n.t('production, asks before sending'), value: 'Customer' },
        { label: l10n.t('Not Declared'), description: l10n.t('guarded like production'), value: null },
      ],
      active: answers.environment ?? current.environment ?? 'nothing',
    });
    return environment === BACK ? BACK : { environment };
  };
}
