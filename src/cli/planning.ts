// What `plan` and `apply` share: a connection with its folder and its state.

import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../core/baseUrl.ts';
import { apiOf, namesOf, type Connection } from '../core/connection.ts';
import { UserGroupsError, whileDoingSync } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { withPreset, type Preset } from '../document/preset.ts';
import { readSendable, type SendableDocument } from '../document/userGroupDocument.ts';
import { checkFolder } from '../services/files/folderCheck.ts';
import { ignoredIn, requirePreset, textIn, type DocumentFolder } from '../services/files/groupFiles.ts';
import type { ConfiguredConnection } from '../services/files/groupsConfig.ts';
import { statePath } from '../services/plans/appliedState.ts';
import { bodyDigest } from '../services/plans/bodyDigest.ts';
import { adopting, planFiles, type FolderPlan, type PlannedGroup } from '../services/plans/folderPlan.ts';
import { readPlanFile, type PlanFile } from '../services/plans/planFile.ts';
import { mayBeThere, type KnownState } from '../services/plans/planJournal.ts';
import { CONFIG_OPTION, CONNECTION_OPTION, JSON_OPTION, type Input } from './command.ts';
import { configuredConnection, loadConfig } from './configFile.ts';
import { documentsOnDisk, requireWithin } from './documentsOnDisk.ts';
import { openDocumentSchema } from './documentSchema.ts';
import { connectionOf, requireEnvironment, variable } from './outgoing.ts';
import { StateFiles } from './stateFiles.ts';
import { lineOf } from './terminal.ts';
import { bytesOfNamed } from './textOfFile.ts';

export const STATE_OPTIONS = {
  ...CONNECTION_OPTION,
  ...CONFIG_OPTION,
  state: {
    type: 'string',
    value: 'file',
    summary: () => l10n.t('The state, instead of {0}.', statePath('<connection>')),
  },
} as const;

/** Of requests. */
export const SENDING_OPTIONS = {
  'environment-is': {
    type: 'string',
    value: 'name',
    summary: () => l10n.t('Confirm the environment, where it is not Testing.'),
  },
  'state-moved': {
    type: 'boolean',
    summary: () => l10n.t('Keep the state, because its groups moved to the address of the connection.'),
  },
  verbose: { type: 'boolean', summary: () => l10n.t('Print a line for each request.') },
} as const;

export const PLANNING_OPTIONS = {
  ...STATE_OPTIONS,
  only: {
    type: 'string',
    multiple: true,
    value: 'file',
    summary: () => l10n.t('This document alone. Can be repeated.'),
  },
  refresh: {
    type: 'boolean',
    summary: () => l10n.t('Ask the service what it has. Without a list, this recreates what was deleted there.'),
  },
  adopt: {
    type: 'boolean',
    summary: () => l10n.t('Update new groups that exist already to what their files say.'),
  },
  ...SENDING_OPTIONS,
  'delivery-command': {
    type: 'string',
    value: 'JSON',
    summary: () => l10n.t('Command for the tokens of created groups, as in userGroups.deliveryCommand.'),
  },
  ...JSON_OPTION,
} as const;

/** What is planned: as the options say, or as a plan of before. */
export interface PlanSubject {
  readonly connection: string | undefined;
  /** Names of files in the folder. Absent: all. */
  readonly only?: readonly string[] | undefined;
}

export interface Planning {
  readonly configured: ConfiguredConnection;
  readonly connection: Connection;
  readonly only: readonly string[] | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly state: StateFiles;
  /**
   * Nothing is sent. @param isThere whether a group may be on the service; absent: as far as the state tells
   * @throws UserGroupsError where a file that was named is not there
   */
  readonly plan: (known: KnownState, isThere?: (userGroupId: string) => boolean) => Promise<FolderPlan>;
  /** @throws UserGroupsError `conflict` when the file is not as planned any more */
  readonly documentOf: (planned: PlannedGroup) => Promise<SendableDocument>;
}

