// What `plan` and `apply` report: as JSON (`export-schema output`), and why nothing is sent.

import * as l10n from '@vscode/l10n';
import type { UserGroupsError } from '../core/errors.ts';
import type { ApplyOutcome, AppliedResult } from '../services/plans/applyPlan.ts';
import type { PlannedGroup } from '../services/plans/folderPlan.ts';
import type { PlanReport, ReportedGroup } from '../services/plans/planReport.ts';
import { findingLine, summaryLine, type FoundInFile } from './findings.ts';
import { todoOf, type ShownPlan } from './planText.ts';
import type { Terminal } from './terminal.ts';

interface ApplyReport {
  readonly command: 'apply';
  readonly connection: string;
  readonly baseUrl: string;
  readonly groups: readonly (ReportedGroup & {
    readonly outcome: ApplyOutcome;
    readonly reason?: string | undefined;
    readonly token?: 'delivered' | 'notDelivered' | undefined;
  })[];
  readonly findings: readonly FoundInFile[];
  /** What ended it. */
  readonly error?: { readonly kind: string; readonly message: string } | undefined;
}

export function planReport(plan: ShownPlan): PlanReport {
  const groups = todoOf(plan);
  return {
    command: 'plan',
    connection: plan.connection,
    baseUrl: plan.baseUrl,
    unchanged: plan.groups.length - groups.length,
    groups: groups.map((group) => reported(group, plan)),
    unmanaged: plan.unmanaged,
    ignored: plan.ignored === 0 ? undefined : plan.ignored,
    findings: findingsOf(plan),
  };
}

/** @param failure that ended it */
export function applyReport(
  plan: ShownPlan,
  results: readonly AppliedResult[],
  failure: UserGroupsError | undefined,
): ApplyReport {
  return {
    command: 'apply',
    connection: plan.connection,
    baseUrl: plan.baseUrl,
    groups: results.map(({ planned, outcome, reason, token }) => ({
      ...reported(planned, plan),
      outcome,
      reason: typeof token === 'object' ? token.notDelivered : reason,
      token: typeof token === 'object' ? 'notDelivered' : token,
    })),
    findings: findingsOf(plan),
    error: failure && { kind: failure.kind, message: failure.message },
  };
}

/** Why nothing of a plan is sent, for a terminal. */
export function errorLines(plan: ShownPlan, terminal: Terminal): string {
  return [
    ...findingsOf(plan).map((finding) => findingLine(finding, terminal)),
    summaryLine([l10n.t('Nothing is sent')], { errors: plan.errors.length, warnings: 0 }, terminal),
  ].join('');
}

export function findingsOf({ errors, pathOf }: ShownPlan): FoundInFile[] {
  return errors.map((finding) => ({ ...finding, file: pathOf(finding.file) }));
}

function reported(group: PlannedGroup, { pathOf }: ShownPlan): ReportedGroup {
  const { userGroupId: id, file, status, operation, isRecreated, omitted, inherited, changes, adopts, note } = group;
  const { changedFields = [] } = group;
  return {
    id,
    file: pathOf(file),
    status,
    operation,
    recreated: isRecreated === true ? true : undefined,
    omitted: (operation === 'update' || adopts === true) && omitted.length > 0 ? omitted : undefined,
    inherited: inherited.length > 0 ? inherited : undefined,
    changes,
    changedFields: changedFields.length > 0 ? changedFields : undefined,
    adopts,
    note,
  };
}
