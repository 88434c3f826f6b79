// The command `import`: writes customers as documents, one file each. They come from a file, in which case nothing is
// sent, or from the service. A document that exists gets what a file gives, and keeps the rest.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { applyChange } from '../bulk/changes/applyChange.ts';
import { EMPTY_CELLS, emptyCellsChange, rowChange, type EmptyCells } from '../bulk/changes/rowChange.ts';
import type { CsvColumn } from '../bulk/csvColumns.ts';
import { hasError, type ImportProblem, type ImportRow } from '../bulk/importRow.ts';
import { doubtfulText } from '../bulk/csvTable.ts';
import { readImport, type ImportSource } from '../bulk/readImport.ts';
import { sourceKindOf } from '../bulk/sourceKind.ts';
import { USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError, whileDoing } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import type { LargeFiles } from '../core/ports/files.ts';
import { sentences } from '../core/sentences.ts';
import { wholeText } from '../core/wholeText.ts';
import { formatted } from '../document/formatSlice.ts';
import { asShown, asStored } from '../document/idName.ts';
import { fieldsTolerantly } from '../document/jsonFields.ts';
import { withPreset, type Preset } from '../document/preset.ts';
import { USUAL } from '../document/textLayout.ts';
import type { FileFinding } from '../services/files/folderCheck.ts';
import {
  fileNamesIn,
  linkNotReadText,
  notUtf8Text,
  presetOf,
  textIn,
  writingKind,
  type FileToSave,
} from '../services/files/groupFiles.ts';
import { JSON_OPTION, command, DONE, FAILED, needing, misused, type ExitCode, type Input } from './command.ts';
import { configuredConnection, loadConfig, type LoadedConfig } from './configFile.ts';
import { documentsOnDisk, createFolderWithin } from './documentsOnDisk.ts';
import { findingLine, summaryLine, type FoundInFile } from './findings.ts';
import { withGroupsOnService, type GroupsOnService } from './groupsOnService.ts';
import { SENDING_OPTIONS, STATE_OPTIONS } from './planning.ts';
import type { Terminal } from './terminal.ts';
import { bytesOfNamed } from './textOfFile.ts';

const OPTIONS = {
  ...STATE_OPTIONS,
  ...needing('from-service', { state: STATE_OPTIONS.state, ...SENDING_OPTIONS }),
  overwrite: {
    type: 'boolean',
    summary: () => l10n.t('Replace files that differ, with all that they have beside what is imported.'),
  },
  empty: {
    type: 'string',
    oneOf: EMPTY_CELLS,
    excludes: ['from-service', 'overwrite'],
    summary: () => l10n.t('What an empty cell does to the value that a file has.'),
  },
  'changed-cells': {
    type: 'string',
    oneOf: ['restore', 'keep'],
    excludes: ['from-service'],
    summary: () => l10n.t('How to read cells that another program may have changed, such as {0}.', '="007"'),
  },
  encoding: {
    type: 'string',
    value: 'name',
    excludes: ['from-service'],
    summary: () => l10n.t('The encoding of a file that is not UTF-8, such as {0}.', 'windows-1252'),
  },
  'all-rows': {
    type: 'boolean',
    excludes: ['from-service'],
    summary: () => l10n.t('Read rows too that look like headers, separators, totals or footers.'),
  },
  'skip-rows': {
    type: 'boolean',
    excludes: ['from-service', 'all-rows'],
    summary: () => l10n.t('Skip such rows even where they may be groups.'),
  },
  'from-service': {
    type: 'boolean',
    summary: () => l10n.t('Take the list of the service, and record its groups in the state.'),
  },
  ...JSON_OPTION,
} as const;

