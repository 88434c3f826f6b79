// Registers and runs all commands, and reports their failures.

import * as vscode from 'vscode';
import { bugMessage } from '../../core/bugText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { Log } from '../../core/ports/log.ts';
import { commandIds } from '../platform/manifest.ts';
import type { Messages } from '../platform/messages.ts';
import { RUN_REPORT_STEP, type ReportStep } from '../platform/reportSteps.ts';
import { parseInvocation, SELECTION, type Invocation, type InvocationOrigin } from './invocation.ts';
import type { CommandId, ResultOf } from './commandMap.ts';
import type { NoticeButton } from './showNotice.ts';
import type { TreeNode } from './treeNode.ts';

export type Handlers = { readonly [Id in CommandId]: (invocation: Invocation) => Promise<ResultOf<Id>> | ResultOf<Id> };

export type ExecuteOnItem = (id: CommandId, about: Readonly<Record<string, unknown>>) => Promise<void>;

/** The target of a form's button: the document itself, or a group or connection. */
export type ExecuteOnSubject = (
  id: CommandId,
  on:
    | { readonly document: vscode.Uri; readonly isSendAnyway?: boolean }
    | { readonly connection: string; readonly user_group_id?: string },
) => Promise<void>;

/** A command that did what was asked. */
export type Executed = { readonly origin: InvocationOrigin } & {
  readonly [Id in CommandId]: { readonly id: Id; readonly result: ResultOf<Id> };
}[CommandId];

export class CommandRunner {
  readonly #handlers: Lazy<Handlers>;
  readonly #messages: Messages;
  readonly #log: Log;
  readonly #executed = new Emitter<Executed>();
  readonly onDidExecute = this.#executed.event;

  constructor(handlers: Lazy<Handlers>, messages: Messages, log: Log) {
    this.#handlers = handlers;
    this.#messages = messages;
    this.#log = log;
  }

  /** A caller with an argument object gets a failure as a rejection; otherwise the user sees it. */
  async run(id: CommandId, read: () => Invocation): Promise<unknown> {
    let invocation: Invocation | undefined;
    try {
      invocation = read();
      const result = await (await this.#handlers())[id](invocation);
      this.#executed.fire({ id, result, origin: invocation.origin } as Executed);
      return result;
    } catch (error) {
      const failure = this.#failureOf(error);
      if (invocation === undefined || invocation.origin === 'argument') throw failure;
      const about = invocation;
      // With the same invocation, because another document may be active by then.
      const buttons = await this.#buttonsFor(failure, () => this.run(id, () => about));
      void this.#show(failure, buttons);
      return undefined;
    }
  }

  /** Runs a command as the button of an item would. */
  readonly executeOnItem: ExecuteOnItem = async (id, about) => {
    await this.run(id, () => ({ origin: 'item', input: about }));
  };

  /** Runs a command as the button of the form does that the user has pressed. */
  readonly executeOnSubject: ExecuteOnSubject = async (id, on) => {
    await this.run(id, () => ({
      ...('document' in on
        ? { ...parseInvocation(id, on.document), isSendAnyway: on.isSendAnyway === true }
        : { origin: 'item', input: on }),
      isFormButton: true,
    }));
  };

  /** Anything but a failure for the user is a bug: its stack goes to the log, and the user sees one plain sentence. */
  #failureOf(error: unknown): Error {
    if (error instanceof UserGroupsError) return error;
    if (error instanceof vscode.CancellationError) return cancelled();
    this.#log.bug(error);
    return new Error(bugMessage());
  }

  async #show(failure: Error, buttons: readonly NoticeButton[]): Promise<void> {
    if (failure instanceof UserGroupsError && failure.kind === 'cancelled') return;
    const chosen = await this.#messages.error(failure.message, ...buttons.map(({ label }) => label));
    await buttons.find(({ label }) => label === chosen)?.run();
  }
  async #buttonsFor(failure: Error, again: () => Promise<unknown>): Promise<readonly NoticeButton[]> {
    try {
      return (await import('./failureButtons.ts')).failureButtons(failure, this, again);
    } catch (error) {
      // An update has replaced the files of this window: what failed is said all the same.
      this.#log.bug(error);
      return [];
    }
  }
}

export function registerCommands(
  runner: CommandRunner,
  rowOfKey: () => Promise<TreeNode | undefined>,
  ids = commandIds() as readonly CommandId[],
): Disposable {
  const run = async (id: CommandId, input: unknown, selected: unknown): Promise<unknown> => {
    const first = input === SELECTION ? await rowOfKey() : input;
    // A key without a row is about nothing, not about the active document.
    if (input === SELECTION && first === undefined) return undefined;
    return runner.run(id, () => parseInvocation(id, first, selected));
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(RUN_REPORT_STEP, (step: ReportStep['run']) => step()),
    ...ids.map((id) =>
      vscode.commands.registerCommand(id, (first: unknown, selected: unknown) => run(id, first, selected)),
    ),
  );
}
