// What can be run from a report.

/** Runs the step that it is given. In no manifest, so in no palette: a step comes with its report. */
export const RUN_REPORT_STEP = '_userGroups.runReportStep';

/** As a link above one of its lines. */
export interface ReportStep {
  /** From 0. */
  readonly line: number;
  readonly title: string;
  readonly run: () => Promise<void>;
}
