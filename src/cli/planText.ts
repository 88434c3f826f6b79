// A plan as people read it, in a terminal and in a pull request.

import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { foreignText, quotedId } from '../core/foreignText.ts';
import { grouped, isOne, listed } from '../core/language.ts';
import { sentence } from '../core/sentences.ts';
import { changedFieldsText, inheritedText } from '../core/inheritedText.ts';
import { omittedText } from '../core/omittedText.ts';
import { formatChanges, moreText } from '../document/difference.ts';
import { ignoredText } from '../document/documentFiles.ts';
import { isDone, type AppliedResult, type ApplyOutcome } from '../services/plans/applyPlan.ts';
import type { FolderPlan, PlannedGroup, PlanStatus } from '../services/plans/folderPlan.ts';
import { placeIn } from './findings.ts';
import type { Planning } from './planning.ts';
import { lineOf, withoutJobCommands, type Terminal } from './terminal.ts';

export interface ShownPlan extends FolderPlan {
  /** Name of the connection. */
  readonly connection: string;
  readonly baseUrl: string;
  /** Path of a file, relative to the current folder. */
  readonly pathOf: (file: string) => string;
}

/** @param cwd absolute */
export function shownPlan(plan: FolderPlan, { connection, folder }: Planning, cwd: string): ShownPlan {
  const { name, baseUrl } = connection;
  return { ...plan, connection: name, baseUrl, pathOf: (file) => relative(cwd, join(folder, file)) };
}

/** For a terminal. */
export function planLines(plan: ShownPlan, terminal: Terminal): string {
  const width = Math.max(...todoOf(plan).map((group) => cellsOf(planStatusText(group))), 0);
  return [
    lineOf(l10n.t('Plan for {0} ({1}): {2}', quotedId(plan.connection), plan.baseUrl, countsText(plan))),
    ...todoOf(plan).flatMap((group) => [
      `  ${terminal.paint(COLOR[group.status], padded(planStatusText(group), width))}  ${lineOf(
        `${quotedId(group.userGroupId)}  ${plan.pathOf(group.file)}`,
      )}`,
      ...changeLines(group).map((line) => `  ${' '.repeat(width)}  ${lineOf(line)}`),
    ]),
    ...plan.unmanaged.map((id) => `  ${terminal.paint('dim', lineOf(unmanagedText(quotedId(id))).trimEnd())}\n`),
  ].join('');
}

/** How long a Markdown text may be, in the unit that its reader counts. */
export interface TextLimit {
  readonly most: number;
  readonly sizeOf: (text: string) => number;
}

/** For rows and lists, leaving some room: a comment on GitHub holds 65,536 characters, the summary of a job 1 MiB. */
export const MARKDOWN_LIMITS: Readonly<Record<'markdown' | 'job-summary', TextLimit>> = {
  markdown: { most: 63_000, sizeOf: (text) => text.length },
  'job-summary': { most: 1_000_000, sizeOf: (text) => Buffer.byteLength(text) },
};

/** How many changes of each group are shown, as long as all of it fits then. */
const SHOWN_CHANGES = [15, 5, 1, 0];

/** Texts from elsewhere are code: there they are neither links, mentions nor HTML. It says what it leaves out. */
export function planMarkdown(plan: ShownPlan, { most, sizeOf }: TextLimit = MARKDOWN_LIMITS.markdown): string {
  let text = '';
  for (const changes of SHOWN_CHANGES) {
    let room = most;
    text = markdownOf(plan, changes, (items, lineFor) => {
      const lines: string[] = [];
      for (const item of items) {
        const line = withoutJobCommands(lineFor(item));
        room -= sizeOf(line) + 1;
        if (room < 0) return [...lines, '', moreText(items.length - lines.length)];
        lines.push(line);
      }
      return lines;
    });
    if (room >= 0) break;
  }
  return text;
}

/** @param fitting the lines of as many items as there is room for */
function markdownOf(
  plan: ShownPlan,
  changes: number,
  fitting: <T>(items: readonly T[], lineFor: (item: T) => string) => readonly string[],
): string {
  const todo = todoOf(plan);
  const { errors, unmanaged, pathOf } = plan;
  return [
    `### ${l10n.t('Plan for {0}', code(plan.connection))}`,
    '',
    ...fitting(errors, (finding) => `- ${code(placeIn(pathOf(finding.file), finding))}: ${code(finding.message)}`),
    errors.length === 0
      ? sentence(countsText(plan))
      : `\n${l10n.t('Nothing is sent. Errors: {0}.', grouped(errors.length))}`,
    ...(todo.length === 0
      ? []
      : [
          '',
          `| ${[l10n.t('Status'), l10n.t('Group'), l10n.t('File'), l10n.t('Changes')].join(' | ')} |`,
          '|---|---|---|---|',
        ]),
    ...fitting(todo, (group) => {
      const cells = [planStatusText(group), code(group.userGroupId), code(pathOf(group.file))];
      return `| ${[...cells, changeLines(group, changes).map(code).join('<br>')].join(' | ')} |`;
    }),
    ...(unmanaged.length === 0 ? [] : ['']),
    ...fitting(unmanaged, (id) => `- ${unmanagedText(code(id))}`),
    '',
  ].join('\n');
}

export function todoOf({ groups }: FolderPlan): PlannedGroup[] {
  return groups.filter((group) => group.status !== 'same' || group.isRecreated === true);
}

