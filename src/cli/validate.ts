// The command `validate`: checks the documents of folders, and sends nothing.

import { basename, dirname, join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import { ignoredText } from '../document/documentFiles.ts';
import { DOCUMENT_SUFFIX, PRESET_FILE } from '../document/documentUri.ts';
import { checkFolder, type CheckedFile } from '../services/files/folderCheck.ts';
import { ignoredIn } from '../services/files/groupFiles.ts';
import { CONFIG_FILE, type ConfiguredConnection } from '../services/files/groupsConfig.ts';
import { mayBeThere, type KnownState } from '../services/plans/planJournal.ts';
import { CONFIG_OPTION, JSON_OPTION, command, DONE, FAILED, type Input } from './command.ts';
import { configAbove, loadConfig, noteUnusedConfig, readConfig, type LoadedConfig } from './configFile.ts';
import { documentsOnDisk, isFolder } from './documentsOnDisk.ts';
import { openDocumentSchema } from './documentSchema.ts';
import { findingLine, summaryLine, type FoundInFile } from './findings.ts';
import { connectionOf } from './outgoing.ts';
import { stateFile } from './planning.ts';
import { StateFiles } from './stateFiles.ts';
import { lineOf } from './terminal.ts';

export const validate = command({
  name: 'validate',
  summary: () => l10n.t('Check documents: those of folders, or single files. Nothing is sent.'),
  positionals: '[folder | file…]',
  options: { ...CONFIG_OPTION, ...JSON_OPTION },
  run: async (input) => {
    const { terminal, values, positionals } = input;
    const report: Report = { command: 'validate', files: 0, ignored: undefined, errors: 0, warnings: 0, findings: [] };
    const subjects = subjectsOf(input);
    for await (const { findings } of checkedFiles(input, subjects, report)) {
      report.files += 1;
      for (const finding of findings) {
        terminal.annotate(finding);
        report[finding.severity === 'error' ? 'errors' : 'warnings'] += 1;
        if (values.json === true) report.findings.push(finding);
        else terminal.out(findingLine(finding, terminal));
      }
    }
    // Where nobody said what is to be checked, nothing checked is no success.
    if (report.files === 0 && positionals.length === 0 && subjects.every(({ config }) => !config?.connections.length))
      throw new UserGroupsError(
        'notFound',
        l10n.t('There is no document here, and no connection in a {0}.', CONFIG_FILE),
        l10n.t('Name a folder.'),
      );
    const checked = isOne(report.files) ? l10n.t('1 file checked') : l10n.t('{0} files checked', grouped(report.files));
    terminal.out(
      values.json === true
        ? `${JSON.stringify(report, undefined, 2)}\n`
        : summaryLine([checked, ...ignoredText(report.ignored ?? 0)], report, terminal),
    );
    return report.errors === 0 ? DONE : FAILED;
  },
});

/** By the schema of outputs (`export-schema output`). */
interface Report {
  readonly command: 'validate';
  files: number;
  ignored: number | undefined;
  errors: number;
  warnings: number;
  readonly findings: FoundInFile[];
}

type ValidateInput = Input<typeof CONFIG_OPTION>;

/** Folders that have one configuration. */
interface Subject {
  readonly config: LoadedConfig | undefined;
  readonly folders: readonly Folder[];
}

interface Folder {
  /** Absolute. */
  readonly folder: string;
  readonly names: RequestNames;
  readonly within?: string;
  /** Whether a group of a connection may be on its service, by its ID. */
  readonly isThere?: (userGroupId: string) => boolean;
  /** Names of the files that are checked. Absent: all. */
  readonly only?: ReadonlySet<string> | undefined;
}

async function* checkedFiles(
  { terminal: { cwd, err }, schemas }: ValidateInput,
  subjects: readonly Subject[],
  report: Report,
): AsyncGenerator<CheckedFile & { readonly findings: readonly FoundInFile[] }> {
  for (const { config, folders } of subjects) {
    const schema = await openDocumentSchema(schemas.document, config);
    for (const { folder, names, within, only, isThere } of folders) {
      const documents = documentsOnDisk(folder, within, (text) => {
        err(lineOf(text));
      });
      const there = new Set(documents.entries.map(({ name }) => name));
      const missing = [...(only ?? [])].find((name) => !there.has(name));
      if (missing !== undefined)
        throw new UserGroupsError(
          'notFound',
          l10n.t("The file {0} can't be read.", quotedId(join(folder, missing))),
          l10n.t('Name another one.'),
        );
      const isWanted = (file: string): boolean => only?.has(file) ?? true;
      const ignored = ignoredIn({ entries: documents.entries.filter(({ name }) => isWanted(name)) });
      if (ignored > 0) report.ignored = (report.ignored ?? 0) + ignored;
      for await (const checked of checkFolder(documents, names, schema, isWanted, isThere)) {
        const file = relative(cwd, join(folder, checked.file));
        yield { ...checked, findings: checked.findings.map((finding) => ({ file, ...finding })) };
      }
    }
  }
}

/**
 * Those that are named, else those of the configuration, else the current one; and the current one, too, where the
 * configuration lies above it.
 */
function subjectsOf(input: ValidateInput): Subject[] {
  const { terminal, values, positionals } = input;
  const { cwd } = terminal;
  if (positionals.length === 0) {
    const config = loadConfig(terminal, values.config);
    if (config === undefined) noteUnusedConfig(terminal, cwd);
    const folders = configuredFolders(config, input);
    const isHere = config?.root === cwd || values.config !== undefined;
    const isCurrentOne = folders.length === 0 || (!isHere && !folders.some(({ folder }) => folder === cwd));
    return [{ config, folders: isCurrentOne ? [...folders, plainFolder(cwd)] : folders }];
  }
  const named = values.config === undefined ? undefined : resolve(cwd, values.config);
  const configOf = ([folder]: Named): string | undefined => named ?? configAbove(folder) ?? configAbove(cwd);
  return Array.from(Map.groupBy(namedIn(input), configOf), ([file, group]): Subject => {
    const config = file === undefined ? undefined : readConfig(terminal, file, named !== undefined);
    if (config === undefined) noteUnusedConfig(terminal, group[0]?.[0] ?? cwd);
    const configured = configuredFolders(config, input);
    const folders = group.flatMap(([folder, only]) => {
      const known = configured.filter((other) => other.folder === folder);
      return (known.length > 0 ? known : [plainFolder(folder)]).map((each) => ({ ...each, only }));
    });
    return { config, folders };
  });
}

/** Of no connection. */
function plainFolder(folder: string): Folder {
  return { folder, names: USER_GROUP_API.request };
}

/** A folder, and the names of its files that are meant; without them it is the whole folder. */
type Named = readonly [folder: string, only: Set<string> | undefined];

function namedIn({ terminal: { cwd }, positionals }: ValidateInput): Named[] {
  const found = new Map<string, Set<string> | undefined>();
  for (const path of positionals.map((each) => resolve(cwd, each))) {
    const [folder, name] = [dirname(path), basename(path)];
    const isFile = (name.endsWith(DOCUMENT_SUFFIX) || name === PRESET_FILE) && !isFolder(path);
    if (!isFile) found.set(path, undefined);
    // What a preset says is a matter of all documents beside it.
    else if (name === PRESET_FILE) found.set(folder, undefined);
    else if (!found.has(folder)) found.set(folder, new Set([name]));
    else found.get(folder)?.add(name);
  }
  return [...found];
}

/** Several connections may have one folder: its documents are checked once for each way to name their fields. */
function configuredFolders(config: LoadedConfig | undefined, { terminal, files }: ValidateInput): Folder[] {
  if (config === undefined) return [];
  const { root, connections } = config;
  const stateOf = (configured: ConfiguredConnection): KnownState => {
    const file = stateFile(root, connectionOf(configured), undefined);
    return new StateFiles({ file, shown: relative(terminal.cwd, file), files }).read();
  };
  const folders = connections.map((each) => ({
    folder: resolve(root, each.folder),
    names: (each.serviceApi ?? USER_GROUP_API).request,
    api: each.config.api,
    within: root,
    isThere: (userGroupId: string): boolean =>
      connections.some((other) => other.folder === each.folder && mayBeThere(stateOf(other), userGroupId)),
  }));
  return folders.filter(
    ({ folder, api }, index) => !folders.slice(0, index).some((other) => other.folder === folder && other.api === api),
  );
}
