// What each kind of place where a token is written provides.

import * as l10n from '@vscode/l10n';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import type { Deliver, DeliveryCommand } from '../../services/rotation/deliver.ts';
import type { EnvFiles, MayReplace } from '../../services/rotation/envFiles.ts';
import { isReserved, isVariableName } from '../../services/rotation/variableName.ts';
import { askText, type Choice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { required } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { DialogLine } from '../platform/messages.ts';

/** What handlers that deliver tokens work with. */
export interface DeliveryContext extends CommandContext {
  readonly envFiles: Pick<EnvFiles, 'check' | 'write'>;
  /** Delivers tokens to a command of the user's own, each run of which has a line in the log. */
  readonly deliverBy: (command: DeliveryCommand) => Deliver;
}

export interface DestinationKind<Stored extends TokenDestination> {
  /** How the stored destination is named in a list. */
  readonly label: (stored: Stored) => string;
  /** The label of a button that writes there again. */
  readonly writeAgainLabel: (stored: Stored) => string;
  /** @throws UserGroupsError `invalid` where it can no longer be used */
  readonly at: (context: DeliveryContext, stored: Stored) => Destination;
  /** Its entry in the list of all kinds, whose value asks for the rest. @throws UserGroupsError `invalid` */
  readonly choice: (context: DeliveryContext, asked: DestinationQuestion) => Choice<() => Promise<Destination>>;
}

export interface DestinationQuestion {
  readonly title: string;
  /** The name that is proposed for a variable. */
  readonly variable: string;
}

/** One place that was chosen. `group`: its words. */
export interface Destination {
  /** What is remembered of it. */
  readonly stored: TokenDestination;
  readonly isCancellable?: boolean;
  readonly notWrittenText: (group: string) => string;
  readonly questionText: (group: string) => string;
  readonly writtenText: (group: string) => string;
  /** Who can read the token there. */
  readonly consequence: DialogLine;
  /** What is there now, a secret. @throws UserGroupsError where nothing could be written */
  readonly presentValue?: () => Promise<string | undefined>;
  /** What the user has to look at before. */
  readonly remarks?: (target: GroupTarget, present: string | undefined) => readonly string[] | Promise<string[]>;
  /** @throws UserGroupsError when it was not written */
  readonly write: (target: GroupTarget, token: string, options: TokenWriteOptions) => Promise<void> | void;
}

interface TokenWriteOptions {
  readonly mayReplace: MayReplace;
  readonly signal: AbortSignal | undefined;
}

export async function askVariable(title: string, proposed: string): Promise<string> {
  return required(
    await askText({
      title,
      prompt: l10n.t('Name of the variable'),
      value: proposed,
      check: (typed) => ({ problem: problemOf(typed) }),
    }),
  );
}

function problemOf(name: string): string | undefined {
  if (!isVariableName(name)) return l10n.t('Use letters, digits and _, and begin with no digit.');
  return isReserved(name) ? l10n.t('Other programs use this variable. Choose another name.') : undefined;
}
