// The command `validate`: checks the documents of folders, and sends nothing.

import { join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { grouped } from '../core/language.ts';
import { checkFolder, type CheckedFile } from '../services/files/folderCheck.ts';
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
        report[finding.severity === 'error' ? 'errors' : 'warnings'] += 1;
        if (values.json === true) report.findings.push(finding);
        else terminal.out(findingLine(finding, terminal));
      }
    }
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
  const configured = (config?.connections ?? []).map(({ folder, serviceApi = USER_GROUP_API }) => ({
    folder: resolve(config?.root ?? cwd, folder),
    names: serviceApi.request,
    ...(config !== undefined && { within: config.root }),
  }));
  // Several connections may have one folder: its documents are checked once for each way to name their fields.
  const distinct = configured.filter(
    ({ folder, names }, index) =>
      !configured.slice(0, index).some((other) => other.folder === folder && other.names === names),
  );
  if (named.length === 0 && distinct.length > 0) return distinct;
  return (named.length === 0 ? ['.'] : named).flatMap((name) => {
    const folder = resolve(cwd, name);
    const known = distinct.filter((other) => other.folder === folder);
    return known.length > 0 ? known : [{ folder, names: USER_GROUP_API.request }];
  });
}

function checkedText(files: number): string {
  return files === 1 ? l10n.t('1 file checked') : l10n.t('{0} files checked', grouped(files));
}
