// The person's settings as the editor gives them, and its storage.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { ConnectionConfig } from '../../../../src/core/connection.ts';
import { VsCodeNetworkSettings } from '../../../../src/vscode/platform/networkSettings.ts';
import type { Settings } from '../../../../src/core/ports/userSettings.ts';
import { openSettings } from '../../../../src/vscode/platform/settings.ts';
import { memoryOf, secretsOf } from '../../../../src/vscode/platform/storageAdapters.ts';
import { fileUri } from '../../../support/editor/fakeFiles.ts';
import {
  commands,
  configuration,
  configurationChanged,
  Uri,
  window,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const { getConfiguration } = workspace;
/** VS Code's configuration is another one in these parts, until the end of the test. */
const configurationHas = (parts: object): void => {
  Object.assign(workspace, { getConfiguration: (section: string) => ({ ...getConfiguration(section), ...parts }) });
};
const changed = (section: string): void => {
  configurationChanged.fire({ affectsConfiguration: (each) => each === section });
};

describe('The settings', () => {
  const before = new Map(configuration);
  let settings: ReturnType<typeof openSettings>;
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-settings-');
    settings = openSettings(fileUri(join(folder, 'globalStorage', 'ours')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    settings.dispose();
    Object.assign(workspace, { getConfiguration });
    configuration.clear();
    for (const [name, value] of before) configuration.set(name, value);
  });

  type Name = Exclude<keyof Settings, 'onDidChange' | 'saveConnections'>;
  /** Where nothing is set, one that can be used, and some that cannot, which count as not set. */
  const VALUES = {
    connections: [[], ['an entry'], 'an entry', {}],
    apis: [undefined, { mine: {} }],
    requestTimeoutSeconds: [30, 5, '5', 10_000_000, 0, {}],
    confirmSend: ['customer', 'always', 'anything', true],
    clipboardClearSeconds: [60, 0, '5', 10_000_000, -1],
    keepPreviousTokensDays: [90, 7, '5', 10_000_000, -1],
    rotateAfterDays: [0, 9, '5', 10_000_000, -1],
    keepTokensFromList: [false, true, 'true', 1],
    refreshListMinutes: [0, 8, '5', 10_000_000, -1],
    deliveryCommand: [[], ['deploy'], 'deploy'],
    assistants: ['on', 'off', null],
    mappingSchema: [undefined, 'a.json'],
    propertiesSchema: [undefined, 'b.json'],
    schemaErrors: ['warn', 'block', 'anything'],
  } as const satisfies Partial<Record<Name, readonly [unset: unknown, used: unknown, ...unusable: readonly unknown[]]>>;
  const names = Object.keys(VALUES) as (keyof typeof VALUES)[];
  const values = (): unknown[] => names.map((name) => settings[name]());
  const unset = names.map((name) => VALUES[name][0]);

  it('are those of the user, where they can be used', () => {
    assert.deepEqual(values(), unset);
    settings.onDidChange(() => undefined);
    for (const name of names) configuration.set(`userGroups.${name}`, VALUES[name][1]);
    changed('userGroups');
    assert.deepEqual(
      values(),
      names.map((name) => VALUES[name][1]),
    );
    for (const name of names)
      for (const value of VALUES[name].slice(2)) {
        configuration.set(`userGroups.${name}`, value);
        changed('userGroups');
        assert.deepEqual(settings[name](), VALUES[name][0], `${name}: ${JSON.stringify(value)}`);
      }
    configuration.set('userGroups.assistants', 'On');
    changed('userGroups');
    assert.equal(settings.assistants(), 'off', 'what is not understood allows nothing');
  });

  it('of the whole application are never those of a workspace, nor other defaults', () => {
    for (const level of ['workspaceValue', 'workspaceFolderValue', 'workspaceLanguageValue', 'defaultValue']) {
      configurationHas({ inspect: (name: string) => ({ [level]: VALUES[name as keyof typeof VALUES][1] }) });
      changed('userGroups');
      assert.deepEqual(values(), unset, level);
    }
  });

  it('are read again once they have changed, which is reported', () => {
    let reported = 0;
    settings.onDidChange(() => (reported += 1));
    configuration.set('userGroups.confirmSend', 'always');
    assert.equal(settings.confirmSend(), 'always');
    configuration.set('userGroups.confirmSend', 'never');
    changed('editor');
    assert.deepEqual([settings.confirmSend(), reported], ['always', 0]);
    changed('userGroups');
    assert.deepEqual([settings.confirmSend(), reported], ['never', 1]);
    settings.dispose();
    changed('userGroups');
    assert.equal(reported, 1);
  });

  it('have what was saved at once', async () => {
    assert.deepEqual(settings.connections(), []);
    await settings.saveConnections([{ name: 'staging', baseUrl: 'https://x.example.com' }]);
    assert.deepEqual(settings.connections(), [{ name: 'staging', baseUrl: 'https://x.example.com' }]);
  });

  it('are not saved where another program has changed them in the meantime', async () => {
    const [a, b] = [{ name: 'a' }, { name: 'b' }];
    configuration.set('userGroups.connections', [a]);
    configurationHas({
      // VS Code reads the file again, and finds the other one.
      update: () => Promise.resolve(void configuration.set('userGroups.connections', [a, b])),
    });
    await assert.rejects(settings.saveConnections([a as ConnectionConfig]), {
      kind: 'conflict',
      message: 'Another program has just changed "userGroups.connections" in settings.json. Check it, then try again.',
    });
  });

  describe('with comments', () => {
    const A = { name: 'a', baseUrl: 'https://a.example.com' };
    const B = { name: 'b', baseUrl: 'https://b.example.com' };
    const written = (comment: string): string =>
      `{\n  "userGroups.connections": [\n    ${JSON.stringify(A)}${comment}\n  ]\n}\n`;
    const set = (text: string, file = join(folder, 'settings.json')): void => {
      writeFileSync(file, text);
      configuration.set('userGroups.connections', [A]);
    };
    const text = (): string => readFileSync(join(folder, 'settings.json'), 'utf8');

    it('keep them, and VS Code reads the file again before and after', async () => {
      set(written(' // until May'));
      const updated: unknown[] = [];
      configurationHas({
        update: (...given: unknown[]) => Promise.resolve(void updated.push([...given.slice(0, 2), text().length])),
      });
      configuration.set('userGroups.rotateAfterDays', 5);
      await settings.saveConnections([A, B]);
      assert.match(text(), /"https:\/\/a\.example\.com"\}, \/\/ until May\n {4}\{\n {6}"name": "b",/);
      assert.deepEqual(updated, [
        ['refreshListMinutes', undefined, written(' // until May').length],
        ['refreshListMinutes', undefined, text().length],
      ]);
    });

    it('are written by VS Code where the list has none', async () => {
      set(written(''));
      await settings.saveConnections([B]);
      assert.deepEqual([settings.connections(), text()], [[B], written('')]);
    });

    it('are those of the file that VS Code opens where it is elsewhere', async () => {
      const elsewhere = join(folder, 'elsewhere.json');
      set(written(' // until May'), elsewhere);
      writeFileSync(join(folder, 'settings.json'), '{ "userGroups.connections": [] } // of another profile');
      const opening = commands.registerCommand('workbench.action.openSettingsJson', () => {
        window.activeTextEditor = { document: { uri: Uri.file(elsewhere) } };
      });
      await settings.saveConnections([]).finally(() => {
        opening.dispose();
        window.activeTextEditor = undefined;
      });
      assert.equal(readFileSync(elsewhere, 'utf8'), '{\n  "userGroups.connections": [\n     // until May\n  ]\n}\n');
      assert.equal(text(), '{ "userGroups.connections": [] } // of another profile');
    });

    it('are not written where no file can be read that has them', async () => {
      configuration.set('userGroups.connections', [A]);
      await assert.rejects(settings.saveConnections([]), {
        kind: 'unavailable',
        message: `The settings were not saved, because settings.json can't be read and its comments would be lost. Change "userGroups.connections" in settings.json yourself.`,
      });
      assert.deepEqual(settings.connections(), [A]);
    });
  });

  it('that can’t be saved are said to be so', async () => {
    configurationHas({ update: () => Promise.reject(new Error('settings.json has errors')) });
    await assert.rejects(settings.saveConnections([]), {
      kind: 'unavailable',
      message: "The settings couldn't be saved. Save or correct settings.json, or make it writable, then try again.",
    });
  });

  describe('of the network', () => {
    const variable = (): undefined => undefined;
    let network: VsCodeNetworkSettings;
    beforeEach(() => {
      network = new VsCodeNetworkSettings(variable);
    });
    afterEach(() => {
      network.dispose();
    });

    it('guard where nothing else is said', () => {
      assert.deepEqual(network.current(), {
        proxySupport: true,
        proxy: undefined,
        noProxy: [],
        proxyAuthorization: undefined,
        proxyStrictSSL: true,
        systemCertificates: true,
        variable,
      });
    });

    it('are read again once they have changed', () => {
      network.current();
      for (const [name, value] of [
        ['proxySupport', 'off'],
        ['proxy', 'http://proxy.example.com'],
        ['noProxy', ['a.example.com', 7]],
        ['proxyAuthorization', 'Basic x'],
        ['proxyStrictSSL', false],
        ['systemCertificates', false],
      ] as const)
        configuration.set(`http.${name}`, value);
      changed('userGroups');
      assert.equal(network.current().proxySupport, true);
      changed('http');
      assert.deepEqual(network.current(), {
        proxySupport: false,
        proxy: 'http://proxy.example.com',
        noProxy: ['a.example.com'],
        proxyAuthorization: 'Basic x',
        proxyStrictSSL: false,
        systemCertificates: false,
        variable,
      });
      configuration.set('http.proxySupport', 'on');
      network.dispose();
      changed('http');
      assert.equal(network.current().proxySupport, false);
    });

    it('that are nothing usable count as not set', () => {
      for (const [name, value] of [
        ['proxy', ' '],
        ['proxyAuthorization', 7],
        ['noProxy', 'a.example.com'],
        ['proxyStrictSSL', 'no'],
        ['systemCertificates', null],
      ] as const)
        configuration.set(`http.${name}`, value);
      const { proxy, proxyAuthorization, noProxy, proxyStrictSSL, systemCertificates } = network.current();
      assert.deepEqual(
        [proxy, proxyAuthorization, noProxy, proxyStrictSSL, systemCertificates],
        [undefined, undefined, [], true, true],
      );
    });

    it('are never those of a workspace, but the editor’s own where the person has none', () => {
      const inspect = () => ({ defaultValue: 'http://default', workspaceValue: 'http://workspace' });
      configurationHas({ inspect, get: () => 'http://workspace' });
      assert.equal(network.current().proxy, 'http://default');
    });
  });
});

describe('The storage of the editor', () => {
  it('keeps secrets', async () => {
    const kept = new Map<string, string>();
    const secrets = secretsOf(
      standIn<vscode.SecretStorage>({
        get: (key) => Promise.resolve(kept.get(key)),
        store: (key, value) => Promise.resolve(void kept.set(key, value)),
        delete: (key) => Promise.resolve(void kept.delete(key)),
        keys: () => Promise.resolve([...kept.keys()]),
      }),
    );
    await secrets.store('a', 'secret');
    assert.deepEqual([await secrets.get('a'), await secrets.keys()], ['secret', ['a']]);
    await secrets.delete('a');
    assert.equal(kept.size, 0);
  });

  it('keeps facts', async () => {
    const kept = new Map<string, unknown>();
    const memory = memoryOf(
      standIn<vscode.Memento>({
        get: (key: string) => kept.get(key),
        update: (key, value) => Promise.resolve(void kept.set(key, value)),
        keys: () => [...kept.keys()],
      }),
    );
    await memory.set('a', 7);
    assert.deepEqual([memory.get('a'), memory.keys()], [7, ['a']]);
  });
});
