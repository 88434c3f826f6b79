// What an inner npm call hears of the outer one.

import assert from 'node:assert/strict';
import { innerEnvironment } from '../../../scripts/editor/npm.ts';

describe('the environment of an inner npm call', () => {
  it('keeps how the registry is reached', () => {
    const outer = {
      PATH: '/bin',
      HTTPS_PROXY: 'http://127.0.0.1:1',
      npm_config_registry: 'https://registry.test/',
      'npm_config_@scope:registry': 'https://own.test/',
      npm_config_userconfig: '/home/.npmrc',
      npm_config_https_proxy: 'http://127.0.0.1:2',
      npm_config_cache: '/cache',
      npm_config_cafile: '/ca.pem',
    };
    assert.deepEqual(innerEnvironment(outer), outer);
  });

  it('drops what the outer call was given to do', () => {
    const outer = {
      PATH: '/bin',
      npm_config_global: 'true',
      npm_config_ignore_scripts: 'true',
      npm_config_dry_run: 'true',
      npm_config_omit: 'optional',
      npm_config_prefix: '/usr',
      npm_config_local_prefix: '/clone',
      npm_lifecycle_event: 'start',
      NPM_CONFIG_WORKSPACE: 'a',
    };
    assert.deepEqual(innerEnvironment(outer), { PATH: '/bin' });
  });
});