export const importDocuments = command({
  name: 'import',
  summary: () => l10n.t('Write a CSV, JSON or JSON Lines file, or what the service has, as documents.'),
  positionals: '[file]',
  options: OPTIONS,
  run: async (input) => {
    const { terminal, values, positionals } = input;
    const { cwd } = terminal;
    const [file, ...others] = positionals;
    const isFromService = values['from-service'] === true;
    if (isFromService === (file !== undefined) || others.length > 0)
      throw new UserGroupsError(
        'invalid',
        l10n.t('One file is imported at a time.'),
        l10n.t('Name a CSV, JSON or JSON Lines file, or use {0}.', '--from-service'),
      );
    const name = relative(cwd, resolve(cwd, file ?? ''));
    const found = configuredConnection(loadConfig(terminal, values.config), values.connection);
    const { root, serviceApi: { request: names } = USER_GROUP_API } = found;
    const target = { root, folder: resolve(root, found.folder), names };
    if (isFromService) {
      createFolderWithin(target.folder, target.root);
      return withGroupsOnService(input, documentsOnDisk(target.folder, root), (groups) =>
        importRows(input, target, { ...groups, name: relative(cwd, target.folder) }),
      );
    }
    const rowOption = (['all-rows', 'skip-rows'] as const).find((option) => values[option] === true);
    const csvOption = rowOption ?? (values.empty === undefined ? undefined : 'empty');
    if (csvOption !== undefined && sourceKindOf(name) !== 'csv')
      throw misused('import', l10n.t('The option {0} is for CSV files.', quotedId(`--${csvOption}`)));
    const answers = { changedCells: values['changed-cells'], rows: rowOption, encoding: values.encoding };
    return importRows(input, target, { ...(await rowsOf(cwd, name, target, answers)), name });
  },
});

/** What is imported. */
interface Source extends Pick<GroupsOnService, 'rows' | 'notes'>, Partial<Pick<GroupsOnService, 'adopt' | 'skipped'>> {
  /** Of a CSV file. */
  readonly columns?: readonly CsvColumn[] | undefined;
  /** Of the file that it is in, or of the folder that it goes to. */
  readonly name: string;
}

async function importRows(
  { terminal, values, files }: Input<typeof OPTIONS>,
  target: Target,
  { rows, notes, columns, name: source, adopt, skipped }: Source,
): Promise<ExitCode> {
  const { cwd } = terminal;
  const isRefused = rows.some(hasError);
  const isMerging = adopt === undefined && values.overwrite !== true;
  const merging = isMerging ? { columns, empty: values.empty ?? 'leave' } : undefined;
  const planned = isRefused ? [] : await plannedFiles(rows, target, merging);
  // A file that differs from the service stays, and updates its group.
  const keeps = ({ kind }: PlannedFile): boolean =>
    adopt !== undefined && values.overwrite !== true && kind === 'differs';
  const findings = [
    ...[...notes, ...(values.empty === undefined ? keptText(planned) : [])].map((note) =>
      findingAt(source, 1, 'warning', note),
    ),
    ...rows.flatMap(({ number, problems }) =>
      problems.map(({ severity, reason }) => findingAt(source, number, severity, reason)),
    ),
    ...planned.flatMap((file) => {
      const path = relative(cwd, join(target.folder, file.name));
      const kept = l10n.t('The file differs from the service, and is kept. Use {0} to replace it.', '--overwrite');
      if (keeps(file)) return [findingAt(path, 1, 'warning', kept)];
      return file.refused === undefined ? [] : [findingAt(path, 1, 'error', file.refused)];
    }),
  ];
  for (const finding of findings) terminal.annotate(finding);
  const report: Report = {
    command: 'import',
    written: 0,
    updated: 0,
    same: 0,
    skipped,
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
    findings,
  };
  if (report.errors === 0) {
    const written = planned.filter((file) => !keeps(file));
    await writeAll(written, target, files, report);
    if (adopt !== undefined) report.adopted = await adopt();
  }
  terminal.out(
    values.json === true
      ? `${JSON.stringify(report, undefined, 2)}\n`
      : [...findings.map((finding) => findingLine(finding, terminal)), summaryOf(report, terminal)].join(''),
  );
  return report.errors === 0 ? DONE : FAILED;
}

/** By the schema of outputs (`export-schema output`). Where there is an error, nothing was written. */
interface Report {
  readonly command: 'import';
  written: number;
  /** Documents that existed, and of which what was given is changed. */
  updated: number;
  same: number;
  /** Groups that the state did not have. Absent: they come from a file. */
  adopted?: number;
  /** Groups that can't be documents. Likewise. */
  readonly skipped?: number | undefined;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly FoundInFile[];
}

