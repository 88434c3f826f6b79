// Holds the manifest and the code against each other.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, readPlainManifest, readTexts } from '../../scripts/package/manifest.ts';
import { COMMAND_IDS } from '../../src/vscode/command/commandMap.ts';

interface Command {
  command: string;
  title: string;
  category: string;
}
interface MenuItem {
  command?: string;
  submenu?: string;
}
interface Keybinding {
  command: string;
  args?: { commands?: (string | { command: string })[] };
}
interface Setting {
  scope: string;
  type: string;
  description?: string;
  markdownDescription?: string;
}
interface Manifest {
  name: string;
  publisher: string;
  displayName: string;
  icon: string;
  engines: { vscode: string };
  extensionKind: string[];
  activationEvents: string[];
  capabilities: {
    untrustedWorkspaces: { supported: unknown; description: string; restrictedConfigurations: string[] };
    virtualWorkspaces: { supported: unknown };
  };
  devDependencies: Record<string, string>;
  contributes: {
    commands: Command[];
    menus: Record<string, MenuItem[]>;
    submenus: { id: string }[];
    keybindings: Keybinding[];
    configuration: { properties: Record<string, Setting> };
    views: { userGroups: { id: string; name: string }[] };
    viewsContainers: { activitybar: { id: string; title: string; icon: string }[] };
    viewsWelcome: { contents: string }[];
    walkthroughs: { steps: { description: string }[] }[];
    jsonValidation: { fileMatch: string[]; url: string }[];
  };
}

const root = join(import.meta.dirname, '../..');
const manifest = readManifest() as Manifest;
const { commands, menus, keybindings, configuration } = manifest.contributes;
/** What a workspace may set. */
const OF_A_WORKSPACE = ['userGroups.mappingSchema', 'userGroups.propertiesSchema', 'userGroups.schemaErrors'];
/** Fields of the manifest that the editor shows; a `$schema` may have none of them. */
const NAMES_OF_TEXTS = /^(title|label|category|displayName|contents|contextualTitle|altText|(markdownD|d)escription)$/;
/** Commands of the editor itself. */
const ofTheEditor = ['runCommands', 'list.toggleSelection'];

