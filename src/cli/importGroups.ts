// The command `import`: writes a list of customers as documents, a file each, and sends nothing.

import { join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { hasError, type ImportRow } from '../bulk/importRow.ts';
import { readImport } from '../bulk/readImport.ts';
import { sourceKindOf } from '../bulk/sourceKind.ts';
import { USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError, whileDoing } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import type { LargeFiles } from '../core/ports/files.ts';
import { asShown } from '../document/idName.ts';
import type { Finding } from '../services/files/folderCheck.ts';
import { fileNamesIn, linkNotReadText, writingKind, type FileToSave } from '../services/files/groupFiles.ts';
import { command, DONE, FAILED } from './command.ts';
import { CONFIG_OPTION, CONNECTION_OPTION, JSON_OPTION } from './commonOptions.ts';
import { configuredConnection, loadConfig, type LoadedConfig } from './configFile.ts';
import { documentsIn, createFolderWithin } from './documentsOnDisk.ts';
import { findingLine, summaryLine, type FoundInFile } from './findings.ts';
import type { Terminal } from './terminal.ts';
import { bytesOfNamed } from './textOfFile.ts';
import { writeText } from './writeText.ts';

export const importGroups = command({
  name: 'import',
  summary: () => l10n.t('Write a CSV, JSON or JSON Lines file as documents. Nothing is sent.'),
  positionals: '<file>',
  options: {
    ...CONNECTION_OPTION,
    overwrite: { type: 'boolean', summary: () => l10n.t('Replace files that differ.') },
    ...CONFIG_OPTION,
    ...JSON_OPTION,
  },
  run: async ({ terminal, values, positionals, files }) => {
    const { cwd } = terminal;
    const source = relative(cwd, resolve(cwd, sourceIn(positionals)));
    const target = targetIn(loadConfig(cwd, values.config), values.connection);
    const { rows, notes } = await rowsOf(cwd, source, target.names);
    const isRefused = rows.some(hasError);
    const planned = isRefused ? [] : await plannedFiles(rows, target, values.overwrite === true);
    const findings = [
      ...notes.map((note) => findingAt(source, 1, 'warning', note)),
      ...rows.flatMap(({ number, problems }) =>
        problems.map(({ severity, reason }) => findingAt(source, number, severity, reason)),
      ),
      ...planned.flatMap(({ name, refused }) =>
        refused === undefined ? [] : [findingAt(relative(cwd, join(target.folder, name)), 1, 'error', refused)],
      ),
    ];
    const report: Report = {
      command: 'import',
      written: 0,
      same: 0,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      findings,
    };
    if (report.errors === 0) await writeAll(planned, target, files, report);
    terminal.out(
      values.json === true
        ? `${JSON.stringify(report, undefined, 2)}\n`
        : [...findings.map((finding) => findingLine(finding, terminal)), summaryOf(report, terminal)].join(''),
    );
    return report.errors === 0 ? DONE : FAILED;
  },
});

/** By the schema of outputs (`export-schema output`). Where there is an error, nothing was written. */
interface Report {
  readonly command: 'import';
  written: number;
  same: number;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly FoundInFile[];
}

interface Target extends Pick<LoadedConfig, 'root'> {
  /** Absolute. */
  readonly folder: string;
  readonly names: RequestNames;
}

interface PlannedFile {
  readonly name: string;
  readonly text: string;
  readonly kind: FileToSave['kind'];
  /** Why it is not written, as a sentence. */
  readonly refused: string | undefined;
}

function sourceIn(positionals: readonly string[]): string {
  const [file, ...others] = positionals;
  if (file !== undefined && others.length === 0) return file;
  throw new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('One file is imported at a time.'),
    next: l10n.t('Name a CSV, JSON or JSON Lines file.'),
  });
}

function targetIn(config: LoadedConfig | undefined, named: string | undefined): Target {
  const { root, folder, serviceApi = USER_GROUP_API } = configuredConnection(config, named);
  return { root, folder: resolve(root, folder), names: serviceApi.request };
}

/** With what is not read of the file, as sentences. */
function rowsOf(
  cwd: string,
  source: string,
  names: RequestNames,
): Promise<{ readonly rows: readonly ImportRow[]; readonly notes: readonly string[] }> {
  return whileDoing(l10n.t("Couldn't import {0}.", quotedId(source)), undefined, async () => {
    const bytes = bytesOfNamed(resolve(cwd, source));
    const { rows, notes, columns = [] } = await readImport({ kind: sourceKindOf(source), bytes }, names);
    const omitted = columns.filter(({ use }) => use.as === 'leftOut');
    return { rows, notes: [...notes, ...omitted.map(({ header }) => omittedColumnText(header))] };
  });
}

function omittedColumnText(header: string): string {
  return l10n.t('The column {0} is not read.', quotedId(header));
}

/** A group keeps the file that it has. */
async function plannedFiles(
  rows: readonly ImportRow[],
  { root, folder, names }: Target,
  mayOverwrite: boolean,
): Promise<PlannedFile[]> {
  createFolderWithin(folder, root);
  const documents = documentsIn(folder, root);
  const fileNames = await fileNamesIn(documents, names);
  const planned: PlannedFile[] = [];
  for (const { userGroupId = '', text: stored } of rows) {
    const name = fileNames.nameFor(userGroupId);
    const text = `${asShown(stored, names).trimEnd()}\n`;
    const kind = await writingKind(documents, fileNames, name, text);
    planned.push({ name, text, kind, refused: refusalOf(kind, mayOverwrite) });
  }
  return planned;
}

function refusalOf(kind: FileToSave['kind'], mayOverwrite: boolean): string | undefined {
  if (kind === 'link') return linkNotReadText();
  return kind === 'differs' && !mayOverwrite
    ? l10n.t('The file differs. Use {0} to replace it.', '--overwrite')
    : undefined;
}

async function writeAll(
  planned: readonly PlannedFile[],
  { folder }: Target,
  files: Pick<LargeFiles, 'write'>,
  report: Report,
): Promise<void> {
  for (const { name, text, kind } of planned) {
    if (kind === 'same') {
      report.same += 1;
      continue;
    }
    const doing = l10n.t("Couldn't write every file. Written so far: {0}.", grouped(report.written));
    await whileDoing(doing, undefined, () =>
      writeText(files, join(folder, name), text, { existing: kind === 'new' ? 'keep' : 'replace' }),
    );
    report.written += 1;
  }
}

function findingAt(file: string, line: number, severity: Finding['severity'], message: string): FoundInFile {
  return { file, severity, line, column: 1, message };
}

function summaryOf(report: Report, terminal: Terminal): string {
  const { written, same } = report;
  return summaryLine(
    [
      isOne(written) ? l10n.t('1 file written') : l10n.t('{0} files written', grouped(written)),
      ...(same === 0 ? [] : [isOne(same) ? l10n.t('1 file unchanged') : l10n.t('{0} files unchanged', grouped(same))]),
    ],
    report,
    terminal,
  );
}