interface Answers extends Pick<ImportSource, 'changedCells'> {
  readonly rows: 'all-rows' | 'skip-rows' | undefined;
  readonly encoding: string | undefined;
}

interface Target extends Pick<LoadedConfig, 'root'> {
  /** Absolute. */
  readonly folder: string;
  readonly names: RequestNames;
}

interface PlannedFile {
  readonly name: string;
  readonly text: string;
  readonly kind: FileToSave['kind'] | 'updated';
  /** Why it is not written, as sentences. */
  readonly refused?: string | undefined;
  /** A cell is empty where it has a value. */
  readonly hasEmptied?: boolean;
}

/** How a row becomes a part of the document that exists. */
interface Merging {
  readonly columns: readonly CsvColumn[] | undefined;
  readonly empty: EmptyCells;
}

/** With what is not read of the file, as sentences. */
function rowsOf(
  cwd: string,
  source: string,
  { root, folder, names }: Target,
  { changedCells, rows: answer, encoding }: Answers,
): Promise<Pick<Source, 'rows' | 'notes' | 'columns'>> {
  return whileDoing(l10n.t("Couldn't import {0}.", quotedId(source)), undefined, async () => {
    const bytes = bytesOfNamed(resolve(cwd, source));
    const [kind, schemaIds] = [sourceKindOf(source), await schemaIdsIn(folder, root)];
    const allRows = answer === 'all-rows';
    const read = await readImport({ kind, bytes, encoding, schemaIds, changedCells, allRows }, names);
    const { rows, notes, columns = [], leftOut = 0, doubtful = [] } = read;
    // Nobody sees a proposal here: a wrong name, or a customer that is missing, goes unnoticed.
    if (read.isGuessed === true)
      throw new UserGroupsError(
        'invalid',
        l10n.t('The file is not UTF-8.'),
        l10n.t('Save it as UTF-8, or name its encoding, such as {0}.', `--encoding=${read.encoding}`),
      );
    const [warning] = answer === 'skip-rows' ? [] : doubtfulText(doubtful);
    if (warning !== undefined)
      throw new UserGroupsError('invalid', warning, l10n.t('Use {0} or {1}.', '--all-rows', '--skip-rows'));
    const omitted = columns.filter(({ use }) => use.as === 'leftOut');
    return {
      rows: rows.map((row) => ({ ...row, problems: row.problems.map(asked) })),
      columns: read.columns,
      notes: [
        ...notes,
        ...(leftOut === 0 ? [] : [l10n.t('Use {0} to read skipped rows, too.', '--all-rows')]),
        ...omitted.map(({ header }) => l10n.t('The column {0} is not read.', quotedId(header))),
      ],
    };
  });
}

/** Nobody can be asked: nothing is written before the option answers. */
function asked(problem: ImportProblem): ImportProblem {
  if (problem.isQuestion !== true) return problem;
  const [restore, keep] = ['--changed-cells=restore', '--changed-cells=keep'];
  return { severity: 'error', reason: sentences([problem.reason, l10n.t('Use {0} or {1}.', restore, keep)]) };
}

/** Those that documents of the folder use, or its preset: a column may be called like them alone. */
async function schemaIdsIn(folder: string, root: string): Promise<ReadonlySet<string>> {
  const schemaIds = new Set<string>();
  if (!existsSync(folder)) return schemaIds;
  const documents = documentsOnDisk(folder, root);
  for (const { name } of documents.entries.filter(({ kind }) => kind === 'document' || kind === 'preset')) {
    const mapping = fieldsTolerantly(textIn(await documents.read(name)) ?? '').fields.find(
      ({ key }) => key === 'mapping',
    );
    for (const { key } of fieldsTolerantly(mapping?.valueText ?? '').fields) schemaIds.add(key);
  }
  return schemaIds;
}

