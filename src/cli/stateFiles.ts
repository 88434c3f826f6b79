// The state of a connection on the disk, with the journal and the lock beside it.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText, quotedId } from '../core/foreignText.ts';
import type { LargeFiles } from '../core/ports/files.ts';
import { wholeText } from '../core/wholeText.ts';
import { LONGEST_LIST } from '../document/documentFiles.ts';
import { readState, appliedStateText } from '../services/plans/appliedState.ts';
import {
  Journaled,
  completeJournal,
  journalLine,
  isStateOf,
  journalOf,
  pendingText,
  type JournalEntry,
  type KnownState,
} from '../services/plans/planJournal.ts';
import { createFolder } from './documentsOnDisk.ts';
import { inFile } from './findings.ts';
import { lockFile, unwritable, type Lock } from './lockFile.ts';
import { textOfRegularFile } from './textOfFile.ts';

/** The service that a state has to be of. */
export interface StateService {
  /** Its base URL, in its normal form. */
  readonly origin: string;
  /** The user says that the groups of the state have moved there. */
  readonly isMoved: boolean;
}

/** Where a state is. */
interface StatePlace {
  /** Absolute. */
  readonly file: string;
  /** Its path as sentences show it. */
  readonly shown: string;
  readonly files: Pick<LargeFiles, 'write'>;
  /** Absent: the state may be of any. */
  readonly service?: StateService;
}

export class StateFiles {
  readonly #place: StatePlace;

  constructor(place: StatePlace) {
    this.#place = place;
  }

  /** Writes nothing. @throws UserGroupsError `invalid`, with file, line and column; `conflict`: of another service */
  read(): KnownState {
    const { known } = this.#load();
    return known;
  }

  /**
   * Keeps others from applying until it is closed. @throws UserGroupsError `conflict` while another one does
   */
  async open(): Promise<OpenState> {
    createFolder(dirname(this.#place.file));
    const lock = await lockFile(`${this.#place.file}.lock`);
    try {
      return new OpenState(this.#place, lock, this.#load());
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  #load(): Loaded {
    const text = textOf(this.#place.file);
    const written = textOf(journalOf(this.#place.file));
    const journal = completeJournal(written);
    const { applied, origin } = inFile(this.#place.shown, text, () => readState(text));
    const known = inFile(journalOf(this.#place.shown), journal, () => new Journaled(applied, journal, origin));
    this.#requireService(known);
    return {
      text,
      known,
      cut: written.slice(journal.length),
      missing: journal.slice(written.length),
    };
  }

  /** @throws UserGroupsError `conflict` */
  #requireService(known: KnownState): void {
    const { origin, isMoved } = this.#place.service ?? { isMoved: true };
    if (isMoved || isStateOf(known, origin)) return;
    throw new UserGroupsError(
      'conflict',
      known.origin === undefined
        ? l10n.t("The state {0} doesn't say which service has its groups.", quotedId(this.#place.shown))
        : l10n.t(
            'The state {0} is of {1}, but the connection leads to {2}.',
            quotedId(this.#place.shown),
            foreignText(known.origin),
            origin,
          ),
      l10n.t('If its groups are there, use {0}. To start again, use "state rm --all".', '--state-moved'),
    );
  }
}

interface Loaded {
  /** Of the state. */
  readonly text: string;
  /** What the journal has at its end of a line that was not written to its own. */
  readonly cut: string;
  /** What it lacks there: a line end. */
  readonly missing: string;
  readonly known: Journaled;
}

/** A state that nobody else applies to. */
export class OpenState {
  readonly #place: StatePlace;
  readonly #lock: Lock;
  readonly #loaded: Loaded;
  /** Of the service that entries are recorded for. */
  readonly #origin: string | undefined;
  #journal: number | undefined;

  constructor(place: StatePlace, lock: Lock, loaded: Loaded) {
    this.#place = place;
    this.#lock = lock;
    this.#loaded = loaded;
    this.#origin = place.service?.origin ?? loaded.known.origin;
  }

  /** As entries are recorded. */
  get known(): KnownState {
    return this.#loaded.known;
  }

  /** In the journal, on disk when it returns. @throws UserGroupsError `unavailable` */
  readonly record = (...entries: readonly JournalEntry[]): void => {
    this.#requireHeld();
    const { known } = this.#loaded;
    const moved: JournalEntry[] =
      this.#origin === undefined || this.#origin === known.origin ? [] : [{ event: 'origin', origin: this.#origin }];
    const all = [...moved, ...entries];
    try {
      this.#journal ??= openJournal(journalOf(this.#place.file), this.#loaded);
      append(this.#journal, all.map(journalLine).join(''));
      for (const entry of all) known.follow(entry);
    } catch (error) {
      throw unwritable(journalOf(this.#place.file), error);
    }
  };

  /**
   * The state with all that the journal adds, on disk. What is not at its end stays in the journal.
   * @throws UserGroupsError `conflict` when somebody else wrote to the state meanwhile: the journal has it all
   */
  async save(): Promise<void> {
    const { applied, pending } = this.known;
    this.#requireHeld();
    const text = appliedStateText(applied, applied.size + pending.size === 0 ? undefined : this.#origin);
    if (text !== this.#loaded.text) {
      if (textOf(this.#place.file) !== this.#loaded.text)
        throw new UserGroupsError(
          'conflict',
          l10n.t('The state {0} was changed meanwhile.', quotedId(this.#place.file)),
          l10n.t('Plan again. What was applied is kept.'),
        );
      await this.#place.files.write(this.#place.file, wholeText(text), { existing: 'replace' });
    }
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
    // An empty one stays, so that whoever keeps it for the next job keeps no older one.
    const left = pendingText(pending);
    if (left !== textOf(journalOf(this.#place.file)))
      await this.#place.files.write(journalOf(this.#place.file), wholeText(left), {
        existing: 'replace',
        isPrivate: true,
      });
  }

  /** @throws UserGroupsError `unavailable`: nothing more is applied */
  #requireHeld(): void {
    if (this.#lock.isHeld()) return;
    throw new UserGroupsError(
      'unavailable',
      l10n.t('Another apply has taken over the state {0}.', quotedId(this.#place.file)),
      l10n.t('Plan again. What was applied is kept.'),
    );
  }

  close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#lock.release();
  }
}

/** Through no link. */
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** What was written before stays: it alone knows what is unknown. */
function openJournal(path: string, { cut, missing }: Loaded): number {
  const journal = openSync(path, APPENDING, 0o600);
  try {
    if (cut !== '') ftruncateSync(journal, fstatSync(journal).size - Buffer.byteLength(cut));
    else if (missing !== '') append(journal, missing);
    return journal;
  } catch (error) {
    closeSync(journal);
    throw error;
  }
}

/** All of it, on disk when this returns; or nothing, since the rest of a line would spoil the next one. */
function append(journal: number, text: string): void {
  const { size } = fstatSync(journal);
  try {
    // Unlike `writeSync`, which may write a part on a disk that is nearly full.
    writeFileSync(journal, text);
    fsyncSync(journal);
  } catch (error) {
    ftruncateSync(journal, size);
    throw error;
  }
}

/** Empty where there is none. @throws UserGroupsError `unavailable` */
function textOf(file: string): string {
  if (!existsSync(file)) return '';
  const text = textOfRegularFile(file, { most: LONGEST_LIST, mayBeLink: true });
  if (text !== undefined) return text;
  throw new UserGroupsError(
    'unavailable',
    l10n.t("The file {0} can't be read as text.", quotedId(file)),
    l10n.t('Check what is there.'),
  );
}
