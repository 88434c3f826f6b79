// Whether npm start finds an installed VS Code and a display to show it on.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hasDisplay, installedCode } from '../../../scripts/start/desktop.ts';

describe('the installed VS Code', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'code-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is found on PATH', () => {
    writeFileSync(join(folder, 'code'), '', { mode: 0o755 });
    assert.equal(installedCode({ PATH: ['/nowhere', folder].join(delimiter) }, 'linux'), join(folder, 'code'));
  });

  it('is not found where nothing can be executed by that name', () => {
    writeFileSync(join(folder, 'code'), '', { mode: 0o644 });
    assert.equal(installedCode({ PATH: folder }, 'linux'), undefined);
    assert.equal(installedCode({}, 'linux'), undefined);
  });
});

describe('a display', () => {
  it('is there on Linux when X or Wayland says so', () => {
    assert.equal(hasDisplay({}, 'linux'), false);
    assert.equal(hasDisplay({ DISPLAY: '' }, 'linux'), false);
    assert.equal(hasDisplay({ DISPLAY: ':0' }, 'linux'), true);
    assert.equal(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux'), true);
  });

  it('is there on macOS and Windows', () => {
    assert.equal(hasDisplay({}, 'darwin'), true);
    assert.equal(hasDisplay({}, 'win32'), true);
  });

  it('is not there over SSH, nor in a terminal of a remote VS Code', () => {
    assert.equal(hasDisplay({ SSH_CONNECTION: '::1 1 ::1 22' }, 'darwin'), false);
    assert.equal(hasDisplay({ DISPLAY: ':0', VSCODE_IPC_HOOK_CLI: '/run/vscode.sock' }, 'linux'), false);
  });
});
