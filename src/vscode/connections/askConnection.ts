// The questions for adding or editing a connection: its name, its address, and how it is guarded.

import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Environment } from '../../core/connection.ts';
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

/** `current`: the connection that is edited. */
export function askConnection(
  context: CommandContext,
  title: string,
  input: Partial<ConnectionAnswers>,
  current: Partial<ConnectionAnswers> = {},
): Promise<ConnectionAnswers> {
  return askSeries<ConnectionAnswers>({
    title,
    subject: current.name ?? '',
    input,
    questions: { name: askName(context, current), baseUrl: askBaseUrl(current), environment: askEnvironment(current) },
  });
}

type AskOne = AskStep<ConnectionAnswers>;

function askName({ services }: CommandContext, current: Partial<ConnectionAnswers>): AskOne {
  return async (answers, place, keep) => {
    const name = await askText({
      ...place,
      field: 'Name',
      prompt: 'A name for this environment of the service, such as staging or production',
      value: answers.name ?? current.name ?? '',
      check: (value) => ({ problem: services.connections.nameProblem(value.trim(), current.name) }),
      onLeft: (value) => {
        keep({ name: value });
      },
    });
    return name === BACK ? BACK : { name: name.trim() };
  };
}

function askBaseUrl(current: Partial<ConnectionAnswers>): AskOne {
  return async (answers, place, keep) => {
    const baseUrl = await askText({
      ...place,
      field: 'Base URL',
      prompt: 'Base URL of the service',
      placeholder: 'https://dashboards.example.com',
      value: answers.baseUrl ?? current.baseUrl ?? '',
      check: checkBaseUrl,
      onLeft: (value) => {
        keep({ baseUrl: value });
      },
    });
    return baseUrl === BACK ? BACK : { baseUrl: parseBaseUrl(baseUrl).href };
  };
}

function checkBaseUrl(value: string): { problem?: string | undefined; hint?: string } {
  const problem = value.trim() === '' ? 'Type the base URL.' : baseUrlProblem(value);
  return problem === undefined ? { hint: `Requests go to ${parseBaseUrl(value).requestUrl}.` } : { problem };
}

function askEnvironment(current: Partial<ConnectionAnswers>): AskOne {
  return async (answers, place) => {
    const environment = await askChoice<Environment | null>({
      ...place,
      placeholder: 'Who looks at these dashboards?',
      choices: [
        { label: 'Testing', description: 'staging, development: nobody is harmed by a mistake', value: 'Testing' },
        { label: 'Customer', description: 'production: real viewers', value: 'Customer' },
        { label: 'Not declared', description: 'guarded like production', value: null },
      ],
      active: answers.environment ?? current.environment ?? 'nothing',
    });
    return environment === BACK ? BACK : { environment };
  };
}
