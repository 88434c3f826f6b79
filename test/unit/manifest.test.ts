// Holds the manifest and the code against each other.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, readPlainManifest, readTexts } from '../../scripts/package/manifest.ts';
import { TOOLS } from '../../src/vscode/assistants/registerTools.ts';
import { OF_APPLICATION, OF_WORKSPACE } from '../../src/core/ports/userSettings.ts';
import { createHandlers } from '../../src/vscode/handlers.ts';
import { standIn } from '../support/standIn.ts';

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
type ThemeKind = 'dark' | 'light' | 'highContrast' | 'highContrastLight';
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
    colors: { id: string; defaults: Record<ThemeKind, string> }[];
    languageModelTools: { name: string; when: string; modelDescription: string; inputSchema: { type: string } }[];
  };
}

/** Of VS Code's own themes: what production stands on, and what errors and warnings look like. */
const THEMES: Record<ThemeKind, { readonly behind: readonly string[]; readonly alarms: readonly string[] }> = {
  dark: { behind: ['#1f1f1f', '#181818', '#04395e', '#37373d'], alarms: ['#f85149', '#cca700'] },
  light: { behind: ['#ffffff', '#f8f8f8', '#e8e8e8', '#e4e6f1'], alarms: ['#f85149', '#bf8803', '#be1100'] },
  highContrast: { behind: ['#000000'], alarms: ['#f48771', '#ffd370'] },
  highContrastLight: { behind: ['#ffffff'], alarms: ['#b5200d', '#895503'] },
};

/** When a tool is offered. */
const IS_ON = "config.userGroups.assistants == 'on'";

const root = join(import.meta.dirname, '../..');
const manifest = readManifest() as Manifest;
const { commands, menus, keybindings, configuration } = manifest.contributes;
/** What a workspace may set. */
const OF_A_WORKSPACE = Object.keys(OF_WORKSPACE).map((name) => `userGroups.${name}`);
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
    assert.deepEqual(commands.map(({ command }) => command).sort(), Object.keys(createHandlers(standIn({}))).sort());
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
      named.filter((id) => ![...commands.map(({ command }) => command), ...ofTheEditor].includes(id)),
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
    assert.match(lines.at(-1) ?? '', /can't list its groups/);
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

  it('leaves to the user what is sent, where and how, and what becomes of tokens', () => {
    const settings = Object.entries(configuration.properties);
    const ofApplication = settings.filter(([, { scope }]) => scope === 'application').map(([name]) => name);
    assert.deepEqual(
      ofApplication.sort(),
      Object.keys(OF_APPLICATION)
        .map((name) => `userGroups.${name}`)
        .sort(),
    );
    assert.equal(settings.length, ofApplication.length + OF_A_WORKSPACE.length);
  });

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

  it('has these tools of assistants and no other: none of them sends, rotates, deletes or copies', () => {
    const { languageModelTools: tools } = manifest.contributes;
    assert.deepEqual(
      tools.map(({ name, when }) => [name, when]),
      ['find', 'read', 'check', 'validate', 'plan', 'draft'].map((name) => [`userGroups_${name}`, IS_ON]),
    );
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS,
    );
  });

  it('tells models of each tool that it sends nothing', () => {
    for (const { name, modelDescription } of manifest.contributes.languageModelTools)
      assert.match(modelDescription, /Sends nothing|Sends and stores nothing/, name);
  });

  it('has each text that a person sees in package.nls.json, and there nothing else', () => {
    const plain: string[] = [];
    const keys = new Set<string>();
    // What a tool is given is described to language models, which read English.
    const forPersons = JSON.stringify(JSON.parse(readPlainManifest()), (name, value: unknown) =>
      name === 'inputSchema' ? undefined : value,
    );
    JSON.parse(forPersons, (name, value: unknown) => {
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
      long.map(([key]) => key).filter((key) => key !== 'setting.deliveryCommand'),
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

  for (const [kind, { behind, alarms }] of Object.entries(THEMES) as [ThemeKind, (typeof THEMES)[ThemeKind]][]) {
    it(`has colors of production that can be read and are no alarm: ${kind}`, () => {
      const color = (name: string): string =>
        manifest.contributes.colors.find(({ id }) => id === `userGroups.${name}`)?.defaults[kind] ?? '';
      const mark = contrast(color('productionBadgeForeground'), color('productionBadgeBackground'));
      const least = Math.min(mark, ...behind.map((background) => contrast(color('production'), background)));
      assert.ok(least >= 4.5, `contrast of ${least.toFixed(2)}`);
      const nearest = Math.min(...alarms.map((alarm) => hueDistance(color('production'), alarm)));
      assert.ok(nearest >= 45, `hues differ by ${nearest.toFixed()} degrees`);
    });
  }

  it('has every document checked by the schema that is composed while the editor runs', () => {
    assert.deepEqual(manifest.contributes.jsonValidation, [
      { fileMatch: ['**/*.usergroup.json'], url: 'usergroupschema://schemas/document.json' },
      { fileMatch: 'usergroups.config.json', url: './media/groups-config.schema.json' },
      { fileMatch: 'usergroups.preset.json', url: './media/preset.schema.json' },
    ]);
    assert.ok(manifest.activationEvents.includes('onFileSystem:usergroupschema'));
  });
});

/** WCAG 2: of two colors as #rrggbb. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** In degrees of the color wheel. */
function hueDistance(one: string, other: string): number {
  const distance = Math.abs(hue(one) - hue(other));
  return Math.min(distance, 360 - distance);
}

function hue(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
}