/** "1 to create, 2 to update, 97 unchanged". */
function countsText({ groups, unmanaged, ignored = 0 }: FolderPlan): string {
  const count = (isCounted: (group: PlannedGroup) => boolean): number => groups.filter(isCounted).length;
  const tokens = count(({ status }) => status === 'tokenDue');
  const created = count(({ operation }) => operation === 'getOrCreate') - tokens;
  const updated = count(({ operation }) => operation === 'update');
  return listed([
    ...(created === 0 ? [] : [l10n.t('{0} to create', grouped(created))]),
    ...(updated === 0 ? [] : [l10n.t('{0} to update', grouped(updated))]),
    ...(tokens === 0
      ? []
      : [isOne(tokens) ? l10n.t('1 token to deliver') : l10n.t('{0} tokens to deliver', grouped(tokens))]),
    l10n.t('{0} unchanged', grouped(count(({ operation }) => operation === undefined))),
    ...(unmanaged.length === 0 ? [] : [l10n.t('{0} no longer managed', grouped(unmanaged.length))]),
    ...ignoredText(ignored),
  ]);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - cellsOf(text));
}

/** Cells of a terminal: a Japanese letter takes two. */
function cellsOf(text: string): number {
  return text.length + (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu)?.length ?? 0);
}

export function planStatusText({ status, isRecreated }: Pick<PlannedGroup, 'status' | 'isRecreated'>): string {
  if (isRecreated === true) {
    if (status === 'same') return l10n.t('recreated');
    return status === 'tokenDue' ? l10n.t('recreated, token not delivered') : l10n.t('recreated, to update');
  }
  return STATUS_TEXT[status]();
}

const STATUS_TEXT: Readonly<Record<PlanStatus, () => string>> = {
  new: () => l10n.t('new'),
  changed: () => l10n.t('changed'),
  unknown: () => l10n.t('outcome unknown'),
  tokenDue: () => l10n.t('token not delivered'),
  drifted: () => l10n.t('drifted'),
  gone: () => l10n.t('deleted on the service'),
  same: () => l10n.t('unchanged'),
};

const COLOR: Readonly<Record<PlanStatus, 'green' | 'yellow' | 'red' | 'dim'>> = {
  new: 'green',
  changed: 'yellow',
  unknown: 'red',
  tokenDue: 'red',
  drifted: 'yellow',
  gone: 'green',
  same: 'dim',
};

/** From what the service has to what the file says, and what else is to be known. */
function changeLines(
  { status, operation, changes, changedFields = [], omitted, inherited, adopts, note }: PlannedGroup,
  most?: number,
): string[] {
  return [
    ...formatChanges(changes ?? [], most),
    ...(changes === undefined && changedFields.length > 0 ? [changedFieldsText(changedFields)] : []),
    ...(operation !== undefined && inherited.length > 0 ? [inheritedText(inherited)] : []),
    ...(adopts === true ? [l10n.t('If it exists already, it is updated to this file.')] : []),
    ...(status === 'gone'
      ? [l10n.t('It is created again. To forget it instead, remove its file and use "state rm".')]
      : []),
    ...(operation === 'update' || adopts === true ? omitted.map((field) => omittedText(field)) : []),
    ...(note === undefined ? [] : [note]),
  ];
}

/** @param id quoted */
function unmanagedText(id: string): string {
  return l10n.t('No longer managed: {0} has no file.', id);
}

/** A code span of Markdown within a table, whatever is in it. */
function code(text: string): string {
  const shown = foreignText(text).replaceAll('|', String.raw`\|`);
  const fence = '`'.repeat(1 + Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length)));
  const edge = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${edge}${shown}${edge}${fence}`;
}

/** What was done for a group: 'created  "acme"'. */
export function resultLine(
  { planned, outcome, reason, token }: AppliedResult,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const why = typeof token === 'object' ? l10n.t('Its token was not delivered. {0}', token.notDelivered) : reason;
  const isFine = why === undefined && outcome !== 'failed' && outcome !== 'unknown';
  const isUndelivered = outcome === 'asked' && typeof token === 'object';
  const word = paint(isFine ? 'green' : 'red', isUndelivered ? l10n.t('failed') : OUTCOME_TEXT[outcome]());
  return `${word}  ${lineOf(quotedId(planned.userGroupId) + (why === undefined ? '' : `: ${why}`))}`;
}

/** "3 applied, 1 failed, 2 not sent". */
export function resultsLine(results: readonly AppliedResult[], terminal: Terminal): string {
  const done = results.filter(isDone).length;
  const notSent = results.filter(({ outcome }) => outcome === 'notSent').length;
  const failed = results.length - done - notSent;
  return `${listed([
    l10n.t('{0} applied', grouped(done)),
    ...(failed === 0 ? [] : [terminal.paint('red', l10n.t('{0} failed', grouped(failed)))]),
    ...(notSent === 0 ? [] : [terminal.paint('yellow', l10n.t('{0} not sent', grouped(notSent)))]),
  ])}\n`;
}

const OUTCOME_TEXT: Readonly<Record<ApplyOutcome, () => string>> = {
  created: () => l10n.t('created'),
  updated: () => l10n.t('updated'),
  same: () => l10n.t('unchanged'),
  createdOrExisted: () => l10n.t('created or identical'),
  existed: () => l10n.t('not applied'),
  asked: () => l10n.t('token delivered'),
  failed: () => l10n.t('failed'),
  unknown: () => l10n.t('outcome unknown'),
  notSent: () => l10n.t('not sent'),
};
