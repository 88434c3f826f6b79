// What a test can have done in a window: its own, or the second one.

import * as vscode from 'vscode';
import { openDocument, until, uriOf } from './documents.ts';

/** What the caller of a failed command can see of its failure. */
export interface Failure {
  readonly kind: string;
  readonly message: string;
}

const messages = vscode.window as {
  showWarningMessage: (message: string, ...rest: unknown[]) => Thenable<unknown>;
};
const show = messages.showWarningMessage;

export const actions = {
  /** Sets a variable of the environment. */
  know: (name: string, value: string): Promise<void> => {
    process.env[name] = value;
    return Promise.resolve();
  },

  /** From now on every modal question is answered by its first button: this mode of the editor shows none. */
  agreeToAll: (): Promise<void> => {
    messages.showWarningMessage = (message, options, first, ...others) =>
      (options as vscode.MessageOptions | undefined)?.modal === true
        ? Promise.resolve(first)
        : show(message, options, first, ...others);
    return Promise.resolve();
  },

  /** Ends that. */
  agreeToNothing: (): Promise<void> => {
    messages.showWarningMessage = show;
    return Promise.resolve();
  },

  /** Runs a command with an argument object. Resolves with why it failed, or nothing. */
  run: async (command: string, argument: object): Promise<Failure | undefined> => {
    try {
      await vscode.commands.executeCommand(`userGroups.${command}`, argument);
      return undefined;
    } catch (error) {
      const { name, message } = error as Error;
      return { kind: name, message };
    }
  },

  /** The text of a group's document. */
  read: async (connection: string, userGroupId: string): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(connection, userGroupId))),

  /** Opens a group's document, as a person who looks at it. */
  open: async (connection: string, userGroupId: string): Promise<void> => {
    await openDocument(uriOf(connection, userGroupId));
  },

  /** Resolves when the editor shows these words in the group's document, which is open. */
  shows: async (connection: string, userGroupId: string, words: string): Promise<void> => {
    const uri = uriOf(connection, userGroupId).toString();
    await until(vscode.workspace.onDidChangeTextDocument, () =>
      vscode.workspace.textDocuments.some(
        (document) => document.uri.toString() === uri && document.getText().includes(words),
      ),
    );
  },

  /** The group's token, by way of the clipboard. */
  token: async (connection: string, userGroupId: string): Promise<string> => {
    await vscode.commands.executeCommand('userGroups.copyToken', { connection, user_group_id: userGroupId });
    return vscode.env.clipboard.readText();
  },
};

export type Window = typeof actions;
