// The state of a connection on the disk, with the journal and the lock beside it.

import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import type { LargeFiles } from '../core/ports/files.ts';
import { readState, stateText, type AppliedGroups } from '../services/plans/appliedState.ts';
import {
  Journaled,
  journalLine,
  pendingText,
  type JournalEntry,
  type KnownState,
} from '../services/plans/planJournal.ts';
import { inFile } from './inFile.ts';
import { lockFile, type Lock } from './lockFile.ts';
import { writeText } from './writeText.ts';

/** Relative to the folder of the configuration. */
export const STATE_FOLDER = '.usergroups/state';

export class StateFiles {
  readonly #file: string;
  readonly #shown: string;
  readonly #files: Pick<LargeFiles, 'write'>;

  /** @param file its path, absolute @param shown the same, for sentences */
  constructor(file: string, shown: string, files: Pick<LargeFiles, 'write'>) {
    this.#file = file;
    this.#shown = shown;
    this.#files = files;
  }

  /** Nothing is written. @throws UserGroupsError `invalid`, with file, line and column */
  read(): KnownState {
    const { known } = this.#load();
    return known;
  }

  /**
   * Keeps others from applying until it is closed. @throws UserGroupsError `conflict` while another one does
   */
  async open(): Promise<OpenState> {
    mkdirSync(dirname(this.#file), { recursive: true });
    const lock = await lockFile(`${this.#file}.lock`);
    try {
      return new OpenState(this.#file, this.#files, lock, this.#load());
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  #load(): Loaded {
    const text = textOf(this.#file);
    const journal = textOf(journalOf(this.#file));
    return {
      text,
      journal,
      known: new Journaled(
        inFile(this.#shown, text, () => readState(text)),
        journal,
      ),
    };
  }
}

interface Loaded {
  /** Of the state. */
  readonly text: string;
  readonly journal: string;
  readonly known: Journaled;
}

/** A state that nobody else applies to. */
export class OpenState {
  readonly #file: string;
  readonly #files: Pick<LargeFiles, 'write'>;
  readonly #lock: Lock;
  readonly #loaded: Loaded;
  #journal: number | undefined;

  constructor(file: string, files: Pick<LargeFiles, 'write'>, lock: Lock, loaded: Loaded) {
    this.#file = file;
    this.#files = files;
    this.#lock = lock;
    this.#loaded = loaded;
  }

  /** As entries are recorded. */
  get known(): KnownState {
    return this.#loaded.known;
  }

  /** In the journal, on disk when it returns. @throws UserGroupsError `unavailable` */
  readonly record = (...entries: readonly JournalEntry[]): void => {
    try {
      if (this.#journal === undefined) {
        this.#journal = openSync(journalOf(this.#file), APPENDING, 0o600);
        // The last line may not be at its end.
        if (!/^$|\n$/.test(this.#loaded.journal)) writeSync(this.#journal, '\n');
      }
      writeSync(this.#journal, entries.map(journalLine).join(''));
      fsyncSync(this.#journal);
      for (const entry of entries) this.#loaded.known.follow(entry);
    } catch (error) {
      throw new UserGroupsError({
        kind: 'unavailable',
        happened: l10n.t("The file {0} can't be written.", quotedId(journalOf(this.#file))),
        next: l10n.t('Check the disk and the permissions.'),
        cause: error,
      });
    }
  };

  /**
   * The state with all that the journal adds, on disk. What is not at its end stays in the journal.
   * @throws UserGroupsError `conflict` when somebody else wrote to the state meanwhile: the journal has it all
   */
  async save(): Promise<AppliedGroups> {
    const { applied, pending } = this.known;
    const text = stateText(applied);
    if (text !== this.#loaded.text) {
      if (textOf(this.#file) !== this.#loaded.text) throw changedMeanwhile(this.#file);
      await writeText(this.#files, this.#file, text, { existing: 'replace' });
    }
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
    const left = pendingText(pending);
    if (left === '') rmSync(journalOf(this.#file), { force: true });
    else await writeText(this.#files, journalOf(this.#file), left, { existing: 'replace', isPrivate: true });
    return applied;
  }

  close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#lock.release();
  }
}

/** Through no link. */
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

function journalOf(file: string): string {
  return `${file}.journal`;
}

/** Empty where there is none. @throws UserGroupsError `unavailable` */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!existsSync(file)) return '';
    throw new UserGroupsError({
      kind: 'unavailable',
      happened: l10n.t("The file {0} can't be read.", quotedId(file)),
      next: l10n.t('Check what is there.'),
      cause: error,
    });
  }
}

function changedMeanwhile(file: string): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('The state {0} was changed meanwhile.', quotedId(file)),
    next: l10n.t('Plan again. What was applied is kept.'),
  });
}
