// Options that several commands have.

import * as l10n from '@vscode/l10n';
import { CONFIG_FILE } from '../services/files/groupsConfig.ts';

export const CONFIG_OPTION = {
  config: {
    type: 'string',
    value: 'file',
    summary: () => l10n.t('The configuration, instead of {0} in the current folder or above it.', CONFIG_FILE),
  },
} as const;

export const CONNECTION_OPTION = {
  connection: {
    type: 'string',
    value: 'name',
    summary: () => l10n.t('The connection, where the configuration has several.'),
  },
} as const;

export const JSON_OPTION = {
  json: { type: 'boolean', summary: () => l10n.t('Print JSON, by the schema that "export-schema output" prints.') },
} as const;