describe('The manifest', () => {
  it('has the identity that users rely on', () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, 'embedded-dashboards.user-groups');
    assert.equal(manifest.displayName, 'User Groups for Embedded Dashboards');
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace']);
    assert.equal(manifest.engines.vscode, '^1.105.0');
    assert.equal(
      manifest.devDependencies['@types/vscode'],
      '1.105.0',
      'types newer than the engine promise what is not there',
    );
    assert.deepEqual(
      manifest.contributes.viewsContainers.activitybar.map(({ id, title }) => [id, title]),
      [['userGroups', 'User Groups']],
    );
    assert.deepEqual(
      manifest.contributes.views.userGroups.map(({ id, name }) => [id, name]),
      [['userGroups.tree', 'User Groups']],
    );
  });

  it('declares exactly the commands that the code handles', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), [...COMMAND_IDS].sort());
  });

  it('puts every command into the category User Groups, with a title of its own', () => {
    assert.deepEqual(
      commands.filter(({ category }) => category !== 'User Groups'),
      [],
    );
    assert.equal(new Set(commands.map(({ title }) => title)).size, commands.length);
  });

  it('names in menus, keys, the welcome and the walkthrough only commands that exist', () => {
    const { viewsWelcome, walkthroughs } = manifest.contributes;
    const welcoming = [
      ...viewsWelcome.map(({ contents }) => contents),
      ...walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
    ];
    const inWelcome = welcoming.flatMap((text) => [...text.matchAll(/\(command:([\w.]+)\)/g)].map(([, id]) => id));
    const byKeys = keybindings
      .flatMap(({ command, args }) => [command, ...(args?.commands ?? [])])
      .map((step) => (typeof step === 'string' ? step : step.command));
    const named = [
      ...Object.values(menus)
        .flat()
        .flatMap(({ command }) => command ?? []),
      ...byKeys,
      ...inWelcome.map(String),
    ];
    assert.deepEqual(
      named.filter((id) => ![...COMMAND_IDS, ...ofTheEditor].some((known) => known === id)),
      [],
    );
  });

  it('welcomes with one button, and says last what the service cannot do', () => {
    const lines = manifest.contributes.viewsWelcome.flatMap(({ contents }) => contents.split('\n'));
    // A line that is a link alone is drawn as a button.
    assert.deepEqual(
      lines.filter((line) => /^\[[^\]]+\]\([^)]+\)$/.test(line)),
      ['[Start Local Sandbox](command:userGroups.startSandbox)'],
    );
    assert.match(lines.at(-1) ?? '', /can't list its user groups/);
  });

  it('shows each submenu somewhere, with entries', () => {
    const ids = manifest.contributes.submenus.map(({ id }) => id);
    const shown = Object.values(menus).flatMap((items) => items.flatMap(({ submenu }) => submenu ?? []));
    assert.deepEqual([...new Set(shown)].sort(), ids.sort());
    assert.deepEqual(
      ids.filter((id) => (menus[id] ?? []).length === 0),
      [],
    );
  });

  it('lets no workspace decide what reaches the network', () => {
    const open = Object.entries(configuration.properties)
      .filter(([, { scope }]) => scope !== 'application')
      .map(([name]) => name);
    assert.deepEqual(open.sort(), OF_A_WORKSPACE, 'of which a document is checked by, and nothing else');
  });

  for (const name of [
    'connections',
    'confirmSend',
    'requestTimeoutSeconds',
    'clipboardClearSeconds',
    'keepReplacedTokensDays',
    'handOverCommand',
  ]) {
    it(`leaves ${name} to the person: what is sent, where and how, and what becomes of tokens`, () => {
      assert.equal(configuration.properties[`userGroups.${name}`]?.scope, 'application');
    });
  }

  it('says what works in Restricted Mode, where what a workspace may set counts for nothing', () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    assert.equal(untrustedWorkspaces.supported, 'limited');
    assert.match(
      untrustedWorkspaces.description,
      /workspace files can be sent to the local sandbox only, and JSON schemas of the workspace are ignored/,
    );
    assert.deepEqual([...untrustedWorkspaces.restrictedConfigurations].sort(), OF_A_WORKSPACE);
    assert.equal(virtualWorkspaces.supported, true);
  });

  it('has each text that a person sees in package.nls.json, and there nothing else', () => {
    const plain: string[] = [];
    const keys = new Set<string>();
    JSON.parse(readPlainManifest(), (name, value: unknown) => {
      if (typeof value !== 'string') return value;
      const key = /^%(.+)%$/.exec(value)?.[1];
      if (key !== undefined) keys.add(key);
      else if (NAMES_OF_TEXTS.test(name)) plain.push(`${name}: ${value}`);
      return value;
    });
    assert.deepEqual(plain, []);
    assert.deepEqual([...keys].sort(), Object.keys(readTexts()).sort());
  });

  it('describes each setting in a few words', () => {
    const long = Object.entries(readTexts()).filter(([key, text]) => key.startsWith('setting.') && text.length > 300);
    assert.deepEqual(
      long.map(([key]) => key).filter((key) => key !== 'setting.handOverCommand'),
      [],
    );
  });

  it('points to files that exist', () => {
    const files = [manifest.icon, ...manifest.contributes.viewsContainers.activitybar.map(({ icon }) => icon)];
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });

  it('has every document checked by the schema that is composed while the editor runs', () => {
    assert.deepEqual(manifest.contributes.jsonValidation, [
      { fileMatch: ['**/*.usergroup.json'], url: 'usergroupschema://schemas/document.json' },
    ]);
    assert.ok(manifest.activationEvents.includes('onFileSystem:usergroupschema'));
  });
});