/** @throws UserGroupsError `invalid`, `notFound`, `forbidden` */
export async function openPlanning(
  { terminal, values, schemas, files, redactor }: Input<typeof PLANNING_OPTIONS>,
  subject?: PlanSubject,
): Promise<Planning> {
  const { cwd, env } = terminal;
  const config = loadConfig(terminal, values.config);
  const configured = configuredConnection(config, subject === undefined ? values.connection : subject.connection);
  const { root } = configured;
  const connection = connectionOf(configured);
  const environment = values['environment-is'];
  // Also where nothing is sent: what is confirmed wrongly is a mistake.
  if (environment !== undefined) requireEnvironment(connection, environment);
  // Before anything of the documents is printed.
  redactor.add(variable(env, connection.apiTokenEnv) ?? '');
  const names = namesOf(connection);
  const folder = resolve(root, configured.folder);
  const only = subject === undefined ? values.only?.map((file) => relative(folder, resolve(cwd, file))) : subject.only;
  const schema = await openDocumentSchema(schemas.document, config);
  const state = stateFile(root, connection, values.state && resolve(cwd, values.state));
  let documents: DocumentFolder | undefined;
  let preset: Promise<Preset | undefined> | undefined;
  return {
    configured,
    connection,
    only,
    folder,
    state: new StateFiles({
      file: state,
      shown: relative(cwd, state),
      files,
      service: { origin: parseBaseUrl(connection.baseUrl).href, isMoved: values['state-moved'] === true },
    }),
    plan: async (known, isThere = (userGroupId) => mayBeThere(known, userGroupId)) => {
      documents = documentsOnDisk(folder, root, (text) => {
        terminal.err(lineOf(text));
      });
      const there = new Set(documents.entries.map(({ name }) => name));
      const missing = only?.find((name) => !there.has(name));
      if (missing !== undefined)
        throw new UserGroupsError(
          'notFound',
          l10n.t('The folder of the connection has no file {0}.', quotedId(join(folder, missing))),
          l10n.t('Correct {0}.', '--only'),
        );
      const isWanted = only && ((file: string): boolean => only.includes(file));
      const checked = checkFolder(documents, names, schema, undefined, isThere);
      const made = await planFiles(checked, known, apiOf(connection), isWanted);
      const plan = { ...made, ignored: ignoredIn(documents) };
      return values.adopt === true ? adopting(plan) : plan;
    },
    documentOf: async ({ file, sha256 }) => {
      documents ??= documentsOnDisk(folder, root);
      preset ??= requirePreset(documents);
      const text = textIn(await documents.read(file));
      const document = text === undefined ? undefined : readSendable(withPreset(text, await preset).text, names);
      if (document !== undefined && bodyDigest(document, names) === sha256) return document;
      throw new UserGroupsError('conflict', l10n.t('The file changed since it was planned.'), l10n.t('Plan again.'));
    },
  };
}

/** @param named absolute; the person's own choice, so a link is followed @throws UserGroupsError */
export function stateFile(root: string, { name }: Connection, named: string | undefined): string {
  const file = named ?? join(root, statePath(name));
  if (named === undefined) requireWithin(root, file);
  try {
    return realpathSync(file);
  } catch {
    // It is not there yet.
    return file;
  }
}

/**
 * The plan file that a command is given.
 * @param paths what stands in its place, which must be one
 * @param doing what fails where it cannot be read, as a sentence
 * @throws UserGroupsError `invalid`, `notFound`
 */
export function namedPlan(
  paths: readonly string[],
  doing: string,
  { terminal: { cwd }, values }: Pick<Input<typeof PLANNING_OPTIONS>, 'terminal' | 'values'>,
): PlanFile {
  const [path, ...others] = paths;
  const decided = (['connection', 'only', 'refresh', 'adopt'] as const).find((option) => values[option] !== undefined);
  if (path === undefined || others.length > 0)
    throw new UserGroupsError('invalid', l10n.t('One plan is read at a time.'), l10n.t('Name one file.'));
  if (decided !== undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t('The plan has decided about {0}.', `--${decided}`),
      l10n.t('Remove it.'),
    );
  return whileDoingSync(doing, undefined, () => readPlanFile(textIn(bytesOfNamed(resolve(cwd, path))) ?? ''));
}
