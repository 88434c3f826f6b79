// What handlers about documents work with.

import type { CommandContext } from '../command/commandContext.ts';
import type { ActiveSends } from './documents/activeSends.ts';
import type { FileConnections } from './documents/fileConnections.ts';
import type { OpenDocuments } from './documents/openDocuments.ts';
import type { UserGroupFileSystem } from './documents/userGroupFileSystem.ts';
import type { Schemas } from './schemas/schemas.ts';

export interface EditingContext extends CommandContext {
  readonly files: UserGroupFileSystem;
  readonly documents: OpenDocuments;
  readonly fileConnections: FileConnections;
  readonly sendings: ActiveSends;
  readonly schemas: Schemas;
}
