// The command `init`: writes the files that a repository with groups needs. Existing files stay, except that
// `.gitignore` and `.gitattributes` get the lines they lack. Nothing is sent.

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { ENVIRONMENT_TAGS } from '../contract/fields.ts';
import { USER_GROUP_API } from '../contract/serviceApi.ts';
import { cancelled, UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { listed } from '../core/language.ts';
import { wholeText } from '../core/wholeText.ts';
import { asShown } from '../document/idName.ts';
import { emptyDocument } from '../document/writeDocument.ts';
import { CONFIG_FILE, readGroupsConfig } from '../services/files/groupsConfig.ts';
import { command, DONE, type Input } from './command.ts';
import { configAbove, repositoryOf } from './configFile.ts';
import { createFolderWithin } from './documentsOnDisk.ts';
import { ORIGINS_VARIABLE } from './outgoing.ts';
import { lineOf, type Terminal } from './terminal.ts';
import { textOfRegularFile } from './textOfFile.ts';

const OPTIONS = {
  connection: {
    type: 'string',
    multiple: true,
    value: 'name',
    summary: () => l10n.t('A connection. Can be repeated, each with its address and environment.'),
  },
  'base-url': { type: 'string', multiple: true, value: 'URL', summary: () => l10n.t('The address of its service.') },
  environment: { type: 'string', multiple: true, value: 'name', summary: () => l10n.t('Its environment.') },
  api: { type: 'string', value: 'name', summary: () => l10n.t('The API of all of them, such as {0}.', '"customer"') },
} as const;

/** Each environment of the repository has its own value of this secret. */
const TOKEN_VARIABLE = 'USER_GROUPS_TOKEN';

interface Answer {
  readonly name: string;
  readonly baseUrl: string;
  readonly environment: string;
}

export const init = command({
  name: 'init',
  summary: () =>
    l10n.t('Write the configuration of a repository, an example and a workflow for GitHub. Nothing is sent.'),
  options: OPTIONS,
  run: async (input) => {
    const { terminal, values, files } = input;
    const { cwd: root } = terminal;
    requireRoot(root);
    const { connection, 'base-url': urls, environment } = values;
    const isGiven = [connection, urls, environment].some((given) => given !== undefined);
    const answers =
      isGiven || terminal.ask === undefined ? given(values) : await asked(terminal.ask, terminal, values.api);
    const config = configText(answers, values.api);
    const [first] = readAnswers(config).connections;
    const { request } = first?.serviceApi ?? USER_GROUP_API;
    const begun = [
      [CONFIG_FILE, config],
      // In no folder of a connection: nobody creates its group on a service unawares.
      ['groups/example.usergroup.json', asShown(emptyDocument({ userGroupId: 'example' }), request)],
      ['.github/workflows/user-groups.yml', workflowText(answers, input)],
      ['.gitignore', '.usergroups/state/*.journal\n.usergroups/state/*.lock\n*.plan\n!user-groups-*.tgz\n'],
      ['.gitattributes', '*.usergroup.json text eol=lf\nusergroups.preset.json text eol=lf\n'],
    ] as const;
    // All or none: the next run would refuse where a configuration is.
    for (const [file] of begun) createFolderWithin(dirname(join(root, file)), root);
    for (const [file, text] of begun) {
      const path = join(root, file);
      const there = existsSync(path) ? textOfRegularFile(path) : '';
      const isKept = there === undefined || there.includes(text) || (there !== '' && file.includes('/'));
      if (!isKept)
        await files.write(path, wholeText(there.replace(/(?<!^|\n)$/, '\n') + text), {
          existing: file === CONFIG_FILE ? 'keep' : 'replace',
        });
      terminal.out(lineOf(isKept ? l10n.t('{0}: unchanged', file) : file));
    }
    const names = listed(answers.map(({ name }) => quotedId(name)));
    terminal.out(
      lineOf(
        l10n.t(
          'On GitHub, add the environments {0}, each with the secret {1} and the variable {2}.',
          names,
          TOKEN_VARIABLE,
          ORIGINS_VARIABLE,
        ),
      ),
    );
    return DONE;
  },
});

/**
 * Refuses a folder below the root of the repository: GitHub reads no workflow there, and a second configuration would
 * hide the first one.
 */
function requireRoot(folder: string): void {
  const there = configAbove(folder);
  if (there !== undefined)
    throw new UserGroupsError(
      'conflict',
      l10n.t('There is a {0} already.', relative(folder, there)),
      l10n.t('Add your connections to it.'),
    );
  const repository = repositoryOf(folder) ?? folder;
  if (repository !== folder)
    throw new UserGroupsError(
      'invalid',
      l10n.t('GitHub reads workflows only at the root of a repository.'),
      l10n.t('Run it in {0}.', quotedId(repository)),
    );
}

/** No file has them yet. @throws UserGroupsError `invalid` */
function readAnswers(config: string): ReturnType<typeof readGroupsConfig> {
  try {
    return readGroupsConfig(config);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const happened = error.failure.flaw?.reason ?? error.failure.happened;
    throw error.with({ happened, next: l10n.t('Correct it, then try again.') });
  }
}

/** What is wrong with an answer is said before the next question, which asks for the connection again. */
async function asked(
  ask: NonNullable<Terminal['ask']>,
  { err }: Pick<Terminal, 'err'>,
  api: string | undefined,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (;;) {
    const name = (await ask(l10n.t('Name of a connection, or nothing to end:'))).trim();
    if (name === '' && answers.length === 0) throw cancelled();
    if (name === '') return answers;
    const baseUrl = (await ask(l10n.t('Address of its service:'))).trim();
    const typed = (await ask(l10n.t('Its environment (Testing or Customer):'))).trim();
    const environment = ENVIRONMENT_TAGS.find((tag) => tag.toLowerCase() === typed.toLowerCase()) ?? typed;
    try {
      readAnswers(configText([...answers, { name, baseUrl, environment }], api));
      answers.push({ name, baseUrl, environment });
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
      err(lineOf(error.message));
    }
  }
}

/** @throws UserGroupsError `invalid`: by their order alone, one would get the environment of another */
function given({
  connection = [],
  'base-url': urls = [],
  environment = [],
}: Input<typeof OPTIONS>['values']): Answer[] {
  const { length } = connection;
  if (length === 0 || urls.length !== length || environment.length !== length)
    throw new UserGroupsError(
      'invalid',
      l10n.t('Each connection needs an address and an environment.'),
      l10n.t('Use {0}, {1} and {2}.', '--connection', '--base-url', '--environment'),
    );
  return connection.map((name, index) => ({ name, baseUrl: urls[index] ?? '', environment: environment[index] ?? '' }));
}

function configText(answers: readonly Answer[], api: string | undefined): string {
  const connections = answers.map((answer) => {
    const folder = `groups/${answer.name}`;
    return { ...answer, folder, ...(api !== undefined && { api }), apiTokenEnv: TOKEN_VARIABLE };
  });
  return `${JSON.stringify({ connections }, undefined, 2)}\n`;
}

/** Quoted where YAML would read a number or a word of its own. */
function yamlText(text: string): string {
  return /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w-]*$/i.test(text) ? text : JSON.stringify(text);
}

/** As docs/ci.md shows it. */
function workflowText(answers: readonly Answer[], { workflow, version }: Input): string {
  const names = answers.map(({ name }) => yamlText(name)).join(', ');
  const rows = answers.map(
    ({ name, environment }) => `          - { connection: ${yamlText(name)}, environment: ${yamlText(environment)} }`,
  );
  return workflow.replace('{names}', names).replace('{rows}', rows.join('\n')).replaceAll('{version}', version);
}
