// The command `export-schema`: prints a JSON schema that this package knows.

import { relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { CONFIG_OPTION, command, DONE, misused, type SchemaTexts } from './command.ts';
import { loadConfig } from './configFile.ts';
import { schemaText } from './documentSchema.ts';

export const exportSchema = command({
  name: 'export-schema',
  summary: () => l10n.t('Print the JSON schema of documents, of the configuration, or of what --json prints.'),
  positionals: '[document | config | output]',
  options: CONFIG_OPTION,
  run: async ({ terminal, values, positionals: [which = 'document', ...others], schemas }) => {
    if (!isSchema(which, schemas) || others.length > 0)
      throw new UserGroupsError(
        'invalid',
        l10n.t('There is no schema {0}.', quotedId([which, ...others].join(' '))),
        l10n.t('Name "document", "config" or "output".'),
      );
    if (values.config !== undefined && which !== 'document')
      throw misused('export-schema', l10n.t('The option {0} has no effect without {1}.', '"--config"', '"document"'));
    const { cwd, out } = terminal;
    // Schemas of the team are referred to from the current folder, where the output goes.
    const addressOf = (file: string): string => relative(cwd, file).split(sep).map(encodeURIComponent).join('/');
    const text =
      which === 'document'
        ? await schemaText(schemas.document, loadConfig(terminal, values.config), addressOf)
        : schemas[which];
    out(`${text.trimEnd()}\n`);
    return DONE;
  },
});

function isSchema(name: string, schemas: SchemaTexts): name is keyof SchemaTexts {
  return Object.hasOwn(schemas, name);
}
