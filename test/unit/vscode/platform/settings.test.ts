// The person's settings as the editor gives them, and its storage.

import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { VsCodeNetworkSettings } from '../../../../src/vscode/platform/networkSettings.ts';
import { VsCodeSettings } from '../../../../src/vscode/platform/settings.ts';
import { memoryOf, secretsOf } from '../../../../src/vscode/platform/storageAdapters.ts';
import { configuration, configurationChanged, workspace } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

const changed = (section: string): void => {
  configurationChanged.fire({ affectsConfiguration: (each) => each === section });
};

describe('The settings', () => {
  const before = new Map(configuration);
  let settings: VsCodeSettings;
  beforeEach(() => {
    settings = new VsCodeSettings();
  });
  afterEach(() => {
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
      ['keepReplacedTokensDays', 7],
      ['rotateAfterDays', 9],
      ['keepTokensFromList', true],
      ['refreshListMinutes', 8],
      ['handOverCommand', ['deploy']],
      ['confirmSend', 'always'],
      ['assistants', 'propose'],
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
        settings.keepReplacedTokensDays(),
        settings.rotateAfterDays(),
        settings.keepTokensFromList(),
        settings.refreshListMinutes(),
        settings.handOverCommand(),
        settings.confirmSend(),
        settings.assistants(),
        settings.mappingSchema(),
        settings.propertiesSchema(),
        settings.schemaErrors(),
      ],
      [['an entry'], { mine: {} }, 5, 6, 7, 9, true, 8, ['deploy'], 'always', 'propose', 'a.json', 'b.json', 'block'],
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

  it('that can’t be saved are said to be so', async () => {
    const { getConfiguration } = workspace;
    Object.assign(workspace, {
      getConfiguration: () => ({ update: () => Promise.reject(new Error('settings.json has errors')) }),
    });
    try {
      await assert.rejects(settings.saveConnections([]), {
        kind: 'unavailable',
        message: "The settings couldn't be saved. Correct settings.json, then try again.",
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
