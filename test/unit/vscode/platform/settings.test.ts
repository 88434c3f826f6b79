// The person's settings as the editor gives them, and its storage.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { ConnectionConfig } from '../../../../src/core/connection.ts';
import { VsCodeNetworkSettings } from '../../../../src/vscode/platform/networkSettings.ts';
import { VsCodeSettings } from '../../../../src/vscode/platform/settings.ts';
import { memoryOf, secretsOf } from '../../../../src/vscode/platform/storageAdapters.ts';
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

const changed = (section: string): void => {
  configurationChanged.fire({ affectsConfiguration: (each) => each === section });
};

describe('The settings', () => {
  const before = new Map(configuration);
  let settings: VsCodeSettings;
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-settings-');
    settings = new VsCodeSettings(Uri.file(join(folder, 'globalStorage', 'ours')) as unknown as vscode.Uri);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    settings.dispose();
    configuration.clear();
    for (const [name, value] of before) configuration.set(name, value);
  });

  it('are those of the person', () => {
    for (const [name, value] of [
      ['connections', ['an entry']],
      ['apis', { mine: {} }],
      ['requestTimeoutSeconds', 5],
      ['clipboardClearSeconds', 6],
      ['keepPreviousTokensDays', 7],
      ['rotateAfterDays', 9],
      ['keepTokensFromList', true],
      ['refreshListMinutes', 8],
      ['deliveryCommand', ['deploy']],
      ['confirmSend', 'always'],
      ['assistants', 'off'],
      ['mappingSchema', 'a.json'],
      ['propertiesSchema', 'b.json'],
      ['schemaErrors', 'block'],
    ] as const)
      configuration.set(`userGroups.${name}`, value);
    assert.deepEqual(
      [
        settings.connections(),
        settings.apis(),
        settings.requestTimeoutSeconds(),
        settings.clipboardClearSeconds(),
        settings.keepPreviousTokensDays(),
        settings.rotateAfterDays(),
        settings.keepTokensFromList(),
        settings.refreshListMinutes(),
        settings.deliveryCommand(),
        settings.confirmSend(),
        settings.assistants(),
        settings.mappingSchema(),
        settings.propertiesSchema(),
        settings.schemaErrors(),
      ],
      [['an entry'], { mine: {} }, 5, 6, 7, 9, true, 8, ['deploy'], 'always', 'off', 'a.json', 'b.json', 'block'],
    );
    configuration.set('userGroups.schemaErrors', 'anything');
    assert.equal(settings.schemaErrors(), 'warn');
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
    const { getConfiguration } = workspace;
    configuration.set('userGroups.connections', [a]);
    Object.assign(workspace, {
      getConfiguration: (section: string) => ({
        ...getConfiguration(section),
        // VS Code reads the file again, and finds the other one.
        update: (): Promise<void> => Promise.resolve(void configuration.set('userGroups.connections', [a, b])),
      }),
    });
    try {
      await assert.rejects(settings.saveConnections([a as ConnectionConfig]), {
        kind: 'conflict',
        message:
          'Another program has just changed "userGroups.connections" in settings.json. Check it, then try again.',
      });
    } finally {
      Object.assign(workspace, { getConfiguration });
    }
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
      const { getConfiguration } = workspace;
      const updated: unknown[] = [];
      Object.assign(workspace, {
        getConfiguration: (section: string) => ({
          ...getConfiguration(section),
          update: (...given: unknown[]) => Promise.resolve(void updated.push([...given.slice(0, 2), text().length])),
        }),
      });
      try {
        configuration.set('userGroups.rotateAfterDays', 5);
        await settings.saveConnections([A, B]);
      } finally {
        Object.assign(workspace, { getConfiguration });
      }
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
    const { getConfiguration } = workspace;
    Object.assign(workspace, {
      getConfiguration: () => ({
        inspect: () => undefined,
        update: () => Promise.reject(new Error('settings.json has errors')),
      }),
    });
    try {
      await assert.rejects(settings.saveConnections([]), {
        kind: 'unavailable',
        message: "The settings couldn't be saved. Save or correct settings.json, or make it writable, then try again.",
      });
    } finally {
      Object.assign(workspace, { getConfiguration });
    }
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
      const { getConfiguration } = workspace;
      const inspect = () => ({ defaultValue: 'http://default', workspaceValue: 'http://workspace' });
      Object.assign(workspace, { getConfiguration: () => ({ inspect, get: () => 'http://workspace' }) });
      const { proxy } = network.current();
      Object.assign(workspace, { getConfiguration });
      assert.equal(proxy, 'http://default');
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
