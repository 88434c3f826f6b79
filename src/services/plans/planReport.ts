// What the command line reports of a plan with --json (`export-schema output`), and asking it.

import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { displayLanguage } from '../../core/language.ts';
import type { Change } from '../../document/difference.ts';
import type { FileFinding } from '../files/folderCheck.ts';
import type { PlanStatus } from './folderPlan.ts';
import type { PlannedOperation } from './planJournal.ts';

export interface ReportedGroup {
  readonly id: string;
  /** Relative to the folder that the command ran in. */
  readonly file: string;
  readonly status: PlanStatus;
  readonly operation?: PlannedOperation | undefined;
  readonly recreated?: true | undefined;
  readonly omitted?: readonly string[] | undefined;
  readonly inherited?: readonly string[] | undefined;
  readonly changes?: readonly Change[] | undefined;
  readonly changedFields?: readonly string[] | undefined;
  readonly adopts?: true | undefined;
  readonly note?: string | undefined;
}

export interface PlanReport {
  readonly command: 'plan';
  /** Its name. */
  readonly connection: string;
  readonly baseUrl: string;
  readonly unchanged: number;
  /** Without those that are unchanged. */
  readonly groups: readonly ReportedGroup[];
  readonly unmanaged: readonly string[];
  /** Hidden or temporary files of other programs in the folder, where there are some. */
  readonly ignored?: number | undefined;
  /** Errors. Where there is one, nothing is sent. */
  readonly findings: readonly (FileFinding & { readonly file: string })[];
}

/** The command line as a file, and the folder with the configuration. */
export interface PlanCommand {
  readonly commandLine: string;
  readonly root: string;
  /** Its name in the configuration. */
  readonly connection: string;
  readonly signal?: AbortSignal | undefined;
}

/** Runs `plan`, which sends nothing. @throws UserGroupsError as the command tells it; `cancelled` */
export function planByCommandLine({ commandLine, root, connection, signal }: PlanCommand): Promise<PlanReport> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [commandLine, 'plan', '--json', '--connection', connection],
      {
        cwd: root,
        // The editor's own Node, which a desktop editor is only then, and its language.
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', LC_ALL: displayLanguage() },
        maxBuffer: LARGEST_REPORT,
        signal,
      },
      (error, out) => {
        if (signal?.aborted === true) reject(cancelled());
        else {
          const report = readReport(out);
          if (report === undefined) reject(error ?? new Error('The command line has reported nothing.'));
          else if (report instanceof UserGroupsError) reject(report);
          else resolve(report);
        }
      },
    );
  });
}

const LARGEST_REPORT = 256_000_000;

/** `undefined` for what is none. Its form is its schema's: it comes from the program beside this one. */
function readReport(text: string): PlanReport | UserGroupsError | undefined {
  let value: PlanReport & { readonly error?: { readonly message: string } };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return undefined;
  }
  if (value.error === undefined) return value;
  return new UserGroupsError('invalid', foreignText(value.error.message, LONGEST_MESSAGE), undefined, {
    doing: l10n.t("Couldn't plan the folder."),
  });
}

const LONGEST_MESSAGE = 400;
