// Writes a token into a .env file that nobody shares: kept in place, in a file that Git ignores, through no link.

import * as l10n from '@vscode/l10n';
import { basename, dirname, join, relative } from 'node:path';
import { UserGroupsError } from '../../core/errors.ts';
import type { FileSnapshot, LargeFiles } from '../../core/ports/files.ts';
import { wholeText } from '../../core/wholeText.ts';
import { valueIn, withVariable } from './envText.ts';
import type { RequireIgnored } from './gitIgnored.ts';

/** A file below a folder that the person has opened. */
export interface EnvPlace {
  readonly root: string;
  readonly path: string;
  /** @throws UserGroupsError once it may not be written any more */
  readonly requireAllowed: () => void;
}

/** What a variable of a file has, a secret. */
export type ValueOf = (variable: string) => string | undefined;

/** Whether a value may go that is there when another one is written. It may throw why not. */
export type MayReplace = (value: string) => boolean | Promise<boolean>;

/** Bytes of a file that is read. */
const LONGEST = 1_000_000;

/** A file as it is now. */
interface Found {
  /** With every link in its folder's name followed. */
  readonly path: string;
  /** Absent: it is to be created. */
  readonly snapshot: FileSnapshot | undefined;
}

export class EnvFiles {
  readonly #files: LargeFiles;
  readonly #requireIgnored: RequireIgnored;
  /** Two at once could change the same file. */
  #lastWriting: Promise<unknown> = Promise.resolve();

  constructor(files: LargeFiles, requireIgnored: RequireIgnored) {
    this.#files = files;
    this.#requireIgnored = requireIgnored;
  }

  /** @throws UserGroupsError where no token could be written now, also by what it answers */
  async check(place: EnvPlace): Promise<ValueOf> {
    const { text } = await this.#writable(place);
    return (variable) => valueIn(text, variable);
  }

  /** @throws UserGroupsError when it was not written: the file is as it was */
  write(place: EnvPlace, variable: string, token: string, mayReplace: MayReplace): Promise<void> {
    const writing = this.#lastWriting.then(() => this.#write(place, variable, token, mayReplace));
    this.#lastWriting = writing.catch(() => undefined);
    return writing;
  }

  async #write(place: EnvPlace, variable: string, token: string, mayReplace: MayReplace): Promise<void> {
    const { path, snapshot, text } = await this.#writable(place);
    const value = valueIn(text, variable) ?? '';
    if (value !== '' && value !== token && !(await mayReplace(value))) throw changedMeanwhile();
    const isNew = snapshot === undefined;
    await this.#files.write(path, wholeText(withVariable(text, variable, token)), {
      existing: isNew ? 'keep' : 'replace',
      replaced: snapshot,
      isPrivate: isNew,
      isSecret: true,
      lastCheck: async () => {
        await this.#writable(place);
        place.requireAllowed();
        // Git takes its time.
        if ((await this.#located(place)) !== path) throw changedMeanwhile();
      },
    });
  }

  async #writable(place: EnvPlace): Promise<Found & { readonly text: string }> {
    const found = await this.#found(place);
    await this.#requireIgnored(found.path);
    return { ...found, text: found.snapshot === undefined ? '' : textOf(found.snapshot) };
  }

  async #found(place: EnvPlace): Promise<Found> {
    const path = await this.#located(place);
    const snapshot = await this.#files.snapshot(path, LONGEST);
    // Where letters of both cases are the same, Git may know it by its own spelling.
    if (snapshot !== undefined && (await this.#files.realPath(path)) !== path) throw throughLink();
    return { path, snapshot };
  }

  /** The folder that was opened may be a link; what is below it may not. */
  async #located({ root, path }: EnvPlace): Promise<string> {
    const [realRoot, realFolder] = await Promise.all([root, dirname(path)].map((each) => this.#files.realPath(each)));
    if (
      realRoot === undefined ||
      realFolder === undefined ||
      join(realRoot, relative(root, dirname(path))) !== realFolder
    )
      throw throughLink();
    return join(realFolder, basename(path));
  }
}

/** @throws UserGroupsError `conflict` for a file that is no text of this encoding: it could not be written as it was */
function textOf({ bytes }: FileSnapshot): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UserGroupsError(
      'conflict',
      l10n.t("The file isn't UTF-8 text."),
      l10n.t('Save it as UTF-8, or choose another file.'),
      { cause: error },
    );
  }
}

function throughLink(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('Its path leads through a symbolic link, or is spelled another way on the disk.'),
    l10n.t('Choose another file.'),
  );
}

function changedMeanwhile(): UserGroupsError {
  return new UserGroupsError('conflict', l10n.t('The file was changed meanwhile.'), l10n.t('Try again.'));
}
