// What handlers that deliver tokens work with.

import type { EnvFiles } from '../../services/rotation/envFiles.ts';
import type { Deliver, DeliveryCommand } from '../../services/rotation/deliver.ts';
import type { CommandContext } from '../command/commandContext.ts';

export interface DeliveryContext extends CommandContext {
  readonly envFiles: Pick<EnvFiles, 'check' | 'write'>;
  /** Delivers tokens to a command of the person's own, each run of which has a line in the log. */
  readonly deliverBy: (command: DeliveryCommand) => Deliver;
}
