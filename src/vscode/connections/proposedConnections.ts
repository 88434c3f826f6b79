// Connections that repositories of the workspace have and the settings have not: proposed to be added, never added.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ServiceApi } from '../../contract/serviceApi.ts';
import type { ConnectionConfig } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { findApi } from '../../services/connections/serviceApis.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { required } from '../command/targets.ts';
import { configOf, configsOf, type FoundConfig } from '../platform/configFiles.ts';

/** What a proposal fills in. A repository names no variable whose token would be sent. */
export interface ProposedConnection {
  readonly config: Omit<ConnectionConfig, 'apiTokenEnv'>;
  readonly serviceApi: ServiceApi | undefined;
  /** Of its configuration, when that is above the workspace. */
  readonly path: string | undefined;
}

/**
 * `undefined`: another one, or there is none to propose.
 * @throws UserGroupsError `cancelled`
 */
export async function askProposed(context: CommandContext, title: string): Promise<ProposedConnection | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const proposed = folders.length > 0 && context.trust.isTrusted() ? await proposals(context, folders) : [];
  if (proposed.length === 0) return undefined;
  return required(
    await askChoice<ProposedConnection | undefined>({
      title,
      placeholder: l10n.t('Select a connection of the repository'),
      choices: [
        ...proposed.map((value) => ({
          label: value.config.name,
          description: value.config.baseUrl,
          ...(value.path && { detail: value.path }),
          value,
        })),
        { label: l10n.t('Another Connection…'), value: undefined },
      ],
    }),
  );
}

async function proposals(
  { services }: CommandContext,
  folders: readonly vscode.WorkspaceFolder[],
): Promise<ProposedConnection[]> {
  const found: ProposedConnection[] = [];
  const uris = folders.map(({ uri }) => uri);
  for (const { path, connections } of await configsOf(uris, readable))
    for (const { config, serviceApi } of connections) {
      const { apiTokenEnv: _ofMachine, ...rest } = config;
      const isFree = services.connections.nameProblem(config.name) === undefined;
      // A description of the repository's own is not in the settings.
      if (isFree && (config.api === undefined || findApi(config.api, undefined).problem === undefined))
        found.push({ config: rest, serviceApi, path });
    }
  return found;
}

/** One that cannot be read proposes nothing: the commands about it say why. */
async function readable(folder: vscode.Uri): Promise<FoundConfig | undefined> {
  try {
    return await configOf(folder);
  } catch (error) {
    if (error instanceof UserGroupsError || error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