/** A group keeps the file that it has. @param merging Absent: what a file has beside the row does not stay. */
async function plannedFiles(
  rows: readonly ImportRow[],
  { root, folder, names }: Target,
  merging: Merging | undefined,
): Promise<PlannedFile[]> {
  createFolderWithin(folder, root);
  const documents = documentsOnDisk(folder, root);
  const fileNames = await fileNamesIn(documents, names);
  const planned: PlannedFile[] = [];
  const preset = merging && (await presetOf(documents));
  for (const row of rows) {
    const name = fileNames.nameFor(row.userGroupId ?? '');
    const text = `${formatted(asShown(row.text, names).trim(), USUAL)}\n`;
    const kind = await writingKind(documents, fileNames, name, text);
    if (kind !== 'differs' || merging === undefined)
      planned.push({ name, text, kind, refused: kind === 'link' ? linkNotReadText() : undefined });
    else planned.push({ name, ...mergedFile(row, textIn(await documents.read(name)), { ...merging, names, preset }) });
  }
  return planned;
}

function mergedFile(
  row: ImportRow,
  typed: string | undefined,
  { columns, empty, names, preset }: Merging & Pick<Target, 'names'> & { readonly preset: Preset | undefined },
): Omit<PlannedFile, 'name'> {
  if (typed === undefined) return { text: '', kind: 'differs', refused: notUtf8Text() };
  const text = asStored(typed, names);
  const inherited = withPreset(text, preset).text;
  const change = rowChange(row, columns, empty);
  // What the preset gives stands in no document.
  const own = change.columns.filter(
    (column) => applyChange(inherited, { ...change, columns: [column] }).kind !== 'same',
  );
  const applied = applyChange(text, { ...change, columns: own });
  const hasEmptied = applyChange(text, emptyCellsChange(row)).kind === 'changed';
  switch (applied.kind) {
    case 'same':
      return { text: typed, kind: 'same', hasEmptied };
    case 'changed':
      return { text: asShown(applied.text, names), kind: 'updated', hasEmptied };
    case 'skipped': {
      const next = l10n.t('Correct the file, or use {0} to replace it.', '--overwrite');
      return { text: typed, kind: 'differs', refused: sentences([applied.reason, next]) };
    }
  }
}

/** Nobody is asked here, and nothing is lost. */
function keptText(planned: readonly PlannedFile[]): string[] {
  const count = planned.filter(({ hasEmptied }) => hasEmptied === true).length;
  if (count === 0) return [];
  const [remove, set] = ['--empty=remove', '--empty=set'];
  return [
    isOne(count)
      ? l10n.t('1 file keeps a value whose cell is empty. Use {0} or {1} to change that.', remove, set)
      : l10n.t(
          '{0} files keep a value whose cell is empty. Use {1} or {2} to change that.',
          grouped(count),
          remove,
          set,
        ),
  ];
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
    const doing = l10n.t("Couldn't write every file. Written so far: {0}.", grouped(report.written + report.updated));
    const existing = kind === 'new' ? 'keep' : 'replace';
    await whileDoing(doing, undefined, () => files.write(join(folder, name), wholeText(text), { existing }));
    report[kind === 'updated' ? 'updated' : 'written'] += 1;
  }
}

function findingAt(file: string, line: number, severity: FileFinding['severity'], message: string): FoundInFile {
  return { file, severity, line, column: 1, message };
}

function summaryOf(report: Report, terminal: Terminal): string {
  const { written, updated, same, adopted, skipped = 0 } = report;
  return summaryLine(
    [
      isOne(written) ? l10n.t('1 file written') : l10n.t('{0} files written', grouped(written)),
      ...(updated === 0
        ? []
        : [isOne(updated) ? l10n.t('1 file updated') : l10n.t('{0} files updated', grouped(updated))]),
      ...(same === 0 ? [] : [isOne(same) ? l10n.t('1 file unchanged') : l10n.t('{0} files unchanged', grouped(same))]),
      ...(adopted === undefined
        ? []
        : [
            isOne(adopted)
              ? l10n.t('1 group added to the state')
              : l10n.t('{0} groups added to the state', grouped(adopted)),
          ]),
      ...(skipped === 0
        ? []
        : [isOne(skipped) ? l10n.t('1 group skipped') : l10n.t('{0} groups skipped', grouped(skipped))]),
    ],
    report,
    terminal,
  );
}
