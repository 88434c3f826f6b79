// Which text of each document VS Code knows: it never writes over another one without asking.

import type * as vscode from 'vscode';
import { sha256 } from '../../../services/plans/bodyDigest.ts';
import { documentBytes } from './documentBytes.ts';

/** As the editor shows it, with the store's time. */
export interface ShownText {
  readonly text: string;
  readonly mtime: number;
}

interface Reported extends Pick<vscode.FileStat, 'mtime' | 'size'> {
  /** The store's time of the text. */
  readonly keptAt: number;
  /** Of the text alone: a fraction of 24 bits, which a number holds beside any length of a text. */
  readonly mark: number;
  /** VS Code has written it, and looks once more at what it wrote. */
  readonly isJustWritten?: boolean;
}

/**
 * Before it writes, VS Code offers Compare or Overwrite only where the time is later and the size is another one. So
 * both follow the text: each size has a fraction that is a digest of it, in all windows and after a restart, too.
 */
export class ReportedTexts {
  readonly #last = new Map<string, Reported>();

  report(uri: vscode.Uri, kept: ShownText, isJustWritten = false): Reported {
    const last = this.#last.get(uri.toString());
    // Another window may have written since, and VS Code would take that text for its own.
    const reported = last?.isJustWritten === true && !isJustWritten ? last : reportOf(uri, kept, last);
    this.#last.set(uri.toString(), { ...reported, isJustWritten });
    return reported;
  }

  keptAt(uri: vscode.Uri): number | undefined {
    return this.#last.get(uri.toString())?.keptAt;
  }

  forget(uri: vscode.Uri): void {
    this.#last.delete(uri.toString());
  }
}

function reportOf(uri: vscode.Uri, { text, mtime }: ShownText, last?: Reported): Reported {
  const mark = Number.parseInt(sha256(text).slice(0, 6), 16) / 2 ** 24;
  // A clock may have been put back, or the group removed and added again.
  const earliest = last === undefined ? 0 : last.mark === mark ? last.mtime : last.mtime + 1;
  return { keptAt: mtime, mark, mtime: Math.max(mtime, earliest), size: documentBytes(text, uri).length + mark };
}
