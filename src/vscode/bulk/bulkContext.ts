// What handlers of bulk commands work with.

import type { ImportReader } from '../../bulk/importReader.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import type { ListContext } from '../groups/listContext.ts';
import type { DeliveryContext } from '../rotation/destination.ts';
import type { TableContext } from '../table/tablePanel.ts';

export interface BulkContext extends EditingContext, ListContext, TableContext, DeliveryContext {
  /** Reads files of groups. */
  readonly importReader: Lazy<ImportReader>;
  /** The program of the command line, as a file. */
  readonly commandLine: string;
}
