// The command `validate`: checks the documents of folders, and sends nothing.

import { join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { grouped, isOne } from '../core/language.ts';
import { checkFolder, type CheckedFile } from '../services/files/folderCheck.ts';
import { CONFIG_FILE } from '../services/files/groupsConfig.ts';
import { command, DONE, FAILED, type Input } from './command.ts';
import { CONFIG_OPTION, JSON_OPTION } from './commonOptions.ts';
import { loadConfig, type LoadedConfig } from './configFile.ts';
import { documentsIn } from './documentsOnDisk.ts';
import { openDocumentSchema } from './documentSchema.ts';
import { findingLine, summaryLine, type FoundInFile } from './findings.ts';

export const validate = command({
  name: 'validate',
  summary: () => l10n.t('Check the documents of folders. Nothing is sent.'),
  positionals: '[folder…]',
  options: { ...CONFIG_OPTION, ...JSON_OPTION },
  run: async (input) => {
    const { terminal, values } = input;
    const report: Report = { command: 'validate', files: 0, errors: 0, warnings: 0, findings: [] };
    for await (const { findings } of checkedFiles(input)) {
      report.files += 1;
      for (const finding of findings) {
        terminal.annotate(finding);
        report[finding.severity === 'error' ? 'errors' : 'warnings'] += 1;
        if (values.json === true) report.findings.push(finding);
        else terminal.out(findingLine(finding, terminal));
      }
    }
    if (report.files === 0) requireSomething(input);
    terminal.out(
      values.json === true
        ? `${JSON.stringify(report, undefined, 2)}\n`
        : summaryLine([checkedText(report.files)], report, terminal),
    );
    return report.errors === 0 ? DONE : FAILED;
  },
});

/** By the schema of outputs (`export-schema output`). */
interface Report {
  readonly command: 'validate';
  files: number;
  errors: number;
  warnings: number;
  readonly findings: FoundInFile[];
}

async function* checkedFiles({
  terminal: { cwd },
  values,
  positionals,
  schemas,
}: Input<typeof CONFIG_OPTION>): AsyncGenerator<CheckedFile & { readonly findings: readonly FoundInFile[] }> {
  const config = loadConfig(cwd, values.config);
  const schema = await openDocumentSchema(schemas.document, config);
  for (const { folder, names, within } of foldersOf(cwd, positionals, config)) {
    for await (const checked of checkFolder(documentsIn(folder, within), names, schema)) {
      const file = relative(cwd, join(folder, checked.file));
      yield { ...checked, findings: checked.findings.map((finding) => ({ file, ...finding })) };
    }
  }
}

interface Folder {
  /** Absolute. */
  readonly folder: string;
  readonly names: RequestNames;
  readonly within?: string;
}

/** Those that are named, else those of the configuration, else the current one. */
function foldersOf(cwd: string, named: readonly string[], config: LoadedConfig | undefined): Folder[] {
  const configured = (config?.connections ?? []).map((each) => ({
    folder: resolve(config?.root ?? cwd, each.folder),
    names: (each.serviceApi ?? USER_GROUP_API).request,
    api: each.config.api,
    ...(config !== undefined && { within: config.root }),
  }));
  // Several connections may have one folder: its documents are checked once for each way to name their fields.
  const distinct = configured.filter(
    ({ folder, api }, index) =>
      !configured.slice(0, index).some((other) => other.folder === folder && other.api === api),
  );
  if (named.length === 0 && distinct.length > 0) return distinct;
  const folders = new Set((named.length === 0 ? ['.'] : named).map((name) => resolve(cwd, name)));
  return [...folders].flatMap((folder) => {
    const known = distinct.filter((other) => other.folder === folder);
    return known.length > 0 ? known : [{ folder, names: USER_GROUP_API.request }];
  });
}

/** Where nobody said what is to be checked, nothing checked is no success. @throws UserGroupsError `notFound` */
function requireSomething({ terminal: { cwd }, values, positionals }: Input<typeof CONFIG_OPTION>): void {
  if (positionals.length > 0 || (loadConfig(cwd, values.config)?.connections ?? []).length > 0) return;
  throw new UserGroupsError({
    kind: 'notFound',
    happened: l10n.t('There is no document here, and no connection in a {0}.', CONFIG_FILE),
    next: l10n.t('Name a folder.'),
  });
}

function checkedText(files: number): string {
  return isOne(files) ? l10n.t('1 file checked') : l10n.t('{0} files checked', grouped(files));
}
